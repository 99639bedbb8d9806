// From a model's text to steps: names are resolved, functions expanded, types checked, equal steps shared.
#include "specs/axiomatic/model.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>

#include "specs/among.hpp"

namespace tandem::specs {

namespace {

constexpr std::array changing_relations{"rf", "co", "fr", "rfi", "rfe", "coi", "coe", "fri", "fre"};
constexpr std::array primitive_sets{"R", "W", "M", "F", "IW", "Global", "Shared"};

}  // namespace

class ModelCompiler {
public:
    ModelCompiler(Model& model, const Model::Load& load) : model_(model), load_(load) {}

    void compile(const std::string& file, const std::string& text, bool outermost) {
        if (++depth_ > 20) throw SyntaxError(file + ":1:1: models include each other without end");
        Text& read = *kept_.emplace_back(std::make_unique<Text>(Text{Cursor(file, text), {}}));
        const cat::Model& parsed = read.model = cat::parse(read.cursor);
        Cursor* const before = std::exchange(cursor_, &read.cursor);
        if (outermost) model_.title_ = parsed.title;
        for (const auto& statement : parsed.statements) {
            using Kind = cat::Statement::Kind;
            if (statement.kind == Kind::include) include(statement);
            else if (statement.kind == Kind::let) let(statement);
            else if (statement.kind == Kind::let_rec) let_rec(statement);
            else check(statement);
        }
        cursor_ = before;
        --depth_;
    }

private:
    using Op = Model::Op;
    using Type = Model::Type;
    using Node = Model::Node;

    struct Text {
        Cursor cursor;
        cat::Model model;
    };
    struct Function {
        const cat::Binding* binding;
        Cursor* cursor;     // of its text
        std::size_t scope;  // how many names are known to it
    };
    struct Named {
        std::string name;
        std::variant<int, Function> what;  // a node or a function
    };
    using Scope = std::vector<Named>;

    const Node& node(int i) const { return model_.nodes_[static_cast<std::size_t>(i)]; }

    int add(Node n) {
        const auto [at, added] = known_.try_emplace(n, static_cast<int>(model_.nodes_.size()));
        if (added) model_.nodes_.push_back(std::move(n));
        return at->second;
    }
    int leaf(Op op, Type type, const std::string& name = {}) { return add({op, type, -1, -1, name, op == Op::changing, true}); }
    int unary(Op op, Type type, int a) {
        return add({op, type, a, -1, {}, node(a).changes, op == Op::complement ? !node(a).changes : node(a).monotone});
    }
    int binary(Op op, Type type, int a, int b) {
        const bool monotone = node(a).monotone && (op == Op::minus ? !node(b).changes : node(b).monotone);
        return add({op, type, a, b, {}, node(a).changes || node(b).changes, monotone});
    }

    void include(const cat::Statement& statement) {
        std::string text;
        try {
            text = load_(statement.file);
        } catch (const std::exception& e) {
            cursor_->wrong(e.what(), statement.position);
        }
        compile(statement.file, text, false);
    }

    void let(const cat::Statement& statement) {
        Scope fresh;
        for (const auto& b : statement.bindings) {
            if (b.function) fresh.push_back({b.name, Function{&b, cursor_, scope_.size()}});
            else fresh.push_back({b.name, expression(b.body, scope_)});
        }
        scope_.insert(scope_.end(), fresh.begin(), fresh.end());
    }

    void let_rec(const cat::Statement& statement) {
        const std::size_t scope = scope_.size();
        const int first = static_cast<int>(model_.nodes_.size());
        // The variables are assumed to grow with rf and co until a definition says otherwise.
        for (const bool monotone : {true, false}) {
            Model::Recursion recursion{first, first, {}};
            for (const auto& b : statement.bindings) {
                if (b.function) cursor_->wrong("a function cannot be recursive", b.position);
                const int variable = add({Op::recursive, Type::relation, static_cast<int>(model_.recursions_.size()),
                                          static_cast<int>(recursion.variables.size()), b.name, true, monotone});
                recursion.variables.emplace_back(variable, -1);
                scope_.push_back({b.name, variable});
            }
            bool grows = true;
            const auto first_variable = static_cast<std::size_t>(recursion.variables.front().first);
            for (std::size_t i = 0; i < statement.bindings.size(); ++i) {
                const int body = relation(statement.bindings[i].body, scope_);
                recursion.variables[i].second = body;
                grows = grows && node(body).monotone;
            }
            recursion.end = static_cast<int>(model_.nodes_.size());
            if (has_no_fixed_point_from(first_variable))
                cursor_->wrong(
                    "a recursive relation stands below ~ or right of \\, where it need not come to an end: without that it is "
                    "accepted",
                    statement.position);
            if (grows == monotone) {
                model_.recursions_.push_back(recursion);
                return;
            }
            scope_.resize(scope);
            model_.nodes_.resize(static_cast<std::size_t>(first));
            std::erase_if(known_, [&](const auto& entry) { return entry.second >= first; });
        }
        throw std::logic_error("a recursion both grows and does not");
    }

