// Runs of the system at random, for states that are certainly reachable: a candidate that one of them refutes need not be tried.
#pragma once

#include <functional>
#include <random>

#include "smt/prove/path_tree.hpp"
#include "smt/prove/problem.hpp"
#include "smt/prove/sample_table.hpp"

namespace tandem::smt {

struct Samples {
    SampleTable states;
    std::uint64_t outcomes = 0;  // that some step had
};

class Walker {
public:
    Walker(const Problem& problem, std::uint64_t seed);
    /// The different ones of about `count` states of many runs from all initial states. Fewer where runs hardly meet others any
    /// more, or if `stop` says so, which is asked after each run.
    Samples sample(std::size_t count, const std::function<bool()>& stop = [] { return false; });

private:
    StateVector start();
    bool step(StateVector& state);
    std::size_t drawn(const std::vector<double>& weights, double total);
    int value(Expression e, const StateVector& state) const;
    void choose_inputs();

    const Problem& problem_;
    std::mt19937_64 random_;
    PathTree tree_;
    std::vector<Expression> inputs_;
    std::map<Place, int> chosen_;
    std::vector<double> weights_;     // of events, in this run
    std::uint64_t outcomes_ = 0;
};

}  // namespace tandem::smt
