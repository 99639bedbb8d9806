// Litmus programs on a protocol: every interleaving, eviction and delay, and which final states there are.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "checker/search.hpp"
#include "checker/trace.hpp"
#include "specs/operational/player.hpp"

namespace tandem::apps {

/// A system whose runs are those of some programs. Each has its own initial state.
struct Played {
    std::shared_ptr<const std::vector<specs::Program>> programs;
    std::unique_ptr<model::Network> network;
    std::string system;  // the variant and shape in full
    bool fences;         // whether it has any; else they are left out
    bool scopes;         // whether accesses have orders and scopes; else these are left out
    int components;      // with scopes: that have the system's in common
    bool cores_alike;    // whether it is the same which threads run on which of the cores
    bool ends_at_rest;   // caches hold writes back: memory is as it is left only when nothing is under way
};

/// How traces call what a program names: "A is x, B is y; P0 is W0 of SM0, P1 is W0 of SM1".
std::string legend(const Played& played, const specs::Program& program);

/// Where the search has found something first.
struct Place {
    int level = 0;  // the steps of the shortest way there
    checker::Position position{};
};

class PlaySearch {
public:
    /// Throws BrokenText if the programs make the text do what none may. `played` outlives this. Of the options the limits count: threads, memory, seconds, and who watches.
    PlaySearch(const Played& played, const checker::SearchOptions& limits);

    const checker::SearchResult& result() const { return result_; }
    bool complete() const { return result_.ending == checker::Ending::complete; }
    /// By program, each final state; all of them if the search is complete.
    const std::vector<std::map<specs::FinalState, Place>>& outcomes() const { return outcomes_; }
    /// A shortest run to a final state.
    checker::Trace trace(const Place& place);
    /// A program that hangs: one line of it, what its run calls its names, and the run.
    struct Stuck {
        std::string program, legend;
        checker::Trace trace;
    };
    std::optional<Stuck> stuck();

private:
    const Played& played_;
    checker::Search search_;
    checker::SearchResult result_;
    std::vector<std::map<specs::FinalState, Place>> outcomes_;
};

}  // namespace tandem::apps
