// A monitor that follows one store (watched_store.hpp, visibility.hpp, protocols/apu/watch.hpp), for instructions that store to
// several blocks.
//
// An instruction brings the same data for all its blocks, and such a monitor knows the followed store by its data. So it follows
// one block of one instruction. Which one is chosen beforehand, in the initial state, so every block of every instruction is
// followed in some run. In the instruction's other blocks its data count as anybody's.
//
// `System` tells with which instruction a step begins. So a run in which another instruction has these data ends at once.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "model/description.hpp"
#include "model/event.hpp"

namespace tandem::specs {

template <template <class> class M>
struct OfSeveralBlocks {
    template <class D>
    struct Monitor : M<D> {
        static constexpr bool hears_beginnings = true;

        model::Maybe<D, model::Address<D>> chosen;     // until the instruction is issued
        model::Set<D, model::Sort::address> likewise;  // the instruction's other blocks
        BOOST_DESCRIBE_CLASS(Monitor, (M<D>), (chosen, likewise), (), ())

        /// The initial states in which memory holds `contents`: one for each block that may be followed. If a block of memory
        /// holds the followed data, no instruction brings them.
        static std::vector<Monitor> starts(const std::vector<int>& contents) {
            const auto one = M<D>::start(contents);
            if (!one) return {};
            Monitor state;
            static_cast<M<D>&>(state) = *one;
            const bool held = std::any_of(contents.begin(), contents.end(), [](int value) { return value == M<D>::watched; });
            if (held) return {state};
            std::vector<Monitor> states;
            for (std::size_t a = 0; a < contents.size(); ++a) {
                state.chosen = model::Address<D>(static_cast<int>(a));
                states.push_back(state);
            }
            return states;
        }

        /// False for an event that cannot be: a second instruction with the followed data, or one that leaves the block alone.
        bool observe(model::Event<D> event) {
            using enum model::EventKind;
            if (event.kind == begins_store || event.kind == begins_atomic) {
                if (event.value == M<D>::watched) {
                    if (!chosen) return false;
                    likewise.insert(event.address);
                }
            } else if (event.kind == begun && chosen && !likewise.empty()) {
                if (!likewise.contains(*chosen)) return false;
                likewise.erase(*chosen);
                chosen.reset();
            }
            if (likewise.contains(event.address)) event.value = M<D>::plain;
            return M<D>::observe(event);
        }
    };
};

/// Whether the followed instruction stores to this block as well, and another of its blocks is followed.
bool followed_elsewhere(const auto& monitor, const auto& block) {
    if constexpr (requires { monitor.likewise; }) return bool(monitor.likewise.contains(block));
    else return false;
}

/// Calls use(Watched<...>{}) for a text over blocks of one word and its monitor, by the most blocks of one instruction. With one
/// value there are no data to follow.
template <template <class> class T, template <class> class M, class Use>
decltype(auto) watched_in_blocks(const auto& config, Use&& use) {
    if (config.lanes > 1 && config.shape[model::Sort::value] > 1)
        return use(model::Watched<T, OfSeveralBlocks<M>::template Monitor>{});
    return use(model::Watched<T, M>{});
}

}  // namespace tandem::specs
