// A text that somebody else wrote as JSON. Its depth is limited: what works on whole values calls itself for each value within
// another.
#pragma once

#include <nlohmann/json.hpp>

#include <string_view>

namespace tandem::apps {

/// Discarded (is_discarded) if it is no JSON, or has a value within more than so many others.
inline nlohmann::json json_of(std::string_view text, int deepest) {
    using nlohmann::json;
    bool too_deep = false;
    json value = json::parse(
        text.begin(), text.end(),
        [&](int depth, json::parse_event_t, json&) {
            too_deep = too_deep || depth > deepest;
            return !too_deep;
        },
        false);
    return too_deep ? json(json::value_t::discarded) : value;
}

}  // namespace tandem::apps
