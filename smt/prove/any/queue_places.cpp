#include "smt/prove/any/queue_places.hpp"

#include <string_view>

namespace tandem::smt::any {

namespace {

/// A queue is the role of its places without the place.
struct QueuePlace {
    Role queue;
    int place;
};
std::optional<QueuePlace> place_of(const Role& role) {
    const auto open = role.pattern.find('[');
    if (open == std::string::npos) return std::nullopt;
    QueuePlace p{role, std::stoi(role.pattern.substr(open + 1))};
    p.queue.pattern.resize(open);
    return p;
}
std::optional<Role> queue_of_size(const Role& role) {
    constexpr std::string_view size = ".size";
    if (!role.pattern.ends_with(size)) return std::nullopt;
    Role queue = role;
    queue.pattern.resize(role.pattern.size() - size.size());
    return queue;
}

using Moves = std::map<Role, std::map<int, int>>;  // by queue: where each place goes

Quantified moved(Quantified clause, const Moves& moves) {
    for (QuantifiedLiteral& l : clause.literals)
        for (auto* side : {&l.a, &l.b}) {
            if (!*side) continue;
            Role& role = **side;
            if (const auto p = place_of(role)) {
                const auto close = role.pattern.find(']');
                role.pattern =
                    p->queue.pattern + "[" + std::to_string(moves.at(p->queue).at(p->place)) + role.pattern.substr(close);
            } else if (const auto queue = queue_of_size(role); queue && !(l.a && l.b)) {
                const auto of = moves.find(*queue);
                if (of == moves.end()) continue;
                if (const auto to = of->second.find(l.constant); to != of->second.end()) l.constant = to->second;
            }
        }
    return canonical(clause);
}

}  // namespace

std::set<Quantified> with_places_moved(const Quantified& clause, const Roles& roles) {
    std::map<Role, std::set<int>> used;
    for (const QuantifiedLiteral& l : clause.literals)
        for (const auto* side : {&l.a, &l.b})
            if (*side)
                if (const auto p = place_of(**side)) used[p->queue].insert(p->place);
    std::vector<Moves> all{{}};
    for (const auto& [queue, places] : used) {
        std::vector<Moves> more;
        const std::vector<int> from(places.begin(), places.end());
        std::vector<int> to;
        const auto choose = [&, &queue = queue](auto&& self, int least_place) -> void {
            if (to.size() == from.size()) {
                for (Moves m : all) {
                    for (std::size_t i = 0; i < from.size(); ++i) m[queue][from[i]] = to[i];
                    more.push_back(std::move(m));
                }
                return;
            }
            for (int p = least_place; p < roles.places(queue.pattern); ++p) {
                to.push_back(p);
                self(self, p + 1);
                to.pop_back();
            }
        };
        choose(choose, 0);
        all = std::move(more);
    }
    std::set<Quantified> found;
    for (const Moves& m : all) found.insert(moved(clause, m));
    return found;
}

}  // namespace tandem::smt::any
