// Systems written for other tools.
#pragma once

#include <string>
#include <vector>

#include "engines/exported.hpp"
#include "engines/selection.hpp"

namespace tandem::apps {

using engines::ExportedFile, engines::ExportOptions, engines::Selection;

struct ExportFormat {
    std::string name;
    /// How an extra file is shown where only the first is written, to standard output; nullptr if there is none.
    std::string (*append)(const std::string& text);
};

const std::vector<ExportFormat>& export_formats();

/// Writes the protocol to the file `output` and what belongs beside it, or to standard output if that is empty or "-".
int run_export(const std::string& protocol, const Selection& selection, ExportOptions options, const std::string& output);

}  // namespace tandem::apps
