// What a certificate says of where it comes from: lines of its `contents`, by which anyone derives the same system from the
// protocol's text.
#pragma once

#include <string>

#include "apps/common/catalog.hpp"
#include "apps/prove/comparison.hpp"

namespace tandem::apps {

struct Origin {
    std::string protocol;
    Selection selection;   // with the clock's width, if it is reset
    bool reset = false;    // whether clocks end and are reset
    Effort effort;
};

std::string as_text(const Origin& origin);

/// The same of `contents`, of which nothing is believed. Throws UsageError.
Origin origin_of(const std::string& contents);

}  // namespace tandem::apps
