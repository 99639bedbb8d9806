// Random runs of programs that are one operation longer than those which `tandem conform` explores.
//
// Not all of them can be searched. Some are drawn, and run at random, all choices of the protocol included. An outcome that the
// model forbids refutes; then a search of that program alone finds the shortest run. What is not seen says nothing.
#pragma once

#include <functional>
#include <optional>

#include "apps/common/catalog.hpp"
#include "specs/axiomatic/model.hpp"
#include "specs/operational/all_programs.hpp"

namespace tandem::apps {

struct WalkedPrograms {
    std::uint64_t programs = 0;  // drawn, that have a meaning in the model
    std::uint64_t runs = 0;      // to their ends
    std::uint64_t outcomes = 0;  // different ones, by program
    int operations = 0;          // of a thread, at most
    std::optional<std::pair<specs::Test, specs::FinalState>> forbidden{};  // that was seen
};

/// `space` is that of the longer programs; placements are of `threads` threads. Ends after so many seconds, or where `stop()`.
WalkedPrograms walk_programs(const Protocol& text, const Selection& selection, const specs::ProgramSpace& space,
                             const std::vector<specs::Placement>& placements, const specs::Model& model,
                             const std::vector<int>& cpu_cores, double seconds,
                             const std::function<bool()>& stop);

}  // namespace tandem::apps
