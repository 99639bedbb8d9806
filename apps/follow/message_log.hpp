// A log of what the nodes of a system do and receive, as lines of JSON: of RTL, of another simulator, or of `sim --messages`.
//
//   {"format": "tandem-messages", "format_version": 1, "protocol": "gtsc", "variant": "rc", "shape": "sms=2,warps=1",
//    "nodes": ["SM0", "L2"], "steps": ["access", "act", "receive"]}
//   {"node": "SM0", "event": "W0 load A"}
//   {"node": "L2", "receives": {"kind": "BusRd", "from": "SM0", "address": "A"}}
//
// The first line may be missing, and so may each of its members. `nodes` and `steps` say what is observed: each such step of such
// a node has a line. Of a message any fields may be named; `outcomes`, `state` and `cycle` may be there too.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "apps/replay/trace_file.hpp"
#include "engines/selection.hpp"
#include "model/file_lines.hpp"
#include "model/network.hpp"

namespace tandem::apps {

/// What a log says of a message: only what is there is compared. `kind` and `from` may be empty.
struct LoggedMessage {
    std::string kind, from;
    std::vector<model::Field> fields;
};

struct LoggedStep {
    std::uint32_t line = 0;      // of the file, from 1 on
    int node = 0;                // among the network's
    int label = -1;              // of its operation or action: the first with that text; -1 if it receives a message
    int message = -1;            // among the log's
    int state = -1;              // among the log's: fields of the node afterwards
    std::uint64_t outcomes = 0;  // that occurred, among others
    std::int64_t cycle = -1;     // -1: nobody knows
};

/// Kinds of steps.
struct Observed {
    bool access = true, act = true, receive = true;
};

struct MessageLog {
    std::vector<bool> nodes;  // which are observed
    Observed steps;
    std::vector<LoggedMessage> messages;
    std::vector<Leaves> states;
    std::vector<LoggedStep> lines;
    bool timed = false;    // each line has its cycle
    bool is_cut = false;   // it came through a pipe and ends in half a line
    bool goes_on = false;  // there are more lines: these sufficed
};

class MessageLogFile {
public:
    /// Reads the first line. Throws UsageError.
    explicit MessageLogFile(const std::string& path);

    /// What the first line says; empty where it says nothing.
    const std::string& protocol() const { return protocol_; }
    const engines::Selection& selection() const { return selection_; }
    const std::string& shown_path() const { return shown_path_; }

    /// The whole log, of this system. Throws UsageError with the line for what the system does not know, and for a log that takes
    /// more bytes of memory. After `beginning` steps `suffices` is asked whether these are enough; then no more is read.
    MessageLog read(const model::Network& network, std::size_t memory,
                    const std::function<bool(const MessageLog&)>& suffices = nullptr);
    static constexpr std::size_t beginning = 1000;

private:
    class Reader;
    bool next(std::string_view& line);
    [[noreturn]] void refuse(const std::string& why) const;

    std::string shown_path_, protocol_, first_, head_;
    engines::Selection selection_;
    model::FileLines lines_;
    bool first_is_pending_ = false;
};

}  // namespace tandem::apps
