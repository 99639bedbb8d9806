// The directory: it knows who has a copy, and serves one request at a time.
#pragma once

#include "german/messages.hpp"
#include "german/outcome.hpp"

namespace german {

/// The request that is being served.
template <class D>
struct Serving {
    Flag<D> exclusive{};
    Core<D> cache{};
    BOOST_DESCRIBE_CLASS(Serving, (), (exclusive, cache), (), ())
};

template <class D>
struct Directory {
    model::Set<D, Sort::core> holders;    // have a copy, or one is on its way to them
    // of these, who had one when the request was taken up and has not been told to give it up
    model::Set<D, Sort::core> to_recall;
    Flag<D> exclusive_given{};
    model::Maybe<D, Serving<D>> serving;
    Value<D> memory{};
    BOOST_DESCRIBE_CLASS(Directory, (), (holders, to_recall, exclusive_given, serving, memory), (), ())

    void start(const Config&, const std::vector<int>& contents) { memory = contents[0]; }

    void receive(const Message<D>& m, auto& ctx) {
        if (m.kind == MessageKind::ReqS || m.kind == MessageKind::ReqE) {
            if (serving) return ctx.stall(Outcome::busy);
            serving = {.exclusive = m.kind == MessageKind::ReqE, .cache = ctx.sender()};
            to_recall = holders;
            return ctx.did(Outcome::took_up);
        }
        holders.erase(ctx.sender());
        if (m.kind == MessageKind::InvAck) return ctx.did(Outcome::acknowledged);
        exclusive_given = false;
        memory = m.data;
        ctx.did(Outcome::written_back);
    }

    enum class Kind : std::uint8_t { recall, grant };
    BOOST_DESCRIBE_NESTED_ENUM(Kind, recall, grant)
    struct Action {
        Enum<D, Kind> kind{};
        Core<D> cache{};
        BOOST_DESCRIBE_CLASS(Action, (), (kind, cache), (), ())
    };
    static bool offers(const Action&, const Config&) { return true; }
    static bool fair(const Action&) { return true; }
    static std::string text(const Action& action) {
        return (action.kind == Kind::recall ? "recalls the copy of cache " : "grants the request of cache ") +
               std::to_string(action.cache.number);
    }

    void act(const Action& action, auto& ctx) {
        if (!serving) return ctx.stall(Outcome::nothing_to_do);
        const Serving<D> request = *serving;
        if (action.kind == Kind::recall) {
            if (!to_recall.contains(action.cache)) return ctx.stall(Outcome::nothing_to_do);
            // shared copies do not disturb each other
            if (!request.exclusive && !exclusive_given) return ctx.stall(Outcome::nothing_to_do);
            to_recall.erase(action.cache);
            ctx.send(NodeKind::cache, action.cache, {.kind = MessageKind::Inv});
            return ctx.did(Outcome::recalled);
        }
        if (request.cache != action.cache || exclusive_given) return ctx.stall(Outcome::nothing_to_do);
        if (request.exclusive && !holders.empty()) return ctx.stall(Outcome::nothing_to_do);
        holders.insert(action.cache);
        serving.reset();
        exclusive_given = request.exclusive;
        ctx.send(NodeKind::cache, action.cache,
                 {.kind = request.exclusive ? MessageKind::GntE : MessageKind::GntS, .data = memory});
        ctx.did(request.exclusive ? Outcome::granted_exclusive : Outcome::granted_shared);
    }

    bool idle() const { return !serving.present; }
};

}  // namespace german
