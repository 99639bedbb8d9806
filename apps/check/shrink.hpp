// `check --shrink`: the same violation in a smaller system. Fewer nodes, blocks, values and places are easier to read than a few
// steps less.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "apps/check/check.hpp"

namespace tandem::apps {

struct Shrinking {
    struct Try {
        std::string change;  // "sms=1"; "searched" where random walks were taken
        std::string result;  // "refuted in 8 steps", "holds", "undecided", "says nothing"
        bool kept = false;
    };
    std::string property;  // empty: nothing was refuted by a trace
    std::string from;      // the system that it was refuted in
    int steps = 0;         // of the trace there
    std::vector<Try> tried;
    std::string shape;         // the smallest that refutes, as it is given to --shape
    bool interrupted = false;  // not all was tried
};

/// Takes the first property that `report` refutes with a trace, and tries each of the shape's numbers from the least on, in the
/// order of cores, threads, blocks, values and the others, until no smaller one refutes it; of the others in no more steps. A try
/// ends undecided after ten seconds, or three times what `report` took. `report` becomes that of the smallest system that
/// refutes.
Shrinking shrink(const CheckOptions& options, CheckReport& report);

std::string as_text(const Shrinking& shrinking);
nlohmann::json as_json(const Shrinking& shrinking);

}  // namespace tandem::apps
