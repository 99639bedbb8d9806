// Systems written for other tools.
#pragma once

#include <string>
#include <vector>

namespace tandem::apps {

struct Selection;
struct Protocol;

struct ExportOptions {
    std::string format = "murphi";  // one of export_formats()
    bool scalarsets = false;        // murphi: so that the Murphi tool may reduce by symmetry itself
    std::string name{};             // of what is written, where a format names it; empty for the protocol's own
};

/// What is exported.
struct Exported {
    bool free;                            // without a monitor
    std::string title;                    // in one line
    std::vector<std::string> properties;  // that `tandem check` judges of it
};
Exported exported(const Protocol& protocol, const Selection& selection);

struct ExportedFile {
    std::string extension;  // of a file that belongs beside the one that was asked for, which is the first and has none
    std::string text;
};

struct ExportFormat {
    std::string name;
    /// How an extra file is shown where only the first is written, to standard output; nullptr if there is none.
    std::string (*append)(const std::string& text);
};

const std::vector<ExportFormat>& export_formats();
std::string format_names(const std::string& separator);

/// Writes the protocol to the file `output` and what belongs beside it, or to standard output if that is empty or "-".
int run_export(const std::string& protocol, const Selection& selection, ExportOptions options, const std::string& output);

}  // namespace tandem::apps
