// What all steps of `tandem prove --any` share: what was asked for, the clock, the report, and how a check that fails is told.
#pragma once

#include <chrono>
#include <memory>
#include <set>

#include "apps/prove/any_report.hpp"
#include "apps/prove/any_sorts.hpp"
#include "smt/prove/any/induction.hpp"

namespace tandem::apps {

class AnyRun {
public:
    /// Throws UsageError for sorts that the text has not. All must outlive this.
    AnyRun(const ProveOptions& options, const Protocol& text);
    AnyRun(const AnyRun&) = delete;
    AnyRun& operator=(const AnyRun&) = delete;

    double elapsed() const;
    bool stop() const;
    /// Adds the seconds since then to the report.
    void note_part(const std::string& part, double since) { report.parts.emplace_back(part, elapsed() - since); }

    /// The properties that runs have refuted.
    std::set<std::string> refuted() const;
    Selection selection(const smt::any::BySort& extents) const;
    /// The system with so many of each sort. Throws UsageError where the text has no such shape.
    std::unique_ptr<smt::any::Size> size(const smt::any::BySort& extents) const;

    /// Shows what is done now.
    void at(const std::string& what) { progress_.show("any number", what); }

    /// Notes why it fails; false.
    bool fail(const std::string& why);
    bool fail(const std::string& why, const smt::any::Size& size, const std::optional<smt::CounterexampleToInduction>& step);
    /// Whether the clause says that two pointers to names of an open sort differ.
    bool tells_pointers_apart(const smt::any::Quantified& clause) const;

    const ProveOptions& options;
    const Protocol& text;
    const smt::any::SortWords words;
    const AnySorts any;
    const smt::any::Effort effort;
    AnyReport report;
    std::array<std::vector<smt::any::NamesOfPath>, smt::any::sorts> paths;  // of each sort that is any

private:
    ProgressReport progress_{options.progress};
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    const smt::PathOracle::Until until_{[this] { return stop(); }};
};

}  // namespace tandem::apps
