#include "exports/tla_tick.hpp"

#include <algorithm>
#include <stdexcept>

namespace tandem::exports {
namespace {

/// An operator for each type that holds a moment, inner types first.
class Aging {
public:
    Aging(TlaText& text) : text_(text) {}

    static bool ages(const TlaPart& part) {
        if (part.kind == TlaPart::Kind::leaf) return is_instant(*part.type);
        return std::any_of(part.parts.begin(), part.parts.end(), ages);
    }

    /// What `path`, a value of this type, is one tick later.
    std::string aged(const TlaPart& part, const std::string& path) {
        if (!ages(part)) return path;
        switch (part.kind) {
            case TlaPart::Kind::leaf: return "Older(" + path + ")";
            case TlaPart::Kind::function: {
                const std::string x = text_.element(TlaText::sort_of(*part.type));
                return "[" + x + " \\in " + text_.set(TlaText::sort_of(*part.type)) + " |-> " +
                       aged(part.parts[0], path + "[" + x + "]") + "]";
            }
            case TlaPart::Kind::sequence: return "[i \\in 1..Len(" + path + ") |-> " + aged(part.parts[0], path + "[i]") + "]";
            case TlaPart::Kind::record: break;
        }
        return operator_for(part) + "(" + path + ")";
    }
    const std::string& definitions() const { return definitions_; }

private:
    const std::string& operator_for(const TlaPart& part) {
        std::string& name = operators_[part.name];
        if (!name.empty()) return name;
        // Each operator has a parameter of its own: there are checkers that take one for another's.
        const std::string made = text_.identifier("Aged" + part.name), r = text_.identifier("r" + std::to_string(++count_)),
                          s = text_.identifier("s" + std::to_string(count_));
        std::string list;
        for (std::size_t i = 0; i < part.parts.size(); ++i)
            if (ages(part.parts[i]))
                list += (list.empty() ? "!" : ", !") + ("." + part.members[i]) + " = " +
                        aged(part.parts[i], r + "." + part.members[i]);
        std::string later = "[" + r + " EXCEPT " + list + "]";
        if (text_.variant(part)) later = carried(part, r);
        else if (const std::string cleared = unused(part, s); !cleared.empty())
            later = "LET " + s + " == " + later + " IN [" + s + " EXCEPT " + cleared + "]";
        definitions_ += made + "(" + r + ") == " + later + "\n";
        return operators_[part.name] = made;
    }

    /// Of a message: which moments it has depends on its kind.
    std::string carried(const TlaPart& part, const std::string& r) const {
        std::map<std::string, std::string> kinds;  // by what becomes of it
        for (int kind = 0; kind < part.parts[0].type->cardinality; ++kind) {
            std::string list;
            for (std::size_t i = 0; i < part.parts.size(); ++i)
                if (ages(part.parts[i]) && text_.carries(kind, i))
                    list += (list.empty() ? "!." : ", !.") + part.members[i] + " = Older(" + r + "." + part.members[i] + ")";
            if (!list.empty())
                kinds[list] +=
                    (kinds[list].empty() ? "\"" : ", \"") + part.parts[0].type->names[static_cast<std::size_t>(kind)] + "\"";
        }
        std::string text = r;
        for (const auto& [list, of] : kinds)
            text = "IF " + r + "." + part.members[0] + " \\in {" + of + "} THEN [" + r + " EXCEPT " + list + "] ELSE " + text;
        return text;
    }

