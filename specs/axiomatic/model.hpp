// A consistency model ready to judge executions: its text with functions expanded, as a list of steps without duplicates. Steps
// that do not depend on reads-from and coherence are computed once for all choices of these.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "specs/axiomatic/cat_syntax.hpp"
#include "specs/axiomatic/skeleton.hpp"

namespace tandem::specs {

/// The relations that executions choose: rf, co, fr, and the internal and external parts of each; and the order of fences, for
/// models that speak of it.
struct Communication {
    Relation rf, co, fr;
    Relation sync_fence{};
};

class Model {
public:
    /// `load(name)` gives the text of a file to include. Throws SyntaxError with the place of the error.
    using Load = std::function<std::string(const std::string&)>;
    Model(const std::string& file, const std::string& text, const Load& load);

    const std::string& title() const { return title_; }
    /// The tags of instructions that the model's text speaks of.
    const std::set<std::string>& tags() const { return tags_; }
    /// Whether it speaks of `sync_fence`, the order of PTX's fence.sc. Then executions choose that order, and coherence is
    /// partial, as PTX has it from version 6 on.
    bool orders_fences() const { return orders_fences_; }

    struct Check {
        cat::Check::Kind kind;
        bool negated, flag;
        bool monotone;  // if it fails for a part of an execution, it fails for the whole
        std::string name;
        int node;
    };
    const std::vector<Check>& checks() const { return checks_; }

    // ---- the steps, for code that computes them ----
    enum class Type { set, relation };
    enum class Op {
        primitive_set, tag_set, primitive_relation, changing,  // leaves, by name
        all_set, none,
        unite, then, minus, intersect, product, complement, plus, star, maybe, inverse, identity_on, domain, range,
        recursive,  // a name that let rec defines
    };
    struct Node {
        Op op;
        Type type;
        int a = -1, b = -1;
        std::string name;
        bool changes = false;   // depends on rf or co
        bool monotone = true;   // grows with rf and co
        friend auto operator<=>(const Node&, const Node&) = default;
    };
    /// A let rec: nodes first..end-1 are recomputed until the variables reach a fixed point.
    struct Recursion {
        int first, end;
        std::vector<std::pair<int, int>> variables;  // node, and the node of its definition
    };

    /// Each node comes after those it uses, except that a let rec's variables come before their definitions.
    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<Recursion>& recursions() const { return recursions_; }

private:
    friend class ModelCompiler;

    std::string title_;
    std::set<std::string> tags_;
    bool orders_fences_ = false;
    std::vector<Node> nodes_;
    std::vector<Recursion> recursions_;
    std::vector<Check> checks_;
};

/// Judges executions.
class Judge {
public:
    explicit Judge(const Model& model);

    /// Begins the executions of one choice of runs. Throws std::invalid_argument for a primitive that the test does not have,
    /// such as a scope that is not in its tree.
    void begin(const Skeleton& skeleton);

    /// The number of the first check that fails, or -1; `whole`: all reads and writes are in place. Flags are not judged here.
    int first_failure(const Communication& communication, bool whole);
    /// The numbers of the flags that the last judged execution, as a whole, raises.
    std::vector<int> flags() const;
    /// A cycle, as events, of the relation that check number `check` has rejected; or what makes it nonempty, as some flags ask.
    std::vector<int> witness(int check) const;

private:
    void compute(int node, const Communication& communication);
    /// The changing ones, from `next` up to and including `node`.
    void compute_up_to(int node, const Communication& communication);
    void compute_recursion(const Model::Recursion& recursion, const Communication& communication);
    bool holds(const Model::Check& check) const;

    const Model& model_;
    const Skeleton* skeleton_ = nullptr;
    int n_ = 0;
    int next_ = 0;  // changing nodes below it are computed
    std::vector<EventSet> sets_;
    std::vector<Relation> relations_;
};

}  // namespace tandem::specs
