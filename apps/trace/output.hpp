// The files that --trace and --html name.
#pragma once

#include "apps/common/output.hpp"
#include "apps/trace/written.hpp"

namespace tandem::apps {

class TraceOutput {
public:
    /// `page` is written as a page to step through, whatever its ending. Empty: nothing is written. Throws UsageError if the
    /// ending of `path` names no format, or if a file cannot be written.
    explicit TraceOutput(const std::string& path, const std::string& page = "");
    /// Whether there is a file to write.
    bool wanted() const { return !path_.empty() || !page_path_.empty(); }
    /// Writes the traces of these systems: all of them as text, those of the first that has any in all other formats. Where there
    /// are none nothing is written, and a line on standard error says so, as it says what a format of one trace leaves out.
    void commit(const std::vector<TraceFile>& systems);

private:
    std::string path_, page_path_;
    TraceFormat format_ = TraceFormat::text;
    WholeFile file_, page_;
};

}  // namespace tandem::apps
