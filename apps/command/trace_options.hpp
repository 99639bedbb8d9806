// `--trace` and `--html`, as all commands have them that find runs.
#pragma once

#include <CLI/CLI.hpp>

#include "apps/help/value_kinds.hpp"

namespace tandem::apps {

/// `what` begins the sentence on --trace: "Write the traces".
inline void add_trace_options(CLI::App& command, std::string& trace, std::string& html, const std::string& what) {
    command
        .add_option("--trace", trace,
                    what +
                        " to a file, as its ending says: .html (a page to step through), .svg, .mmd (Mermaid), .json, "
                        ".itf.json (for viewers of TLA+), .trace.json (for Perfetto), .txt")
        ->type_name(kind::file.word);
    command.add_option("--html", html, "The same as a page to step through, whatever the file's ending")
        ->type_name(kind::file.word);
}

}  // namespace tandem::apps
