// What the vocabularies of lemmas share: statements of several facts, and the cores they are about. A protocol's own vocabulary
// derives from it, and adds facts about its nodes and messages.
#pragma once

#include <initializer_list>

#include "model/lemma.hpp"
#include "model/shape.hpp"

namespace tandem::model {

template <class View, class Says>
class LemmaWords {
public:
    using D = typename View::D;
    using Fact = typename Says::Fact;

    LemmaWords(const View& view, Says& says) : view_(view), says_(says) {}

    void say(const Fact& premise, const Fact& conclusion, const SourceLine& line = SourceLine::here()) {
        says_(premise, conclusion, line);
    }
    void always(const Fact& fact, const SourceLine& line = SourceLine::here()) { says_(fact, line); }
    /// At most one of them, said of each two.
    void one_of(std::initializer_list<Fact> facts, const SourceLine& line = SourceLine::here()) {
        for (auto a = facts.begin(); a != facts.end(); ++a)
            for (auto b = a + 1; b != facts.end(); ++b) says_(*a, !*b, line);
    }
    static Fact none_of(std::initializer_list<Fact> facts) {
        Fact none = true;
        for (const Fact& fact : facts) none = none & !fact;
        return none;
    }

    /// f(c) for each core.
    template <class F>
    void each(F&& f) const {
        for (int c = 0; c < view_.config().shape[Sort::core]; ++c) f(c);
    }
    /// f(d) for all but c, and but for another.
    template <class F>
    void each_but(int c, F&& f) const {
        each([&](int d) {
            if (d != c) f(d);
        });
    }
    template <class F>
    void each_but(int c, int d, F&& f) const {
        each_but(c, [&](int e) {
            if (e != d) f(e);
        });
    }

protected:
    const View& view_;
    Says& says_;
};

}  // namespace tandem::model
