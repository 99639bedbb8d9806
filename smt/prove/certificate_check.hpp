// The script that a certificate brings with it: it asks a solver every question, and sees to it that none is missing.
#pragma once

#include <string>

namespace tandem::smt {

/// For a POSIX shell. It uses sed, awk, grep and a solver, and nothing of this program.
std::string certificate_check();

}  // namespace tandem::smt
