// Litmus tests as one program in C or CUDA: a function for each thread, a table of the tests, and what runs them
// (cpu_harness.cpp, cuda_harness.cpp).
#pragma once

#include "apps/run/dialect.hpp"

namespace tandem::apps {

/// An access or fence whose compiled instruction stands at a label that begins with `mark`, and begins with `mnemonic`.
struct MarkedInstruction {
    std::string mark, mnemonic;
    bool follows = false;  // the one before it, in one piece of text that no jump leaves or enters
};

struct ProgramText {
    std::string text;
    std::vector<std::vector<MarkedInstruction>> marked;  // by test, in the order of each thread's text
};

enum class Harness { cpu, cuda };

/// Throws Unrunnable if the processor has not what a test asks for.
void check_runnable(const specs::Test& test, const Dialect& dialect, Harness harness);

/// The program: its first argument is a test's number here. All must have passed check_runnable.
ProgramText program_text(const std::vector<const specs::Test*>& tests, const Dialect& dialect, Harness harness);

/// Bytes of each location: 4, or 8 if addresses are stored or a number needs more than 32 bits.
int bytes_of_locations(const specs::Test& test);

/// What the program says of itself goes into memory as text: the two harnesses.
extern const char* const cpu_harness_start;
extern const char* const cpu_harness_end;
extern const char* const cuda_harness_start;
extern const char* const cuda_harness_end;

}  // namespace tandem::apps