    /// Whether a relation of the recursion that began with this node shrinks where its variables grow, so that computing it again
    /// and again need not end.
    bool has_no_fixed_point_from(std::size_t variable) const {
        std::vector<bool> depends(model_.nodes_.size());
        const auto on = [&](int n) { return n >= 0 && depends[static_cast<std::size_t>(n)]; };
        for (std::size_t i = variable; i < model_.nodes_.size(); ++i) {
            const Node& n = model_.nodes_[i];
            if (n.op == Op::recursive) depends[i] = true;
            else depends[i] = on(n.a) || on(n.b);
            if ((n.op == Op::complement && on(n.a)) || (n.op == Op::minus && on(n.b))) return true;
        }
        return false;
    }

    void check(const cat::Statement& statement) {
        const cat::Check& c = statement.check;
        const int of = c.kind == cat::Check::Kind::empty ? expression(c.of, scope_) : relation(c.of, scope_);
        std::string name = c.name.empty() ? "check " + std::to_string(model_.checks_.size() + 1) : c.name;
        model_.checks_.push_back({c.kind, c.negated, c.flag, !c.negated && node(of).monotone, std::move(name), of});
    }

    int relation(const cat::Expression& e, const Scope& scope) { return typed(e, scope, Type::relation, "a relation"); }
    int set(const cat::Expression& e, const Scope& scope) { return typed(e, scope, Type::set, "a set of events"); }
    int typed(const cat::Expression& e, const Scope& scope, Type type, const char* what) {
        const int n = expression(e, scope);
        if (node(n).type == type) return n;
        if (node(n).op == Op::none) return leaf(Op::none, type);
        cursor_->wrong(std::string("expected ") + what + ", found " + (type == Type::set ? "a relation" : "a set of events"),
                       e.position);
    }

    int expression(const cat::Expression& e, const Scope& scope) {
        using From = cat::Expression::Op;
        const auto sub = [&](std::size_t i) -> const cat::Expression& { return e.operands[i]; };
        switch (e.op) {
            case From::name: return name(e, scope);
            case From::tag: return leaf(Op::tag_set, Type::set, e.name);
            case From::everything: return leaf(Op::all_set, Type::set);
            case From::nothing: return leaf(Op::none, Type::relation);
            case From::unite: return of_one_type(Op::unite, e, scope);
            case From::minus: return of_one_type(Op::minus, e, scope);
            case From::intersect: return of_one_type(Op::intersect, e, scope);
            case From::then: return binary(Op::then, Type::relation, relation(sub(0), scope), relation(sub(1), scope));
            case From::product: return binary(Op::product, Type::relation, set(sub(0), scope), set(sub(1), scope));
            case From::complement: {
                const int a = expression(sub(0), scope);
                return unary(Op::complement, node(a).type, a);
            }
            case From::plus: return unary(Op::plus, Type::relation, relation(sub(0), scope));
            case From::star: return unary(Op::star, Type::relation, relation(sub(0), scope));
            case From::maybe: return unary(Op::maybe, Type::relation, relation(sub(0), scope));
            case From::inverse: return unary(Op::inverse, Type::relation, relation(sub(0), scope));
            case From::identity_on: return unary(Op::identity_on, Type::relation, set(sub(0), scope));
            case From::apply: return apply(e, scope);
        }
        throw std::logic_error("an expression of no kind");
    }

    int of_one_type(Op op, const cat::Expression& e, const Scope& scope) {
        int a = expression(e.operands[0], scope), b = expression(e.operands[1], scope);
        if (node(a).type != node(b).type) {
            if (node(a).op == Op::none) a = leaf(Op::none, node(b).type);
            else if (node(b).op == Op::none) b = leaf(Op::none, node(a).type);
            else cursor_->wrong("one operand is a relation and the other a set of events", e.position);
        }
        return binary(op, node(a).type, a, b);
    }

