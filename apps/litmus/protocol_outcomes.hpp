// The final states of one litmus test that a protocol shows.
#pragma once

#include "apps/check/play.hpp"
#include "apps/common/catalog.hpp"

namespace tandem::apps {

struct ProtocolOutcomes {
    /// Where a thread of the program runs: on which core, and as which of its wavefronts.
    struct ThreadPlace {
        int core, number;
    };

    std::string system;                                                 // the variant and shape in full
    std::string legend;                                                 // of the runs' names
    std::map<specs::FinalState, std::optional<checker::Trace>> states;  // with a shortest run to each, if wanted
    // a shortest run after which the program never ends, if there is one
    std::optional<checker::Trace> stuck;
    checker::SearchResult search;
    std::vector<ThreadPlace> places;  // by thread
};

/// `options` limits the search; `traces`: whether runs are wanted. Throws what `Protocol::play` throws.
ProtocolOutcomes protocol_outcomes(const Protocol& protocol, const Selection& selection, const specs::Test& test,
                                   const checker::SearchOptions& options, bool traces);

}  // namespace tandem::apps
