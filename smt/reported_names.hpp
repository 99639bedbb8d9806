// Whether paths are split by the names that a handler reports to the monitor.
//
// A handler may report an access without asking whose it is: L2 answers a request for whatever warp it names. A monitor that
// keeps something of each warp then reads it through that pointer. Usually that becomes a conditional value, so that paths do
// not multiply. Each such value speaks of all names, and counts as a witness of its own (prove/any/cutoff.hpp). Split, a path
// follows the pointer, and depends on one name.
//
// It is so while one of these lives, for the thread that made it, as with the oracle of paths (path_oracle.hpp).
#pragma once

namespace tandem::smt {

class SplitByReportedNames {
public:
    SplitByReportedNames();
    ~SplitByReportedNames();
    SplitByReportedNames(const SplitByReportedNames&) = delete;
    SplitByReportedNames& operator=(const SplitByReportedNames&) = delete;

    /// Whether one lives.
    static bool asked();

private:
    const bool outer_;
};

}  // namespace tandem::smt
