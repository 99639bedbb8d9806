// A system whose values, fields and nodes have names that mean something else in Murphi: a node that counts through all words of
// the language.
#pragma once

#include "smt/transition_system.hpp"

namespace tandem::toys {

/// The reserved words of CMurphi's scanner, which ignores case, and those that Rumur adds.
inline const std::vector<std::string>& murphi_words() {
    static const std::vector<std::string> words{
        "End", "Program", "Procedure", "EndProcedure", "Function", "EndFunction", "Rule", "EndRule", "Ruleset", "EndRuleset",
        "Alias", "EndAlias", "If", "Then", "Elsif", "Else", "EndIf", "Switch", "Case", "EndSwitch", "For", "Forall", "Exists",
        "In", "Do", "EndFor", "EndForall", "EndExists", "While", "EndWhile", "Return", "To", "Begin", "By", "Clear", "Error",
        "Assert", "Put", "put", "PUT", "Const", "Type", "Var", "Enum", "Interleaved", "Record", "Array", "Of", "EndRecord",
        "StartState", "EndStartState", "Invariant", "TraceUntil", "Pctl_next", "Pctl", "Until", "Scalarset", "IsMember",
        "Undefine", "IsUndefined", "Undefined", "Union", "Multiset", "MultisetRemove", "MultisetRemovePred", "MultisetAdd",
        "MultisetCount", "Choose", "EndChoose", "Boolean", "True", "False", "Real", "Log", "Log10", "Exp", "Sin", "Cos", "Tan",
        "Fabs", "Floor", "Ceil", "Sqrt", "Fmod", "Pow", "Asin", "Acos", "Atan", "Sinh", "Cosh", "Tanh", "ExternFun", "ExternProc",
        "Assume", "Cover", "Liveness", "Property", "EndAssume",
        // Names that the exported program uses itself.
        "i", "j", "x", "a", "later", "moment", "old0", "monitor", "fifo", "f0", "channel"};
    return words;
}

/// As many states as there are words; the last has no successor.
inline smt::TransitionSystem keywords() {
    using namespace smt;
    TransitionSystem system;
    Expressions& e = *system.expressions;
    const int count = static_cast<int>(murphi_words().size());
    const ValueType& word = e.type({ValueType::Kind::enumeration, "Record", count, murphi_words()});
    const ValueType& other = e.type({ValueType::Kind::enumeration, "Rule", 2, {"Put", "plain"}});
    const ValueType& flag = e.type({ValueType::Kind::boolean, "boolean", 2, {}});
    const Layout words{.kind = Layout::Kind::leaf, .type = &word}, others{.kind = Layout::Kind::leaf, .type = &other},
        flags{.kind = Layout::Kind::leaf, .type = &flag};
    const Layout inner{.kind = Layout::Kind::record, .name = "Array", .members = {"present", "to"}, .parts = {flags, words}};
    system.message = {{.kind = Layout::Kind::record, .name = "Message", .members = {"Put"}, .parts = {others}}, {&other}};
    system.kinds.push_back({{.kind = Layout::Kind::record,
                             .name = "Type",
                             .members = {"rule", "maybe"},
                             .parts = {words, {.kind = Layout::Kind::maybe, .parts = {inner}}}},
                            {&word, &flag, &flag, &word}});
    system.nodes = {{"End", 0, 0, -1}};
    system.initial = {{{0, 0, 0, 0}}};
    const Expression now = e.variable({0, 0}, word);
    for (int i = 0; i + 1 < count; ++i) {
        DecisionTree tree;
        graft(tree, {{equal(now, i), 2, 0}}, {.updates = {{0, i + 1}}});
        graft(tree, {{equal(now, i), 2, 1}}, {.stalled = true});
        system.events.push_back({0, -1, "End says " + murphi_words()[static_cast<std::size_t>(i)], false, std::move(tree)});
    }
    return system;
}

}  // namespace tandem::toys
