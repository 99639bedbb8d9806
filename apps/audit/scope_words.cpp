#include "apps/audit/scope_words.hpp"

#include <array>
#include <utility>

namespace tandem::apps {

using model::Order;
using model::Scope;

namespace {

constexpr std::array<std::pair<const char*, Order>, 4> orders{
    {{"relaxed", Order::relaxed}, {"acquire", Order::acquire}, {"release", Order::release}, {"acq_rel", Order::acquire_release}}};
constexpr std::array<std::pair<const char*, Scope>, 7> scopes{{{"wi", Scope::wi},
                                                               {"wv", Scope::wv},
                                                               {"wg", Scope::wg},
                                                               {"cmp", Scope::cmp},
                                                               {"sys", Scope::sys},
                                                               {"cta", Scope::wg},
                                                               {"gl", Scope::cmp}}};

template <class Table, class Of>
const char* word_of(const Table& table, Of of) {
    for (const auto& [word, value] : table)
        if (value == of) return word;
    return "";
}

/// Of a fence the word of PTX.
std::string scope_word(audit::Kind kind, Scope scope) {
    const bool fence = kind == audit::Kind::fence;
    return fence && scope == Scope::wg ? "cta" : fence && scope == Scope::cmp ? "gl" : word_of(scopes, scope);
}

}  // namespace

std::optional<Order> order_of(const std::string& word) {
    for (const auto& [name, order] : orders)
        if (word == name) return order;
    return {};
}

std::optional<Scope> scope_of(const std::string& word) {
    for (const auto& [name, scope] : scopes)
        if (word == name) return scope;
    return {};
}

std::string as_words(audit::Kind kind, const audit::Synchronization& how) {
    if (kind == audit::Kind::fence) return how.scope == Scope::sys ? "" : " " + scope_word(kind, how.scope);
    if (how.order == Order::plain) return "";
    return std::string(" ") + word_of(orders, how.order) + " " + scope_word(kind, how.scope) + (how.remote ? " remote" : "");
}

std::string as_members(audit::Kind kind, const audit::Synchronization& how) {
    if (kind != audit::Kind::fence && how.order == Order::plain) return "";
    std::string out;
    if (kind != audit::Kind::fence) out += std::string(", \"order\": \"") + word_of(orders, how.order) + "\"";
    out += std::string(", \"scope\": \"") + scope_word(kind, how.scope) + "\"";
    if (how.remote) out += ", \"remote\": true";
    return out;
}

}  // namespace tandem::apps
