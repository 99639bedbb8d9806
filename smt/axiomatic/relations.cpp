#include "smt/axiomatic/relations.hpp"

#include <algorithm>
#include <stdexcept>

namespace tandem::smt {

namespace {

using specs::EventSet;
using specs::Model;
using Op = Model::Op;

z3::expr both(const z3::expr& a, const z3::expr& b) {
    return a.is_false() || b.is_false() ? a.ctx().bool_val(false) : a.is_true() ? b : b.is_true() ? a : a && b;
}
z3::expr either(const z3::expr& a, const z3::expr& b) {
    return a.is_true() || b.is_true() ? a.ctx().bool_val(true) : a.is_false() ? b : b.is_false() ? a : a || b;
}
z3::expr negated(const z3::expr& a) { return a.is_true() ? a.ctx().bool_val(false) : a.is_false() ? a.ctx().bool_val(true) : !a; }

class Translation {
public:
    Translation(z3::context& context, const Model& model, const specs::Skeleton& skeleton,
                const SymbolicCommunication& communication)
        : z_(context),
          model_(model),
          skeleton_(skeleton),
          communication_(communication),
          n_(skeleton.size()),
          sets_(model.nodes().size(), SymbolicSet(static_cast<std::size_t>(n_), context.bool_val(false))),
          relations_(model.nodes().size(), SymbolicRelation(context, n_)) {}

    SymbolicJudgement judgement() {
        for (int i = 0; i < static_cast<int>(model_.nodes().size());) i = node(i);
        SymbolicJudgement found{z_.bool_val(true), {}};
        for (const Model::Check& check : model_.checks()) {
            if (check.flag) found.flags.emplace_back(check.name, demanded(check));
            else found.demanded = both(found.demanded, demanded(check));
        }
        return found;
    }

private:
    z3::expr constant(bool b) { return z_.bool_val(b); }

    /// Translates node `i`, or the recursion that begins there; returns the next.
    int node(int i) {
        const auto recursion =
            std::find_if(model_.recursions().begin(), model_.recursions().end(), [&](const auto& r) { return r.first == i; });
        if (recursion == model_.recursions().end()) {
            translate(static_cast<std::size_t>(i));
            return i + 1;
        }
        // Least, so it is reached from nothing; in as many rounds as a way without repetition has steps, whichever way it is
        // composed.
        for (const auto& [variable, definition] : recursion->variables)
            relations_[static_cast<std::size_t>(variable)] = SymbolicRelation(z_, n_);
        for (int round = 0; round <= n_; ++round) {
            for (int k = recursion->first; k < recursion->end; ++k) translate(static_cast<std::size_t>(k));
            for (const auto& [variable, definition] : recursion->variables)
                relations_[static_cast<std::size_t>(variable)] = relations_[static_cast<std::size_t>(definition)];
        }
        for (int k = recursion->first; k < recursion->end; ++k) translate(static_cast<std::size_t>(k));
        return recursion->end;
    }

    template <class F>
    SymbolicRelation each(F&& f) {
        SymbolicRelation r(z_, n_);
        for (int a = 0; a < n_; ++a)
            for (int b = 0; b < n_; ++b) r.at(a, b) = f(a, b);
        return r;
    }
    template <class F>
    SymbolicSet each_event(F&& f) {
        SymbolicSet s;
        for (int e = 0; e < n_; ++e) s.push_back(f(e));
        return s;
    }
    SymbolicRelation known(const specs::Relation& r) { return each([&](int a, int b) { return constant(r.has(a, b)); }); }
    SymbolicSet known(EventSet set) { return each_event([&](int e) { return constant(set >> e & 1); }); }

    SymbolicRelation composed(const SymbolicRelation& r, const SymbolicRelation& s) {
        return each([&](int a, int b) {
            z3::expr any = constant(false);
            for (int m = 0; m < n_; ++m) any = either(any, both(r.at(a, m), s.at(m, b)));
            return any;
        });
    }
    SymbolicRelation closure(SymbolicRelation r) {
        for (int length = 1; length < n_; length *= 2) {
            const SymbolicRelation twice = composed(r, r);
            r = each([&](int a, int b) { return either(r.at(a, b), twice.at(a, b)); });
        }
        return r;
    }

