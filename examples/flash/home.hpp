// The home of the block: its memory, its directory, and the processor that is there.
//
// The directory knows a head, which is the only sharer or the owner, and a set of further sharers. It is *pending* while a
// forward is not answered, or acknowledgements are missing. It grants the exclusive copy at once, and awaits the acknowledgements
// afterwards. What it cannot serve it refuses: who asked asks again.
#pragma once

#include "flash/messages.hpp"

namespace flash {

template <class D>
struct Home {
    using Kind = MessageKind;
    using Cores = model::Set<D, Sort::core>;
    Value<D> memory{};
    Flag<D> pending{}, local{}, dirty{};  // local: home's own processor has a copy
    model::Maybe<D, Core<D>> head;
    Flag<D> has_sharers{};
    Cores sharers, awaited;
    // home's own processor
    Enum<D, State> state{};
    Value<D> data{};
    Enum<D, Asks> asks{};
    BOOST_DESCRIBE_CLASS(Home, (), (memory, pending, local, dirty, head, has_sharers, sharers, awaited, state, data, asks), (),
                         ())
    void clear_unused() {
        if (state == State::invalid) data = {};
        if (!has_sharers) sharers.clear();
    }
    void start(const Config&, const std::vector<int>& contents) { memory = contents[0]; }
    bool idle() const { return !bool(pending) && asks == Asks::nothing; }

    // ---- what its own processor does

    enum class Does : std::uint8_t { get, get_exclusive, store, give_up, replace };
    BOOST_DESCRIBE_NESTED_ENUM(Does, get, get_exclusive, store, give_up, replace)
    struct Action {
        Enum<D, Does> does{};
        Value<D> value{};  // of a store
        BOOST_DESCRIBE_CLASS(Action, (), (does, value), (), ())
    };
    static bool offers(const Action& action, const Config&) { return bool(action.does == Does::store) || action.value == 0; }
    static bool fair(const Action&) { return false; }
    static std::string text(const Action& action) {
        switch (action.does) {
            case Does::get:
                return "home's processor asks for a copy";
            case Does::get_exclusive:
                return "home's processor asks for the exclusive copy";
            case Does::store:
                return "home's processor stores " + std::to_string(action.value.number);
            case Does::give_up:
                return "home's processor gives the exclusive copy up";
            case Does::replace:
                return "home's processor replaces its copy";
        }
        return "";
    }

    void act(const Action& action, auto& ctx) {
        if (asks != Asks::nothing) return ctx.stall(Outcome::nothing_to_do);
        if (action.does == Does::get) return get(ctx);
        if (action.does == Does::get_exclusive) return get_exclusive(ctx);
        if (action.does == Does::replace) {
            if (state != State::shared) return ctx.stall(Outcome::nothing_to_do);
            local = false;
            state = State::invalid;
            return ctx.did(Outcome::replaced);
        }
        if (state != State::exclusive) return ctx.stall(Outcome::nothing_to_do);
        if (action.does == Does::store) {
            data = action.value;
            ctx.store_performed(Core<D>(), model::Thread<D>(), Address<D>(), data, 0);
            return ctx.did(Outcome::stored);
        }
        if (!pending) local = false;
        dirty = false;
        memory = data;
        state = State::invalid;
        ctx.did(Outcome::given_up);
    }

    // ---- what it is told

