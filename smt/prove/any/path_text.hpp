// A path in words that are the same in every size, with or without some of the names: what a step does, apart from those who take
// no part in it.
//
// A path that does not depend on a name is a path of the smaller system once all that is said of the name is left out: conditions
// on its variables, what becomes of these, and that a pointer is not the name. Two systems use one vocabulary to be compared.
#pragma once

#include <map>
#include <set>
#include <unordered_map>

#include "smt/prove/any/role.hpp"

namespace tandem::smt::any {

/// Numbers for texts: equal for equal ones.
class Vocabulary {
public:
    int number(const std::string& text) { return numbers_.try_emplace(text, static_cast<int>(numbers_.size())).first->second; }

private:
    std::unordered_map<std::string, int> numbers_;
};

struct PathText {
    int text = -1;         // number in the vocabulary; -1 if it depends on a name that was to be left out
    bool follows = false;  // a pointer is that name, which the path asks for
    /// Terms over all names (a disjunction, a maximum, a value read through a pointer) from which the name was left out. Each may
    /// need one witness.
    int witnesses = 0;
};

/// Two names of a sort whose places in texts are exchanged, or not. A pointer that becomes one of them says no more than that:
/// one that goes out of use becomes name 0 whoever acts.
struct TwoNames {
    int sort = -1, a = 0, b = 0;
    bool exchanged = false;
};

class PathTexts {
public:
    /// `left_out`: by sort, the name that texts are without, or -1. All must outlive this.
    PathTexts(const Roles& roles, Vocabulary& vocabulary, const BySort& left_out = none, const TwoNames& two = {})
        : roles_(roles), vocabulary_(vocabulary), left_out_(left_out), two_(two) {}

    PathText of(const Path& path);

private:
    struct Text {
        int number = gone;
        std::set<int> trimmed{};  // numbers of expressions
    };
    static constexpr int gone = -1, depends = -2;
    static constexpr int pointer_value =
        sorts;  // added to a sort: of what a pointer becomes, and not of what it is compared with

    const Text& of(Expression e, int sort);
    Text made(Expression e, int sort);
    Text several(Expression e, int sort);
    Text chosen(Expression e, int sort);
    int name(std::size_t sort, int n) const;
    std::string role_text(int variable, bool& of_left_out) const;
    std::string event_text(int number) const;
    std::vector<Expression> decided(const std::vector<Expression>& conditions) const;
    bool add_conditions(const std::vector<Expression>& conditions, std::set<int>& numbers, PathText& text,
                        std::set<int>& trimmed);

    const Roles& roles_;
    Vocabulary& vocabulary_;
    const BySort left_out_;
    const TwoNames two_;
    std::map<std::pair<int, int>, Text> known_;
    std::map<std::pair<int, int>, Text> constants_;
};

/// Whether the name acts in the event, sends what it takes, or is spoken of by its operation.
bool acts(const Problem& problem, int event, std::size_t sort, int name);

/// Forgets name 0 where an event's operation or action speaks of no name: there is no event like it that speaks of name 1.
void forget_unused_names(Problem& problem);

/// The sort of names of which the term is one; -1 if it is no name of an open sort, or a constant.
int name_sort(Expression e);
/// The sort of two pointers, none of them a constant, that an equation compares; -1 if it compares other things.
int pointers_sort(Expression equation);

/// The texts of all paths of a problem.
std::set<int> texts_of(const Roles& roles, Vocabulary& vocabulary, const BySort& left_out = none);
/// The same, each with a path of that text.
std::map<int, const Path*> paths_by_text(const Roles& roles, Vocabulary& vocabulary, const TwoNames& two = {});

}  // namespace tandem::smt::any
