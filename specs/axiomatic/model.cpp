// From a model's text to steps: names are resolved, functions expanded, types checked, equal steps shared.
#include "specs/axiomatic/model.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "specs/among.hpp"
#include "specs/axiomatic/cat_meaning.hpp"
#include "specs/axiomatic/memalloy.hpp"
#include "specs/axiomatic/prune.hpp"
#include "specs/axiomatic/steps.hpp"
#include "specs/axiomatic/vocabulary.hpp"

namespace tandem::specs {

class ModelCompiler : Steps {
public:
    ModelCompiler(Model& model, const Model::Load& load) : Steps(model.nodes_), model_(model), load_(load) {}

    void compile(const std::string& file, const std::string& text, bool outermost) {
        if (++place_.depth > 20) throw SyntaxError(file + ":1:1: models include each other without end");
        Text& read = *kept_.emplace_back(std::make_unique<Text>(Text{Cursor(file, text, true), {}}));
        const cat::Model& parsed = read.model = cat::parse(read.cursor);
        Cursor* const before = std::exchange(place_.cursor, &read.cursor);
        if (outermost) model_.title_ = parsed.title;
        memalloy_ = memalloy_ || parsed.memalloy;
        for (const auto& statement : parsed.statements) this->statement(statement, place_.scope);
        place_.cursor = before;
        --place_.depth;
        const std::string& title = model_.title_;
        if (outermost && memalloy_ && (title == "C" || title == "OpenCL" || title == "OCaml"))
            compile("memalloy", memalloy_flag_of_languages, false);
    }

private:
    using Meaning = cat::Meaning;
    using Function = cat::Function;
    using Builtin = cat::Builtin;
    using Group = cat::Group;
    using Link = cat::Link;

    struct Text {
        Cursor cursor;
        cat::Model model;
    };
    void statement(const cat::Statement& s, const Link*& scope) {
        using enum cat::Statement::Kind;
        switch (s.kind) {
            case let:
                scope = this->let(s.bindings, scope);
                break;
            case let_rec:
                scope = this->let_rec(s.bindings, s.position, scope);
                break;
            case cat::Statement::Kind::check:
                this->check(s.check, scope);
                break;
            case cat::Statement::Kind::include:
                this->include(s);
                break;
            case procedure:
                scope = named(s.bindings[0].names[0],
                              Function{&s.bindings[0].parameters, 0, nullptr, &s, place_.cursor, scope, s.bindings[0].names[0]},
                              scope);
                break;
            case call:
                meaning(s.bindings[0].body, scope);
                break;
            case cat::Statement::Kind::choice:
                scope = this->choice(s.bindings[0], scope);
                break;
            case conditional:
                for (const auto& one : holds(s.bindings[0].body) ? s.inside : s.otherwise) statement(one, scope);
                break;
            case for_each:
                for_each_tag(s, scope);
                break;
            case cat::Statement::Kind::tags:
                for (const std::string& tag : s.tags) {  // a bell gives each tag the name of a set
                    std::string name = tag;
                    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
                    scope = named(name, leaf(Op::tag_set, Type::set, tag), scope);
                }
                break;
        }
    }

    const Link* named(std::string name, Meaning what, const Link* scope) {
        constexpr std::size_t most = 20'000;  // a name is looked for among all of them
        if (links_.size() == most)
            place_.cursor->wrong("a model gives more than " + std::to_string(most) + " names", place_.cursor->position());
        return &links_.emplace_back(Link{std::move(name), std::move(what), scope});
    }

    void include(const cat::Statement& statement) {
        std::string text;
        try {
            text = load_(statement.file);
        } catch (const std::bad_alloc&) {
            throw;
        } catch (const std::exception& e) {
            place_.cursor->wrong(e.what(), statement.position);
        }
        compile(statement.file, text, false);
    }

    const Link* let(const std::vector<cat::Binding>& bindings, const Link* scope) {
        const Link* after = scope;
        for (const auto& b : bindings) {
            if (b.function()) {
                after = named(b.names[0], Function{&b.parameters, 0, &b.body, nullptr, place_.cursor, scope, b.names[0]}, after);
                continue;
            }
            const std::size_t nodes = model_.nodes_.size();
            const Place here = place_;
            try {
                after = bound(b.names, meaning(b.body, scope), b.position, after);
            } catch (const SyntaxError& e) {
                if (!may_go_without(e)) throw;
                place_ = here;
                forget_from(nodes);
                after = refused(b.names, e, after);
            }
        }
        return after;
    }

