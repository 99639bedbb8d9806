// Drafts of tests as text, in each of the languages.
#pragma once

#include "specs/litmus/generate/draft.hpp"

namespace tandem::specs {

/// A program table's cells and the parts around it.
struct Sheet {
    std::vector<std::string> initial;             // lines of the initial state
    std::vector<std::vector<std::string>> cells;  // by thread
    std::string scopes, regions;                  // lines, with their end
    std::vector<std::string> places;              // by thread, after its name
    std::vector<std::string> asked;               // the parts that the condition joins
    std::vector<std::string> shown;               // registers beside the cycle: what was there before a write
};

Sheet write_ptx(const Draft& draft);
Sheet write_ptx6(const Draft& draft);
Sheet write_lisa(const Draft& draft, TestLanguage language);
Sheet write_x86(const Draft& draft);

/// The whole file.
std::string write_test(TestLanguage language, const std::string& name, const std::string& description, const Draft& draft);

/// The scope tree. One word stands for all or none, and the others for what a grid has to itself, a cta and a warp: "(device
/// (kernel (cta (warp P0)) (cta (warp P1))))", "(sys (gl (cta (warp P0))) (gl (cta (warp P1))))".
std::string scope_tree(const std::vector<Place>& places, const std::string& whole, const std::vector<std::string>& levels);

}  // namespace tandem::specs
