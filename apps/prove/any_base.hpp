// The invariant of a small size, from which that of any number is made: the search of `prove`, with what `--any` needs of it.
#pragma once

#include <memory>
#include <set>

#include "apps/prove/prove.hpp"
#include "smt/prove/any/claims.hpp"
#include "smt/prove/sample_table.hpp"

namespace tandem::apps {

/// Why there is none where all that was asked for is refuted.
inline constexpr const char* nothing_left = "nothing is left to prove";

struct BaseInvariant {
    std::unique_ptr<smt::any::Size> size;
    std::vector<int> claims;
    std::vector<smt::Clause> clauses;  // up to renaming; claims and typing left out
    std::size_t compared_states = 0;   // in which the relation has the steps of the explicit search
    std::string missing;               // why there is no invariant; empty if there is
    std::optional<smt::CounterexampleToInduction> step{};
    std::vector<std::string> silent{};            // properties that say nothing in this shape
    std::unique_ptr<smt::SampleTable> samples{};  // reached states
};

/// Of the selection; what is refuted is left out. Throws UsageError for properties that cannot be proved or say nothing there,
/// and what a solver that is stopped throws.
BaseInvariant base_invariant(const ProveOptions& options, const Protocol& text, const Selection& selection,
                             const smt::any::Effort& effort, const std::set<std::string>& refuted);

}  // namespace tandem::apps