    /// A library defines more than a model uses, and herd's models compute from more than executions here have.
    bool may_go_without(const SyntaxError& e) const { return place_.depth > 1 || dynamic_cast<const cat::NotHere*>(&e); }
    const Link* refused(const cat::Pattern& names, const SyntaxError& why, const Link* scope) {
        for (const std::string& name : names) scope = named(name, cat::Refused{why.what()}, scope);
        return scope;
    }

    /// Gives the names of a pattern to the parts of a value.
    const Link* bound(const cat::Pattern& names, Meaning what, std::size_t position, const Link* scope) {
        if (names.size() == 1) return named(names[0], std::move(what), scope);
        const auto* group = std::get_if<std::shared_ptr<Group>>(&what);
        if (!group || (*group)->set || (*group)->members.size() != names.size())
            place_.cursor->wrong(std::to_string(names.size()) + " values are expected", position);
        for (std::size_t i = 0; i < names.size(); ++i) scope = named(names[i], (*group)->members[i], scope);
        return scope;
    }

    /// Of one thing there is no choice.
    std::optional<Meaning> only_one(const cat::Expression& from, const Link* scope) {
        const Place here = place_;
        try {
            const Meaning what = meaning(from, scope);
            const auto* group = std::get_if<std::shared_ptr<Group>>(&what);
            if (group && (*group)->set && (*group)->members.size() == 1) return (*group)->members[0];
        } catch (const SyntaxError&) {
            place_ = here;
        }
        return std::nullopt;
    }

    /// Coherence, or a part of it, is what executions choose anyway.
    const Link* choice(const cat::Binding& b, const Link* scope) {
        const cat::Expression& from = b.body;
        const bool cos = from.op == cat::Expression::Op::apply && from.operands[0].name == "generate_cos",
                   orders = from.op == cat::Expression::Op::apply && from.operands[0].name == "generate_orders" &&
                            from.operands[1].op == cat::Expression::Op::tuple && from.operands[1].operands.size() == 2;
        if (!cos && !orders) {
            if (const auto only = only_one(from, scope)) return named(b.names[0], *only, scope);
            place_.cursor->wrong("a choice is supported from generate_cos and generate_orders only: executions choose rf and co",
                                 b.position);
        }
        const cat::Expression& wanted = cos ? from.operands[1] : from.operands[1].operands[1];
        int co = leaf(Op::changing, Type::relation, "co");
        // The orders to choose from have all that is wanted of them.
        const int writes = cos ? leaf(Op::primitive_set, Type::set, "W") : set(from.operands[1].operands[0], scope);
        const int pairs = binary(Op::product, Type::relation, writes, writes);
        if (orders) co = binary(Op::intersect, Type::relation, co, pairs);
        const int loc = leaf(Op::primitive_relation, Type::relation, "loc");
        const int part =
            binary(Op::intersect, Type::relation, binary(Op::intersect, Type::relation, relation(wanted, scope), pairs), loc);
        const int against = binary(Op::then, Type::relation, part, unary(Op::maybe, Type::relation, co));
        model_.checks_.push_back(
            {cat::Check::Kind::irreflexive, false, false, node(against).monotone, b.names[0] + " extends", against});
        return named(b.names[0], co, scope);
    }

    void for_each_tag(const cat::Statement& s, const Link* scope) {
        const Meaning all = meaning(s.bindings[0].body, scope);
        const auto* group = std::get_if<std::shared_ptr<Group>>(&all);
        if (!group || !(*group)->set)
            place_.cursor->wrong("forall is supported over what is enumerated, as {'a, 'b}", s.position);
        for (const Meaning& tag : (*group)->members) {
            count_application(s.position);
            const Link* inner = named(s.bindings[0].names[0], tag, scope);
            for (const auto& one : s.inside) statement(one, inner);
        }
    }

    void forget_from(std::size_t size) {
        forget_steps_from(size);
        std::erase_if(model_.recursions_, [&](const auto& r) { return r.first >= static_cast<int>(size); });
        std::erase_if(model_.checks_, [&](const auto& c) { return c.node >= static_cast<int>(size); });
        std::erase_if(standard_, [](const auto& entry) { return std::holds_alternative<int>(entry.second); });
    }

