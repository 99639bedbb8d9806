// A remote processor's cache of the block.
//
// It asks home for a copy, and asks again if home or the owner says so. An Inv that overtakes the copy that was asked for marks
// the request: the copy is not kept when it comes.
#pragma once

#include "flash/messages.hpp"
#include "model/warp_instruction.hpp"

namespace flash {

template <class D>
struct Processor {
    using Kind = MessageKind;
    Enum<D, State> state{};
    Value<D> data{};
    Enum<D, Asks> asks{};
    Flag<D> invalidation_marked{};
    BOOST_DESCRIBE_CLASS(Processor, (), (state, data, asks, invalidation_marked), (), ())
    void clear_unused() {
        if (state == State::invalid) data = {};
    }
    void start(const Config&, const std::vector<int>&) {}
    bool idle() const { return bool(asks == Asks::nothing); }

    using Operation = model::WarpInstruction<D>;
    static bool issues(const Operation& op, const Config&) { return op.well_formed() && op.kind == model::AccessKind::store; }
    static std::string text(const Operation& op) { return op.text(); }

    void access(const Operation& op, auto& ctx) {
        if (state != State::exclusive) return ctx.stall(Outcome::store_waits);
        data = op.data;
        op.blocks.each([&](Address<D> a) {
            ctx.store_issued(op.warp, a, data);
            ctx.store_performed(ctx.core(), op.warp, a, data, 0);
            ctx.store_completed(op.warp, a, 0);
        });
        ctx.did(Outcome::stored);
    }

    // What it does by itself.

    enum class Request : std::uint8_t { get, get_exclusive, give_up, replace };
    BOOST_DESCRIBE_NESTED_ENUM(Request, get, get_exclusive, give_up, replace)
    struct Action {
        Enum<D, Request> request{};
        BOOST_DESCRIBE_CLASS(Action, (), (request), (), ())
    };
    static bool offers(const Action&, const Config&) { return true; }
    static bool fair(const Action&) { return false; }
    static std::string text(const Action& action) {
        switch (action.request) {
            case Request::get:
                return "asks for a copy";
            case Request::get_exclusive:
                return "asks for the exclusive copy";
            case Request::give_up:
                return "gives the exclusive copy up";
            case Request::replace:
                return "replaces its copy";
        }
        return "";
    }

    void act(const Action& action, auto& ctx) {
        if (asks != Asks::nothing) return ctx.stall(Outcome::nothing_to_do);
        if (action.request == Request::get || action.request == Request::get_exclusive) {
            if (state != State::invalid) return ctx.stall(Outcome::nothing_to_do);
            const bool exclusive = bool(action.request == Request::get_exclusive);
            asks = exclusive ? Asks::exclusive : Asks::copy;
            ctx.send(NodeKind::home, 0, {.kind = exclusive ? Kind::GetX : Kind::Get});
            return ctx.did(exclusive ? Outcome::asked_exclusive : Outcome::asked);
        }
        if (action.request == Request::give_up) {
            if (state != State::exclusive) return ctx.stall(Outcome::nothing_to_do);
            ctx.send(NodeKind::home, 0, {.kind = Kind::Wb, .data = data});
            state = State::invalid;
            return ctx.did(Outcome::given_up);
        }
        if (state != State::shared) return ctx.stall(Outcome::nothing_to_do);
        ctx.send(NodeKind::home, 0, {.kind = Kind::Replace});
        state = State::invalid;
        ctx.did(Outcome::replaced);
    }

    // What it is told.

    void receive(const Message<D>& m, auto& ctx) {
        if (m.kind == Kind::FwdGet || m.kind == Kind::FwdGetX) return answer(m, ctx);
        if (m.kind == Kind::Inv) return invalidate(ctx);
        asks = Asks::nothing;
        const bool marked = bool(invalidation_marked);
        invalidation_marked = false;
        if (m.kind == Kind::Nak) return ctx.did(Outcome::asks_again);
        if (m.kind == Kind::PutX) {
            state = State::exclusive;
            data = m.data;
            return ctx.did(Outcome::filled_exclusive);
        }
        if (marked) return ctx.did(Outcome::dropped_at_once);
        state = State::shared;
        data = m.data;
        ctx.did(Outcome::filled);
    }

private:
    /// A request that home has forwarded. The copy may be gone by now.
    void answer(const Message<D>& m, auto& ctx) {
        const bool exclusive = bool(m.kind == Kind::FwdGetX);
        if (state != State::exclusive) {
            reply(m, {.kind = Kind::Nak}, ctx);
            ctx.send(NodeKind::home, 0, {.kind = Kind::Nakc});
            return ctx.did(Outcome::had_none);
        }
        reply(m, {.kind = exclusive ? Kind::PutX : Kind::Put, .data = data}, ctx);
        if (m.requestor.present)  // home itself knows from the reply
            ctx.send(NodeKind::home, 0, {.kind = exclusive ? Kind::FAck : Kind::ShWb, .requestor = m.requestor, .data = data});
        state = exclusive ? State::invalid : State::shared;
        ctx.did(exclusive ? Outcome::given_to_other : Outcome::shared_for_other);
    }
    static void reply(const Message<D>& asked, const Message<D>& m, auto& ctx) {
        if (asked.requestor.present) ctx.send(NodeKind::processor, asked.requestor.item, m);
        else ctx.send(NodeKind::home, 0, m);
    }
    void invalidate(auto& ctx) {
        ctx.send(NodeKind::home, 0, {.kind = Kind::InvAck});
        state = State::invalid;
        if (asks == Asks::copy) {
            invalidation_marked = true;
            return ctx.did(Outcome::invalidated_early);
        }
        ctx.did(Outcome::invalidated);
    }
};

}  // namespace flash
