#include "smt/prove/defined.hpp"

#include <algorithm>
#include <stdexcept>

#include "smt/prove/objects.hpp"
#include "smt/prove/walker.hpp"
#include "smt/substitution.hpp"

namespace tandem::smt {

namespace {

constexpr std::size_t runs = 20'000;  // states that they reach

constexpr std::array named_sorts{std::pair{"core", model::Sort::core}, std::pair{"thread", model::Sort::thread},
                                 std::pair{"address", model::Sort::address}};

/// A place of a queue or of a channel: where it is in use, and its fields.
struct Slot {
    Expression used;
    std::vector<int> fields;
};
struct Queue {
    std::string name;
    int segment, core;
    std::vector<Slot> slots;
};

/// The variable, and what each step makes of it.
int add(Problem& problem, const std::string& name, Expression definition, DefinedVariable d) {
    d.variable = static_cast<int>(problem.variables.size());
    const ValueType& truth = problem.expressions->type({ValueType::Kind::boolean, "boolean", 2, {}});
    problem.variables.push_back({name, &truth, 0, 1, definition});
    problem.defined.push_back(d);
    for (Path& path : problem.paths) {
        std::map<Place, Expression> changed;
        for (const Assignment& a : path.assignments)
            if (const Expression e = problem.variables[static_cast<std::size_t>(a.variable)].expression;
                !e.is_constant() && e.op() == Operator::variable)
                changed.emplace(e.place(), a.value);
        const Expression after = substituted(definition, [&](Expression e) {
            const auto found = changed.find(e.place());
            return found == changed.end() ? e : found->second;
        });
        if (after != definition) path.assignments.push_back({d.variable, after});
    }
    return d.variable;
}

class Definer {
public:
    Definer(Problem& problem, std::uint64_t seed)
        : problem_(problem), states_(Walker(problem, seed).sample(runs).states), objects_(objects_of(problem)) {}

    void define() {
        find_queues();
        for (const Queue& queue : queues_)
            if (segment(queue.segment).kind == Segment::Kind::node) as_set(queue);
        for (std::size_t v = 0, end = problem_.variables.size(); v < end; ++v)
            if (counts(static_cast<int>(v))) balance(static_cast<int>(v));
        for (std::size_t i = 0; i < found_.size(); ++i) add(problem_, names_[i], found_[i].first, found_[i].second);
    }

private:
    const StateVariable& variable(int v) const { return problem_.variables[static_cast<std::size_t>(v)]; }
    const Segment& segment(int s) const { return problem_.segments[static_cast<std::size_t>(s)]; }
    Expression now(int v) const { return variable(v).expression; }

    void find_queues() {
        for (const StateObject& object : objects_) {
            if (object.segment < 0 || object.present.size() != 1 || object.present[0].relation != Relation::less ||
                object.fields.empty())
                continue;
            const std::string name = object.name.substr(0, object.name.rfind('['));
            if (queues_.empty() || queues_.back().name != name) queues_.push_back({name, object.segment, object.at[0], {}});
            queues_.back().slots.push_back({less(object.present[0].constant, now(object.present[0].b)), object.fields});
        }
    }
    /// The field that says what kind an item is: its first enumeration.
    int kind_field(const Slot& slot) const {
        const auto found = std::find_if(slot.fields.begin(), slot.fields.end(),
                                        [&](int v) { return variable(v).type->kind == ValueType::Kind::enumeration; });
        return found == slot.fields.end() ? -1 : static_cast<int>(found - slot.fields.begin());
    }
    Expression is(const Slot& slot, int field, int value) const {
        return equal(now(slot.fields[static_cast<std::size_t>(field)]), value);
    }

    /// The values that the expression has in runs, or two of them.
    std::set<int> values(Expression e) const {
        std::set<int> seen;
        for (std::size_t s = 0; s < states_.size() && seen.size() < 2; s += 7)
            seen.insert(evaluate(e, [&](Place place) { return states_.at(s, problem_.variable_of(place)); }));
        return seen;
    }