    const Link* let_rec(const std::vector<cat::Binding>& bindings, std::size_t position, const Link* const scope) {
        const std::size_t nodes = model_.nodes_.size();
        const Place here = place_;
        try {
            return recursive(bindings, position, scope);
        } catch (const SyntaxError& e) {
            if (!may_go_without(e)) throw;
            place_ = here;
            forget_from(nodes);
            const Link* after = scope;
            for (const auto& b : bindings) after = refused(b.names, e, after);
            return after;
        }
    }

    const Link* recursive(const std::vector<cat::Binding>& bindings, std::size_t position, const Link* const scope) {
        if (std::any_of(bindings.begin(), bindings.end(), [](const auto& b) { return b.function(); })) {
            const Link* after = scope;
            std::vector<Link*> fresh;
            for (const auto& b : bindings) {
                if (!b.function()) place_.cursor->wrong("functions and relations cannot be recursive together", b.position);
                Link& link = links_.emplace_back(
                    Link{b.names[0], Function{&b.parameters, 0, &b.body, nullptr, place_.cursor, nullptr, b.names[0]}, after});
                after = &link;
                fresh.push_back(&link);
            }
            for (Link* link : fresh) std::get<Function>(link->what).scope = after;
            return after;
        }
        if (place_.recursing) place_.cursor->wrong("a recursion inside a recursion is not supported", position);
        place_.recursing = true;
        const std::size_t first = model_.nodes_.size();
        // The variables are assumed to grow with rf and co until a definition says otherwise.
        for (const bool monotone : {true, false}) {
            Model::Recursion recursion{static_cast<int>(first), static_cast<int>(first), {}};
            const Link* inner = scope;
            for (const auto& b : bindings) {
                if (b.names.size() != 1) place_.cursor->wrong("several names at once cannot be recursive", b.position);
                const int variable = add({Op::recursive, Type::relation, static_cast<int>(model_.recursions_.size()),
                                          static_cast<int>(recursion.variables.size()), b.names[0], true, monotone});
                recursion.variables.emplace_back(variable, -1);
                inner = named(b.names[0], variable, inner);
            }
            bool grows = true;
            const auto first_variable = static_cast<std::size_t>(recursion.variables.front().first);
            for (std::size_t i = 0; i < bindings.size(); ++i) {
                const int body = relation(bindings[i].body, inner);
                recursion.variables[i].second = body;
                grows = grows && node(body).monotone;
            }
            recursion.end = static_cast<int>(model_.nodes_.size());
            if (has_no_fixed_point(model_.nodes_, first_variable))
                place_.cursor->wrong(
                    "a recursive relation stands below ~ or right of \\, where it need not come to an end: without that it is "
                    "accepted",
                    position);
            if (grows == monotone) {
                model_.recursions_.push_back(recursion);
                place_.recursing = false;
                return inner;
            }
            forget_from(first);
        }
        throw std::logic_error("a recursion both grows and does not");
    }

    void check(const cat::Check& c, const Link* scope) {
        const int of = c.kind == cat::Check::Kind::empty ? expression(c.of, scope) : relation(c.of, scope);
        std::string name = c.name.empty() ? "check " + std::to_string(model_.checks_.size() + 1) : c.name;
        model_.checks_.push_back({c.kind, c.negated, c.flag, !c.negated && node(of).monotone, std::move(name), of});
    }

    int relation(const cat::Expression& e, const Link* scope) { return typed(e, scope, Type::relation); }
    int set(const cat::Expression& e, const Link* scope) { return typed(e, scope, Type::set); }
    int typed(const cat::Expression& e, const Link* scope, Type type) { return typed(expression(e, scope), type, e.position); }
    int typed(int n, Type type, std::size_t position) {
        if (node(n).type == type) return n;
        if (node(n).op == Op::none) return leaf(Op::none, type);
        place_.cursor->wrong(
            type == Type::set ? "expected a set of events, found a relation" : "expected a relation, found a set of events",
            position);
    }

    /// What must be a node.
    int expression(const cat::Expression& e, const Link* scope) { return node_of(meaning(e, scope), e.position); }
    int node_of(const Meaning& what, std::size_t position) {
        if (const int* n = std::get_if<int>(&what)) return *n;
        if (const auto* f = std::get_if<Function>(&what))
            place_.cursor->wrong("the function '" + f->name + "' needs its arguments", position);
        if (const auto* b = std::get_if<Builtin>(&what))
            place_.cursor->wrong("the function '" + b->name + "' needs its arguments", position);
        place_.cursor->wrong("expected a set or relation, found several values", position);
    }

