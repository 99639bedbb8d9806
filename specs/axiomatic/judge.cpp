// Computes a model's steps on one execution, and decides whether its checks hold.
#include <algorithm>
#include <stdexcept>

#include "specs/axiomatic/cycle.hpp"
#include "specs/axiomatic/model.hpp"

namespace tandem::specs {

Judge::Judge(const Model& model) : model_(model), sets_(model.nodes().size()), relations_(model.nodes().size()) {}

void Judge::begin(const Skeleton& skeleton) {
    skeleton_ = &skeleton;
    n_ = skeleton.size();
    const Communication nothing;
    for (std::size_t i = 0; i < model_.nodes().size(); ++i)
        if (!model_.nodes()[i].changes) compute(static_cast<int>(i), nothing);
}

void Judge::compute(int number, const Communication& communication) {
    const auto i = static_cast<std::size_t>(number);
    const Model::Node& node = model_.nodes()[i];
    const auto a = static_cast<std::size_t>(node.a), b = static_cast<std::size_t>(node.b);
    const bool set = node.type == Model::Type::set;
    Relation& r = relations_[i];
    using Op = Model::Op;
    switch (node.op) {
        case Op::primitive_set: sets_[i] = skeleton_->set(node.name); break;
        case Op::tag_set: sets_[i] = skeleton_->tagged(node.name); break;
        case Op::primitive_relation: {
            const auto relation = skeleton_->relation(node.name);
            if (!relation)
                throw std::invalid_argument("the model asks for '" + node.name + "', which is not in the test's scope tree");
            r = *relation;
            break;
        }
        case Op::changing: {
            r = node.name[0] == 'r'   ? communication.rf
                : node.name[0] == 'c' ? communication.co
                : node.name[0] == 'f' ? communication.fr
                                      : communication.sync_fence;
            if (node.name.size() == 3) {
                const Relation internal = *skeleton_->relation("int");
                if (node.name[2] == 'i') r &= internal;
                else r -= internal;
            }
            break;
        }
        case Op::all_set: sets_[i] = all_events(n_); break;
        case Op::none: sets_[i] = 0, r = Relation(n_); break;
        case Op::unite: if (set) sets_[i] = sets_[a] | sets_[b]; else r = relations_[a], r |= relations_[b]; break;
        case Op::minus: if (set) sets_[i] = sets_[a] & ~sets_[b]; else r = relations_[a], r -= relations_[b]; break;
        case Op::intersect: if (set) sets_[i] = sets_[a] & sets_[b]; else r = relations_[a], r &= relations_[b]; break;
        case Op::then: r = relations_[a].then(relations_[b]); break;
        case Op::product: r = Relation::product(sets_[a], sets_[b], n_); break;
        case Op::complement: if (set) sets_[i] = all_events(n_) & ~sets_[a]; else r = relations_[a].complement(); break;
        case Op::plus: r = relations_[a].closure(); break;
        case Op::star: r = relations_[a].closure(), r |= Relation::identity(all_events(n_), n_); break;
        case Op::maybe: r = relations_[a], r |= Relation::identity(all_events(n_), n_); break;
        case Op::inverse: r = relations_[a].inverse(); break;
        case Op::identity_on: r = Relation::identity(sets_[a], n_); break;
        case Op::domain: sets_[i] = relations_[a].domain(); break;
        case Op::range: sets_[i] = relations_[a].range(); break;
        case Op::recursive: break;  // compute_recursion sets it
    }
}

void Judge::compute_recursion(const Model::Recursion& recursion, const Communication& communication) {
    for (const auto& [variable, definition] : recursion.variables) relations_[static_cast<std::size_t>(variable)] = Relation(n_);
    for (bool more = true; more;) {
        for (int i = recursion.first; i < recursion.end; ++i)
            if (model_.nodes()[static_cast<std::size_t>(i)].changes) compute(i, communication);
        more = false;
        for (const auto& [variable, definition] : recursion.variables) {
            Relation& known = relations_[static_cast<std::size_t>(variable)];
            const Relation& found = relations_[static_cast<std::size_t>(definition)];
            if (known == found) continue;
            known = found;
            more = true;
        }
    }
}

void Judge::compute_up_to(int node, const Communication& communication) {
    while (next_ <= node) {
        const auto recursion =
            std::find_if(model_.recursions().begin(), model_.recursions().end(), [&](const auto& r) { return r.first == next_; });
        if (recursion != model_.recursions().end()) {
            compute_recursion(*recursion, communication);
            next_ = recursion->end;
            continue;
        }
        if (model_.nodes()[static_cast<std::size_t>(next_)].changes) compute(next_, communication);
        ++next_;
    }
}

bool Judge::holds(const Model::Check& check) const {
    const auto i = static_cast<std::size_t>(check.node);
    bool holds = false;
    switch (check.kind) {
        case cat::Check::Kind::acyclic: holds = relations_[i].acyclic(); break;
        case cat::Check::Kind::irreflexive: holds = relations_[i].irreflexive(); break;
        case cat::Check::Kind::empty:
            holds = model_.nodes()[i].type == Model::Type::set ? sets_[i] == 0 : relations_[i].empty();
            break;
    }
    return holds != check.negated;
}

int Judge::first_failure(const Communication& communication, bool whole) {
    next_ = 0;
    for (std::size_t c = 0; c < model_.checks().size(); ++c) {
        const Model::Check& check = model_.checks()[c];
        if (check.flag || !(whole || check.monotone)) continue;
        compute_up_to(check.node, communication);
        if (!holds(check)) return static_cast<int>(c);
    }
    if (whole)
        for (const Model::Check& check : model_.checks())
            if (check.flag) compute_up_to(check.node, communication);
    return -1;
}

std::vector<int> Judge::flags() const {
    std::vector<int> raised;
    for (std::size_t c = 0; c < model_.checks().size(); ++c)
        if (model_.checks()[c].flag && holds(model_.checks()[c])) raised.push_back(static_cast<int>(c));
    return raised;
}

std::vector<int> Judge::witness(int number) const {
    const Model::Check& check = model_.checks()[static_cast<std::size_t>(number)];
    const Relation& r = relations_[static_cast<std::size_t>(check.node)];
    const bool something = check.flag && check.kind == cat::Check::Kind::empty;  // asked for, whatever stands before it
    if (check.negated && !something) return {};
    if (model_.nodes()[static_cast<std::size_t>(check.node)].type == Model::Type::set) {
        const EventSet set = sets_[static_cast<std::size_t>(check.node)];
        return set ? std::vector<int>{std::countr_zero(set)} : std::vector<int>{};
    }
    if (check.kind == cat::Check::Kind::empty) {
        for (int e = 0; e < n_; ++e)
            if (r.row(e)) return {e, std::countr_zero(r.row(e))};
        return {};
    }
    return shortest_cycle(r);
}

}  // namespace tandem::specs
