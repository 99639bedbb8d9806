// What else is true of every state, in a form that each engine can read. `System::add_lemma` and `add_stated_invariant` take a
// body that is called with a view and makes statements about it: `says(premise, conclusion)`. The search judges them. A proof
// tries them as suggestions, one clause or a few for each statement.
//
// A statement consists of facts, which `&`, `|` and `!` combine without asking whether they hold. An `if` may ask, and a proof
// then takes both branches. Many `if`s make many paths, so statements about each entry or each place are better made of facts.
#pragma once

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/domain.hpp"
#include "model/refutation.hpp"
#include "model/source_line.hpp"

namespace tandem::model {

constexpr bool conjunction(bool a, bool b) { return a && b; }
constexpr bool disjunction(bool a, bool b) { return a || b; }

/// Something that is true in a state or is not: a flag, or the result of comparing fields.
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

/// The message in a place of a channel. Where there is none, `message` does not matter. Place 0 is received next.
template <class D, class Message>
struct Carried {
    Flag<D> present;
    const Message& message;
};

/// Which statements of one lemma, by their lines, have had their premise met in some state. Several threads may record this at
/// once.
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
    /// "lemmas.hpp:12" for each whose premise was never met, in the order of the lines.
    std::vector<std::string> never() const {
        std::vector<std::pair<int, std::string>> lines;
        each([&](const Statement& s) {
            const std::string_view file = s.line.file;
            if (!s.met)
                lines.emplace_back(s.line.number,
                                   std::string(file.substr(file.rfind('/') + 1)) + ":" + std::to_string(s.line.number));
        });
        std::sort(lines.begin(), lines.end());
        std::vector<std::string> names;
        for (auto& [number, name] : lines) names.push_back(std::move(name));
        return names;
    }
    /// Whether the premise of some statement was met.
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
    /// A file has one name in a program's text, so its address identifies it. If it does not, a line is listed twice.
    static Statement* find(const SourceLine& line, Statement* from) {
        while (from && (from->line.number != line.number || from->line.file != line.file)) from = from->next;
        return from;
    }
    std::atomic<Statement*> first_{nullptr};
};

/// How a search evaluates a body: whether all its statements hold in the state of the view.
template <class D>
class JudgedStatements {
public:
    using Fact = model::Fact<D>;

    /// `refuted` hears why a statement does not hold, if anybody asks.
    explicit JudgedStatements(MetPremises* premises = nullptr, Refutation refuted = Refutation())
        : premises_(premises), refuted_(refuted) {}

    /// If the premise holds, so does the conclusion.
    void operator()(const Fact& premise, const Fact& conclusion, const SourceLine& line = SourceLine::here()) {
        (*this)(premise, conclusion, [&](const Refutation& refuted) { refuted(unnamed(line)); }, line);
    }
    /// why(refuted) says in words why it does not hold.
    template <class Why>
        requires std::is_invocable_v<const Why&, const Refutation&>
    void operator()(const Fact& premise, const Fact& conclusion, const Why& why,
                    const SourceLine& line = SourceLine::here()) {
        if (premises_) premises_->note(line, premise.flag());
        if (!premise.flag() || conclusion.flag()) return;
        hold_ = false;
        why(refuted_);
    }
    void operator()(const Fact& always, const SourceLine& line = SourceLine::here()) { (*this)(true, always, line); }

    /// The same fact. A proof gives it its own variable, called `text` with `parts` in the places of {}. Otherwise a statement of
    /// several facts, each of several comparisons, would need one clause for each combination of these.
    template <class... Parts>
    const Fact& named(const Fact& fact, std::string_view text, const Parts&... parts) const {
        return static_cast<void>(text), (static_cast<void>(parts), ...), fact;
    }

    bool hold() const { return hold_; }

private:
    static std::string unnamed(const SourceLine& line) {
        const std::string_view file = line.file;
        return "the statement in " + std::string(file.substr(file.rfind('/') + 1)) + ":" + std::to_string(line.number) +
               " has its premise, and not what it concludes";
    }

    MetPremises* premises_;
    Refutation refuted_;
    bool hold_ = true;
};

}  // namespace tandem::model
