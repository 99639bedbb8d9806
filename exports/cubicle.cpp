#include "exports/cubicle.hpp"

#include <algorithm>
#include <memory>

#include "exports/cubicle_path.hpp"
#include "smt/prove/any/claims.hpp"

namespace tandem::exports {

namespace {

/// Symbols have room for so many names (smt/symbolic.hpp).
constexpr int most_cores = 6;

/// By path, the cores on which it depends: without them it is no path of the smaller system.
class Depends {
public:
    Depends(const any::Roles& roles, const any::Roles& smaller)
        : roles_(roles), problem_(roles.problem()), of_(problem_.paths.size()) {
        const std::set<int> known = any::texts_of(smaller, vocabulary_);
        for (int n = 1; n < extent(); ++n) {
            any::BySort left_out = any::none;
            left_out[0] = n;
            any::PathTexts without(roles, vocabulary_, left_out);
            for (std::size_t p = 0; p < of_.size(); ++p)
                if (!known.contains(without.of(problem_.paths[p]).text)) of_[p].push_back(n);
        }
    }
    /// Whether each path leaves out a core but 0, so that it shows what is done with any other.
    bool leave_others() const {
        return std::all_of(of_.begin(), of_.end(),
                           [&](const auto& cores) { return static_cast<int>(cores.size()) < extent() - 1; });
    }
    /// Nothing for a path that depends on core 0: one alike for another core stands for it. Pointers out of use hold 0, which is
    /// no such path. Throws std::invalid_argument if there is none alike.
    std::optional<std::vector<int>> of(std::size_t path) {
        const std::vector<int>& cores = of_[path];
        int other = 1;
        while (std::find(cores.begin(), cores.end(), other) != cores.end()) ++other;
        auto found = exchanged_.find(other);
        if (found == exchanged_.end()) found = exchanged_.try_emplace(other, roles_, vocabulary_, other).first;
        const Path& p = problem_.paths[path];
        const int plain = found->second.plain.of(p).text, image = found->second.exchanged.of(p).text;
        if (plain == image) return cores;
        if (!found->second.all.contains(image))
            unfit("cores are not treated alike by `" + problem_.events[static_cast<std::size_t>(p.event)].name +
                  "`: a handler that asks one after another does that, and `model::none_in` asks of all at once");
        return std::nullopt;
    }

private:
    struct Exchanged {
        Exchanged(const any::Roles& roles, any::Vocabulary& vocabulary, int other)
            : plain(roles, vocabulary, any::none, {0, 0, other, false}),
              exchanged(roles, vocabulary, any::none, {0, 0, other, true}) {
            for (const Path& path : roles.problem().paths) all.insert(plain.of(path).text);
        }
        any::PathTexts plain, exchanged;
        std::set<int> all{};
    };
    int extent() const { return problem_.shape[model::Sort::core]; }

