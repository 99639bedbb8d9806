// How far the random walks behind a check have come: a file from which another run goes on (`check --walk-record FILE`).
//
// A walk is decided by its number, the seed and the number of its steps, so a system's next number says which walks are still to
// be taken. The first lines say of what the record is, the text and the program included; then a line has, between tabs, a
// system, the next walk's number, the walks, steps and seconds so far, and which outcomes have followed each other.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "apps/check/check.hpp"
#include "checker/walk_in_place.hpp"

namespace tandem::apps {

struct Walked {
    std::uint64_t next = 0;              // the number of the next walk
    std::uint64_t walks = 0, steps = 0;  // taken
    double seconds = 0;
    checker::OutcomePairs pairs{};
};

struct WalkRecord {
    std::map<std::string, Walked> systems;  // by the system's description
};

/// Of the file that `options` name; empty if they name none, or there is none yet. Throws UsageError for a file that is no
/// record, or one of other walks.
WalkRecord walk_record(const CheckOptions& options);
/// Does nothing if `options` name no file. Throws UsageError.
void write_walk_record(const CheckOptions& options, const WalkRecord& record);

}  // namespace tandem::apps
