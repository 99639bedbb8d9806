#include "smt/prove/houdini/obligations.hpp"

namespace tandem::smt {

std::vector<Literal> family(const Clause& clause) {
    std::vector<Literal> compared;
    for (const Literal& l : clause.literals)
        if (l.a >= 0 && l.b >= 0) compared.push_back(l);
    return compared;
}

Obligations::Obligations(const Problem& problem) : group_(renamings(problem)), paths_of_(assigning_paths(problem)) {}

const Clause& Obligations::least(const Clause& clause) {
    const auto found = least_.find(clause);
    return found != least_.end() ? found->second : least_.emplace(clause, representative(clause, group_)).first->second;
}

std::size_t Obligations::need(const Clause& clause, bool candidate) {
    const Clause& least = this->least(clause);
    const auto [found, added] = number_of_.try_emplace(least, all_.size());
    const std::size_t number = found->second;
    if (!added) return number;
    std::set<Clause> images;
    for (const Renaming& r : group_) images.insert(r.of(least));
    all_.push_back({least, {images.begin(), images.end()}, concerned(least, paths_of_), candidate});
    reopen(number);
    if (candidate && kin_.needed)
        for (const Clause& other : kin_.needed(least)) need(other, true);
    return number;
}

std::vector<Clause> Obligations::with_kin(const Clause& clause) {
    std::vector<Clause> all{clause};
    if (kin_.needed)
        for (const Clause& other : kin_.needed(least(clause)))
            if (other != clause) all.push_back(other);
    return all;
}

void Obligations::reopen(std::size_t o) {
    open_.push_back(o);
    something_open_.notify_one();
}

std::size_t Obligations::take() {
    const std::size_t o = open_.front();
    open_.pop_front();
    return o;
}

void Obligations::note_proved(std::size_t o) {
    all_[o].done = true;
    ++proved_;
}

void Obligations::kill(std::size_t o) {
    if (all_[o].candidate) give_up(all_[o].clause);
    else bury(o);
}

void Obligations::give_up(const Clause& clause) {
    std::vector<Clause> all{clause};
    if (kin_.lost)
        for (const Clause& other : kin_.lost(clause)) all.push_back(least(other));
    for (const Clause& lost : all) {
        if (dead_.contains(lost)) continue;
        const auto found = number_of_.find(lost);
        if (found == number_of_.end()) dead_.insert(lost);
        else if (all_[found->second].candidate) bury(found->second);
    }
}

void Obligations::bury(std::size_t dead) {
    dead_.insert(all_[dead].clause);
    all_[dead].dead = true;
    std::set<std::vector<Literal>> families;
    for (const Clause& instance : all_[dead].instances) families.insert(family(instance));
    for (const auto& family : families) ++deaths_of_[family];
    for (std::size_t o = 0; o < all_.size(); ++o) {
        Obligation& obligation = all_[o];
        for (const Support& lemma : obligation.lemmas)
            if (lemma.used.contains(dead)) obligation.open.insert(lemma.paths.begin(), lemma.paths.end());
        std::erase_if(obligation.lemmas, [&](const Support& lemma) { return lemma.used.contains(dead); });
        if (obligation.open.empty() || !obligation.done) continue;
        obligation.done = false;
        --proved_;
        reopen(o);
    }
}

int Obligations::deaths_of(const std::vector<Literal>& family) const {
    const auto deaths = family.empty() ? deaths_of_.end() : deaths_of_.find(family);
    return deaths == deaths_of_.end() ? 0 : deaths->second;
}

}  // namespace tandem::smt
