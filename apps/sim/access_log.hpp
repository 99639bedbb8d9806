// Where accesses of a simulated run go: into a log that `tandem audit` reads, which is written while the run goes on, and into
// a trace that is judged when it has ended.
#pragma once

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "apps/audit/log.hpp"
#include "apps/common/streamed_file.hpp"
#include "apps/sim/accesses.hpp"
#include "specs/audit/meetings.hpp"

namespace tandem::apps {

/// Lines of a log in Axe's form, or as JSON where the file is called so. Holds some kilobytes of it.
class LogOfRun final : public Accesses {
public:
    /// Throws UsageError.
    explicit LogOfRun(const std::string& path);
    void access(const Access& access) override;
    void final_value(std::uint64_t address, std::uint64_t value, std::uint32_t from) override;
    void replaced(const std::vector<perfsim::Replaced>&) override {}
    bool asks_for_replaced() const override { return false; }
    void left_out(std::uint64_t accesses) override { left_out_ = accesses; }
    void scoped() override { scoped_ = true; }
    void barrier(const Access& of) override;
    /// `run`: what ran, for a comment at the end.
    void commit(const std::string& run);
    bool to_output() const { return file_.to_output(); }

private:
    void flush_if_full();
    void place(const Access& access);

    StreamedFile file_;
    bool json_, scoped_ = false;
    std::uint64_t left_out_ = 0;
    std::string lines_;
    std::uint16_t launch_ = 0;
    std::unordered_set<std::uint64_t> placed_;  // threads whose place was written
};

/// A trace that `audit::judge` takes. Its values say which store they are of (stored_value.hpp).
class TraceOfRun final : public Accesses {
public:
    /// `protocol` is for the refusal of scopes, where the model does not take them.
    TraceOfRun(std::string protocol, bool times, bool takes_scopes, std::size_t most_operations);
    void access(const Access& access) override;
    void final_value(std::uint64_t address, std::uint64_t value, std::uint32_t from) override;
    void replaced(const std::vector<perfsim::Replaced>& pairs) override;
    void left_out(std::uint64_t) override { is_cut = true; }
    void scoped() override;
    void barrier(const Access& of) override;
    /// After the run.
    void join();

    audit::Trace trace;
    LogNames names;
    /// Whether there were more operations than that: then the trace is not whole.
    bool is_full = false;
    /// Whether it lacks atomics whose words others may have loaded.
    bool is_cut = false;

private:
    std::uint32_t address_of(std::uint64_t address);
    std::uint32_t thread_of(const Access& access);

    std::string protocol_;
    bool times_, takes_scopes_, scoped_ = false;
    audit::Meetings meetings_;
    std::size_t most_;
    std::uint32_t line_ = 0;
    std::unordered_map<std::uint64_t, std::uint32_t> threads_;
    std::vector<std::uint32_t> places_;  // of words: the address's number and one
    std::vector<audit::Id> of_number_;   // the operation that stores it
};

/// One after the other.
class BothAccesses final : public Accesses {
public:
    void add(Accesses& to) { all_.push_back(&to); }
    bool empty() const { return all_.empty(); }
    void access(const Access& access) override {
        for (Accesses* to : all_) to->access(access);
    }
    void final_value(std::uint64_t address, std::uint64_t value, std::uint32_t from) override {
        for (Accesses* to : all_) to->final_value(address, value, from);
    }
    void replaced(const std::vector<perfsim::Replaced>& pairs) override {
        for (Accesses* to : all_) to->replaced(pairs);
    }
    bool asks_for_replaced() const override {
        return std::any_of(all_.begin(), all_.end(), [](const Accesses* to) { return to->asks_for_replaced(); });
    }
    void left_out(std::uint64_t accesses) override {
        for (Accesses* to : all_) to->left_out(accesses);
    }
    void scoped() override {
        for (Accesses* to : all_) to->scoped();
    }
    void barrier(const Access& of) override {
        for (Accesses* to : all_) to->barrier(of);
    }

private:
    std::vector<Accesses*> all_;
};

}  // namespace tandem::apps
