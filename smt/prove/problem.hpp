// What is to be proved, as data: the variables of a global state, the ways in which a step can change them, and the claims.
//
// Here a state is one vector of numbers: the leaves of all nodes, of the monitor, and of all places in channels. A *path* is one
// way through one event (a handler, the messages that it takes and sends, the monitor that judges it): a conjunction of
// conditions and the new values. `ProblemBuilder` makes all this of the same texts that the explicit search runs.
//
// Moments, leases and data may be unbounded: then they range over all numbers from 0 on, and a clock never overflows.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/network.hpp"
#include "smt/prove/clause.hpp"
#include "model/description.hpp"
#include "smt/transition_system.hpp"

namespace tandem::smt {

/// Stands for "no limit" where a range is given.
inline constexpr int unbounded = Expression::no_limit;

using model::Limits;

/// A node, the monitor or a channel, whose variables are consecutive.
struct Segment {
    enum class Kind : std::uint8_t { node, monitor, channel };
    Kind kind;
    std::string name;
    std::string pattern;  // nodes of one kind, and channels between them, have the same
    int core;             // that it belongs to, or -1; of a channel between two cores the one that it leads to
    int index;        // of the node or channel
    int first;        // variable
    Layout layout;    // of a channel: of one message
    int places = 1;   // of a channel: for messages
    int leaves = 0;   // of a channel: of one message; its first variable is the number of messages
    int from_core = no_core;  // of a channel between two cores
    bool ordered = true;      // of a channel: its messages are received in the order in which they were sent
    static constexpr int no_core = -1;
};

struct StateVariable {
    std::string name;  // "SM0.lines.A.wts"
    const ValueType* type;
    int low, high;     // high is `unbounded` where there is no limit
    Expression expression;
};

/// A variable that others define (defined.hpp): it is 1 where the object that it stands for is there, or is as it should be.
struct DefinedVariable {
    int variable;
    std::array<int, model::sort_count> at;  // whose it is: by sort a name, or -1
    int segment;  // -1: a name for what others are, of which candidates say nothing
};

/// The value of a variable after a step.
struct Assignment {
    int variable;
    Expression value;
};

/// One way through one event. Conditions and values speak of the state before, and of inputs that the environment chooses.
struct Path {
    int event;
    std::uint64_t outcomes;
    std::vector<Expression> conditions;
    std::vector<Assignment> assignments;
    std::vector<Expression> inputs;
    std::vector<std::vector<Expression>> broken;  // by step claim: a conjunction under which it fails, or several
    std::vector<int> broken_claim;                // the claim of each of those
    std::vector<model::SourceLine> lines{};       // where the handler names its outcomes
};

/// An invariant (its clauses hold in each reachable state) or a property of steps (`Path::broken` never happens).
struct Claim {
    std::string name, sentence;
    bool of_steps = false;
    std::vector<Clause> clauses{};
};

struct ProofEvent {
    static constexpr int no_node = -1;  // a tick
    std::string name;
    int node, channel, label;
    std::array<std::uint32_t, model::sort_count> names{};  // by sort: those that its operation or action speaks of, as bits
    std::vector<int> other_data{};  // labels of the same operation with other data, for which it stands as well
};

struct Problem {
    std::unique_ptr<Expressions> expressions = std::make_unique<Expressions>();
    model::Shape shape;
    std::string description;
    std::vector<Segment> segments;
    std::vector<StateVariable> variables;
    std::vector<DefinedVariable> defined;  // the last of the variables, which belong to no segment
    std::vector<std::string> outcomes;
    std::vector<ProofEvent> events;
    std::vector<Path> paths;
    std::vector<Claim> claims;
    /// Clauses that whoever states the problem knows of. Nothing of them is assumed: they are tried before candidates, and proved
    /// like those.
    std::vector<Clause> suggested;
    /// Facts that the paths were explored under: they are part of every invariant and are proved with it.
    std::vector<Clause> typing;
    /// The initial states: one vector each, of the variables that no others define. A negative number stands for a datum that may
    /// be any but `singled_out`: variables that have the same hold the same. They are numbered -1, -2, ... as they come.
    std::vector<std::vector<int>> initial;
    int singled_out = -1;  // the data value that a monitor watches
    /// Exchanges of two names of a sort (of threads: in every core) that map runs to runs.
    std::vector<std::pair<model::Sort, std::pair<int, int>>> exchanges;

    int variable_of(Place place) const { return segments[static_cast<std::size_t>(place.node)].first + place.leaf; }
};

/// Whether every variable has limits.
bool limited(const Problem& problem);

/// By variable: the paths that assign it.
using PathsByVariable = std::vector<std::set<std::size_t>>;
PathsByVariable assigning_paths(const Problem& problem);
/// The paths that can change whether the clause holds.
std::set<std::size_t> concerned(const Clause& clause, const PathsByVariable& assigning);

/// Initial state number `which`: what a variable is at first, by the first variable of each free datum, and what holds of these.
Expression at_first(const Problem& problem, std::size_t which, int variable);
std::vector<Expression> facts_at_first(const Problem& problem, std::size_t which);
/// The first variable that holds the same free datum in an initial state as `variable` does.
int first_with_datum_of(const std::vector<int>& initial, int variable);
/// Initial state number `which` in numbers, of all variables; each free datum is asked for once.
StateVector state_at_first(const Problem& problem, std::size_t which, const std::function<int()>& datum);

/// What has to hold together, besides the conditions, for the step of a path to break the clause.
std::vector<Expression> broken_after(const Problem& problem, const Clause& clause, const Path& path);
/// The conditions that all these paths have.
std::vector<Expression> common_conditions(const Problem& problem, const std::vector<std::size_t>& paths);

/// Calls f(variable) for each variable of the state and each input in `e`, once for each place where it stands.
template <class F>
void for_each_variable(Expression e, F&& f) {
    if (e.is_constant()) return;
    if (e.op() == Operator::variable) return f(e);
    for (int i = 0; i < 3; ++i) for_each_variable(e.operand(i), f);
}

/// The inputs that conditions, values and broken claims of some of the paths mention; of all paths.
std::set<Expression> inputs_of(const std::vector<const Path*>& paths);
std::set<Expression> inputs_of(const Problem& problem);

}  // namespace tandem::smt
