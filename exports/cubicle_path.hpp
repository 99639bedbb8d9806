// A path of a handler as a transition of Cubicle.
//
// The cores on which the path depends are the transition's parameters. What is said of one other core is said of all others: of
// those that the relation has besides, and so, if the text is uniform, of any number.
#pragma once

#include <optional>

#include "exports/cubicle_words.hpp"

namespace tandem::exports {

struct CubicleTransition {
    std::string event;       // for the reader, as the path's
    std::string parameters;  // "n m"
    std::string body;        // what is required and what becomes of it; equal for paths that are alike but for names
};

class CubiclePath {
public:
    /// `depends`: the cores that the path depends on, none of them 0, and fewer than the problem's but two. `flags`: by property
    /// of steps, the variable that says that it has been broken.
    CubiclePath(CubicleWords& words, const Problem& problem, const Path& path, const std::vector<int>& depends,
                const std::map<int, std::string>& flags);

    /// With the parameters in the order in which its text is the least.
    CubicleTransition transition();

private:
    using Cases = std::vector<std::pair<std::string, std::string>>;  // a condition and a value; the last without a condition
    struct Part {
        Expression condition;
        bool truth;
    };

    std::string text();
    std::string requires_text();
    std::string changes();
    std::string variable_change(const std::string& target, Expression value, const ValueType& type);
    std::string array_change(const std::string& target, const std::map<std::vector<int>, Expression>& values,
                             const ValueType& type);
    Cases cases(Expression value, const ValueType& type, const CoreNames& names);
    void add_cases(std::string& lines, const std::string& where, const Cases& cases) const;

    static void flatten(Expression e, bool truth, bool conjunction, std::vector<Part>& parts);
    /// What is said of each other core alike, in words that call it `j`; throws if one is told from another.
    std::string of_others(const std::vector<Part>& parts, std::vector<std::string>& own, const std::string& join);
    CoreNames with(int other, const std::string& name) const;

    CubicleWords& words_;
    const Problem& problem_;
    const Path& path_;
    const std::vector<int> depends_;
    const std::map<int, std::string>& flags_;
    std::vector<int> others_;
    CoreNames names_;
};

}  // namespace tandem::exports
