// A figure repeated with one number of the machine file changed.
#pragma once

#include "reproduce/table.hpp"

namespace tandem::reproduce {

struct SweepTable {
    const Figure* figure = nullptr;
    std::string key;
    struct Point {
        int value;
        Table table;
    };
    std::vector<Point> points;
};

/// What its values are the mean of: "mean, all", or the benchmarks if they are some of the paper's.
std::string mean_of(const SweepTable& sweep);
std::string as_text(const SweepTable& sweep);
nlohmann::json as_json(const SweepTable& sweep);

}  // namespace tandem::reproduce
