// A file that grows while its content is made, for what is too much to be held: it too is there whole or not at all.
#pragma once

#include <fstream>
#include <memory>
#include <string>
#include <string_view>

namespace tandem::apps {

/// Like a WholeFile (output.hpp), but written in pieces.
class StreamedFile {
public:
    /// "-": standard output. Throws UsageError if it cannot be written.
    StreamedFile(std::string path, const std::string& what);
    /// Without `commit` nothing is left of it.
    ~StreamedFile();
    StreamedFile(const StreamedFile&) = delete;
    StreamedFile& operator=(const StreamedFile&) = delete;
    bool to_output() const { return path_ == "-"; }
    /// Printable ASCII and ends of lines. Throws UsageError if not all of it could be written.
    void write(std::string_view text);
    /// It has all its content, and appears under its name.
    void commit();

private:
    class Open;
    std::string path_, what_;
    std::unique_ptr<Open> open_;
};

}  // namespace tandem::apps
