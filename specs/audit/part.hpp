// A part of a trace, chosen so that where the part is forbidden, the trace is too: to leave out loads, and stores that no load
// of the part reads, only takes constraints away. So is a swap that becomes a store.
#pragma once

#include "specs/audit/matched.hpp"

namespace tandem::audit {

struct Part {
    Trace trace;
    std::vector<Id> origin;  // of each operation, in the whole
};

class Parts {
public:
    Parts(const Trace& trace, const Matched& matched) : trace_(trace), m_(matched) {}

    /// These operations, in any order, and the stores that their loads read. Loads that may have read several stores are left
    /// out.
    Part of(const std::vector<Id>& kept);

private:
    enum Use : std::uint8_t { no, as_it_is, as_store };
    const Trace& trace_;
    const Matched& m_;
    std::vector<std::uint8_t> use_;
    std::vector<std::uint32_t> address_;
    std::vector<std::uint64_t>
        begun_;  // when each operation was asked for at the earliest: not before those of its thread before it
};

}  // namespace tandem::audit
