// A monitor for protocols whose promise covers only race-free programs: wavefronts may do what such programs do, and nothing
// else.
//
// All blocks but the last hold data. The data belong to one wavefront at a time; their owner may load and store them freely.
// Ownership passes through the last block, the synchronization location L, in one of two ways. With a *lock*, L holds 1 if nobody
// owns the data. An acquiring exchange that finds 1 takes the data; a releasing store of 1 gives them up. With *turns*, two or
// three wavefronts are the parties. The party whose number an acquiring load finds in L owns the data; a releasing store of
// another party's number passes them on. Other wavefronts may try at any time.
//
// The allowed orders and scopes make these programs race-free under HRF-indirect-relaxed with promotion (rsp.txt, 4.1 and
// appendix):
//
//   local      L belongs to the work-group of core 0, whose wavefronts synchronize within it, or also beyond it. All others
//              use remote operations, at a scope that includes it. This is the paper's dynamic local sharing (Fig. 1c).
//   global     all synchronize at component scope (Fig. 1b)
//   apart      the parties are wavefronts of core 0, which synchronize within their work-group (Fig. 1a); other
//              work-groups stay away
//   component  as local, of a whole component: L belongs to that of core 0, whose wavefronts synchronize at component scope
//
// With several components, wavefronts of two of them share only the system's scope. It replaces the component's scope in
// `global`, and is the target of remote operations.
//
// So every such program is SC: a load of data returns what its owners stored last, and one wavefront at a time takes L. An access
// that looks for a free lock, or for its turn, must find it if no other access to L is under way from its beginning to its
// answer.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "model/event.hpp"
#include "model/symmetry.hpp"

namespace tandem::specs {

BOOST_DEFINE_FIXED_ENUM_CLASS(Sharing, std::uint8_t, local, global, apart, component)

BOOST_DEFINE_FIXED_ENUM_CLASS(Passing, std::uint8_t, lock, turns)

/// A wavefront's access to L under way.
BOOST_DEFINE_FIXED_ENUM_CLASS(AtL, std::uint8_t,
    nothing,
    looks,    // at a lock, without taking it
    takes,    // the lock, or loads to see whose turn it is
    gives_up)  // the data: others may own them from then on

BOOST_DEFINE_FIXED_ENUM_CLASS(Broken, std::uint8_t,
    nothing,
    stale_data,   // an owner has loaded data other than the owners' last store
    taken_twice,  // an exchange has found a lock free that is held: two have read the same write
    stale_turn,   // a load has returned a turn that is over
    lost_lock,    // a lone exchange has not found a free lock free, or its answer has not reached its wavefront
    lost_turn)    // a lone load has not found that it is its wavefront's turn

/// The programs of a system: its sizes, and the ways of sharing.
struct SharingRules {
    int cores = 1, threads = 1, blocks = 2;
    int components = 1, cores_of_component = 1;  // of the first of several
    std::vector<Sharing> sharing{Sharing::local};
    std::vector<Passing> passing{Passing::lock, Passing::turns};
    bool looks = false;        // at a lock, without taking it
    bool home_beyond = false;  // local, component: the owners of L also synchronize at the larger scopes
    bool answers = true;       // each exchange must be answered, and a lone access to L must find that it may take the data
    bool any_data = false;     // stores of data bring any value: two suffice to tell new data from old, but a proof covers all
};

template <class D>
struct Ownership {
    static constexpr bool present = true;
    static constexpr bool values_symmetric = false;
    static constexpr int held = 0, free = 1;  // what a lock holds
    static constexpr int watched = free;      // in proofs, which tell only one value from the others
    static constexpr int most_parties = 3;
    using Rules = SharingRules;

    struct Party {
        model::Core<D> core{};
        model::Thread<D> thread{};
        BOOST_DESCRIBE_CLASS(Party, (), (core, thread), (), ())
        friend bool operator==(const Party&, const Party&) = default;
    };