    void translate(std::size_t i) {
        const Model::Node& node = model_.nodes()[i];
        const auto index = [](int k) { return static_cast<std::size_t>(std::max(k, 0)); };
        const SymbolicRelation &ra = relations_[index(node.a)], &rb = relations_[index(node.b)];
        const SymbolicSet &sa = sets_[index(node.a)], &sb = sets_[index(node.b)];
        const bool set = node.type == Model::Type::set;
        const auto in = [](const SymbolicSet& s, int e) { return s[static_cast<std::size_t>(e)]; };
        const auto of_two = [&](auto&& combine) {
            if (set) sets_[i] = each_event([&](int e) { return combine(in(sa, e), in(sb, e)); });
            else relations_[i] = each([&](int a, int b) { return combine(ra.at(a, b), rb.at(a, b)); });
        };
        switch (node.op) {
            case Op::primitive_set: sets_[i] = known(skeleton_.set(node.name)); break;
            case Op::tag_set: sets_[i] = known(skeleton_.tagged(node.name)); break;
            case Op::primitive_relation: {
                const auto relation = skeleton_.relation(node.name);
                if (!relation)
                    throw std::invalid_argument("the model asks for '" + node.name + "', which is not in the test's scope tree");
                relations_[i] = known(*relation);
                break;
            }
            case Op::changing: {
                const SymbolicRelation& whole = node.name[0] == 'r'   ? communication_.rf
                                                : node.name[0] == 'c' ? communication_.co
                                                : node.name[0] == 'f' ? communication_.fr
                                                                      : communication_.sync_fence;
                const specs::Relation part = node.name.size() != 3
                                                 ? specs::Relation::product(specs::all_events(n_), specs::all_events(n_), n_)
                                                 : *skeleton_.relation(node.name[2] == 'i' ? "int" : "ext");
                relations_[i] = each([&](int a, int b) { return part.has(a, b) ? whole.at(a, b) : constant(false); });
                break;
            }
            case Op::all_set: sets_[i] = known(specs::all_events(n_)); break;
            case Op::none:
                set ? static_cast<void>(sets_[i] = known(EventSet{0}))
                    : static_cast<void>(relations_[i] = SymbolicRelation(z_, n_));
                break;
            case Op::unite: of_two(either); break;
            case Op::intersect: of_two(both); break;
            case Op::minus: of_two([](const z3::expr& a, const z3::expr& b) { return both(a, negated(b)); }); break;
            case Op::complement:
                if (set) sets_[i] = each_event([&](int e) { return negated(in(sa, e)); });
                else relations_[i] = each([&](int a, int b) { return negated(ra.at(a, b)); });
                break;
            case Op::then: relations_[i] = composed(ra, rb); break;
            case Op::product: relations_[i] = each([&](int a, int b) { return both(in(sa, a), in(sb, b)); }); break;
            case Op::plus: relations_[i] = closure(ra); break;
            case Op::star: {
                const SymbolicRelation closed = closure(ra);
                relations_[i] = each([&](int a, int b) { return a == b ? constant(true) : closed.at(a, b); });
                break;
            }
            case Op::maybe: relations_[i] = each([&](int a, int b) { return a == b ? constant(true) : ra.at(a, b); }); break;
            case Op::inverse: relations_[i] = each([&](int a, int b) { return ra.at(b, a); }); break;
            case Op::identity_on: relations_[i] = each([&](int a, int b) { return a == b ? in(sa, a) : constant(false); }); break;
            case Op::domain: sets_[i] = each_event([&](int e) { return any([&](int o) { return ra.at(e, o); }); }); break;
            case Op::range: sets_[i] = each_event([&](int e) { return any([&](int o) { return ra.at(o, e); }); }); break;
            case Op::recursive: break;  // set in node()
        }
    }

    template <class F>
    z3::expr any(F&& f) {
        z3::expr result = constant(false);
        for (int e = 0; e < n_; ++e) result = either(result, f(e));
        return result;
    }

    z3::expr demanded(const Model::Check& check) {
        const auto i = static_cast<std::size_t>(check.node);
        const SymbolicRelation& r = relations_[i];
        using Kind = specs::cat::Check::Kind;
        if (check.kind == Kind::empty) {
            const z3::expr some = model_.nodes()[i].type == Model::Type::set
                                      ? any([&](int e) { return sets_[i][static_cast<std::size_t>(e)]; })
                                      : any([&](int a) { return any([&](int b) { return r.at(a, b); }); });
            return check.negated ? some : negated(some);
        }
        if (check.kind == Kind::irreflexive || check.negated) {
            const SymbolicRelation closed = check.kind == Kind::acyclic ? closure(r) : r;
            const z3::expr loop = any([&](int a) { return closed.at(a, a); });
            return check.negated ? loop : negated(loop);
        }
        // Acyclic: the events can be numbered so that the relation goes upwards.
        z3::expr all = constant(true);
        const std::string prefix = "order." + std::to_string(check.node) + ".";
        for (int a = 0; a < n_; ++a)
            for (int b = 0; b < n_; ++b)
                if (!r.at(a, b).is_false())
                    all = both(all, either(negated(r.at(a, b)), z_.int_const((prefix + std::to_string(a)).c_str()) <
                                                                    z_.int_const((prefix + std::to_string(b)).c_str())));
        return all;
    }

    z3::context& z_;
    const Model& model_;
    const specs::Skeleton& skeleton_;
    const SymbolicCommunication& communication_;
    const int n_;
    std::vector<SymbolicSet> sets_;
    std::vector<SymbolicRelation> relations_;
};

}  // namespace

SymbolicJudgement judgement(z3::context& context, const Model& model, const specs::Skeleton& skeleton,
                            const SymbolicCommunication& communication) {
    return Translation(context, model, skeleton, communication).judgement();
}

}  // namespace tandem::smt
