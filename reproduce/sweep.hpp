// A figure again and again, with one number of the machine file changed.
#pragma once

#include "reproduce/table.hpp"

namespace tandem::reproduce {

struct Sweep {
    std::string key;  // in full, such as "timestamps.lease"
    std::vector<int> values;
};

/// "lease=2..64": from 2 to 64; "lease=2..64*2": 2, 4, 8 up to 64; "lease=8,10,12": these. A key of the machine file, with its table if there are several.
/// Throws UsageError for what is none, for an empty range, and for a value that this machine cannot have.
Sweep sweep_from(const std::string& text, const std::string& machine);

struct SweepTable {
    const Figure* figure = nullptr;
    std::string key;
    struct Point {
        int value;
        Table table;
    };
    std::vector<Point> points;
};

/// Of what its values are the mean: "mean, all", or the benchmarks if they are some of the paper's.
std::string mean_of(const SweepTable& sweep);
std::string as_text(const SweepTable& sweep);
nlohmann::json as_json(const SweepTable& sweep);

}  // namespace tandem::reproduce
