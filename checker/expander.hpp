// The successors of many states at once, as keys.
//
// It does what `for_each_successor` does. But nearly every look-up of the rows of a large slot misses the caches, so a group
// of states goes through them together: each pass fetches what the next one reads, and when steps are taken at last their
// rows have arrived. A successor is its parent's key with one or a few fields exchanged.
#pragma once

#include "checker/layout.hpp"

namespace tandem::checker {

/// What the steps from one state amount to.
struct StepsTaken {
    std::uint64_t outcomes = 0;     // that occurred
    std::uint32_t broken = 0;       // step properties, by their bits
    std::uint32_t transitions = 0;
    bool progress = false;          // whether some step leads to another state
    bool error = false;             // whether some handler does what it must not
};

template <int W>
class Expander {
public:
    using Bits = KeyBits<W>;
    using Key = typename Bits::Key;

    /// The most states in a group.
    static constexpr std::size_t most = 16;

    Expander(Components& components, const Layout& layout, std::span<const Slots> earlier)
        : components_(components), layout_(layout), slots_(static_cast<std::size_t>(components.slots())),
          rows_per_state_(components.monitor_slot() < 0 ? slots_ : slots_ - 1), earlier_(earlier) {}

    /// Looks up all that the states of `group` may do.
    void look_up(std::span<const Key> group) {
        for (std::size_t i = 0; i < group.size(); ++i) {
            State& state = states_[i];
            state.key = Bits(group[i]);
            for (std::size_t s = 0; s < slots_; ++s) state.numbers[s] = state.key.get(layout_.fields[s]);
            for (std::size_t s = 0; s < rows_per_state_; ++s) components_.prefetch_row(static_cast<int>(s), state.numbers[s]);
        }
        for (std::size_t i = 0; i < group.size(); ++i)
            for (std::size_t s = 0; s < rows_per_state_; ++s) {
                const Row& row = components_.row(static_cast<int>(s), states_[i].numbers[s]);
                row.prefetch();
                states_[i].rows[s] = &row;
            }
        std::size_t received = 0;
        for (std::size_t i = 0; i < group.size(); ++i) {
            const State& state = states_[i];
            states_[i].first_received = received;
            for (std::size_t s = 0; s < rows_per_state_; ++s) {
                const auto deliveries = state.rows[s]->deliveries();
                if (received_.size() < received + deliveries.size()) received_.resize(2 * (received + deliveries.size()));
                for (const Delivery& d : deliveries) {
                    components_.prefetch_receive(d.channel, state.numbers[d.receiver], d.message);
                    Received& r = received_[received++];
                    r.from = s;
                    r.delivery = &d;
                }
            }
            states_[i].end_received = received;
        }
        for (std::size_t i = 0; i < group.size(); ++i)
            for (std::size_t r = states_[i].first_received; r < states_[i].end_received; ++r) {
                const Delivery& d = *received_[r].delivery;
                const Row& row = components_.receive(d.channel, states_[i].numbers[d.receiver], d.message);
                row.prefetch();
                received_[r].row = &row;
            }
    }

    /// Calls visit(next, asleep) for each enabled step of the group's state `i` that leads to another state, but for plain steps
    /// of slots that are asleep; `taken` has all. False if a number has outgrown its field; then some steps have not been
    /// visited.
    template <class Visit>
    bool expand(std::size_t i, Slots asleep, StepsTaken& taken, Visit&& visit) {
        const State& state = states_[i];
        for (std::size_t s = 0; s < rows_per_state_; ++s)
            if (!take(*state.rows[s], state, state.key, s, asleep >> s & 1, earlier_[s], static_cast<Slots>(~(1u << s)), taken,
                      visit))
                return false;
        for (std::size_t r = state.first_received; r < state.end_received; ++r) {
            const Received& received = received_[r];
            Bits before = state.key;
            if (!before.exchange(layout_.fields[received.from], state.numbers[received.from], received.delivery->rest))
                return false;
            const auto others = static_cast<Slots>(~(1u << received.delivery->receiver | 1u << received.from));
            if (!take(*received.row, state, before, received.delivery->receiver, false, others, others, taken, visit))
                return false;
        }
        return !components_.time_passes() || tick(state, taken, visit);
    }

private:
    struct State {
        Bits key;
        std::array<Number, max_slots> numbers;
        std::array<const Row*, max_slots> rows;
        std::size_t first_received, end_received;
    };
    // A message that may be delivered to another slot.
    struct Received {
        const Row* row;
        const Delivery* delivery;
        std::size_t from;  // slot
    };

