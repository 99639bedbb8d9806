// How GL2 makes GL1s give up a block (lsc.txt, Fig. 8, steps 1 and 2), and the request that waits for their answers. Derived
// classes say which GL1s it tells: all (9.1, Fig. 16), or those that a directory takes for sharers (6.1).
#pragma once

#include "protocols/apu/messages.hpp"

namespace tandem::apu {

/// A request to GL2, and GL2's request to the directory.
template <class D>
struct Asked {
    Enum<D, AccessKind> kind{};
    Core<D> core{};          // for whom
    Thread<D> wavefront{};   // of a write that is not sent yet
    Value<D> data{};
    Flag<D> sent{};          // to the directory
    BOOST_DESCRIBE_CLASS(Asked, (), (kind, core, wavefront, data, sent), (), ())

    void clear_unused() {
        if (!sent) return;
        wavefront = {};
        if (kind != AccessKind::store) data = {};
    }
};

template <class D, class W>
struct Invalidations {
    using Node = typename W::NodeKind;
    using Kind = typename W::Kind;
    using Outcome = typename W::Outcome;
    using Message = apu::Message<D, W>;
    model::Array<D, Sort::address, model::Set<D, Sort::core>> awaited;  // GL1s that have not answered
    model::Table<D, Sort::address, Flag<D>> probed;                     // by the directory, which awaits an answer
    BOOST_DESCRIBE_CLASS(Invalidations, (), (awaited, probed), (), ())

    void tell(const Core<D>& gl1, const Address<D>& a, auto& ctx) {
        awaited[a].insert(gl1);
        ctx.send(Node::cu, gl1, {.kind = Kind::Inv, .address = a});
    }
    void collect(const Message& m, auto& ctx) {
        awaited[m.address].erase(ctx.sender());
        ctx.did(Outcome::gl2_collected);
    }
    void answer_probe(const Address<D>& a, auto& ctx) {
        probed.drop(a);
        ctx.send(Node::directory, 0, {.kind = Kind::Gl2ProbeAck, .address = a});
    }
};

}  // namespace tandem::apu
