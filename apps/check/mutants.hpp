// `tandem check FOLDER --mutants LIST`: which of an author's bugs do the properties kill? For each mutant of the list a copy of
// the folder is changed, built as a module and searched.
#pragma once

#include <string>
#include <vector>

#include "apps/check/check.hpp"
#include "apps/check/mutant_list.hpp"

namespace tandem::apps {

struct MutantReport {
    Mutant mutant;
    // `otherwise`: not by its property, or not in so many steps
    enum class End { killed, otherwise, survives, undecided, unusable } end = End::unusable;
    std::string property;  // that was refuted
    int steps = 0;         // of its trace; 0 if it has none
    std::string why;       // of what is unusable or undecided, in a line
};

/// Searches one after the other, with the options of `check`. Throws UsageError for a list that cannot be read.
std::vector<MutantReport> check_mutants(const CheckOptions& options, const std::string& list);

/// The whole command; returns the exit status: 1 if one survives or dies of something else than the list says, 2 if one cannot be
/// built.
int run_mutants(const CheckOptions& options, const std::string& list);

}  // namespace tandem::apps