    /// Whether an if's condition holds: no variant of herd's is on.
    bool holds(const cat::Expression& e) const {
        using From = cat::Expression::Op;
        switch (e.op) {
            case From::variant:
                return false;
            case From::negation:
                return !holds(e.operands[0]);
            case From::both:
                return holds(e.operands[0]) && holds(e.operands[1]);
            case From::either:
                return holds(e.operands[0]) || holds(e.operands[1]);
            default:
                place_.cursor->wrong(e.name + " is not supported in models", e.position);
        }
    }

    /// Lives while an expression is within others, those of the functions that are being applied included.
    class Nested {
    public:
        Nested(ModelCompiler& compiler, std::size_t position) : compiler_(compiler) {
            constexpr int most = 2000;
            if (compiler.nested_ == most)
                compiler.place_.cursor->wrong("more than " + std::to_string(most) + " expressions are within each other",
                                              position);
            ++compiler.nested_;
        }
        ~Nested() { --compiler_.nested_; }
        Nested(const Nested&) = delete;
        Nested& operator=(const Nested&) = delete;

    private:
        ModelCompiler& compiler_;
    };

    Meaning meaning(const cat::Expression& e, const Link* scope) {
        const Nested nested(*this, e.position);
        using From = cat::Expression::Op;
        const auto sub = [&](std::size_t i) -> const cat::Expression& { return e.operands[i]; };
        const auto of_relation = [&](Op op) { return unary(op, Type::relation, relation(sub(0), scope)); };
        switch (e.op) {
            case From::name:
                return name(e, scope);
            case From::tag:
                return leaf(Op::tag_set, Type::set, e.name);
            case From::everything:
                return leaf(Op::all_set, Type::set);
            case From::nothing:
            case From::empty_set:
                return leaf(Op::none, Type::relation);
            case From::unite:
                return of_one_type(Op::unite, e, scope);
            case From::minus:
                return of_one_type(Op::minus, e, scope);
            case From::intersect:
                return of_one_type(Op::intersect, e, scope);
            case From::then:
                return binary(Op::then, Type::relation, relation(sub(0), scope), relation(sub(1), scope));
            case From::product:
                return binary(Op::product, Type::relation, set(sub(0), scope), set(sub(1), scope));
            case From::complement: {
                const int a = expression(sub(0), scope);
                return unary(Op::complement, node(a).type, a);
            }
            case From::plus:
                return of_relation(Op::plus);
            case From::star:
                return of_relation(Op::star);
            case From::maybe:
                return of_relation(Op::maybe);
            case From::inverse:
                return of_relation(Op::inverse);
            case From::identity_on:
                return unary(Op::identity_on, Type::relation, set(sub(0), scope));
            case From::power: {
                const int once = relation(sub(0), scope);
                int whole = once;
                for (int i = 1; i < e.number; ++i) whole = binary(Op::then, Type::relation, whole, once);
                return whole;
            }
            case From::apply:
                return apply(e, scope);
            case From::tuple:
            case From::enumeration: {
                auto group = std::make_shared<Group>();
                group->set = e.op == From::enumeration;
                for (const auto& member : e.operands) group->members.push_back(meaning(member, scope));
                return group;
            }
            case From::function: {
                patterns_.push_back({e.pattern});
                return Function{&patterns_.back(), 0, &e.operands[0], nullptr, place_.cursor, scope, "fun"};
            }
            case From::match:
                return match(e, scope);
            case From::add_element:
                return with_element(meaning(sub(0), scope), meaning(sub(1), scope), e.position);
            case From::local:
                return meaning(sub(0), let(e.bindings, scope));
            case From::local_rec:
                return meaning(sub(0), let_rec(e.bindings, e.position, scope));
            case From::choose:
                return meaning(sub(holds(sub(0)) ? 1 : 2), scope);
            case From::attempt:
                return attempt(e, scope);
            default:
                place_.cursor->wrong("'" + e.name + "' is not supported in models", e.position);
        }
    }

