// Litmus programs on a protocol: every interleaving, eviction and delay, and which final states there are.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "checker/search.hpp"
#include "checker/trace.hpp"
#include "engines/played.hpp"
#include "specs/operational/player.hpp"

namespace tandem::apps {

using engines::Played;

/// How traces call what a program names: "A is x, B is y; P0 is W0 of SM0, P1 is W0 of SM1".
std::string legend(const Played& played, const specs::Program& program);

/// Where the search has found something first.
struct Place {
    int level = 0;  // the steps of the shortest way there
    checker::Position position{};
};

class PlaySearch {
public:
    /// Throws BrokenText if the programs make the text do what none may. `played` outlives this. Of the options the limits count:
    /// threads, memory, seconds, and who watches.
    PlaySearch(const Played& played, const checker::SearchOptions& limits);

    const checker::SearchResult& result() const { return result_; }
    bool complete() const { return result_.ending == checker::Ending::complete; }
    /// By program, each final state; all of them if the search is complete.
    const std::vector<std::map<specs::FinalState, Place>>& outcomes() const { return outcomes_; }
    /// A shortest run to a final state.
    checker::Trace trace(const Place& place);
    /// By program, where it hangs: the first state from which no run ends any more, whatever happens, at level 0 if none ends at
    /// all; nothing if every run can go on to its end, and where the search is not complete. A run in which an atomic has guessed
    /// what it will find may be none of the program's, so where it hangs before that is found out does not show here.
    const std::vector<std::optional<Place>>& hangs() const { return hangs_; }

private:
    void find_hangs();
    std::size_t program_at(const Place& place);

    const Played& played_;
    checker::Search search_;
    checker::SearchResult result_;
    std::vector<std::map<specs::FinalState, Place>> outcomes_;
    std::vector<std::optional<Place>> hangs_;
};

}  // namespace tandem::apps
