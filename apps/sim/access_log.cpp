#include "apps/sim/access_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "apps/audit/scope_words.hpp"
#include "apps/audit/stored_value.hpp"
#include "apps/common/usage_error.hpp"

namespace tandem::apps {

namespace {

constexpr std::size_t piece = std::size_t{1} << 16;  // of a file that is written at once
constexpr std::size_t spare = 512;                   // a line is shorter

bool is_json(const std::string& path) { return path.ends_with(".json") || path.ends_with(".jsonl"); }

std::string moment(std::uint64_t time) { return time == audit::no_time ? "" : std::to_string(time); }

}  // namespace

LogOfRun::LogOfRun(const std::string& path) : file_(path, "log"), json_(is_json(path)) { lines_.reserve(piece + spare); }

/// Where its thread runs, and in which launch, before its first access there.
void LogOfRun::place(const Access& a) {
    auto out = std::back_inserter(lines_);
    for (; launch_ < a.how.launch; ++launch_) lines_ += "{\"op\": \"launch\"}\n";
    if (placed_.insert(a.thread).second && a.thread != host_thread)
        fmt::format_to(out, "{{\"op\": \"thread\", \"thread\": {}, \"wave\": {}, \"group\": {}}}\n", a.thread, a.seat.wave,
                       a.seat.group);
}

void LogOfRun::barrier(const Access& of) {
    if (!json_) return;
    place(of);
    fmt::format_to(std::back_inserter(lines_), "{{\"op\": \"barrier\", \"thread\": {}}}\n", of.thread);
    flush_if_full();
}

void LogOfRun::access(const Access& a) {
    auto out = std::back_inserter(lines_);
    if (json_) {
        if (scoped_) place(a);
        if (a.kind == audit::Kind::fence) fmt::format_to(out, "{{\"op\": \"fence\", \"thread\": {}", a.thread);
        else if (a.kind == audit::Kind::swap)
            fmt::format_to(out, "{{\"op\": \"swap\", \"thread\": {}, \"address\": {}, \"reads\": {}, \"writes\": {}", a.thread,
                           a.address, a.reads, a.writes);
        else
            fmt::format_to(out, "{{\"op\": \"{}\", \"thread\": {}, \"address\": {}, \"value\": {}",
                           a.kind == audit::Kind::load ? "load" : "store", a.thread, a.address,
                           a.kind == audit::Kind::load ? a.reads : a.writes);
        if (a.kind == audit::Kind::load || a.kind == audit::Kind::swap) fmt::format_to(out, ", \"from\": {}", a.from);
        if (a.kind == audit::Kind::store || a.kind == audit::Kind::swap) fmt::format_to(out, ", \"number\": {}", a.number);
        if (scoped_ && a.kind != audit::Kind::fence) lines_ += as_members(a.kind, a.how);
        if (a.begin != audit::no_time) fmt::format_to(out, ", \"begin\": {}", a.begin);
        if (a.end != audit::no_time) fmt::format_to(out, ", \"end\": {}", a.end);
        lines_ += "}\n";
    } else {
        switch (a.kind) {
            case audit::Kind::fence:
                fmt::format_to(out, "{}: sync", a.thread);
                break;
            case audit::Kind::load:
                fmt::format_to(out, "{}: M[{}] == {}", a.thread, a.address, a.reads);
                break;
            case audit::Kind::store:
                fmt::format_to(out, "{}: M[{}] := {}", a.thread, a.address, a.writes);
                break;
            case audit::Kind::swap:
                fmt::format_to(out, "{}: {{M[{}] == {}; M[{}] := {}}}", a.thread, a.address, a.reads, a.address, a.writes);
                break;
        }
        if (a.begin != audit::no_time || a.end != audit::no_time) fmt::format_to(out, " @ {}:{}", moment(a.begin), moment(a.end));
        lines_ += "\n";
    }
    flush_if_full();
}

void LogOfRun::final_value(std::uint64_t address, std::uint64_t value, std::uint32_t from) {
    auto out = std::back_inserter(lines_);
    if (json_) fmt::format_to(out, "{{\"op\": \"final\", \"address\": {}, \"value\": {}, \"from\": {}}}\n", address, value, from);
    else fmt::format_to(out, "final M[{}] == {}\n", address, value);
    flush_if_full();
}

void LogOfRun::flush_if_full() {
    if (lines_.size() < piece) return;
    file_.write(lines_);
    lines_.clear();
}

void LogOfRun::commit(const std::string& run) {
    lines_ += json_ ? "{\"op\": \"check\"}\n" : "check\n";
    if (!json_) {
        lines_ += "# " + run + "\n";
        lines_ += "# 0 is what an address holds at first, and 4294967296 a zero that is stored over something else\n";
        if (left_out_ > 0) lines_ += fmt::format("# {} loads and atomics that were not answered are left out\n", left_out_);
        if (scoped_) lines_ += "# a log in JSON has them: scopes and orders of accesses are left out\n";
    }
    file_.write(lines_);
    file_.commit();
}

TraceOfRun::TraceOfRun(std::string protocol, bool times, bool takes_scopes, std::size_t most_operations)
    : protocol_(std::move(protocol)), times_(times), takes_scopes_(takes_scopes), most_(most_operations) {
    names.values_say_their_store = true;
}

void TraceOfRun::scoped() {
    scoped_ = true;
    if (takes_scopes_) return;
    throw UsageError("accesses of " + protocol_ + " synchronize by scopes, which HRF's models judge in a run: hrf is accepted");
}

std::uint32_t TraceOfRun::address_of(std::uint64_t address) {
    const std::uint64_t word = address / 4;
    if (word >= places_.size()) places_.resize(std::max<std::uint64_t>(word + 1, 2 * places_.size()), 0);
    if (places_[word] == 0) {
        names.addresses.push_back(fmt::format("M[{}]", address));
        places_[word] = ++trace.addresses;
    }
    return places_[word] - 1;
}

std::uint32_t TraceOfRun::thread_of(const Access& a) {
    const auto [thread, is_new] = threads_.try_emplace(a.thread, trace.threads);
    if (is_new) {
        ++trace.threads;
        names.threads.push_back(a.thread);
        if (scoped_) trace.seats.resize(trace.threads), trace.seats.back() = a.seat;
    }
    if (scoped_) {
        while (meetings_.launches() < a.how.launch) meetings_.launch(trace, line_);
        meetings_.acts(trace, thread->second, line_);
    }
    return thread->second;
}

void TraceOfRun::barrier(const Access& of) {
    if (is_full || !scoped_) return;
    ++line_;
    meetings_.barrier(trace, thread_of(of), line_);
}

void TraceOfRun::join() {
    meetings_.join(trace, [&](const std::string& name) {
        const auto known = std::find(names.addresses.begin(), names.addresses.end(), name);
        if (known != names.addresses.end()) return static_cast<std::uint32_t>(known - names.addresses.begin());
        names.addresses.push_back(name);
        return trace.addresses++;
    });
}

void TraceOfRun::access(const Access& a) {
    ++line_;
    if (trace.operations.size() >= most_) is_full = true;
    if (is_full) return;
    audit::Operation o;
    o.kind = a.kind;
    o.reads = stored_value(a.from, a.reads);
    o.writes = stored_value(a.number, a.writes);
    o.line = line_;
    o.thread = thread_of(a);
    if (o.kind != audit::Kind::fence) o.address = address_of(a.address);
    if (a.number != 0) {
        if (a.number >= of_number_.size())
            of_number_.resize(std::max<std::size_t>(a.number + 1, 2 * of_number_.size()), audit::none);
        of_number_[a.number] = static_cast<audit::Id>(trace.operations.size());
    }
    trace.operations.push_back(o);
    if (times_) trace.times.push_back({a.begin, a.end});
    if (scoped_) trace.synchronizations.resize(trace.operations.size()), trace.synchronizations.back() = a.how;
}

void TraceOfRun::replaced(const std::vector<perfsim::Replaced>& pairs) {
    const auto operation = [&](std::uint32_t number) { return number < of_number_.size() ? of_number_[number] : audit::none; };
    for (const perfsim::Replaced& pair : pairs)
        if (const audit::Id older = operation(pair.older), newer = operation(pair.newer);
            older != audit::none && newer != audit::none)
            trace.replaced.push_back({older, newer});
}

void TraceOfRun::final_value(std::uint64_t address, std::uint64_t value, std::uint32_t from) {
    ++line_;
    if (!is_full) trace.finals.push_back({address_of(address), stored_value(from, value), line_});
}

}  // namespace tandem::apps