    /// The first clause that fits. A set or relation of events fits none but {}, and that if it is known to be empty.
    Meaning match(const cat::Expression& e, const Link* scope) {
        const Meaning what = meaning(e.operands[0], scope);
        const auto* group = std::get_if<std::shared_ptr<Group>>(&what);
        const int* n = std::get_if<int>(&what);
        const bool empty = n && node(*n).op == Op::none, set = group && (*group)->set;
        for (std::size_t i = 0; i < e.clauses.size(); ++i) {
            const cat::Pattern& clause = e.clauses[i];
            const cat::Expression& result = e.operands[i + 1];
            if (clause.empty() && empty) return meaning(result, scope);
            if (clause.size() == 2 && set) {
                const auto& members = (*group)->members;
                Meaning rest = leaf(Op::none, Type::relation);
                if (members.size() > 1) rest = std::make_shared<Group>(Group{{members.begin() + 1, members.end()}, true});
                return meaning(result, named(clause[1], std::move(rest), named(clause[0], members.front(), scope)));
            }
            if (clause.size() != 1) continue;
            if (clause[0][0] != '\'') return meaning(result, named(clause[0], what, scope));
            if (n && node(*n).op == Op::tag_set && "'" + node(*n).name == clause[0]) return meaning(result, scope);
        }
        place_.cursor->wrong("no clause of this match fits what is known before there is an execution", e.position);
    }

    Meaning with_element(Meaning element, const Meaning& to, std::size_t position) {
        const auto* group = std::get_if<std::shared_ptr<Group>>(&to);
        const int* n = std::get_if<int>(&to);
        if (!(group && (*group)->set) && !(n && node(*n).op == Op::none))
            place_.cursor->wrong("++ adds an element to an enumeration, and this is none", position);
        auto whole = std::make_shared<Group>(Group{{std::move(element)}, true});
        if (group) whole->members.insert(whole->members.end(), (*group)->members.begin(), (*group)->members.end());
        if (whole->members.size() > 1000) place_.cursor->wrong("an enumeration has more than 1000 elements", position);
        return whole;
    }

    /// What is not defined is worth the alternative.
    Meaning attempt(const cat::Expression& e, const Link* scope) {
        const std::size_t nodes = model_.nodes_.size();
        const Place here = place_;
        try {
            return meaning(e.operands[0], scope);
        } catch (const SyntaxError&) {
            place_ = here;
            forget_from(nodes);
        }
        return meaning(e.operands[1], scope);
    }

    int of_one_type(Op op, const cat::Expression& e, const Link* scope) {
        int a = expression(e.operands[0], scope), b = expression(e.operands[1], scope);
        if (node(a).type != node(b).type) {
            if (node(a).op == Op::none) a = leaf(Op::none, node(b).type);
            else if (node(b).op == Op::none) b = leaf(Op::none, node(a).type);
            else place_.cursor->wrong("one operand is a relation and the other a set of events", e.position);
        }
        return binary(op, node(a).type, a, b);
    }

    Meaning name(const cat::Expression& e, const Link* scope) {
        for (const Link* link = scope; link; link = link->next)
            if (link->name == e.name) {
                if (const auto* refused = std::get_if<cat::Refused>(&link->what)) throw cat::NotHere(refused->message);
                return link->what;
            }
        if (memalloy_ && memalloy_definition(e.name)) return of_memalloy(e.name);
        if (const char* what = names_what_is_not_here(e.name)) {
            try {
                place_.cursor->wrong("'" + e.name + "' is " + what + ", which executions here do not have", e.position);
            } catch (const SyntaxError& error) {
                throw cat::NotHere(error.what());
            }
        }
        if (const auto known = leaf_of(e.name)) return *known;
        if (among(cat::functions, e.name) || among(cat::of_page_tables, e.name) || cat::selects_pairs(e.name))
            return Builtin{e.name};
        if (const char* text = standard_definition(e.name)) return standard(e.name, text);
        if (memalloy_definition(e.name)) return of_memalloy(e.name);
        place_.cursor->wrong("'" + e.name + "' is not defined", e.position);
    }

    /// Said in our own vocabulary.
    Meaning of_memalloy(const std::string& name) {
        const bool before = std::exchange(memalloy_, false);
        Meaning what = standard(name, memalloy_definition(name));
        memalloy_ = before;
        return what;
    }

    /// A name of the standard library, which knows of no other definitions.
    Meaning standard(const std::string& name, const char* text) {
        if (const auto known = standard_.find(name); known != standard_.end()) return known->second;
        const Link* const before = std::exchange(place_.scope, nullptr);
        compile("standard library", text, false);
        const Meaning what = std::exchange(place_.scope, before)->what;
        standard_.emplace(name, what);
        return what;
    }

