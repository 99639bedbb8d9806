// An invariant that a body states with facts (model/lemma.hpp), in every engine: a proof gets few clauses where an `if` about
// each message and each line would make thousands of paths.
#pragma once

#include <string_view>

#include "model/lemma.hpp"

namespace tandem::specs {

/// Judges statements by asking, as a handler would.
template <class D>
class AskedStatements {
public:
    using Fact = model::Fact<D>;
    template <class Why>
    void operator()(const Fact& premise, const Fact& conclusion, const Why&) {
        if (hold_ && premise.flag() && !conclusion.flag()) hold_ = false;
    }
    template <class... Parts>
    const Fact& named(const Fact& fact, std::string_view, const Parts&...) const { return fact; }
    bool hold() const { return hold_; }

private:
    bool hold_ = true;
};

/// body(view, says) states the invariant. An export has no statements and asks.
template <class System, class Body>
void add_stated(System& system, const char* name, const char* sentence, Body body) {
    if constexpr (requires { system.add_stated_invariant(name, sentence, body); }) {
        system.add_stated_invariant(name, sentence, body);
    } else {
        system.add_invariant(name, sentence, [body](const typename System::View& view) {
            AskedStatements<typename System::D> says;
            body(view, says);
            return says.hold();
        });
    }
}

/// Whether a search, which has values and no symbols, sees that the fact does not hold: then a statement with this premise needs
/// no look at what it concludes.
template <class D>
bool idle(const model::Fact<D>& premise) {
    if constexpr (model::finite<D>) return !premise.flag();
    else return false;
}

/// Whether both hold or neither.
template <class Fact>
Fact alike(const Fact& a, const Fact& b) {
    const Fact neither = !(a | b);
    return (a & b) | neither;
}

}  // namespace tandem::specs
