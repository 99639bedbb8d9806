// The shared cache of a machine without coherence actions: every access that arrives is performed at once.
#pragma once

#include "protocols/baseline/config.hpp"
#include "protocols/baseline/dram_queue.hpp"

namespace tandem::baseline {

template <class D>
struct L2Line {
    Flag<D> awaiting_dram{};
    Value<D> data{};
    model::Fifo<D, Request<D, Message<D>>, most_waiting> waiting;
    BOOST_DESCRIBE_CLASS(L2Line, (), (awaiting_dram, data, waiting), (), ())
    void clear_unused() {
        if (awaiting_dram) data = {};
    }
};

/// `Outcome` is the protocol's; it has the enumerators used here.
template <class D, class Outcome>
struct L2 : DramQueue<L2<D, Outcome>, D, L2Line<D>, Message<D>, Outcome> {
    using Queue = DramQueue<L2<D, Outcome>, D, L2Line<D>, Message<D>, Outcome>;
    BOOST_DESCRIBE_CLASS(L2, (Queue), (), (), ())

    void answer(Core<D> from, const Message<D>& m, L2Line<D>& line, auto& ctx) {
        if (m.kind == MessageKind::Read) {
            ctx.load_performed(from, m.warp, m.address, line.data, 0);
            ctx.send(NodeKind::sm, from,
                     {.kind = MessageKind::ReadData,
                      .address = m.address,
                      .warp = m.warp,
                      .data = model::named_by(m.data, line.data)});
            ctx.did(Outcome::read_done);
        } else if (m.kind == MessageKind::Write) {
            model::overwrite(line.data, m.data);
            ctx.store_performed(from, m.warp, m.address, m.data, 0);
            ctx.send(NodeKind::sm, from, {.kind = MessageKind::WriteDone, .address = m.address, .warp = m.warp});
            ctx.did(Outcome::write_done);
        } else {
            const Value<D> found = model::perform(line.data, m.data);
            ctx.load_performed(from, m.warp, m.address, found, 0);
            ctx.store_performed(from, m.warp, m.address, m.data, 0);
            ctx.send(NodeKind::sm, from, {.kind = MessageKind::AtomicData, .address = m.address, .warp = m.warp, .data = found});
            ctx.did(Outcome::atomic_done);
        }
    }
};

}  // namespace tandem::baseline
