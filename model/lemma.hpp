// What else is true of every state, said so that each engine can read it: `System::add_lemma` and `add_stated_invariant` take a body that is called with a view and
// says statements of it, `says(premise, conclusion)`. The search judges them; a proof tries them as suggestions, one clause or a few for each statement.
//
// A statement is made of facts, which `&`, `|` and `!` combine without asking whether they hold. An `if` may ask, and a proof then takes both branches: with many of
// them it has many paths, so what is asked of each entry or each place is better said of facts.
#pragma once

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/domain.hpp"
#include "model/source_line.hpp"

namespace tandem::model {

constexpr bool conjunction(bool a, bool b) { return a && b; }
constexpr bool disjunction(bool a, bool b) { return a || b; }

/// Something that is so in a state or is not: a flag, or what a comparison of fields gives.
template <class D>
class Fact {
public:
    template <class T>
        requires std::is_same_v<T, bool> || std::is_same_v<T, Flag<D>>
    constexpr Fact(const T& holds) : holds_(holds) {}
    const Flag<D>& flag() const { return holds_; }

    friend Fact operator&(const Fact& a, const Fact& b) { return Flag<D>(conjunction(a.holds_, b.holds_)); }
    friend Fact operator|(const Fact& a, const Fact& b) { return Flag<D>(disjunction(a.holds_, b.holds_)); }
    friend Fact operator!(const Fact& a) { return Flag<D>(!a.holds_); }

private:
    Flag<D> holds_;
};

/// A message that a place of a channel holds; what `message` is where there is none does not matter. Place 0 is the next to be received.
template <class D, class Message>
struct Carried {
    Flag<D> present;
    const Message& message;
};

/// Of the statements of one lemma, by their lines, which have had their premise met in some state. Several threads may note at once.
class MetPremises {
public:
    MetPremises() = default;
    ~MetPremises() {
        for (const Statement* s = first_.load(); s;) delete std::exchange(s, s->next);
    }
    MetPremises(const MetPremises&) = delete;
    MetPremises& operator=(const MetPremises&) = delete;

    void note(const SourceLine& line, bool met) {
        Statement* first = first_.load(std::memory_order_acquire);
        Statement* known = find(line, first);
        if (!known) {
            auto* added = new Statement{line, {met}, first};
            while (!first_.compare_exchange_weak(added->next, added, std::memory_order_acq_rel))
                if (known = find(line, added->next); known) break;  // another thread was faster
            if (!known) return;
            delete added;
        }
        if (met && !known->met.load(std::memory_order_relaxed)) known->met.store(true, std::memory_order_relaxed);
    }
    /// "lemmas.hpp:12" for each that has not, in the order of the lines.
    std::vector<std::string> never() const {
        std::vector<std::pair<int, std::string>> lines;
        each([&](const Statement& s) {
            const std::string_view file = s.line.file;
            if (!s.met) lines.emplace_back(s.line.number, std::string(file.substr(file.rfind('/') + 1)) + ":" + std::to_string(s.line.number));
        });
        std::sort(lines.begin(), lines.end());
        std::vector<std::string> names;
        for (auto& [number, name] : lines) names.push_back(std::move(name));
        return names;
    }
    /// Whether some statement has.
    bool any() const {
        bool some = false;
        each([&](const Statement& s) { some = some || s.met; });
        return some;
    }

private:
    struct Statement {
        SourceLine line;
        std::atomic<bool> met;
        Statement* next;
    };
    template <class F>
    void each(F&& f) const {
        for (const Statement* s = first_.load(std::memory_order_acquire); s; s = s->next) f(*s);
    }
    /// A file has one name in a program's text, so its address tells it from others; where it does not, a line is listed twice.
    static Statement* find(const SourceLine& line, Statement* from) {
        while (from && (from->line.number != line.number || from->line.file != line.file)) from = from->next;
        return from;
    }
    std::atomic<Statement*> first_{nullptr};
};

/// What a search makes of a body: whether all that it says holds in the state of the view.
template <class D>
class JudgedStatements {
public:
    explicit JudgedStatements(MetPremises* premises = nullptr) : premises_(premises) {}

    /// Where the premise holds, so does the conclusion.
    void operator()(const Fact<D>& premise, const Fact<D>& conclusion, const SourceLine& line = SourceLine::here()) {
        if (premises_) premises_->note(line, premise.flag());
        if (premise.flag() && !conclusion.flag()) hold_ = false;
    }
    void operator()(const Fact<D>& always, const SourceLine& line = SourceLine::here()) { (*this)(true, always, line); }

    /// The same fact. A proof gives it a variable of its own, called `text` with `parts` in the places of {}: a statement of several facts, each of several comparisons,
    /// would else be as many clauses as there are choices among these.
    template <class... Parts>
    const Fact<D>& named(const Fact<D>& fact, std::string_view text, const Parts&... parts) const { return static_cast<void>(text), (static_cast<void>(parts), ...), fact; }

    bool hold() const { return hold_; }

private:
    MetPremises* premises_;
    bool hold_ = true;
};

}  // namespace tandem::model
