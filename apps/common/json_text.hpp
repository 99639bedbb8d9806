// A report as JSON is written to a file. Names of files need not be UTF-8, and JSON has no other text: what is none becomes
// U+FFFD.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace tandem::apps {

template <class Json>
std::string json_text(const Json& json, int indent = 2) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tandem::apps
