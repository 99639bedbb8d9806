#include "smt/prove/symmetries.hpp"

#include <numeric>
#include <set>

namespace tandem::smt {

namespace {

using Coordinates = std::array<int, model::sort_count>;

int sort_index(const ValueType& type) {
    constexpr std::array names{"core", "thread", "address", "value"};
    if (type.kind != ValueType::Kind::name) return -1;
    for (std::size_t i = 0; i < 3; ++i)
        if (type.name == names[i]) return static_cast<int>(i);
    return -1;
}

Renaming identity(const Problem& problem) {
    Renaming r;
    r.variable.resize(problem.variables.size());
    std::iota(r.variable.begin(), r.variable.end(), 0);
    for (int s = 0; s < model::sort_count; ++s) {
        auto& names = r.names[static_cast<std::size_t>(s)];
        names.resize(static_cast<std::size_t>(problem.shape[static_cast<model::Sort>(s)]));
        std::iota(names.begin(), names.end(), 0);
    }
    for (const StateVariable& v : problem.variables) r.types.push_back(v.type);
    return r;
}

/// What tells variables of one role apart: the pattern of the name, the coordinates, and the core that a channel between two
/// cores comes from.
struct Key {
    std::string pattern;
    Coordinates at;
    int core, from_core;  // of the segment
    friend auto operator<=>(const Key&, const Key&) = default;
};

std::vector<Key> keys_of(const Problem& problem) {
    std::vector<Key> keys;
    for (const Segment& segment : problem.segments) {
        const LayoutPlaces places = places_of(segment.layout);
        const bool channel = segment.kind == Segment::Kind::channel;
        const auto add = [&](const std::string& pattern, Coordinates at) {
            keys.push_back({segment.pattern + "." + pattern, at, segment.core, segment.from_core});
        };
        if (channel) add("size", {no_coordinate, no_coordinate, no_coordinate, no_coordinate});
        for (int k = 0; k < segment.places; ++k)
            for (const LeafPlace& leaf : places.leaves)
                add(std::to_string(k) + leaf.pattern, places.objects[static_cast<std::size_t>(leaf.object)].at);
    }
    return keys;
}

Renaming composed(const Renaming& first, const Renaming& second) {
    Renaming r = first;
    for (int& v : r.variable) v = second.variable[static_cast<std::size_t>(v)];
    for (std::size_t s = 0; s < r.names.size(); ++s)
        for (int& n : r.names[s]) n = second.names[s][static_cast<std::size_t>(n)];
    return r;
}

}  // namespace

Literal Renaming::of(Literal l) const {
    const int named = l.a >= 0 ? l.a : l.b;
    const bool names_one = l.relation == Relation::equal || l.relation == Relation::differ;  // not a range
    if ((l.a < 0 || l.b < 0) && named >= 0 && names_one)
        if (const int sort = sort_index(*types[static_cast<std::size_t>(named)]); sort >= 0)
            l.constant = names[static_cast<std::size_t>(sort)][static_cast<std::size_t>(l.constant)];
    if (l.a >= 0) l.a = variable[static_cast<std::size_t>(l.a)];
    if (l.b >= 0) l.b = variable[static_cast<std::size_t>(l.b)];
    return l;
}

Clause Renaming::of(const Clause& clause) const {
    Clause image;
    for (const Literal& l : clause.literals) image.literals.push_back(of(l));
    return normalised(std::move(image));
}

StateVector Renaming::of(const StateVector& state) const {
    StateVector image(state.size());
    for (std::size_t v = 0; v < state.size(); ++v) {
        const int sort = sort_index(*types[v]);
        image[static_cast<std::size_t>(variable[v])] =
            sort < 0 ? state[v] : names[static_cast<std::size_t>(sort)][static_cast<std::size_t>(state[v])];
    }
    return image;
}

std::vector<Renaming> exchanges(const Problem& problem) {
    const std::vector<Key> keys = keys_of(problem);
    std::map<Key, int> variable_of;
    for (std::size_t v = 0; v < keys.size(); ++v) variable_of[keys[v]] = static_cast<int>(v);
    std::vector<Renaming> found;
    for (const auto& [sort, pair] : problem.exchanges) {
        Renaming r = identity(problem);
        const auto s = static_cast<std::size_t>(sort);
        std::swap(r.names[s][static_cast<std::size_t>(pair.first)], r.names[s][static_cast<std::size_t>(pair.second)]);
        for (std::size_t v = 0; v < keys.size(); ++v) {
            Key key = keys[v];
            const auto rename = [&](int& name) {
                if (name >= 0) name = r.names[s][static_cast<std::size_t>(name)];
            };
            rename(key.at[s]);
            if (sort == model::Sort::core) rename(key.core), rename(key.from_core);
            r.variable[v] = variable_of.at(key);
        }
        found.push_back(std::move(r));
    }
    return found;
}

std::vector<Renaming> renamings(const Problem& problem) {
    const std::vector<Renaming> generators = exchanges(problem);
    std::vector<Renaming> group{identity(problem)};
    std::set<std::vector<int>> known{group[0].variable};
    for (std::size_t i = 0; i < group.size(); ++i)
        for (const Renaming& g : generators)
            if (Renaming next = composed(group[i], g); known.insert(next.variable).second) group.push_back(std::move(next));
    return group;
}

std::set<int> cleared_core_names(const Problem& problem) {
    std::set<int> cleared;
    for (const Segment& s : problem.segments)
        for (int k = 0; k < s.places; ++k)
            each_record(s.layout, s.first + (s.kind == Segment::Kind::channel ? 1 + k * s.leaves : 0),
                        [&](const Layout& record, int first) {
                            for (std::size_t i = 0; i < record.used.size(); ++i) {
                                const int v = first + static_cast<int>(i);
                                const ValueType& type = *problem.variables[static_cast<std::size_t>(v)].type;
                                if (!record.used[i].is_constant() && type.kind == ValueType::Kind::name && type.name == "core")
                                    cleared.insert(v);
                            }
                        });
    return cleared;
}

Clause representative(const Clause& clause, const std::vector<Renaming>& group) {
    Clause least = normalised(clause);
    for (const Renaming& r : group) least = std::min(least, r.of(clause));
    return least;
}

}  // namespace tandem::smt