    void as_set(const Queue& queue) {
        const int kind = kind_field(queue.slots[0]);
        if (kind < 0) return;
        const ValueType& kinds = *variable(queue.slots[0].fields[static_cast<std::size_t>(kind)]).type;
        for (int k = 0; k < kinds.cardinality; ++k)
            for (std::size_t f = 0; f < queue.slots[0].fields.size(); ++f)
                for (const auto& [name, sort] : named_sorts) {
                    const ValueType& names = *variable(queue.slots[0].fields[f]).type;
                    if (names.kind != ValueType::Kind::name || names.name != name) continue;
                    for (int n = 0; n < names.cardinality; ++n) {
                        Expression some = 0;
                        for (const Slot& slot : queue.slots)
                            some = disjunction(
                                some, conjunction(slot.used, conjunction(is(slot, kind, k), is(slot, static_cast<int>(f), n))));
                        if (some.is_constant() || values(some).size() < 2) continue;
                        DefinedVariable d{-1, {no_coordinate, no_coordinate, no_coordinate, no_coordinate}, queue.segment};
                        d.at[0] = queue.core;
                        d.at[static_cast<std::size_t>(sort)] = n;
                        propose(some,
                                queue.name + " holds " + kinds.names[static_cast<std::size_t>(k)] + " of " +
                                    names.names[static_cast<std::size_t>(n)],
                                d);
                    }
                }
    }

    bool counts(int v) const {
        const ValueType& type = *variable(v).type;
        const Segment* of = segment_of(v);
        const bool of_node = std::any_of(objects_.begin(), objects_.end(), [&](const StateObject& o) {
            return o.parent < 0 && std::find(o.fields.begin(), o.fields.end(), v) != o.fields.end();
        });
        return of && of->kind == Segment::Kind::node && of_node && type.kind == ValueType::Kind::number && type.name.empty() &&
               !variable(v).name.ends_with(".size") && !now(v).is_constant();
    }
    const Segment* segment_of(int v) const {
        for (const Segment& s : problem_.segments)
            if (s.kind != Segment::Kind::channel && v >= s.first && v < s.first + s.leaves) return &s;
        return nullptr;
    }

    /// What of some kind is in a queue of the node, or in channels between it and others, taken together.
    struct Pile {
        std::string name;
        std::vector<Expression> items;
    };
    std::vector<Pile> piles(const Segment& node) const {
        std::map<std::string, Pile> found;
        for (const Queue& queue : queues_) {
            const Segment& s = segment(queue.segment);
            const int kind = kind_field(queue.slots[0]);
            if (kind < 0 || s.core != node.core || (s.kind == Segment::Kind::node && &s != &node)) continue;
            const ValueType& kinds = *variable(queue.slots[0].fields[static_cast<std::size_t>(kind)]).type;
            for (int k = 0; k < kinds.cardinality; ++k) {
                const std::string name =
                    (s.kind == Segment::Kind::channel ? "" : queue.name + " ") + kinds.names[static_cast<std::size_t>(k)];
                for (const Slot& slot : queue.slots)
                    if (const Expression item = conjunction(slot.used, is(slot, kind, k)); !item.is(0))
                        found[name].items.push_back(item);
            }
        }
        std::vector<Pile> all;
        for (auto& [name, pile] : found) all.push_back({name, std::move(pile.items)});
        return all;
    }
    /// Whether a counter is what one or two piles have together, always.
    void balance(int v) {
        const Segment& node = *segment_of(v);
        const std::vector<Pile> all = piles(node);
        const std::set<int> zero{0};
        if (values(now(v)).size() < 2) return;
        const auto less_one_each = [](Expression e, const Pile& pile) {
            for (const Expression& item : pile.items) e = sum(e, conditional(item, -1, 0));
            return e;
        };
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Expression one = less_one_each(now(v), all[i]);
            if (values(one) == zero) return balanced(v, node, one, all[i].name);
            for (std::size_t j = 0; j < i; ++j)
                if (const Expression two = less_one_each(one, all[j]); values(two) == zero)
                    return balanced(v, node, two, all[j].name + " and " + all[i].name);
        }
    }
    void balanced(int v, const Segment& node, Expression difference, const std::string& what) {
        propose(
            equal(difference, 0), variable(v).name + " counts " + what,
            {-1, {node.core, no_coordinate, no_coordinate, no_coordinate}, static_cast<int>(&node - problem_.segments.data())});
    }

    void propose(Expression definition, const std::string& name, DefinedVariable d) {
        found_.emplace_back(definition, d);
        names_.push_back(name);
    }
    Problem& problem_;
    const SampleTable states_;
    const std::vector<StateObject> objects_;
    std::vector<Queue> queues_;
    std::vector<std::pair<Expression, DefinedVariable>> found_;
    std::vector<std::string> names_;
};

}  // namespace

void add_defined(Problem& problem, std::uint64_t seed) {
    if (!problem.exchanges.empty()) throw std::logic_error("renamings do not know of defined variables");
    Definer(problem, seed).define();
}

int add_name(Problem& problem, const std::string& name, Expression definition) {
    if (!problem.exchanges.empty()) throw std::logic_error("renamings do not know of defined variables");
    return add(problem, name, definition, {-1, {no_coordinate, no_coordinate, no_coordinate, no_coordinate}, -1});
}

}  // namespace tandem::smt