    model::Enum<D, Sharing> sharing{};
    model::Enum<D, Passing> passing{};
    model::Fifo<D, Party, most_parties> parties;  // turns: in the order of their numbers
    model::Flag<D> owned{};
    Party owner;
    model::Value<D> turn{};           // turns: whose turn it is; a lock: free or held, as its accesses have left it
    model::Array<D, model::Sort::address, model::Value<D>> latest;  // of each block of data
    model::Array<D, model::Sort::core, model::Array<D, model::Sort::thread, model::Enum<D, AtL>>> at_l;
    model::Flag<D> alone{};           // an access to L that can take the data is under way, alone since it began
    model::Enum<D, Broken> broken{};
    BOOST_DESCRIBE_CLASS(Ownership, (), (sharing, passing, parties, owned, owner, turn, latest, at_l, alone, broken), (), ())

    void clear_unused() {
        if (!owned) owner = {};
    }

    static std::vector<std::pair<std::vector<int>, Ownership>> start(const Rules& rules) {
        std::vector<std::pair<std::vector<int>, Ownership>> initial;
        for (const Sharing sharing : rules.sharing)
            for (const Passing passing : rules.passing) {
                Ownership state;
                state.sharing = sharing;
                state.passing = passing;
                state.turn = passing == Passing::lock ? free : 0;
                if (passing == Passing::lock) add_holders(state, rules, initial);
                else add_parties(state, rules, initial);
            }
        return initial;
    }
    /// L belongs to core 0; the last block is L.
    static bool symmetric(const model::Permutation& p) {
        return p.core == model::Permutation::identity && p.address == model::Permutation::identity;
    }

    /// False for what no such program does.
    bool observe(const model::Event<D>& event, const Rules& rules) {
        using enum model::EventKind;
        switch (model::enumerator(event.kind)) {
            case begins_load:
            case begins_store:
            case begins_atomic:
                if (broken != Broken::nothing) return false;  // nothing after that matters
                return is_l(event, rules) ? begins_at_l(event, rules) : begins_on_data(event, rules);
            case load_completed:
            case load_returned: is_l(event, rules) ? found(event, rules) : loaded(event, rules); break;
            case store_completed:
                if (is_l(event, rules)) completed(event, rules);
                break;
            default: break;
        }
        return true;
    }

private:
    std::vector<int> memory(const Rules& rules) const {
        std::vector<int> contents(static_cast<std::size_t>(rules.blocks), 0);
        contents[static_cast<std::size_t>(rules.blocks - 1)] = static_cast<int>(turn.index());
        return contents;
    }
    /// Initial states with a free lock, and with a lock that each wavefront holds; the latter make traces short.
    static void add_holders(Ownership state, const Rules& rules, std::vector<std::pair<std::vector<int>, Ownership>>& initial) {
        initial.push_back({state.memory(rules), state});
        state.turn = held;
        state.owned = true;
        for (int w = 0; w < (state.sharing == Sharing::apart ? 1 : rules.cores) * rules.threads; ++w) {
            state.owner = {w / rules.threads, w % rules.threads};
            initial.push_back({state.memory(rules), state});
        }
    }
    /// With every choice of parties. Those of one core appear in every order, since their names mean nothing.
    static void add_parties(const Ownership& state, const Rules& rules,
                            std::vector<std::pair<std::vector<int>, Ownership>>& initial) {
        const int all = (state.sharing == Sharing::apart ? 1 : rules.cores) * rules.threads;
        if (state.parties.size == std::min(all, most_parties)) return initial.push_back({state.memory(rules), state});
        for (int p = 0; p < all; ++p) {
            const Party party{p / rules.threads, p % rules.threads};
            Ownership with = state;
            bool possible = true;
            with.parties.each([&](const Party& other) { possible = possible && other != party && !(party.core < other.core); });
            with.parties.push(party);
            if (possible) add_parties(with, rules, initial);
        }
    }

