#include "smt/prove/any/uniformity.hpp"

#include <algorithm>

#include "smt/prove/any/path_text.hpp"

namespace tandem::smt::any {

namespace {

std::map<int, const Path*> paths_by_text(const Roles& roles, Vocabulary& vocabulary, const TwoNames& two = {}) {
    PathTexts texts(roles, vocabulary, none, two);
    std::map<int, const Path*> all;
    for (const Path& path : roles.problem().paths) all.emplace(texts.of(path).text, &path);
    return all;
}

const Path* first_without(const std::map<int, const Path*>& some, const std::map<int, const Path*>& others) {
    for (const auto& [text, path] : some)
        if (!others.contains(text)) return path;
    return nullptr;
}
std::string event_of(const Roles& roles, const Path& path) {
    return roles.problem().events[static_cast<std::size_t>(path.event)].name;
}

using FirstStates = std::set<std::map<Role, int>>;

/// By role, without the last `left_out` names of the sort, and with two of its names exchanged.
FirstStates first_states(const Roles& roles, std::size_t sort, int left_out, int a, int b) {
    const int extent = roles.problem().shape[static_cast<model::Sort>(sort)] - left_out;
    FirstStates all;
    for (const std::vector<int>& state : roles.problem().initial) {
        std::map<Role, int> values;
        for (std::size_t v = 0; v < state.size(); ++v) {
            Role role = roles.of(static_cast<int>(v));
            bool there = true;
            each_name(role, [&](std::size_t s, int& n) {
                if (s != sort) return;
                there = there && n < extent;
                n = n == a ? b : n == b ? a : n;
            });
            if (there) values[role] = state[v];
        }
        all.insert(std::move(values));
    }
    return all;
}

}  // namespace

std::optional<std::string> differs(const Roles& as_it_is, const Roles& shown) {
    Vocabulary vocabulary;
    const auto here = paths_by_text(as_it_is, vocabulary), there = paths_by_text(shown, vocabulary);
    if (const Path* path = first_without(here, there)) return event_of(as_it_is, *path);
    if (const Path* path = first_without(there, here)) return event_of(shown, *path);
    return std::nullopt;
}

std::optional<std::string> tells_names_apart(const Roles& roles, std::size_t sort) {
    for (int n = 1; n < roles.problem().shape[static_cast<model::Sort>(sort)]; ++n) {
        Vocabulary vocabulary;
        TwoNames two{static_cast<int>(sort), 0, n, false};
        const auto as_it_is = paths_by_text(roles, vocabulary, two);
        two.exchanged = true;
        const auto exchanged = paths_by_text(roles, vocabulary, two);
        if (const Path* path = first_without(as_it_is, exchanged)) return event_of(roles, *path);
    }
    return std::nullopt;
}

bool starts_alike(const Roles& larger, const Roles& smaller, std::size_t sort) {
    const FirstStates whole = first_states(larger, sort, 0, 0, 0);
    for (int n = 1; n < larger.problem().shape[static_cast<model::Sort>(sort)]; ++n)
        if (first_states(larger, sort, 0, 0, n) != whole) return false;
    return first_states(larger, sort, 1, 0, 0) == first_states(smaller, sort, 0, 0, 0);
}

}  // namespace tandem::smt::any
