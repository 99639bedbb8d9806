// Where results go: standard output, and files that are written whole or not at all. Every write is checked to its end, for a
// result that is cut off where a disk was full looks like a result: what cannot be written is a UsageError, and status 2.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>

namespace tandem::apps {

/// Writes to standard output. Throws UsageError if not all of it could be written.
void say(const std::string& text);

/// Writes a file, over one that may be there, whole or not at all. `what` names it in the UsageError that is thrown if not all of
/// it could be written.
void write_file(const std::string& path, const std::string& text, const std::string& what);

/// Does each of these, whatever becomes of the others: a result that finds no room in one place may in another. Then the first
/// exception goes on.
void deliver(std::initializer_list<std::function<void()>> writes);

/// A file that comes into being when `commit` is called. Throws UsageError at once if it cannot be written. What is there and is
/// no ordinary file, as a device or a pipe, is written to as it is; a link leads to its file.
class WholeFile {
public:
    /// Empty: nothing is written. "-": standard output.
    WholeFile(std::string path, const std::string& what);
    WholeFile(const WholeFile&) = delete;
    WholeFile& operator=(const WholeFile&) = delete;
    bool to_output() const { return path_ == "-"; }
    void commit(const std::string& text);

private:
    std::string path_, what_, target_, partial_;
};

/// Deletes what is being written by any WholeFile or StreamedFile, under the name that it has until it is whole. A signal's
/// handler may call it.
void drop_partial_file();

}  // namespace tandem::apps
