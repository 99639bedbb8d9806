// A cache of one block. It may store while it has the exclusive copy, and asks for a copy whenever it likes.
#pragma once

#include "german/messages.hpp"
#include "german/outcome.hpp"
#include "model/warp_instruction.hpp"

namespace german {

BOOST_DEFINE_FIXED_ENUM_CLASS(State, std::uint8_t, invalid, shared, exclusive)

template <class D>
struct Cache {
    Enum<D, State> state{};
    Value<D> data{};
    BOOST_DESCRIBE_CLASS(Cache, (), (state, data), (), ())
    void clear_unused() {
        if (state == State::invalid) data = {};
    }
    void start(const Config&, const std::vector<int>&) {}

    // Loads and stores. They hit or wait; what makes the cache ask is left open.

    using Operation = model::WarpInstruction<D>;
    static bool issues(const Operation& op, const Config& config) {
        return op.well_formed() && (op.kind == model::AccessKind::store || (op.kind == model::AccessKind::load && config.loads));
    }
    static std::string text(const Operation& op) { return op.text(); }

    void access(const Operation& op, auto& ctx) {
        if (op.kind == model::AccessKind::load) {
            if (state == State::invalid) return ctx.stall(Outcome::load_waits);
            op.blocks.each([&](Address<D> a) { ctx.load_completed(op.warp, a, data, 0); });
            return ctx.did(Outcome::loaded);
        }
        if (state != State::exclusive) return ctx.stall(Outcome::store_waits);
        data = op.data;
        op.blocks.each([&](Address<D> a) {
            ctx.store_issued(op.warp, a, data);
            ctx.store_performed(ctx.core(), op.warp, a, data, 0);
            ctx.store_completed(op.warp, a, 0);
        });
        ctx.did(Outcome::stored);
    }

    // Requests.

    enum class Request : std::uint8_t { shared, exclusive };
    BOOST_DESCRIBE_NESTED_ENUM(Request, shared, exclusive)
    struct Action {
        Enum<D, Request> request{};
        BOOST_DESCRIBE_CLASS(Action, (), (request), (), ())
    };
    static bool offers(const Action&, const Config&) { return true; }
    static bool fair(const Action&) { return false; }
    static std::string text(const Action& action) {
        return action.request == Request::shared ? "asks for a shared copy" : "asks for the exclusive copy";
    }

    void act(const Action& action, auto& ctx) {
        if (action.request == Request::shared) {
            if (state != State::invalid) return ctx.stall(Outcome::nothing_to_do);
            ctx.send(NodeKind::directory, 0, {.kind = MessageKind::ReqS});
            return ctx.did(Outcome::asked_shared);
        }
        if (state == State::exclusive) return ctx.stall(Outcome::nothing_to_do);
        ctx.send(NodeKind::directory, 0, {.kind = MessageKind::ReqE});
        ctx.did(Outcome::asked_exclusive);
    }

    // What the directory says.

    void receive(const Message<D>& m, auto& ctx) {
        if (m.kind == MessageKind::Inv) {
            if (state == State::exclusive) ctx.send(NodeKind::directory, 0, {.kind = MessageKind::WriteBack, .data = data});
            else ctx.send(NodeKind::directory, 0, {.kind = MessageKind::InvAck});
            state = State::invalid;
            return ctx.did(Outcome::invalidated);
        }
        state = m.kind == MessageKind::GntE ? State::exclusive : State::shared;
        data = m.data;
        ctx.did(Outcome::filled);
    }

    bool idle() const { return true; }
};

}  // namespace german
