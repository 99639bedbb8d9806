// An event as a function of the state: when it is possible, and what each variable is afterwards.
//
// The paths of one event share most of their conditions and of what they do. Put together again they are a decision tree, and
// folding it gives conditional expressions in which equal branches are one, instead of hundreds of implications.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "smt/prove/problem.hpp"

namespace tandem::smt {

class EventFunction {
public:
    EventFunction(const Problem& problem, int event);

    int event() const { return event_; }
    /// When some path can be taken.
    Expression possible() const { return possible_; }
    /// A variable that some path assigns: when the one that is taken does, and what the variable is then.
    struct Change {
        int variable;
        Expression when, value;
    };
    const std::vector<Change>& changes() const { return changes_; }
    /// The value of `of` for the path that is taken, where the event is possible and `of` has one.
    Expression fold(const std::function<std::optional<Expression>(std::size_t path)>& of) const {
        return fold(tree_.get(), of).value_or(0);
    }
    /// The path that is taken where value_of(e) is the value of any expression; the event must be possible there.
    std::size_t taken(const std::function<int(Expression)>& value_of) const;

private:
    struct Tree {
        Expression condition;  // of an inner node; an input where the environment chooses
        std::size_t path = 0;  // of a leaf
        std::unique_ptr<Tree> yes{}, no{};
        bool leaf() const { return !yes && !no; }
    };
    std::unique_ptr<Tree> plant(const std::vector<std::size_t>& paths, std::size_t depth, int& choices);
    static Expression possible(const Tree* tree);
    static std::optional<Expression> fold(const Tree* tree, const std::function<std::optional<Expression>(std::size_t)>& of);

    const Problem& problem_;
    int event_;
    std::unique_ptr<Tree> tree_;
    Expression possible_;
    std::vector<Change> changes_;
};

}  // namespace tandem::smt
