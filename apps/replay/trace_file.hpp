// A file that `tandem check --trace FILE.json` wrote (docs/trace.schema.json), read again. Nothing in it is believed: what is
// missing, of another kind or too much ends in one line.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engines/selection.hpp"
#include "model/network.hpp"

namespace tandem::apps {

/// The fields of a node by their paths: "lines.A.wts" and "3". The file keeps them as a tree.
using Leaves = std::map<std::string, std::string>;
/// Fields as the file would give them back.
Leaves leaves_of(const std::vector<model::Field>& fields);
/// By node.
using WrittenState = std::map<std::string, Leaves>;

struct WrittenMessage {
    std::string from, to, text, kind;
    int sent = 0;  // the step that sends it, counted from 1
};

struct WrittenStep {
    std::string event, node, error;  // `node` is empty for a tick
    std::string operation;           // what `event` says behind the node's name
    std::vector<std::string> outcomes, seen;
    int receives = -1;       // the number of a message
    std::vector<int> sends;  // their numbers
    WrittenState states;     // of the nodes that it may have changed
};

struct WrittenTrace {
    std::string property, fairness, refused;
    std::string verdict;    // of what is no run of a protocol's system by itself; else empty
    std::string moments;    // "any" or "clock" of a run of the system that a proof is about; else empty
    int repeats_from = -1;  // counted from 0
    bool dead_end = false;
    WrittenState start;
    std::vector<WrittenMessage> messages;
    std::vector<WrittenStep> steps;
};

struct WrittenFile {
    std::string protocol, system;
    engines::Selection selection;
    std::vector<WrittenTrace> traces;
};

/// The most bytes that a file may have.
inline constexpr std::size_t most_bytes_of_trace = std::size_t{256} << 20;

/// Throws UsageError.
WrittenFile read_trace_file(const std::string& path);

/// The same of a text, which `path` names in what is thrown.
WrittenFile trace_file_of(const std::string& text, const std::string& path);

}  // namespace tandem::apps
