// Settings of a workload as the user gives them: words and numbers, and one line about what would be accepted.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "perfsim/workload.hpp"

namespace tandem::perfsim {

/// A whole number; nothing if the text is not one.
inline std::optional<std::uint32_t> whole(std::string_view text) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The value given for a setting, or its default.
inline std::string given(const WorkloadOptions& options, const WorkloadSetting& setting) {
    return options.settings.contains(setting.name) ? options.settings.at(setting.name) : setting.unless_given;
}

/// One of an enumeration's words, with hyphens for its underscores. Throws WorkloadError.
template <class E>
E choice(const std::string& what, const std::string& text) {
    std::optional<E> found;
    std::string names;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto d) {
        std::string name = d.name;
        std::replace(name.begin(), name.end(), '_', '-');
        if (name == text) found = d.value;
        names += (names.empty() ? "" : ", ") + name;
    });
    if (!found) throw WorkloadError(fmt::format("there is no {} '{}': {} are accepted", what, text, names));
    return *found;
}

}  // namespace tandem::perfsim
