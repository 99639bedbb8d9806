// What the tests of `prove --any` ask for: German's protocol with any number of caches, and few samples, so that a test is short.
#pragma once

#include "apps/prove/any.hpp"

namespace tandem::tests {

inline apps::ProveOptions few_samples_of_any_caches() {
    apps::ProveOptions options;
    options.any = "caches";
    options.threads = 1;
    options.samples = 20'000;
    options.explored = 10'000;
    options.compared = 1'000;
    return options;
}

}  // namespace tandem::tests
