// A proof's transition relation held against the explicit search: from each state that is visited both have the same steps, and
// to the same states.
//
// The relation comes of the text run on symbols, the search's steps of the text run on numbers, by other code. A path that is
// lost on the way from the text to Z3 would make a proof easier, and no solver could tell. So what is compared is everything: the
// event, its outcomes and the whole state afterwards; and of each state and step whether it breaks a claim, which the search's
// properties of the same names say. Any number of states may miss an outcome, so states that show what was compared too seldom
// are looked for.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "apps/prove/uncompared.hpp"
#include "checker/successors.hpp"
#include "smt/prove/branching.hpp"
#include "smt/prove/evidence.hpp"
#include "smt/prove/sample_table.hpp"

namespace tandem::apps {

/// A step that only one of both has.
struct StrayStep {
    // "L2 receives from SM0 (write_performed) is a step of the explicit search, and no path of the relation"
    std::string what;
    smt::StateVector before;    // of all variables
};

/// What a comparison has covered, and what it found.
struct Anchored {
    std::size_t states = 0, steps = 0;  // compared; of one event, steps that differ in outcomes or in what they lead to
    std::size_t searched = 0;           // states whose steps were looked at for outcomes that had been compared too seldom
    std::uint64_t outcomes = 0;         // that compared steps had
    Times times;                        // how often the outcomes of each event were compared
    std::set<int> paths;                // that were taken
    std::optional<StrayStep> stray;     // the first; the comparison ends there
    smt::SampleTable reached;           // the states, for whatever must hold in them
    smt::Evidence evidence;
};

class Anchor {
public:
    using Stop = std::function<bool()>;
    /// `components` are of a network with the monitor that `problem` was built with, and for properties; `leases` are those that
    /// it grants where the problem grants any. Both must outlive this.
    Anchor(checker::Components& components, const smt::Problem& problem, std::vector<int> leases);

    /// Compares the first states of a breadth-first search, `most` of them or all if they are fewer; returns whether it was all.
    bool breadth_first(std::size_t most, const Stop& stop);
    /// Compares states that random runs visit until `most` more have been; in each run some events are rarer than others.
    void walk(std::size_t most, std::uint64_t seed, const Stop& stop);
    /// Compares a state if it shows outcomes of an event that were compared in fewer than `often` states.
    void look(const checker::Parts& parts);
    /// Looks at states that random runs visit until `in_vain` of them have shown nothing new, or `patience` times as many while
    /// an event has not shown what one alike has. Runs start where something was shown for the first time.
    void hunt(std::size_t in_vain, std::uint64_t seed, const Stop& stop);

    /// In how many states what the search shows is compared, if that many show it.
    static constexpr std::size_t often = 5, patience = 5;

    const Anchored& result() const { return result_; }

private:
    struct Step {
        std::uint64_t outcomes;
        smt::StateVector after;
        std::uint32_t broken;  // by claim of steps: a bit where it fails
        friend auto operator<=>(const Step&, const Step&) = default;
    };
    struct Successor {
        int event;  // -1: none of the relation
        std::uint64_t outcomes;
        checker::Parts parts;
    };
    class Chance;
    struct PartsHash {
        std::size_t operator()(const checker::Parts& parts) const;
    };
    checker::Parts initial(int which);
    checker::Parts in_use(const checker::Parts& parts) const;
    int event_of(const checker::Move& move) const;
    smt::StateVector leaves_of(const checker::Parts& parts) const;
    /// The state's steps in the search, and whether the relation has the same; a state that was compared before is not compared
    /// again.
    std::vector<Successor> visit(const checker::Parts& parts);
    /// Whether these were compared in fewer than `often` states.
    bool is_seldom(int event, std::uint64_t outcomes) const;
    /// The state's steps in the search; it is compared if it shows outcomes that were compared too seldom.
    std::vector<Successor> look_and_list(const checker::Parts& parts);
    /// Whether the claims of states hold here where the search's properties do.
    bool judged_alike(const checker::Parts& parts, const smt::StateVector& state);
    bool compare(std::size_t event, const smt::StateVector& before, std::vector<Step>& explicit_steps);
    std::string told(std::size_t event, const Step& step) const;
    void found_stray(smt::StateVector before, std::string what);

    checker::Components& components_;
    const smt::Problem& problem_;
    smt::Choices choices_;
    smt::Branching relation_;
    std::vector<std::pair<int, const model::Property*>> judged_;  // claims, and the search's properties of the same name
    std::map<std::array<int, 3>, int> events_;  // by node, channel and label
    std::unordered_map<checker::Parts, bool, PartsHash> visited_;
    Anchored result_;
};

}  // namespace tandem::apps
