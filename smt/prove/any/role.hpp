// What a variable is, whatever the size of the system: the pattern of its name, and of which core, thread and address it is.
//
// Systems of one text in two sizes have the same roles, as far as their names go. So a clause that is said in roles can be said
// of any size. Symmetries (symmetries.hpp) tell variables apart in the same way within one size.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "smt/prove/problem.hpp"

namespace tandem::smt::any {

/// Sorts whose number may be any: core, thread, address. Data are unbounded in any proof.
inline constexpr std::size_t sorts = 3;
/// By sort: a name or a number of names; -1 where there is none.
using BySort = std::array<int, sorts>;
inline constexpr BySort none{-1, -1, -1};

struct Role {
    std::string pattern;
    BySort at = none;               // the coordinates within its segment
    int core = -1, from_core = -1;  // of the segment
    friend auto operator<=>(const Role&, const Role&) = default;
};

/// Calls f(sort, name) for each name that the role has; a reference, so that f may rename it.
template <class R, class F>
void each_name(R& role, F&& f) {
    for (std::size_t s = 0; s < sorts; ++s)
        if (role.at[s] >= 0) f(s, role.at[s]);
    if (role.core >= 0) f(0, role.core);
    if (role.from_core >= 0) f(0, role.from_core);
}

class Roles {
public:
    /// Of all variables but those that others define. `problem` must outlive this.
    explicit Roles(const Problem& problem);

    const Problem& problem() const { return problem_; }
    const Role& of(int variable) const { return roles_[static_cast<std::size_t>(variable)]; }
    std::optional<int> variable(const Role& role) const;
    /// The sort of the names that the variable holds; -1 if it holds none, or data.
    int holds_names_of(int variable) const;
    bool is_of(int variable, std::size_t sort, int name) const;
    /// How many places the queue has whose places have this pattern, with "[]" for the place.
    int places(const std::string& queue) const;
    /// By that pattern: all queues within nodes and messages.
    const std::map<std::string, int>& queues() const { return places_; }

private:
    const Problem& problem_;
    std::vector<Role> roles_;
    std::map<Role, int> variable_of_;
    std::map<std::string, int> places_;
};

}  // namespace tandem::smt::any
