// The program from a user's view: its words, its status, and its output.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "apps/command/run.hpp"

namespace tandem::tests {

struct Run {
    int status;
    std::string out, err;
};

/// Runs the program in this process.
inline Run tandem(std::vector<const char*> words) {
    words.insert(words.begin(), "tandem");
    std::ostringstream out, err;
    auto* old_out = std::cout.rdbuf(out.rdbuf());
    auto* old_err = std::cerr.rdbuf(err.rdbuf());
    const int status = apps::run(static_cast<int>(words.size()), words.data());
    std::cout.rdbuf(old_out);
    std::cerr.rdbuf(old_err);
    return {status, out.str(), err.str()};
}

/// Status 2, and one line that names what is accepted.
inline void check_unusable(const Run& run, const std::string& accepted) {
    CAPTURE(run.err);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK(run.err.find(accepted) != std::string::npos);
}

}  // namespace tandem::tests
