// A protocol's text does what no text may (model::LocalStep::error), found where nobody asked for it: while programs are played
// or states collected. One line that says where and what; the program prints it and ends with 1, for it refutes the text. `tandem
// check` tells the whole run.
#pragma once

#include <stdexcept>

namespace tandem::apps {

struct BrokenText : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace tandem::apps
