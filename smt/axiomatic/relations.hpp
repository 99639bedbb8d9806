// Sets and relations over the events of a skeleton whose members Z3 has yet to choose: a Boolean for each event or pair.
#pragma once

#include <string>
#include <utility>
#include <vector>
#include <z3++.h>

#include "specs/axiomatic/model.hpp"

namespace tandem::smt {

using SymbolicSet = std::vector<z3::expr>;

class SymbolicRelation {
public:
    SymbolicRelation(z3::context& context, int n) : n_(n), pairs_(static_cast<std::size_t>(n * n), context.bool_val(false)) {}

    int size() const { return n_; }
    z3::expr& at(int a, int b) { return pairs_[static_cast<std::size_t>(a * n_ + b)]; }
    const z3::expr& at(int a, int b) const { return pairs_[static_cast<std::size_t>(a * n_ + b)]; }

private:
    int n_;
    std::vector<z3::expr> pairs_;
};

/// Reads-from, coherence, from-reads and the order of fences.
struct SymbolicCommunication {
    SymbolicRelation rf, co, fr, sync_fence;
};

/// A model's text as formulas.
struct SymbolicJudgement {
    z3::expr demanded;                                    // what its checks, but not its flags, demand of an execution
    std::vector<std::pair<std::string, z3::expr>> flags;  // by name, where each is raised
};

/// Of the executions of a skeleton.
SymbolicJudgement judgement(z3::context& context, const specs::Model& model, const specs::Skeleton& skeleton,
                            const SymbolicCommunication& communication);

}  // namespace tandem::smt
