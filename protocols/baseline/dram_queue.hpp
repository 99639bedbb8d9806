// The common part of shared caches: DRAM behind them, and requests for a block that wait in its line, in order. DRAM is an array
// that an action reads, as in protocols/gtsc/l2.hpp.
//
// `Self`, which derives from this, answers requests: `answer(from, message, line, ctx)`. If requests may have to wait it also
// says which, `delays(message, line, ctx)`, and how one is put off, `put_off(address, line, ctx)`, if that does more than stall.
// `delays_eviction(address, line, ctx)` does the same for an eviction. Either may do without the address.
#pragma once

#include "model/all_names.hpp"
#include "protocols/baseline/messages.hpp"

namespace tandem::baseline {

template <class D, class Message>
struct Request {
    Core<D> from{};
    Message message{};
    BOOST_DESCRIBE_CLASS(Request, (), (from, message), (), ())
};

/// A `Line` has `awaiting_dram`, `data` and a queue `waiting` of requests.
template <class Self, class D, class Line, class Message, class Outcome>
struct DramQueue {
    model::Cache<D, Line> lines;
    model::Array<D, Sort::address, Value<D>> dram;
    BOOST_DESCRIBE_CLASS(DramQueue, (), (lines, dram), (), ())

    template <class Config>
    void start(const Config&, const std::vector<int>& memory) {
        model::assign_all(dram, memory);
    }

    void receive(const Message& m, auto& ctx) {
        Line* line = lines.find(m.address);
        if (line && line->waiting.full()) return ctx.stall(Outcome::request_queued);
        if (!line) {
            lines.place(m.address).awaiting_dram = true;
            lines.place(m.address).waiting.push({.from = ctx.sender(), .message = m});
            ctx.memory_read(m.address);
            ctx.did(Outcome::dram_read);
        } else if (line->awaiting_dram || !line->waiting.empty() || must_wait(m, *line, ctx)) {
            line->waiting.push({.from = ctx.sender(), .message = m});
            ctx.did(Outcome::request_queued);
        } else {
            self().answer(ctx.sender(), m, *line, ctx);
        }
    }

    enum class ActionKind : std::uint8_t { dram_fill, evict, answer_waiting };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, dram_fill, evict, answer_waiting)
    struct Action {
        Enum<D, ActionKind> kind{};
        Address<D> block{};
        BOOST_DESCRIBE_CLASS(Action, (), (kind, block), (), ())
    };
    template <class Config>
    static bool offers(const Action&, const Config&) { return true; }
    static model::Unit unit(ActionKind kind) {
        if (kind == ActionKind::evict) return model::Unit::replacement;
        return kind == ActionKind::dram_fill ? model::Unit::memory : model::Unit::controller;
    }
    static bool fair(const Action& action) { return action.kind != ActionKind::evict; }
    static std::string text(const Action& action) {
        const char* what = action.kind == ActionKind::dram_fill ? "DRAM fills "
                           : action.kind == ActionKind::evict   ? "evicts "
                                                                : "answers the request waiting for ";
        return what + std::string(1, static_cast<char>('A' + action.block.number));
    }

    void act(const Action& action, auto& ctx) {
        Line* line = lines.find(action.block);
        if (!line) return ctx.stall(Outcome::nothing_to_do);
        if (action.kind == ActionKind::dram_fill) {
            if (!line->awaiting_dram) return ctx.stall(Outcome::nothing_to_do);
            line->awaiting_dram = false;
            line->data = dram[action.block];
            ctx.did(Outcome::dram_filled);
        } else if (action.kind == ActionKind::evict) {
            if (line->awaiting_dram || !line->waiting.empty()) return ctx.stall(Outcome::nothing_to_do);
            if (!may_leave(action.block, *line, ctx)) return;
            dram[action.block] = line->data;
            lines.drop(action.block);
            ctx.did(Outcome::l2_evicted);
        } else {
            if (line->awaiting_dram || line->waiting.empty()) return ctx.stall(Outcome::nothing_to_do);
            answer_waiting(*line, ctx);
        }
    }

    void answer_waiting(Line& line, auto& ctx) {
        const auto request = line.waiting.front();
        if constexpr (requires { self().delays(request.message, line, ctx); })
            if (must_wait(request.message, line, ctx)) return put_off_for_now(request.message.address, line, ctx);
        line.waiting.pop();
        self().answer(request.from, request.message, line, ctx);
    }

    bool idle() const {
        bool waiting = false;
        lines.each([&](Address<D>, const Line& line) {
            if (line.awaiting_dram || !line.waiting.empty()) waiting = true;
        });
        return !waiting;
    }

private:
    Self& self() { return static_cast<Self&>(*this); }

    void put_off_for_now(Address<D> a, Line& line, auto& ctx) {
        if constexpr (requires { self().put_off(a, line, ctx); }) self().put_off(a, line, ctx);
        else if constexpr (requires { self().put_off(line, ctx); }) self().put_off(line, ctx);
        else ctx.stall(Outcome::nothing_to_do);
    }

    bool must_wait(const Message& m, const Line& line, auto& ctx) {
        if constexpr (requires { self().delays(m, line, ctx); }) return self().delays(m, line, ctx);
        else return false;
    }
    bool must_stay(Address<D> a, Line& line, auto& ctx) {
        if constexpr (requires { self().delays_eviction(a, line, ctx); }) return self().delays_eviction(a, line, ctx);
        else if constexpr (requires { self().delays_eviction(line, ctx); }) return self().delays_eviction(line, ctx);
        else return false;
    }
    /// Whether the line may be evicted now; else stalls.
    bool may_leave(Address<D> a, Line& line, auto& ctx) {
        if (!must_stay(a, line, ctx)) return true;
        put_off_for_now(a, line, ctx);
        return false;
    }
};

}  // namespace tandem::baseline