    static bool is_l(const model::Event<D>& event, const Rules& rules) { return bool(event.address == rules.blocks - 1); }
    static Party who(const model::Event<D>& event) { return {event.core, event.thread}; }
    model::Enum<D, AtL>& doing(const model::Event<D>& event) { return at_l[event.core][event.thread]; }
    bool owns(const model::Event<D>& event) const { return owned && owner == who(event); }

    /// Whether a program of this kind may use the order and scope at L.
    bool allowed(const model::Event<D>& event, const Rules& rules) const {
        const auto& [order, scope, remote] = event.synchronization;
        // The scope that all wavefronts share, and the smallest scope at which the owners of L synchronize.
        const model::Scope shared = rules.components == 1 ? model::Scope::cmp : model::Scope::sys;
        if (sharing == Sharing::global) return scope == shared && !remote;
        const bool whole = bool(sharing == Sharing::component);
        const model::Scope own = whole ? model::Scope::cmp : model::Scope::wg;
        const bool home =
            whole ? bool(event.core.index() < static_cast<std::size_t>(rules.cores_of_component)) : bool(event.core == 0);
        if (sharing == Sharing::apart) return home && scope == own && !remote;
        if (!home)
            return remote && (scope == shared || (scope == model::Scope::cmp &&
                                                  bool(event.core.index() < static_cast<std::size_t>(rules.cores_of_component))));
        if (remote) return bool(scope == shared);
        return bool(scope == own) ||
               (rules.home_beyond && (scope == shared || (scope == model::Scope::cmp && own == model::Scope::wg)));
    }

    bool begins_on_data(const model::Event<D>& event, const Rules& rules) {
        if (!owns(event) || event.synchronization.order != model::Order::plain) return false;
        if (event.kind == model::EventKind::begins_store) {
            if (!rules.any_data && event.value != 0 && event.value != 1) return false;
            latest[event.address] = event.value;
        }
        return true;
    }

    bool begins_at_l(const model::Event<D>& event, const Rules& rules) {
        if (!allowed(event, rules) || doing(event) != AtL::nothing) return false;
        const bool finds_it = rules.answers && !owned && may_take(event) && nobody_at_l();
        if (passing == Passing::lock ? !begins_at_lock(event, rules) : !begins_at_turn(event)) return false;
        alone = finds_it;
        return true;
    }
    /// What L holds now lets the wavefront that looks own the data.
    bool may_take(const model::Event<D>& event) {
        return passing == Passing::lock ? bool(turn == free) : bool(turn == number_of(who(event)));
    }
    bool nobody_at_l() const {
        for (const auto& of_core : at_l.items)
            for (const auto& what : of_core.items)
                if (what != AtL::nothing) return false;
        return true;
    }
    bool begins_at_lock(const model::Event<D>& event, const Rules& rules) {
        const model::Enum<D, model::Order> order = event.synchronization.order;
        if (owns(event)) {
            if (event.kind != model::EventKind::begins_store || order != model::Order::release || event.value != free)
                return false;
            give_up(event, free);
        } else if (event.kind == model::EventKind::begins_atomic) {
            if (event.value != held || !model::acquires(event.synchronization)) return false;
            if (!event.synchronization.remote && order != model::Order::acquire) return false;  // there is nothing to release
            doing(event) = AtL::takes;
        } else {
            if (!rules.looks || event.kind != model::EventKind::begins_load || order != model::Order::acquire) return false;
            doing(event) = AtL::looks;
        }
        return true;
    }
    bool begins_at_turn(const model::Event<D>& event) {
        const int me = number_of(who(event));
        if (me < 0) return false;
        if (owns(event)) {
            if (event.kind != model::EventKind::begins_store || event.synchronization.order != model::Order::release)
                return false;
            int at = 0, next = -1;
            parties.each([&](const Party&) {
                if (at != me && event.value == at) next = at;
                ++at;
            });
            if (next < 0) return false;
            give_up(event, next);
        } else {
            if (event.kind != model::EventKind::begins_load || event.synchronization.order != model::Order::acquire) return false;
            doing(event) = AtL::takes;
        }
        return true;
    }
    int number_of(const Party& party) {
        int at = 0, found = -1;
        parties.each([&](const Party& other) {
            if (other == party) found = at;
            ++at;
        });
        return found;
    }
    void give_up(const model::Event<D>& event, int value) {
        owned = false;
        owner = {};
        turn = value;
        doing(event) = AtL::gives_up;
    }

