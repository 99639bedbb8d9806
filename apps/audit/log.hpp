// Logs of memory operations as files: a line an operation, in Axe's form (M. Naylor, S. Moore, A. Mujumdar, A consistency checker
// for memory subsystem traces, FMCAD 2016, and its manual) or as a JSON object. A file may hold several traces, each ended by
// `check`.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/file_lines.hpp"
#include "specs/audit/meetings.hpp"

namespace tandem::apps {

/// What the numbers of a trace are called in its log.
struct LogNames {
    std::vector<std::uint64_t> threads;
    std::vector<std::string> addresses;
    bool values_say_their_store = false;  // (stored_value.hpp)
};

class Log {
public:
    /// "-" is standard input. Throws UsageError.
    Log(std::string path, std::size_t most_operations);

    /// The next trace. False: there is none. Throws UsageError with the file and the line.
    bool next(audit::Trace& trace, LogNames& names);

    /// How many operations the next trace may have, by the size of the file; 0 where that is not known.
    std::size_t expected() const { return expected_; }
    const std::string& shown_path() const { return shown_path_; }
    /// The lines of the trace that `next` gave last.
    std::uint32_t first_line() const { return first_line_; }
    std::uint32_t last_line() const { return last_line_; }
    /// Whether a pipe ended within that trace.
    bool is_cut() const { return is_cut_; }
    /// Whether the trace has more operations than were accepted: then it is not whole.
    bool is_full() const { return is_full_; }

    [[noreturn]] void refuse(std::uint32_t line, const std::string& why) const;

private:
    bool take(std::string_view line, audit::Trace& trace, LogNames& names);
    void take_json(std::string_view line, audit::Trace& trace, LogNames& names);
    void add(audit::Trace& trace, const audit::Operation& operation, const audit::Times& times,
             const audit::Synchronization& how);
    bool complete(audit::Trace& trace, LogNames& names);
    std::uint32_t thread_of(std::uint64_t number, audit::Trace& trace, LogNames& names);
    std::uint32_t address_of(std::string_view name, std::uint64_t number, bool is_number, audit::Trace& trace, LogNames& names);

    std::string shown_path_;
    model::FileLines lines_;
    std::size_t most_, expected_ = 0;  // operations: accepted, and those for which there is room before they come
    std::uint32_t first_line_ = 0, last_line_ = 0;
    bool is_cut_ = false, is_full_ = false, any_check_ = false, ended_ = false;
    std::vector<std::uint32_t> near_threads_, near_addresses_;  // of small numbers: their place, and one
    std::unordered_map<std::uint64_t, std::uint32_t> far_threads_, far_addresses_;
    std::unordered_map<std::string, std::uint32_t> named_;
    std::vector<std::uint64_t> latest_begin_;  // of each thread
    audit::Meetings meetings_;
    std::set<std::pair<std::uint32_t, std::string>> placed_;  // threads, and what of their places was said
};

/// An operation as Axe's form has it, with the thread: "0: M[1] := 1".
std::string as_log(const audit::Operation& operation, const LogNames& names);

/// The same, and how it synchronizes: "0: M[1] := 1 release wg".
std::string as_shown(const audit::Trace& trace, audit::Id id, const LogNames& names);

/// A whole log, in Axe's form or, where accesses have orders or scopes, as JSON.
std::string as_log(const audit::Trace& trace, const LogNames& names);

}  // namespace tandem::apps
