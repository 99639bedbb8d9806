// Litmus tests from cycles of relaxations, as ptx-litmus.txt describes in 4.1. The user gives edges, and all cycles of them up to
// a size are found. Each becomes a test in every scope tree and memory map, no two of them equal up to renaming.
//
//   relaxation.hpp   the edges, by name
//   cycle.hpp        which cycles there are
//   draft.hpp        a cycle's accesses and values; equality up to renaming (canonical.cpp)
//   style.hpp        the instructions that access: orders, scopes, cache operators, read-modify-writes
//   placement.hpp    scope trees and memory maps
//   name.hpp         what a test is called
//   write*.cpp       its text in each language
#pragma once

#include "specs/litmus/generate/placement.hpp"
#include "specs/litmus/generate/style.hpp"

namespace tandem::specs {

struct GeneratorOptions {
    TestLanguage language = TestLanguage::ptx;
    std::vector<Relaxation> relaxations;
    int cycle_size = 4;                                      // edges, from 3 to 12
    std::vector<Nearest> levels{Nearest::cta, Nearest::gl};  // how near threads may be; not in X86
    bool global = true, shared = false;                      // where locations may be; shared in PTX only
    std::vector<const AccessStyle*> accesses{};              // by which instructions; none: the language's first
};

struct GeneratedTest {
    std::string name, cycle, text;
};

/// Calls take(test) for each test, until it returns false. Returns whether all were taken.
bool generate(const GeneratorOptions& options, const std::function<bool(const GeneratedTest&)>& take);

}  // namespace tandem::specs
