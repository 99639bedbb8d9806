// Single writer or many readers, in the order that a protocol itself defines: no two versions of a block are readable at the
// same moment.
//
// "At any given moment in time, there is either a single writer or multiple readers for any given memory location" (G-TSC
// paper, II-B). Versions are told apart by their data, which suffices because protocols do not look at data.
#pragma once

#include <array>

#include "model/event.hpp"

namespace tandem::specs {

/// `copies(view, sink)` calls sink(copy) for each readable copy in a state, wherever it is.
template <class System, class Copies>
void add_single_writer(System& system, Copies copies) {
    system.add_invariant(
        "single-writer",
        "At any given moment in time, there is either a single writer or multiple readers for any given memory location (II-B); "
        "moments are timestamps",
        [copies](const typename System::View& view) {
            std::array<model::Copy<model::Concrete>, 64> seen;
            std::size_t count = 0;
            bool apart = true;
            copies(view, [&](const model::Copy<model::Concrete>& copy) {
                for (std::size_t i = 0; i < count; ++i) {
                    const auto& other = seen[i];
                    if (other.address == copy.address && other.era == copy.era && other.value != copy.value &&
                        other.from <= copy.until && copy.from <= other.until)
                        apart = false;
                }
                if (count < seen.size()) seen[count++] = copy;
            });
            return apart;
        });
}

}  // namespace tandem::specs
