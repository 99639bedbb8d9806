#include "smt/prove/smtlib.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace tandem::smt {

namespace {

class Printer {
public:
    explicit Printer(const Namer& name) : name_(name) {}

    std::string text(Expression e, bool truth) {
        count(e);
        const std::string body = print(e, truth);
        std::string open, close;
        for (const auto& [name, value] : lets_) {
            open += "(let ((" + name + " " + value + ")) ";
            close += ")";
        }
        return open + body + close;
    }

private:
    void count(Expression e) {
        if (e.is_constant() || ++uses_[e.number()] > 1 || e.op() == Operator::variable) return;
        for (int i = 0; i < 3; ++i) count(e.operand(i));
    }

    std::string print(Expression e, bool truth) {
        if (e.is_constant()) {
            if (truth) return e.constant() ? "true" : "false";
            return e.constant() < 0 ? "(- " + std::to_string(-e.constant()) + ")" : std::to_string(e.constant());
        }
        const std::string own = named(e);
        if (truth == is_truth(e)) return own;
        return truth ? "(not (= " + own + " 0))" : "(ite " + own + " 1 0)";
    }
    std::string named(Expression e) {
        if (e.op() == Operator::variable) return name_(e.place());
        if (uses_[e.number()] < 2) return body(e);
        const auto found = names_.find(e.number());
        if (found != names_.end()) return found->second;
        const std::string value = body(e), name = "e" + std::to_string(lets_.size());
        names_[e.number()] = name;
        lets_.emplace_back(name, value);
        return name;
    }
    std::string body(Expression e) {
        const auto sub = [&](int i, bool truth) { return print(e.operand(i), truth); };
        const auto is_flag = [&](int i) {
            return e.operand(i).is_constant() ? e.operand(i).high() <= 1 && e.operand(i).low() >= 0 : is_truth(e.operand(i));
        };
        switch (e.op()) {
            case Operator::sum: return "(+ " + sub(0, false) + " " + sub(1, false) + ")";
            case Operator::maximum: {
                const std::string a = sub(0, false), b = sub(1, false);
                return "(ite (< " + a + " " + b + ") " + b + " " + a + ")";
            }
            case Operator::equal: {
                const bool flags = is_flag(0) && is_flag(1);
                return "(= " + sub(0, flags) + " " + sub(1, flags) + ")";
            }
            case Operator::less: return "(< " + sub(0, false) + " " + sub(1, false) + ")";
            case Operator::negation: return "(not " + sub(0, true) + ")";
            case Operator::conjunction: return "(and" + sorted_operands(e) + ")";
            case Operator::disjunction: return "(or" + sorted_operands(e) + ")";
            default: {
                const bool truth = is_truth(e);
                return "(ite " + sub(0, true) + " " + sub(1, truth) + " " + sub(2, truth) + ")";
            }
        }
    }

    /// In the order of their texts: that of their numbers depends on what else was made of the same problem.
    std::string sorted_operands(Expression e) {
        std::vector<std::string> texts;
        const auto add = [&](const auto& self, Expression of) -> void {
            for (int i = 0; i < 2; ++i)
                if (const Expression operand = of.operand(i);
                    !operand.is_constant() && operand.op() == e.op() && uses_[operand.number()] < 2)
                    self(self, operand);
                else texts.push_back(print(operand, true));
        };
        add(add, e);
        std::sort(texts.begin(), texts.end());
        std::string all;
        for (const std::string& text : texts) all += " " + text;
        return all;
    }

    const Namer& name_;
    std::map<int, int> uses_;
    std::map<int, std::string> names_;
    std::vector<std::pair<std::string, std::string>> lets_;
};

}  // namespace

std::string smtlib(Expression e, const Namer& name, bool truth) { return Printer(name).text(e, truth); }

}  // namespace tandem::smt
