// A proof's transition relation held against the explicit search: from each state that is visited both have the same steps, and to the same states.
//
// The relation comes of the text run on symbols, the search's steps of the text run on numbers, by other code. A path that is lost on the way from the text
// to Z3 would make a proof easier, and no solver could tell. So what is compared is everything: the event, its outcomes and the whole state afterwards; and of each
// state and step whether it breaks a claim, which the search's properties of the same names say.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "checker/components.hpp"
#include "smt/prove/branching.hpp"
#include "smt/prove/evidence.hpp"
#include "smt/prove/sample_table.hpp"

namespace tandem::apps {

/// A step that only one of both has.
struct StrayStep {
    std::string what;           // "L2 receives from SM0 (write_performed) is a step of the explicit search, and no path of the relation"
    smt::StateVector before;    // of all variables
};

/// What a comparison has covered, and what it found.
struct Anchored {
    std::size_t states = 0, steps = 0;  // compared; of one event, steps that differ in outcomes or in what they lead to
    std::uint64_t outcomes = 0;         // that these steps had
    std::set<int> paths;                // that were taken
    std::optional<StrayStep> stray;     // the first; the comparison ends there
    smt::SampleTable reached;           // the states, for whatever must hold in them
    smt::Evidence evidence;
};

class Anchor {
public:
    using Stop = std::function<bool()>;
    /// `network` has the monitor that `problem` was built with, and `leases` are those that it grants where the problem grants any. Both must outlive this.
    Anchor(const model::Network& network, const smt::Problem& problem, std::vector<int> leases);

    /// Compares the first states of a breadth-first search, `most` of them or all if they are fewer; returns whether it was all.
    bool breadth_first(std::size_t most, const Stop& stop);
    /// Compares states that random runs visit until `most` more have been; in each run some events are rarer than others.
    void walk(std::size_t most, std::uint64_t seed, const Stop& stop);

    const Anchored& result() const { return result_; }

private:
    struct Step {
        std::uint64_t outcomes;
        smt::StateVector after;
        std::uint32_t broken;  // by claim of steps: a bit where it fails
        friend auto operator<=>(const Step&, const Step&) = default;
    };
    struct Successor {
        int event;
        checker::Parts parts;
    };
    struct PartsHash {
        std::size_t operator()(const checker::Parts& parts) const;
    };
    checker::Parts initial(int which);
    int event_of(int node, int channel, int label) const;
    smt::StateVector leaves_of(const checker::Parts& parts) const;
    /// The state's steps in the search, and whether the relation has the same; a state that was compared before is not compared again.
    std::vector<Successor> visit(const checker::Parts& parts);
    /// Whether the claims of states hold here where the search's properties do.
    bool judged_alike(const checker::Parts& parts, const smt::StateVector& state);
    bool compare(std::size_t event, const smt::StateVector& before, std::vector<Step>& explicit_steps);
    std::string told(std::size_t event, const Step& step) const;
    void found_stray(smt::StateVector before, std::string what);

    checker::Components components_;
    const smt::Problem& problem_;
    smt::Choices choices_;
    smt::Branching relation_;
    std::vector<std::pair<int, const model::Property*>> judged_;  // claims, and the search's properties of the same name
    std::map<std::array<int, 3>, int> events_;  // by node, channel and label
    std::unordered_map<checker::Parts, bool, PartsHash> visited_;
    std::set<std::pair<std::size_t, std::uint64_t>> witnessed_;  // by event and outcomes
    Anchored result_;
};

}  // namespace tandem::apps
