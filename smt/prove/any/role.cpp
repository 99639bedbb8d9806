#include "smt/prove/any/role.hpp"

#include <algorithm>

#include "smt/prove/objects.hpp"

namespace tandem::smt::any {

Roles::Roles(const Problem& problem) : problem_(problem) {
    for (const Segment& segment : problem.segments) {
        const LayoutPlaces places = places_of(segment.layout);
        const bool channel = segment.kind == Segment::Kind::channel;
        if (channel) roles_.push_back({segment.pattern + ".size", none, segment.core, segment.from_core});
        for (int k = 0; k < segment.places; ++k)
            for (const LeafPlace& leaf : places.leaves) {
                Role role{segment.pattern + "." + (channel ? std::to_string(k) : "") + leaf.pattern, none, segment.core,
                          segment.from_core};
                const auto& at = places.objects[static_cast<std::size_t>(leaf.object)].at;
                std::copy_n(at.begin(), sorts, role.at.begin());
                roles_.push_back(std::move(role));
            }
    }
    for (std::size_t v = 0; v < roles_.size(); ++v) {
        const std::string& pattern = roles_[v].pattern;
        variable_of_[roles_[v]] = static_cast<int>(v);
        if (const auto open = pattern.find('['); open != std::string::npos) {
            int& places = places_[pattern.substr(0, open)];
            places = std::max(places, std::stoi(pattern.substr(open + 1)) + 1);
        }
    }
}

std::optional<int> Roles::variable(const Role& role) const {
    const auto found = variable_of_.find(role);
    return found == variable_of_.end() ? std::nullopt : std::optional(found->second);
}

int Roles::holds_names_of(int variable) const {
    static constexpr std::array<const char*, sorts> names{"core", "thread", "address"};
    const ValueType& type = *problem_.variables[static_cast<std::size_t>(variable)].type;
    if (type.kind != ValueType::Kind::name) return -1;
    const auto found = std::find(names.begin(), names.end(), type.name);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

bool Roles::is_of(int variable, std::size_t sort, int name) const {
    bool is = false;
    each_name(of(variable), [&](std::size_t s, int n) { is = is || (s == sort && n == name); });
    return is;
}

int Roles::places(const std::string& queue) const {
    const auto found = places_.find(queue);
    return found == places_.end() ? 0 : found->second;
}

}  // namespace tandem::smt::any
