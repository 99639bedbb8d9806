// Which stores a load may have read: those of its value. If each store of an address has a value of its own, that is one.
#pragma once

#include "specs/audit/trace.hpp"

namespace tandem::audit {

/// A value of an address: all stores of it, and all loads. The value that memory holds at first has one writer more.
using Class = std::uint32_t;

struct Matched {
    std::vector<Class> read, written;  // of each operation, `none` where it does not
    std::vector<Id> source;            // of each load: its one store, `initial`, or `none` where several have its value
    std::vector<Id> own;               // of each load: the latest store of its thread to its address before it, or `none`
    std::vector<std::uint32_t> readers, writers;  // of each class
    std::vector<Class> at_first;                  // of each address
    std::vector<Class> last_value;                // of each address: the class of its `final`, or `none`
    std::vector<std::uint32_t> final_line;        // of each address that has one
    std::uint64_t several = 0;                    // loads that have several stores to choose from

    /// The loads of each store that is their one source: reader_at[first_reader[s]] up to first_reader[s + 1].
    std::vector<std::uint32_t> first_reader;
    std::vector<Id> reader_at;
};

/// Throws BadTrace where a load, or a final value, is one that nobody stored.
Matched match(const Trace& trace);

}  // namespace tandem::audit
