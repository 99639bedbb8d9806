// A run's timeline for people and for programs: a picture, numbers, and a trace for viewers of traces.
#pragma once

#include <memory>
#include <vector>

#include "apps/common/output.hpp"
#include "apps/sim/sim.hpp"

namespace tandem::apps {

/// Panels above each other, over one axis of cycles: what is issued, what SMs wait for, traffic, L1, DRAM.
std::string timeline_svg(const SimReport& report);
/// All intervals and launches, in JSON.
std::string timeline_json(const SimReport& report);
/// Chrome's Trace Event Format, which Perfetto opens: launches as slices, and a counter for each panel. A cycle is drawn as a
/// microsecond, for the format has no other time.
std::string timeline_trace(const SimReport& report);

/// The files that a user has asked for, by their endings: .svg, .trace.json, or another .json. They come into being when they are
/// written.
class TimelineFiles {
public:
    /// Throws UsageError for an ending that none of them has, and for a file that cannot be written.
    explicit TimelineFiles(const std::vector<std::string>& paths);
    void write(const SimReport& report);

private:
    struct File {
        std::string (*text)(const SimReport& report);
        std::unique_ptr<WholeFile> file;
    };
    std::vector<File> files_;
};

}  // namespace tandem::apps
