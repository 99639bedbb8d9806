#include "exports/murphi_tick.hpp"

#include <algorithm>
#include <functional>

namespace tandem::exports {
namespace {

using Name = std::function<std::string(int)>;  // of a leaf
using Leaves = std::vector<const ValueType*>;

/// The rule's parts, as they come together.
struct Tick {
    const MurphiText& text;
    std::vector<std::string> ahead_of_now{};
    std::string locals{}, body{};
    int conditions = 0;

    void age(const Layout& layout, const Leaves& types, const Name& name) {
        for (std::size_t i = 0; i < types.size(); ++i) {
            if (!is_instant(*types[i])) continue;
            const std::string moment = name(static_cast<int>(i)), ahead = moment + " > 0";
            ahead_of_now.push_back(ahead);
            body += "  if " + ahead + " then " + moment + " := " + moment + " - 1; end;\n";
        }
        each_record(layout, 0, [&](const Layout& record, int first) { clear_unused(record, first, types, name); });
    }

    /// What depends on a moment that has become past goes out of use. All conditions are evaluated before anything is cleared.
    void clear_unused(const Layout& record, int first, const Leaves& types, const Name& name) {
        MurphiText::Scope scope;
        for (std::size_t i = 0; i < record.used.size(); ++i)
            scope.names[{record.itself, static_cast<int>(i)}] = name(first + static_cast<int>(i));
        std::string clear;
        for (std::size_t i = 0; i < record.used.size(); ++i) {
            if (!mentions_instant(record.used[i])) continue;
            const std::string used = "used" + std::to_string(conditions++);
            const int leaf = first + static_cast<int>(i);
            locals += "    " + used + ": boolean;\n";
            body += "  " + used + " := " + text.condition(record.used[i], scope) + ";\n";
            clear += "  if !" + used + " then " + name(leaf) + " := " + text.constant(0, *types[static_cast<std::size_t>(leaf)]) +
                     "; end;\n";
        }
        body += clear;
    }
};

}  // namespace

bool time_passes(const TransitionSystem& system) {
    const auto holds = [](const NodeKindInfo& info) {
        return std::any_of(info.leaves.begin(), info.leaves.end(), [](const ValueType* type) { return is_instant(*type); });
    };
    return holds(system.message) || std::any_of(system.kinds.begin(), system.kinds.end(), holds);
}

std::string murphi_tick(const MurphiText& text, const TransitionSystem& system,
                        std::string (*sort)(const MurphiText&, const TransitionSystem&, int channel)) {
    Tick tick{text};
    for (std::size_t n = 0; n < system.nodes.size(); ++n) {
        const NodeKindInfo& kind = system.kinds[static_cast<std::size_t>(system.nodes[n].kind)];
        tick.age(kind.layout, kind.leaves, [&](int leaf) { return text.leaf(static_cast<int>(n), leaf); });
    }
    for (std::size_t c = 0; c < system.channels.size(); ++c) {
        for (int i = 0; i < system.channels[c].capacity; ++i)
            tick.age(system.message.layout, system.message.leaves, [&](int leaf) {
                return text.channel(static_cast<int>(c)) + ".messages[" + std::to_string(i) + "]" + text.message_leaf(leaf);
            });
        tick.body += sort(text, system, static_cast<int>(c));
    }
    return "rule \"a tick passes\"\n  " + text.any_of(tick.ahead_of_now, {}) + "\n==>\n" +
           (tick.locals.empty() ? "" : "  var\n" + tick.locals) + "begin\n" + tick.body + "end;\n\n";
}

}  // namespace tandem::exports
