// The file that --trace names.
#pragma once

#include "apps/common/output.hpp"
#include "apps/trace/written.hpp"

namespace tandem::apps {

class TraceOutput {
public:
    /// Empty: nothing is written. Throws UsageError if the ending names no format, or if the file cannot be written.
    explicit TraceOutput(const std::string& path);
    /// Writes the traces of these systems: all of them as text, those of the first that has any in all other formats. Where there
    /// are none nothing is written, and a line on standard error says so, as it says what a format of one trace leaves out.
    void commit(const std::vector<TraceFile>& systems);

private:
    std::string path_;
    TraceFormat format_ = TraceFormat::text;
    WholeFile file_;
};

}  // namespace tandem::apps
