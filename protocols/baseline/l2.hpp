// The shared cache of a machine without coherence actions: every access that comes to it is performed at once. DRAM is an array that is read
// by an action, and requests for a block that it is read for wait in the line, as in protocols/gtsc/l2.hpp.
#pragma once

#include "protocols/baseline/config.hpp"
#include "protocols/baseline/messages.hpp"

namespace tandem::baseline {

template <class D>
struct Request {
    Core<D> from{};
    Message<D> message{};
    BOOST_DESCRIBE_CLASS(Request, (), (from, message), (), ())
};

template <class D>
struct L2Line {
    Flag<D> awaiting_dram{};
    Value<D> data{};
    model::Fifo<D, Request<D>, most_waiting> waiting;
    BOOST_DESCRIBE_CLASS(L2Line, (), (awaiting_dram, data, waiting), (), ())
    void clear_unused() {
        if (awaiting_dram) data = {};
    }
};

/// `Outcome` is the protocol's; it has the enumerators used here.
template <class D, class Outcome>
struct L2 {
    model::Cache<D, L2Line<D>> lines;
    model::Array<D, Sort::address, Value<D>> dram;
    BOOST_DESCRIBE_CLASS(L2, (), (lines, dram), (), ())

    void start(const Config&, const std::vector<int>& memory) {
        for (std::size_t a = 0; a < memory.size(); ++a) dram[static_cast<int>(a)] = memory[a];
    }

    template <class Context>
    void receive(const Message<D>& m, Context& ctx) {
        L2Line<D>* line = lines.find(m.address);
        if (line && line->waiting.full()) return ctx.stall(Outcome::request_queued);
        if (!line) {
            lines.place(m.address).awaiting_dram = true;
            lines.place(m.address).waiting.push({.from = ctx.sender(), .message = m});
            ctx.memory_read(m.address);
            ctx.did(Outcome::dram_read);
        } else if (line->awaiting_dram || !line->waiting.empty()) {
            line->waiting.push({.from = ctx.sender(), .message = m});
            ctx.did(Outcome::request_queued);
        } else {
            answer(ctx.sender(), m, *line, ctx);
        }
    }

    template <class Context>
    void answer(Core<D> from, const Message<D>& m, L2Line<D>& line, Context& ctx) {
        if (m.kind == MessageKind::Read) {
            ctx.load_performed(from, m.warp, m.address, line.data, 0);
            ctx.send(NodeKind::sm, from, {.kind = MessageKind::ReadData, .address = m.address, .warp = m.warp, .data = line.data});
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

    enum class ActionKind : std::uint8_t { dram_fill, evict, answer_waiting };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, dram_fill, evict, answer_waiting)
    struct Action {
        Enum<D, ActionKind> kind{};
        Address<D> block{};
        BOOST_DESCRIBE_CLASS(Action, (), (kind, block), (), ())
    };
    static bool offers(const Action&, const Config&) { return true; }
    static model::Unit unit(ActionKind kind) {
        if (kind == ActionKind::evict) return model::Unit::replacement;
        return kind == ActionKind::dram_fill ? model::Unit::memory : model::Unit::controller;
    }
    static bool fair(const Action& action) { return action.kind != ActionKind::evict; }
    static std::string text(const Action& action) {
        const char* what = action.kind == ActionKind::dram_fill ? "DRAM fills " : action.kind == ActionKind::evict ? "evicts " : "answers the request waiting for ";
        return what + std::string(1, static_cast<char>('A' + action.block.number));
    }

    template <class Context>
    void act(const Action& action, Context& ctx) {
        L2Line<D>* line = lines.find(action.block);
        if (!line) return ctx.stall(Outcome::nothing_to_do);
        if (action.kind == ActionKind::dram_fill) {
            if (!line->awaiting_dram) return ctx.stall(Outcome::nothing_to_do);
            line->awaiting_dram = false;
            line->data = dram[action.block];
            ctx.did(Outcome::dram_filled);
        } else if (action.kind == ActionKind::evict) {
            if (line->awaiting_dram || !line->waiting.empty()) return ctx.stall(Outcome::nothing_to_do);
            dram[action.block] = line->data;
            lines.drop(action.block);
            ctx.did(Outcome::l2_evicted);
        } else {
            if (line->awaiting_dram || line->waiting.empty()) return ctx.stall(Outcome::nothing_to_do);
            const Request<D> request = line->waiting.pop();
            answer(request.from, request.message, *line, ctx);
        }
    }

    bool idle() const {
        bool waiting = false;
        lines.each([&](Address<D>, const L2Line<D>& line) {
            if (line.awaiting_dram || !line.waiting.empty()) waiting = true;
        });
        return !waiting;
    }
};

}  // namespace tandem::baseline
