// What an export is made of, and what comes of it.
#pragma once

#include <string>
#include <vector>

namespace tandem::engines {

struct ExportOptions {
    std::string format = "murphi";  // murphi, tla, smt2 or cubicle
    bool scalarsets = false;        // murphi: so that the Murphi tool may reduce by symmetry itself
    std::string name{};             // of what is written, where a format names it; empty for the protocol's own
};

struct Exported {
    bool free;                            // without a monitor
    std::string title;                    // in one line
    std::vector<std::string> properties;  // that `tandem check` judges of it
};

struct ExportedFile {
    std::string extension;  // of a file that belongs beside the one that was asked for, which is the first and has none
    std::string text;
};

}  // namespace tandem::engines