    /// The steps of `row`, at `slot` of a state from whose key `before` the message received is already taken.
    template <class Visit>
    [[gnu::always_inline]] bool take(const Row& row, const State& state, const Bits& before, std::size_t slot, bool asleep,
                                     Slots after_plain, Slots others, StepsTaken& taken, Visit& visit) {
        const FieldPlace place = layout_.fields[slot];
        const Number old = state.numbers[slot];
        taken.outcomes |= row.outcomes;
        taken.transitions += row.plain;
        taken.progress |= row.moves != 0;
        if (!asleep)
            for (const Number number : row.next()) {
                Bits next = before;
                // A key with a number that does not fit is spoilt, and names components that do not exist.
                if (!next.exchange(place, old, number)) [[unlikely]] return false;
                visit(next, after_plain);
            }
        return row.only_plain() || take_others(row, state, before, slot, others, taken, visit);
    }

    /// Those steps that are not plain.
    template <class Visit>
    bool take_others(const Row& row, const State& state, const Bits& before, std::size_t slot, Slots others, StepsTaken& taken,
                     Visit& visit) {
        for (const Step& step : row.steps()) {
            if (step.plain) continue;
            Bits next = before;
            if (!next.exchange(layout_.fields[slot], state.numbers[slot], step.next)) return false;
            bool enabled = true;
            Slots asleep = others;
            for (const Posting& posting : step.elsewhere()) {
                const FieldPlace place = layout_.fields[posting.slot];
                const Number contents = next.get(place), with = components_.push(posting, contents);
                if (!(enabled = with != Components::none)) break;
                if (!next.exchange(place, contents, with)) return false;
                asleep &= static_cast<Slots>(~(1u << posting.slot));
            }
            if (enabled && rows_per_state_ < slots_ && step.events != 0) {
                const FieldPlace place = layout_.fields[slots_ - 1];
                const Number monitor = state.numbers[slots_ - 1], with = components_.observe(monitor, step.events);
                enabled = with != Components::none;
                if (enabled && !next.exchange(place, monitor, with)) return false;
            }
            if (!enabled) continue;
            if (step.error != 0) [[unlikely]] {
                taken.error = true;
                continue;
            }
            ++taken.transitions;
            taken.outcomes |= step.outcomes;
            taken.broken |= step.broken;
            if (next == state.key) continue;
            taken.progress = true;
            visit(next, asleep);
        }
        return true;
    }

    /// The step that time takes, which touches all slots. The monitor does not see it.
    template <class Visit>
    bool tick(const State& state, StepsTaken& taken, Visit& visit) {
        Bits next = state.key;
        bool fits = true;
        for (std::size_t s = 0; s < rows_per_state_; ++s)
            fits &= next.exchange(layout_.fields[s], state.numbers[s], components_.aged(static_cast<int>(s), state.numbers[s]));
        if (!fits || next == state.key) return fits;
        ++taken.transitions;
        taken.progress = true;
        visit(next, Slots{0});
        return true;
    }

    Components& components_;
    const Layout& layout_;
    const std::size_t slots_, rows_per_state_;  // the monitor has no row
    const std::span<const Slots> earlier_;      // by slot
    std::array<State, most> states_;
    std::vector<Received> received_ = std::vector<Received>(64);
};

}  // namespace tandem::checker
