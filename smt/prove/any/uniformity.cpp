#include "smt/prove/any/uniformity.hpp"

#include <algorithm>

#include "smt/prove/any/path_text.hpp"

namespace tandem::smt::any {

namespace {

const Path* first_without(const std::map<int, const Path*>& some, const std::map<int, const Path*>& others) {
    for (const auto& [text, path] : some)
        if (!others.contains(text)) return path;
    return nullptr;
}
std::string event_of(const Roles& roles, const Path& path) {
    return roles.problem().events[static_cast<std::size_t>(path.event)].name;
}

using FirstStates = std::set<std::map<Role, int>>;

constexpr int outside = -1'000'000;  // what a pointer to a dropped name holds: no number of a free datum

/// By role: what is of the names that `renamed` maps to a name, and pointers as it says. Free data are numbered anew in the
/// order of roles, since only which of them are equal means something.
template <class F>
FirstStates first_states(const Roles& roles, std::size_t sort, F&& renamed) {
    FirstStates all;
    for (const std::vector<int>& state : roles.problem().initial) {
        std::map<Role, int> values;
        for (std::size_t v = 0; v < state.size(); ++v) {
            Role role = roles.of(static_cast<int>(v));
            bool there = true;
            each_name(role, [&](std::size_t s, int& n) {
                if (s != sort) return;
                n = renamed(n);
                there = there && n != outside;
            });
            const bool pointer = roles.holds_names_of(static_cast<int>(v)) == static_cast<int>(sort);
            if (there) values[role] = pointer ? renamed(state[v]) : state[v];
        }
        std::map<int, int> data;
        for (auto& [role, value] : values)
            if (value < 0 && value != outside) value = data.try_emplace(value, -1 - static_cast<int>(data.size())).first->second;
        all.insert(std::move(values));
    }
    return all;
}

FirstStates with_exchanged(const Roles& roles, std::size_t sort, int a, int b) {
    return first_states(roles, sort, [&](int n) { return n == a ? b : n == b ? a : n; });
}
/// With so many of the last names outside, and name 0 if asked for.
FirstStates with_outside(const Roles& roles, std::size_t sort, int last, bool first) {
    const int kept = roles.problem().shape[static_cast<model::Sort>(sort)] - last;
    return first_states(roles, sort, [&](int n) { return n >= kept || (first && n == 0) ? outside : n; });
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
    const FirstStates whole = with_exchanged(larger, sort, 0, 0);
    for (int n = 2; n < larger.problem().shape[static_cast<model::Sort>(sort)]; ++n)
        if (with_exchanged(larger, sort, 1, n) != whole) return false;
    return with_outside(larger, sort, 2, false) == with_outside(smaller, sort, 1, false) &&
           with_outside(larger, sort, 1, true) == with_outside(smaller, sort, 0, true);
}

}  // namespace tandem::smt::any