    void receive(const Message<D>& m, auto& ctx) {
        const Core<D> from = ctx.sender();
        if (m.kind == Kind::Get || m.kind == Kind::GetX) return request(m, from, ctx);
        if (m.kind == Kind::Put || m.kind == Kind::PutX || m.kind == Kind::Nak) return reply(m, ctx);
        if (m.kind == Kind::InvAck) return acknowledge(from, ctx);
        if (m.kind == Kind::Replace) {
            sharers.erase(from);
            return ctx.did(Outcome::sharer_gone);
        }
        if (m.kind == Kind::Wb) {
            dirty = false;
            head.reset();
            memory = m.data;
            return ctx.did(Outcome::written_back);
        }
        pending = false;
        if (m.kind == Kind::Nakc) return ctx.did(Outcome::forward_failed);
        if (m.kind == Kind::FAck) {
            if (dirty) head = m.requestor;
        } else {
            dirty = false;
            has_sharers = true;
            sharers.insert(m.requestor.item);
            memory = m.data;
        }
        ctx.did(Outcome::forward_done);
    }

private:
    /// Its own processor asks for a copy.
    void get(auto& ctx) {
        if (state != State::invalid || pending) return ctx.stall(Outcome::nothing_to_do);
        if (dirty) return forward(Kind::FwdGet, Asks::copy, ctx);
        local = true;
        state = State::shared;
        data = memory;
        ctx.did(Outcome::took_copy);
    }
    void get_exclusive(auto& ctx) {
        if (state == State::exclusive || pending) return ctx.stall(Outcome::nothing_to_do);
        if (dirty)
            return state == State::invalid ? forward(Kind::FwdGetX, Asks::exclusive, ctx) : ctx.stall(Outcome::nothing_to_do);
        local = dirty = true;
        state = State::exclusive;
        data = memory;
        const Cores others = all_remote();
        if (model::none_in(others)) return ctx.did(Outcome::took_exclusive);
        pending = true;
        invalidate(others, ctx);
        head.reset();
        ctx.did(Outcome::took_and_invalidates);
    }
    void forward(Kind kind, Asks what, auto& ctx) {
        asks = what;
        pending = true;
        ctx.send(NodeKind::processor, head.item, {.kind = kind});
        ctx.did(what == Asks::copy ? Outcome::asked : Outcome::asked_exclusive);
    }

    void request(const Message<D>& m, const Core<D>& from, auto& ctx) {
        const bool exclusive = bool(m.kind == Kind::GetX);
        const bool by_home = bool(dirty) && bool(local);
        if (pending || (by_home && state != State::exclusive) || (dirty && !by_home && head.item == from)) {
            ctx.send(NodeKind::processor, from, {.kind = Kind::Nak});
            return ctx.did(Outcome::refused);
        }
        if (dirty && !by_home) {
            pending = true;
            typename Message<D>::Requestor requestor;
            requestor = from;
            ctx.send(NodeKind::processor, head.item, {.kind = exclusive ? Kind::FwdGetX : Kind::FwdGet, .requestor = requestor});
            return ctx.did(Outcome::forwarded);
        }
        if (exclusive) give_exclusive(from, by_home, ctx);
        else give(from, by_home, ctx);
    }
    void give(const Core<D>& to, bool by_home, auto& ctx) {
        if (by_home) {
            dirty = false;
            memory = data;
            state = State::shared;
        }
        if (head.present && !by_home) {
            has_sharers = true;
            sharers.insert(to);
        } else {
            head = to;
        }
        ctx.send(NodeKind::processor, to, {.kind = Kind::Put, .data = memory});
        ctx.did(by_home ? Outcome::given_by_home : Outcome::given);
    }
    void give_exclusive(const Core<D>& to, bool by_home, auto& ctx) {
        ctx.send(NodeKind::processor, to, {.kind = Kind::PutX, .data = by_home ? data : memory});
        auto others = all_remote();
        others.erase(to);
        if (local) state = State::invalid;
        local = false;
        dirty = true;
        head = to;
        if (model::none_in(others)) {
            no_sharers();
            return ctx.did(by_home ? Outcome::given_by_home : Outcome::given_exclusive);
        }
        pending = true;
        invalidate(others, ctx);
        ctx.did(Outcome::given_and_invalidates);
    }

    /// All remote processors that may have a copy.
    Cores all_remote() const {
        Cores all;
        if (has_sharers) all = sharers;
        if (head.present) all.insert(head.item);
        return all;
    }
    void no_sharers() {
        has_sharers = false;
        sharers.clear();
    }
    void invalidate(const Cores& others, auto& ctx) {
        no_sharers();
        awaited = others;
        model::send_to_all(others, NodeKind::processor, Message<D>{.kind = Kind::Inv}, ctx);
    }
    void acknowledge(const Core<D>& from, auto& ctx) {
        awaited.erase(from);
        if (!model::none_in(awaited)) return ctx.did(Outcome::acknowledged);
        pending = false;
        if (!dirty) local = false;
        ctx.did(Outcome::all_acknowledged);
    }

    /// What the owner says to home's own processor.
    void reply(const Message<D>& m, auto& ctx) {
        asks = Asks::nothing;
        if (m.kind == Kind::Nak) return ctx.did(Outcome::asks_again);
        pending = false;
        local = true;
        if (m.kind == Kind::PutX) {
            head.reset();
            state = State::exclusive;
            data = m.data;
            return ctx.did(Outcome::filled_exclusive);
        }
        dirty = false;
        memory = m.data;
        state = State::shared;
        data = m.data;
        ctx.did(Outcome::filled);
    }
};

}  // namespace flash