    /// What a load or exchange at L has found.
    void found(const model::Event<D>& event, const Rules& rules) {
        if (broken != Broken::nothing) return;
        const model::Enum<D, AtL> what = doing(event);
        doing(event) = AtL::nothing;
        if (rules.answers && what == AtL::nothing) return fail(Broken::lost_lock, rules);  // somebody else's answer
        if (alone && event.value != turn)
            return fail(what == AtL::takes && passing == Passing::lock ? Broken::lost_lock : Broken::lost_turn, rules);
        alone = false;
        if (what != AtL::takes) return;
        if (passing == Passing::lock) {
            if (event.value != free) return;
            if (owned || turn != free) return fail(Broken::taken_twice, rules);
            turn = held;
        } else {
            if (event.value != number_of(who(event))) return;
            if (owned || turn != event.value) return fail(Broken::stale_turn, rules);
        }
        owned = true;
        owner = who(event);
    }
    void completed(const model::Event<D>& event, const Rules& rules) {
        if (rules.answers && doing(event) == AtL::takes) return fail(Broken::lost_lock, rules);  // an exchange without an answer
        doing(event) = AtL::nothing;
    }
    void loaded(const model::Event<D>& event, const Rules& rules) {
        if (broken == Broken::nothing && event.value != latest[event.address]) fail(Broken::stale_data, rules);
    }
    /// The history no longer matters. Proofs would be misled by a way of sharing that no program has.
    void fail(Broken why, const Rules& rules) {
        *this = Ownership{};
        sharing = rules.sharing[0];
        passing = rules.passing[0];
        broken = why;
    }
};

/// `Held`: held(view, address) is what memory holds of a block when nobody has any access under way.
template <class System, class Held>
void add_ownership(System& system, Held held) {
    using View = typename System::View;
    system.add_invariant("message-passing",
                         "promoting a scope guarantees that the requestor sees the latest data (4.2): what an owner loads is "
                         "what owners stored last",
                         [](const View& view) {
                             const auto& broken = view.monitor().broken;
                             return broken != Broken::stale_data && broken != Broken::stale_turn && broken != Broken::lost_turn;
                         });
    const auto rests = [](const View& view) {
        bool idle = bool(view.monitor().broken == Broken::nothing);
        view.each_node([&](const auto& node, const auto&) { idle = idle && node.idle(); });
        view.each_message([&](const auto&, const auto&) { idle = false; });
        return idle;
    };
    system.add_invariant("rmw-atomic",
                         "all RMWs to a particular location are globally ordered (4.2): no two exchanges find the same lock "
                         "free, each is answered, one that is alone "
                         "finds a lock free that is, and at rest it is as the last of its accesses has left it",
                         [rests, held](const View& view) {
                             const auto& monitor = view.monitor();
                             if (monitor.broken == Broken::taken_twice || monitor.broken == Broken::lost_lock) return false;
                             const model::Address<typename View::D> l = view.config().shape[model::Sort::address] - 1;
                             return !rests(view) || held(view, l) == monitor.turn;
                         });
    system.add_invariant(
        "no-dirty-data-lost",
        "a release completes when all prior writes are at its scope (2.3): at rest L2 holds what owners stored last",
        [rests, held](const View& view) {
            bool all = true;
            if (rests(view))
                for (int a = 0; a + 1 < view.config().shape[model::Sort::address]; ++a)
                    all = all && held(view, a) == view.monitor().latest[a];
            return all;
        });
}

}  // namespace tandem::specs