    const Named* find(const std::string& name, const Scope& scope) const {
        const auto at = std::find_if(scope.rbegin(), scope.rend(), [&](const Named& n) { return n.name == name; });
        return at == scope.rend() ? nullptr : &*at;
    }

    int name(const cat::Expression& e, const Scope& scope) {
        if (const Named* named = find(e.name, scope)) {
            if (const int* n = std::get_if<int>(&named->what)) return *n;
            cursor_->wrong("the function '" + e.name + "' needs its arguments", e.position);
        }
        if (among(changing_relations, e.name)) return leaf(Op::changing, Type::relation, e.name);
        if (among(primitive_sets, e.name)) return leaf(Op::primitive_set, Type::set, e.name);
        if (Skeleton::knows(e.name)) return leaf(Op::primitive_relation, Type::relation, e.name);
        cursor_->wrong("'" + e.name + "' is not defined", e.position);
    }

    int apply(const cat::Expression& e, const Scope& scope) {
        const auto arguments = [&](std::size_t n) {
            if (e.operands.size() != n)
                cursor_->wrong("'" + e.name + "' takes " + std::to_string(n) + (n == 1 ? " argument" : " arguments"), e.position);
        };
        if (const Named* named = find(e.name, scope)) {
            const Function* f = std::get_if<Function>(&named->what);
            if (!f) cursor_->wrong("'" + e.name + "' is no function", e.position);
            arguments(f->binding->parameters.size());
            // A function that applies another twice, which applies a third twice, is of exponential size.
            constexpr int most = 10'000;
            if (++applied_ > most)
                cursor_->wrong("the functions of a model are applied more than " + std::to_string(most) + " times", e.position);
            Scope inner(scope_.begin(), scope_.begin() + static_cast<std::ptrdiff_t>(f->scope));
            for (std::size_t i = 0; i < e.operands.size(); ++i)
                inner.push_back({f->binding->parameters[i], expression(e.operands[i], scope)});
            Cursor* const here = std::exchange(cursor_, f->cursor);
            const int body = expression(f->binding->body, inner);
            cursor_ = here;
            return body;
        }
        arguments(1);
        const auto& argument = e.operands[0];
        if (e.name == "domain") return unary(Op::domain, Type::set, relation(argument, scope));
        if (e.name == "range") return unary(Op::range, Type::set, relation(argument, scope));
        if (e.name == "fencerel") {  // pairs separated by an event of the set
            const int po = leaf(Op::primitive_relation, Type::relation, "po");
            const int on = unary(Op::identity_on, Type::relation, set(argument, scope));
            return binary(Op::then, Type::relation, binary(Op::then, Type::relation, po, on), po);
        }
        // WW(r), RM(r), ...: the pairs of such events
        if (e.name.size() == 2 && e.name.find_first_not_of("RWM") == e.name.npos) {
            const auto kind = [&](char c) { return leaf(Op::primitive_set, Type::set, std::string(1, c)); };
            const int pairs = binary(Op::product, Type::relation, kind(e.name[0]), kind(e.name[1]));
            return binary(Op::intersect, Type::relation, relation(argument, scope), pairs);
        }
        cursor_->wrong("the function '" + e.name + "' is not defined", e.position);
    }

    Model& model_;
    const Model::Load& load_;
    Cursor* cursor_ = nullptr;  // of the file that is being read
    int depth_ = 0, applied_ = 0;
    std::vector<std::unique_ptr<Text>> kept_;  // functions point into it
    Scope scope_;
    std::map<Node, int> known_;
};

std::set<std::string> Model::tags() const {
    constexpr std::string_view membar = "membar.";  // the relation of events separated by fences with a tag
    std::set<std::string> names;
    for (const Node& node : nodes_) {
        if (node.op == Op::tag_set) names.insert(node.name);
        if (node.op == Op::primitive_relation && node.name.starts_with(membar)) names.insert(node.name.substr(membar.size()));
    }
    return names;
}

Model::Model(const std::string& file, const std::string& text, const Load& load) {
    ModelCompiler(*this, load).compile(file, text, true);
}

}  // namespace tandem::specs
