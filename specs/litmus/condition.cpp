// The question that a test asks: filter, locations, and exists, ~exists or forall with a formula on the final state.
#include <algorithm>

#include "specs/litmus/parser.hpp"

namespace tandem::specs {

namespace {

class ConditionReader {
public:
    explicit ConditionReader(TestReader& reader) : r_(reader), c_(reader.cursor) {}

    void read() {
        filter();
        const bool located = c_.take("locations");
        if (located) {
            c_.expect("[");
            while (!c_.take("]"))
                if (!c_.take(";")) observe(place());
        }
        filter();
        using enum Test::Quantifier;
        auto& quantifier = r_.test.quantifier;
        if (c_.take("~")) {
            c_.expect("exists");
            quantifier = not_exists;
        } else if (c_.take("forall")) quantifier = for_all;
        else if (c_.take("exists") || c_.take("final")) quantifier = exists;
        else if ((located || filtered_) && c_.at_end()) {  // only the states are asked for, or the flags
            quantifier = for_all;
            return sort_observed();
        } else c_.expected("exists, ~exists or forall");
        r_.test.condition = implication();
        c_.take(";");
        // Some tests go on with what other tools do with them.
        if (!c_.at_end() && !c_.sees("<<") && !c_.sees("with")) c_.expected("the end, or /\\, \\/ or =>");
        sort_observed();
    }

private:
    void filter() {
        shown_ = false;
        c_.begin_formula();
        if (c_.take("filter")) r_.test.filter = implication(), filtered_ = true;
        shown_ = true;
    }

    /// States show registers by thread, then locations.
    void sort_observed() {
        std::sort(r_.test.observed.begin(), r_.test.observed.end(), [&](const Observed& a, const Observed& b) {
            const auto key = [&](const Observed& o) {
                return std::pair(o.thread < 0 ? r_.test.threads.size() : static_cast<std::size_t>(o.thread), r_.test.text(o));
            };
            return key(a) < key(b);
        });
    }

    static Formula join(Formula::Kind kind, Formula a, Formula b) { return {kind, {}, {}, {std::move(a), std::move(b)}}; }

    Formula implication() {
        const Cursor::Level level(c_);
        Formula left = disjunction();
        if (!c_.take("=>")) return left;
        return join(Formula::Kind::implication, std::move(left), implication());
    }
    Formula disjunction() {
        Formula left = conjunction();
        while (took_operator("\\/")) left = join(Formula::Kind::disjunction, std::move(left), conjunction());
        return left;
    }
    Formula conjunction() {
        Formula left = factor();
        while (took_operator("/\\")) left = join(Formula::Kind::conjunction, std::move(left), factor());
        return left;
    }
    bool took_operator(const char* symbol) {
        if (!c_.take(symbol)) return false;
        c_.count_operator();
        return true;
    }
    Formula factor() {
        const Cursor::Level level(c_);
        if (c_.take("not") || c_.take("~")) return {Formula::Kind::negation, {}, {}, {factor()}};
        if (c_.take("true")) return {};
        if (c_.take("false")) return {Formula::Kind::negation, {}, {}, {Formula{}}};
        if (c_.take("(")) {
            Formula inner = implication();
            c_.expect(")");
            return inner;
        }
        if (c_.sees_number() && !sees_place()) return of_numbers();
        Formula equal{Formula::Kind::equal, place(), {}, {}};
        observe(equal.observed);
        const bool differs = c_.take("<>") || c_.take("!=");
        if (!differs && !c_.take("==")) c_.expect("=");
        if (sees_place()) {
            equal.kind = Formula::Kind::equal_places;
            equal.other = place();
            observe(equal.other);
        } else if (c_.sees_number()) {
            equal.value = Value::of(c_.expect_number("a number"));
        } else {
            c_.take("&");
            equal.value = Value::address(known_location(c_.expect_name("a number or a location")));
        }
        return differs ? Formula{Formula::Kind::negation, {}, {}, {equal}} : equal;
    }

    /// 0 == 0, as those write it who ask for no state in particular.
    Formula of_numbers() {
        const std::int64_t left = c_.expect_number("a number");
        const bool differs = c_.take("<>") || c_.take("!=");
        if (!differs && !c_.take("==")) c_.expect("=");
        const bool same = left == c_.expect_number("a number");
        return same != differs ? Formula{} : Formula{Formula::Kind::negation, {}, {}, {Formula{}}};
    }

    /// Whether a register or a location in brackets is here: a name alone is an address.
    bool sees_place() {
        if (c_.sees("[")) return true;
        const std::size_t start = c_.position();
        if (c_.sees_number()) c_.expect_number("a number");
        else c_.name();
        const bool is_place = c_.sees(":");
        c_.back_to(start);
        return is_place;
    }

    /// 1:r0, P1:r0, x or [x].
    Observed place() {
        const std::size_t start = c_.position();
        if (c_.sees_number()) return register_of(static_cast<std::size_t>(c_.expect_number("a thread's number")), start);
        const bool bracket = c_.take("[");
        const std::size_t at = c_.position();
        const std::string name = c_.expect_name("a register, as 1:r0, or a location");
        if (!bracket && c_.sees(":")) {
            const auto& threads = r_.test.threads;
            const auto thread = std::find_if(threads.begin(), threads.end(), [&](const Thread& t) { return t.name == name; });
            return register_of(static_cast<std::size_t>(thread - threads.begin()), start);
        }
        const int location = known_location(name, at);
        if (bracket) c_.expect("]");
        return {-1, location};
    }
    Observed register_of(std::size_t thread, std::size_t start) {
        if (thread >= r_.test.threads.size()) c_.wrong("there is no such thread", start);
        c_.expect(":");
        const std::string found = c_.expect_name("a register"), name = r_.canonical(found);
        if (!r_.is_register(thread, name))
            c_.wrong("thread " + r_.test.threads[thread].name + " has no register " + found, start);
        return {static_cast<int>(thread), r_.reg(thread, name)};
    }

    int known_location(const std::string& name) { return known_location(name, c_.position() - name.size()); }
    int known_location(const std::string& name, std::size_t position) {
        if (!r_.is_location(name)) c_.wrong("the test has no location " + name, position);
        return r_.location(name);
    }

    void observe(const Observed& place) {
        auto& list = r_.test.observed;
        if (shown_ && std::find(list.begin(), list.end(), place) == list.end()) list.push_back(place);
    }

    TestReader& r_;
    Cursor& c_;
    bool filtered_ = false;
    bool shown_ = true;  // whether states show the named places
};

}  // namespace

void read_condition(TestReader& reader) { ConditionReader(reader).read(); }

}  // namespace tandem::specs