    const any::Roles& roles_;
    const Problem& problem_;
    any::Vocabulary vocabulary_{};
    std::vector<std::vector<int>> of_;
    std::map<int, Exchanged> exchanged_{};  // by the core that changes places with core 0
};

std::string initial(const Problem& problem, CubicleWords& words) {
    if (problem.initial.size() != 1) unfit("there are several first states");
    const std::vector<int>& first = problem.initial.front();
    std::map<std::string, int> said;
    std::map<int, std::string> datum;  // free data, by number: the variable without a core that holds it
    for (std::size_t v = 0; v < first.size(); ++v)
        if (first[v] < 0 && words.cores(static_cast<int>(v)).empty())
            datum.try_emplace(first[v], words.identifier(static_cast<int>(v)));
    std::string text;
    const auto add = [&](const std::string& fact) { text += (text.empty() ? "  " : "  && ") + fact + "\n"; };
    for (std::size_t v = 0; v < first.size(); ++v) {
        const int variable = static_cast<int>(v);
        const auto [found, added] = said.try_emplace(words.identifier(variable), first[v]);
        if (!added) {
            if (found->second != first[v]) unfit("cores differ in the first state");
            continue;
        }
        CoreNames names;
        int index = 0;
        for (const int core : words.cores(variable)) names[core] = index++ == 0 ? "z" : "y";
        const ValueType& type = *problem.variables[v].type;
        if (first[v] >= 0) {
            add(words.variable(variable, names) + " = " + words.constant(first[v], type, {}));
        } else if (!datum.contains(first[v])) {
            unfit("what cores hold at first is any, and the same for all");
        } else if (datum.at(first[v]) != words.identifier(variable)) {
            add(words.variable(variable, names) + " = " + datum.at(first[v]));
        } else if (problem.singled_out >= 0) {
            add(words.variable(variable, names) + " <> " + words.constant(problem.singled_out, type, {}));
        }
    }
    return text;
}

/// The ways in which a property fails, for one or two cores. `roles` are those of a system with so many.
std::string unsafe(const any::QuantifiedClaim& claim, const std::string& sentence, const any::Roles& roles, CubicleWords& words) {
    static constexpr std::array bound{"z1", "z2"};
    std::string text = "\n" + std::string("(* ") + claim.name + ": " + sentence + " *)\n";
    for (const any::Quantified& clause : claim.clauses) {
        if (clause.names[0] > static_cast<int>(bound.size())) unfit("`" + claim.name + "` speaks of more than two cores at once");
        CoreNames names;
        std::string list, facts;
        for (int n = 0; n < clause.names[0]; ++n) {
            names[n] = bound[static_cast<std::size_t>(n)];
            list += (n > 0 ? " " : "") + names[n];
        }
        for (const any::QuantifiedLiteral& l : clause.literals) {
            const int a = l.a ? *roles.variable(*l.a) : -1, b = l.b ? *roles.variable(*l.b) : -1;
            const ValueType& type = *roles.problem().variables[static_cast<std::size_t>(a >= 0 ? a : b)].type;
            const std::string constant = a >= 0 && b >= 0 ? ""
                                         : l.sort == 0    ? names.at(l.constant)
                                                          : words.constant(l.constant, type, {});
            std::string first = a >= 0 ? words.variable(a, names) : constant,
                        second = b >= 0 ? words.variable(b, names) : constant;
            Relation relation = l.relation;
            if (relation == Relation::equal || relation == Relation::differ) {
                relation = relation == Relation::equal ? Relation::differ : Relation::equal;
            } else {
                relation = relation == Relation::less ? Relation::less_equal : Relation::less;
                std::swap(first, second);
            }
            facts += (facts.empty() ? "" : " && ") + words.literal(relation, first, second);
        }
        text += "unsafe (" + list + ") { " + facts + " }\n";
    }
    return text;
}

/// Whoever reads the relation of a size.
std::unique_ptr<any::Size> size_of(const std::function<Problem(int)>& of_cores, int n) {
    auto size = std::make_unique<any::Size>(of_cores(n));
    for (const model::Sort sort : {model::Sort::thread, model::Sort::address})
        if (size->problem.shape[sort] > 1) unfit("there is one sort of names, cores: leave one thread and one block (--shape)");
    any::forget_unused_names(size->problem);
    return size;
}

/// Properties as unsafe states. What a step breaks is noted in a variable of its own.
struct Properties {
    std::string unsafe, variables, at_first;
    std::map<int, std::string> flags{};  // by property of steps
};

Properties properties(const any::Size& pair, const any::Size& size, CubicleWords& words) {
    const any::Effort effort{10'000'000, 1, 0, nullptr};
    std::vector<int> all;
    for (std::size_t c = 0; c < pair.problem.claims.size(); ++c) all.push_back(static_cast<int>(c));
    Properties result;
    for (const any::QuantifiedClaim& said : any::quantified_claims(pair, all, size, effort)) {
        const auto& claims = size.problem.claims;
        const auto claim = std::find_if(claims.begin(), claims.end(), [&](const Claim& c) { return c.name == said.name; });
        if (!said.of_steps) {
            result.unsafe += unsafe(said, claim->sentence, size.roles, words);
            continue;
        }
        std::string name = "Broken_" + said.name;
        std::replace(name.begin(), name.end(), '-', '_');
        const std::string flag = result.flags[static_cast<int>(claim - claims.begin())] = words.fresh(name);
        result.variables += "var " + flag + " : bool\n";
        result.at_first += "  && " + flag + " = False\n";
        result.unsafe += "\n(* " + said.name + ": " + claim->sentence + " *)\nunsafe () { " + flag + " = True }\n";
    }
    return result;
}

std::string transitions(const Problem& problem, Depends& depends, CubicleWords& words, const Properties& properties) {
    std::map<std::string, CubicleTransition> all;
    for (std::size_t p = 0; p < problem.paths.size(); ++p) {
        const auto cores = depends.of(p);
        if (!cores) continue;
        const CubicleTransition t = CubiclePath(words, problem, problem.paths[p], *cores, properties.flags).transition();
        all.try_emplace(t.parameters + t.body, t);
    }
    std::string text;
    int number = 0;
    for (const auto& [key, t] : all)
        text += "\n(* " + t.event + " *)\ntransition t" + std::to_string(++number) + " (" + t.parameters + ")\n" + t.body;
    return text;
}

}  // namespace

std::string write_cubicle(const std::function<Problem(int)>& of_cores, const std::string& title) {
    const auto pair = size_of(of_cores, 2);
    auto smaller = size_of(of_cores, 2);
    for (int n = 3; n <= most_cores; ++n) {
        auto size = size_of(of_cores, n);
        Depends depends(size->roles, smaller->roles);
        if (!depends.leave_others()) {
            smaller = std::move(size);
            continue;
        }
        CubicleWords words(size->roles);
        const Properties stated = properties(*pair, *size, words);
        const std::string steps = transitions(size->problem, depends, words, stated);
        const std::string first = initial(size->problem, words);
        return "(* " + title + "\n\n   What a path does with cores that it does not depend on is read off the relation of " +
               std::to_string(n) + " cores. *)\n\n" + words.declarations() + words.constants() + stated.variables +
               "\ninit (z y) {\n" + first + words.constants_differ() + stated.at_first + "}\n" + stated.unsafe + steps;
    }
    unfit("a path depends on more than " + std::to_string(most_cores - 2) + " cores");
}

}  // namespace tandem::exports
