// What a property needs of a shape before it says anything. Without it no text whatever can break the property, and "holds" would
// be vacuous.
//
// Each property declares its needs; the engines refuse or report a shape that lacks them. The declaration is tested: the smallest
// shape that it allows refutes some seeded bug (tests/protocols/needs_test.cpp).
#pragma once

#include <string>

#include "model/shape.hpp"

namespace tandem::model {

struct Needs {
    int cores = 1;      // 1..max_extent
    int threads = 1;    // in all cores together
    int addresses = 1;  // 1..max_extent
    int values = 1;     // 1..max_values
    std::string also{};  // what else the variant or shape lacks, in the protocol's words; empty for nothing

    friend bool operator==(const Needs&, const Needs&) = default;
};

/// The needs that `shape` does not meet, as in "2 values, 2 threads"; empty for none.
inline std::string lacking(const Needs& needs, const Shape& shape) {
    std::string lacks;
    const auto note = [&](bool enough, const std::string& what) {
        if (!enough) lacks += (lacks.empty() ? "" : ", ") + what;
    };
    note(shape[Sort::core] >= needs.cores, std::to_string(needs.cores) + " cores");
    note(shape[Sort::core] * shape[Sort::thread] >= needs.threads, std::to_string(needs.threads) + " threads");
    note(shape[Sort::address] >= needs.addresses, std::to_string(needs.addresses) + " addresses");
    note(shape[Sort::value] >= needs.values, std::to_string(needs.values) + " data values");
    note(needs.also.empty(), needs.also);
    return lacks;
}

}  // namespace tandem::model