    void count_application(std::size_t position) {
        // A function that applies another twice, which applies a third twice, is of exponential size.
        constexpr int most = 10'000;
        if (++applied_ > most)
            place_.cursor->wrong("the functions of a model are applied more than " + std::to_string(most) + " times", position);
    }

    Meaning apply(const cat::Expression& e, const Link* scope) {
        const cat::Expression& applied = e.operands[0];
        const Meaning function = meaning(applied, scope);
        if (const auto* builtin = std::get_if<Builtin>(&function); builtin && among(cat::of_page_tables, builtin->name))
            return leaf(Op::none, Type::relation);
        if (const auto* builtin = std::get_if<Builtin>(&function))
            return apply_builtin(builtin->name, expression(e.operands[1], scope), e.operands[1].position);
        const auto* f = std::get_if<Function>(&function);
        if (!f) place_.cursor->wrong((applied.name.empty() ? "this" : "'" + applied.name + "'") + " is no function", e.position);
        Meaning argument = meaning(e.operands[1], scope);
        count_application(e.position);
        const cat::Pattern& names = (*f->parameters)[f->next];
        const auto* group = std::get_if<std::shared_ptr<Group>>(&argument);
        const std::size_t given = group && !(*group)->set ? (*group)->members.size() : 1;
        if (given != names.size())
            place_.cursor->wrong(
                "'" + f->name + "' takes " + std::to_string(names.size()) + (names.size() == 1 ? " argument" : " arguments"),
                e.position);
        const Link* inner = given == 0 ? f->scope : bound(names, std::move(argument), e.position, f->scope);
        if (f->next + 1 < f->parameters->size())
            return Function{f->parameters, f->next + 1, f->body, f->procedure, f->cursor, inner, f->name};
        Cursor* const here = std::exchange(place_.cursor, f->cursor);
        Meaning result = leaf(Op::none, Type::relation);
        if (f->body) result = meaning(*f->body, inner);
        else
            for (const auto& one : f->procedure->inside) statement(one, inner);
        place_.cursor = here;
        return result;
    }

    int apply_builtin(const std::string& name, int argument, std::size_t position) {
        const auto as_relation = [&] { return typed(argument, Type::relation, position); };
        const auto as_set = [&] { return typed(argument, Type::set, position); };
        if (name == "domain") return unary(Op::domain, Type::set, as_relation());
        if (name == "range") return unary(Op::range, Type::set, as_relation());
        if (name == "fencerel") {  // pairs separated by an event of the set
            const int po = leaf(Op::primitive_relation, Type::relation, "po");
            const int on = unary(Op::identity_on, Type::relation, as_set());
            return binary(Op::then, Type::relation, binary(Op::then, Type::relation, po, on), po);
        }
        if (name == "toid") return unary(Op::identity_on, Type::relation, as_set());
        if (!cat::selects_pairs(name)) return as_set();  // of a tag, its events
        const auto kind = [&](char c) { return leaf(Op::primitive_set, Type::set, std::string(1, c)); };
        const int pairs = binary(Op::product, Type::relation, kind(name[0]), kind(name[1]));
        return binary(Op::intersect, Type::relation, as_relation(), pairs);
    }

    Model& model_;
    const Model::Load& load_;
    int applied_ = 0, nested_ = 0;
    std::vector<std::unique_ptr<Text>> kept_;  // functions point into it
    std::deque<Link> links_;
    std::deque<std::vector<cat::Pattern>> patterns_;  // of functions without a name
    /// Where the compiler is; what fails may be left for another way from the same place.
    struct Place {
        Cursor* cursor = nullptr;  // of the file that is being read
        int depth = 0;             // of files that include each other
        bool recursing = false;
        const Link* scope = nullptr;
    };
    Place place_;
    bool memalloy_ = false;  // names mean what they do there
    std::map<std::string, Meaning> standard_;
};

Model::Model(const std::string& file, const std::string& text, const Load& load) {
    ModelCompiler(*this, load).compile(file, text, true);
    constexpr std::string_view membar = "membar.";  // the relation of events separated by fences with a tag
    for (const Node& node : nodes_) {
        if (node.op == Op::tag_set) tags_.insert(node.name);
        orders_fences_ = orders_fences_ || (node.op == Op::changing && node.name == "sync_fence");
        if (node.op == Op::primitive_relation && node.name.starts_with(membar)) tags_.insert(node.name.substr(membar.size()));
    }
    prune(nodes_, recursions_, checks_);
}

}  // namespace tandem::specs
