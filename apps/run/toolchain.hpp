// The programs that make a machine's code of a test, and that run it: the system's compiler, or one for another processor with an
// emulator of it, or nvcc.
#pragma once

#include <filesystem>
#include <vector>

#include "apps/run/program_text.hpp"

namespace tandem::apps {

struct Toolchain {
    std::unique_ptr<Dialect> dialect;
    Harness harness = Harness::cpu;
    std::string source;                    // the ending of its sources' names
    std::vector<std::string> compile;      // words before the names of the source, and of the program after "-o"
    std::vector<std::string> run;          // words before the program's name: an emulator
    std::vector<std::string> disassemble;  // words before the program's name; empty if there is no such tool here
    std::string emulated;                  // what is emulated: it shows that the program works, and nothing of a machine's memory
};

/// For tests of a language on "cpu" or "cuda". Throws UsageError that says which program is missing and what package has it.
Toolchain toolchain_for(const std::string& language, const std::string& on);

/// The processors that this program may use.
std::vector<int> processors_at_hand();

/// What speaks against the compiled program: an access or fence that is not there, not in order, or another instruction; empty if
/// nothing does. `disassembly` is what objdump says.
std::string lost_in_compilation(const std::string& disassembly, const std::vector<MarkedInstruction>& marked);

}  // namespace tandem::apps