    /// What goes out of use when a moment has become past, as changes of `s`.
    std::string unused(const TlaPart& part, const std::string& s) const {
        if (!part.layout || std::none_of(part.layout->used.begin(), part.layout->used.end(), mentions_instant)) return "";
        const int first = part.first + (part.optional ? 1 : 0);
        TlaText::Scope scope{0,  {},    {model::Sort::core, model::Sort::thread, model::Sort::address, model::Sort::value},
                             {}, false, {}};
        std::map<std::size_t, std::size_t> members;  // which of them a leaf is
        for (std::size_t i = 0; i < part.parts.size(); ++i)
            if (part.parts[i].first >= first && part.parts[i].kind == TlaPart::Kind::leaf)
                members[static_cast<std::size_t>(part.parts[i].first - first)] = i;
        for (const auto& [leaf, i] : members)
            scope.variables[{part.layout->itself, static_cast<int>(leaf)}] = s + "." + part.members[i];
        std::string list;
        for (std::size_t leaf = 0; leaf < part.layout->used.size(); ++leaf) {
            if (!mentions_instant(part.layout->used[leaf])) continue;
            if (!members.contains(leaf))
                throw std::invalid_argument("no TLA+: what time takes out of use in " + part.name + " is no plain member");
            const std::size_t i = members[leaf];
            list += (list.empty() ? "!." : ", !.") + part.members[i] + " = IF " +
                    text_.condition(part.layout->used[leaf], true, scope) + " THEN " + s + "." + part.members[i] + " ELSE " +
                    text_.constant(0, *part.parts[i].type, scope);
        }
        return list;
    }

    TlaText& text_;
    std::map<std::string, std::string> operators_;  // by type
    int count_ = 0;
    std::string definitions_ = "Older(t) == IF t > 0 THEN t - 1 ELSE 0\n";
};

}  // namespace

TlaTick tla_tick(TlaText& text, const TransitionSystem& system) {
    Aging aging(text);
    std::vector<std::pair<std::string, std::string>> later;  // variable, and what it is one tick later
    const auto add = [&](const std::string& variable, int depth, const TlaPart& part, bool sequence) {
        if (!Aging::ages(part) || std::any_of(later.begin(), later.end(), [&](const auto& l) { return l.first == variable; }))
            return;
        const std::string path = variable + text.core_index(depth);
        const std::string one =
            sequence ? "[i \\in 1..Len(" + path + ") |-> " + aging.aged(part, path + "[i]") + "]" : aging.aged(part, path);
        later.emplace_back(variable, text.for_cores(depth, one));
    };
    for (int n = 0; n < static_cast<int>(system.nodes.size()); ++n)
        add(text.node_variable(n), text.in_array(n) ? 1 : 0, text.state(n), false);
    for (int c = 0; c < static_cast<int>(system.channels.size()); ++c) {
        if (!system.channels[static_cast<std::size_t>(c)].ordered && Aging::ages(text.message()))
            throw std::invalid_argument("no TLA+: messages of " + system.channels[static_cast<std::size_t>(c)].name +
                                        " grow older and keep no order");
        add(text.channel_variable(c), text.channel_depth(c), text.message(), true);
    }
    if (later.empty()) return {};
    TlaTick tick;
    tick.name = text.identifier("Tick");
    std::string now, then, primes, kept;
    for (const auto& [variable, value] : later) {
        const std::string name = text.identifier("Later_" + variable);
        tick.definitions += name + " == " + value + "\n";
        now += (now.empty() ? "" : ", ") + variable;
        then += (then.empty() ? "" : ", ") + name;
        primes += "  /\\ " + variable + "' = " + name + "\n";
    }
    for (const std::string& variable : text.variables())
        if (std::none_of(later.begin(), later.end(), [&, v = variable](const auto& l) { return l.first == v; }))
            kept += (kept.empty() ? "" : ", ") + variable;
    tick.definitions =
        "\\* Physical time: a moment is 0 if it is past, else 1 and its distance from now. All grow older at once.\n" +
        aging.definitions() + tick.definitions + "\n";
    tick.action = tick.name + " ==\n  /\\ <<" + then + ">> # <<" + now + ">>\n" + primes +
                  (kept.empty() ? "" : "  /\\ UNCHANGED <<" + kept + ">>\n");
    return tick;
}

}  // namespace tandem::exports
