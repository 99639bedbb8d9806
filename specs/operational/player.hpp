// The monitor that plays litmus programs on a protocol. Of all that the warps may do it admits only the next steps of their
// programs, and it records the final memory. A system with it has exactly the runs of these programs, each from its own initial
// state.
#pragma once

#include <memory>
#include <optional>

#include "model/event.hpp"
#include "model/symmetry.hpp"
#include "specs/operational/program.hpp"

namespace tandem::specs {

template <class D>
struct Player {
    static constexpr bool present = true;
    static constexpr bool values_symmetric = false;
    using Rules = std::shared_ptr<const std::vector<Program>>;
    static constexpr int most_programs = 65535;

    model::Counter<D, most_programs> program{};
    model::Array<D, model::Sort::core, model::Array<D, model::Sort::thread, model::Counter<D, 65535>>> situations;
    model::Array<D, model::Sort::address, model::Value<D>> memory;  // by the stores that were performed, in this order
    BOOST_DESCRIBE_CLASS(Player, (), (program, situations, memory), (), ())

    static std::vector<std::pair<std::vector<int>, Player>> start(const Rules& programs) {
        std::vector<std::pair<std::vector<int>, Player>> initial;
        for (std::size_t p = 0; p < programs->size(); ++p) {
            Player player;
            player.program = static_cast<int>(p);
            std::vector<int> memory((*programs)[p].memory);
            for (std::size_t a = 0; a < memory.size(); ++a) player.memory.items[a] = memory[a];
            initial.push_back({std::move(memory), player});
        }
        return initial;
    }
    /// Programs name their threads, locations and values.
    static bool symmetric(const model::Permutation& p) { return p == model::Permutation{}; }

    /// False for anything but the next step of the program.
    bool observe(const model::Event<D>& event, const Rules& programs) {
        using enum model::EventKind;
        const Program& played = (*programs)[program.index()];
        switch (event.kind) {
            case begins_load: return begins(played, event, Next::load, 0);
            case begins_store: return begins(played, event, Next::store, event.value.index());
            case begins_atomic: return begins(played, event, Next::atomic, event.value.index());
            case begins_fence: return begins(played, event, Next::fence, 0);
            case begun: return named_all(played, event);
            case load_completed: return goes_on(event, at(under_way(played, event).loaded, event.value.index()));
            case load_returned: return returned(event, under_way(played, event));
            case store_completed: return goes_on(event, under_way(played, event).completed);
            case store_performed: memory[event.address] = event.value; return true;
            case load_performed:
            case store_issued:
            case load_issued:
            case fence_passed:
            case clock_reset:
            case reset_adopted:
            case write_epoch:
            case read_epoch: return true;
        }
        return true;
    }

    bool ended(const Rules& programs) const {
        return all_of(programs, [](const Situation& s) { return s.ended; });
    }
    /// Whether each atomic under way that computes its write has learned what it finds. Otherwise the run may not be one of the
    /// program.
    bool certain(const Rules& programs) const {
        return all_of(programs, [](const Situation& s) { return !s.guesses; });
    }

    /// What the program's test shows, if all threads have ended and the test's filter keeps the run.
    std::optional<FinalState> outcome(const Rules& programs) const {
        const Program& played = (*programs)[program.index()];
        if (!ended(programs)) return std::nullopt;
        const auto value = [&](const Observed& o) {
            const auto index = static_cast<std::size_t>(o.index);
            if (o.thread < 0) return played.values[index][memory.items[index].index()];
            const Program::Lane& at = played.lanes[static_cast<std::size_t>(o.thread)];
            return of_warp(played, static_cast<std::size_t>(at.warp)).registers[static_cast<std::size_t>(at.lane)][index];
        };
        if (!holds(played.test.filter, value)) return std::nullopt;
        FinalState state;
        for (const Observed& o : played.test.observed) state.push_back(value(o));
        return state;
    }

private:
    template <class Holds>
    bool all_of(const Rules& programs, Holds&& holds) const {
        const Program& played = (*programs)[program.index()];
        for (std::size_t w = 0; w < played.warps.size(); ++w)
            if (!holds(of_warp(played, w))) return false;
        return true;
    }
    static int at(const std::vector<int>& list, std::size_t i) { return i < list.size() ? list[i] : -1; }

    const Situation& of_warp(const Program& played, std::size_t w) const {
        const auto& of_core = situations.items[static_cast<std::size_t>(played.core[w])];
        return played.warps[w][of_core.items[static_cast<std::size_t>(played.number[w])].index()];
    }
    const Situation& situation(const Program& played, const model::Event<D>& event) const {
        static const Situation absent;
        const int w = played.warp_at(static_cast<int>(event.core.index()), static_cast<int>(event.thread.index()));
        return w < 0 ? absent : of_warp(played, static_cast<std::size_t>(w));
    }
    const Situation::UnderWay& under_way(const Program& played, const model::Event<D>& event) const {
        static const Situation::UnderWay nothing;
        const auto& all = situation(played, event).under_way;
        return event.address.index() < all.size() ? all[event.address.index()] : nothing;
    }
    bool begins(const Program& played, const model::Event<D>& event, Next what, std::size_t value) {
        const Situation& now = situation(played, event);
        if (now.next != what && now.next != Next::names) return false;
        if (what != Next::fence && (now.locations.empty() || now.locations.front() != static_cast<int>(event.address.index())))
            return false;
        const auto& asked = event.synchronization;
        if (now.synchronization != model::Synchronization<model::Concrete>{asked.order, asked.scope, asked.remote}) return false;
        return goes_on(event, at(now.begun, value));
    }
    /// The instruction has no more blocks, and neither has the program's.
    bool named_all(const Program& played, const model::Event<D>& event) {
        const Situation& now = situation(played, event);
        return now.next == Next::names && now.locations.empty() && goes_on(event, now.begun.front());
    }
    /// A load that its cache has not answered in order: it was performed elsewhere, or has passed older loads of its thread to
    /// the location.
    bool returned(const model::Event<D>& event, const Situation::UnderWay& of) {
        return goes_on(event, at(of.passed.empty() ? of.loaded : of.passed, event.value.index()));
    }
    bool goes_on(const model::Event<D>& event, int next) {
        if (next < 0) return false;
        situations[event.core][event.thread] = next;
        return true;
    }
};

}  // namespace tandem::specs
