#include "apps/command/values.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include "apps/common/words.hpp"
#include "apps/help/value_kinds.hpp"
#include "model/file_bytes.hpp"

namespace tandem::apps {

namespace {

using Complaint = std::string;  // empty if there is none

/// Whether all of the text is one number of this type. CLI11 would also take hexadecimal, octal by a leading 0, and -1 for the
/// largest of all.
template <class Number>
bool is_number(const std::string& text) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [read, error] = std::from_chars(text.data(), end, value);
    if constexpr (std::is_floating_point_v<Number>)
        if (!std::isfinite(value)) return false;
    return error == std::errc{} && read == end;
}

template <class Number>
Complaint unless_number(const std::string& text, const std::string& accepted) {
    return is_number<Number>(text) ? Complaint() : "'" + model::printable(text) + "' is no such number: accepted is " + accepted;
}

/// An empty word, of a variable that a script has not set, is a mistake and not the option's absence.
Complaint unless_list(const std::string& text, const std::string& accepted) {
    return has_empty_part(text) ? (text.empty() ? "it is empty" : "'" + model::printable(text) + "' has an empty word") +
                                      ": accepted is " + accepted
                                : Complaint();
}

Complaint complaint_of(const ValueKind& kind, const std::string& value) {
    const auto is = [&](const ValueKind& other) { return std::string(kind.word) == other.word; };
    if (is(kind::seconds) || is(kind::minutes) || is(kind::percent)) return unless_number<double>(value, kind.meaning);
    if (is(kind::integer)) return unless_number<std::int64_t>(value, kind.meaning);
    if (is(kind::natural)) return unless_number<std::uint64_t>(value, kind.meaning);
    if (is(kind::variant) || is(kind::shape) || is(kind::words)) return unless_list(value, kind.meaning);
    if ((kind.files || kind.folders) && value.empty()) return Complaint("it is empty; accepted is ") + kind.meaning;
    return "";
}

/// Null if the option says of its values something else than a kind. One kind's word may begin another's.
const ValueKind* kind_of(const CLI::Option& option) {
    const std::string words = option.get_type_name();
    const ValueKind* found = nullptr;
    for (const ValueKind& kind : value_kinds)
        if (words.starts_with(kind.word) && (!found || std::strlen(kind.word) > std::strlen(found->word))) found = &kind;
    return found;
}

}  // namespace

void check_values(CLI::App& command) {
    for (CLI::Option* option : command.get_options())
        if (const ValueKind* kind = kind_of(*option))
            option->check([kind](const std::string& value) { return complaint_of(*kind, value); });
}

}  // namespace tandem::apps
