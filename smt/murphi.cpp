#include "smt/murphi.hpp"

#include <ostream>
#include <set>

#include "smt/murphi_rule.hpp"

namespace tandem::smt {
namespace {

void write_maximum(std::ostream& out) {
    const std::string moment = "0..32767";  // sums exceed the largest moment that is stored
    out << "function later(a: " << moment << "; b: " << moment << "): " << moment << ";\nbegin\n"
        << "  if a < b then return b; else return a; end;\nend;\n\n";
}

/// Sorts a channel whose last message is new, so that the order of arrival leaves no trace.
void write_sort(std::ostream& out, const MurphiText& text, const TransitionSystem& system, const std::string& type, int capacity) {
    const std::string before = "before_" + type, last = std::to_string(capacity - 1);
    out << "function " << before << "(var a: " << text.message_type() << "; var b: " << text.message_type() << "): boolean;\nbegin\n";
    for (std::size_t i = 0; i < system.message.leaves.size(); ++i) {
        const std::string field = text.message_leaf(static_cast<int>(i));
        const ValueType& values = *system.message.leaves[i];
        out << "  if a" << field << " != b" << field << " then ";
        if (values.kind != ValueType::Kind::boolean && (values.names.empty() || values.names[0] == "0")) {
            out << "return a" << field << " < b" << field << ";";
        } else {
            for (int v = 0; v + 1 < values.cardinality; ++v) {
                const std::string name = text.constant(v, values);
                out << "if a" << field << " = " << name << " then return true; end; if b" << field << " = " << name << " then return false; end; ";
            }
            out << "return false;";
        }
        out << " end;\n";
    }
    out << "  return false;\nend;\n\n"
        << "procedure sort_" << type << "(var c: " << type << ");\nvar\n  swapped: " << text.message_type() << ";\nbegin\n"
        << "  for k: 0.." << last << " do\n    for j: 1.." << last << " do\n"
        << "      if j < c.count & " << before << "(c.messages[j], c.messages[j - 1]) then\n"
        << "        swapped := c.messages[j];\n        c.messages[j] := c.messages[j - 1];\n        c.messages[j - 1] := swapped;\n"
        << "      end;\n    end;\n  end;\nend;\n\n";
}

void write_sorts(std::ostream& out, const MurphiText& text, const TransitionSystem& system) {
    std::set<std::string> written;
    for (std::size_t c = 0; c < system.channels.size(); ++c) {
        const model::ChannelInfo& channel = system.channels[c];
        const std::string& type = text.channel_type(static_cast<int>(c));
        if (!channel.ordered && channel.capacity > 1 && written.insert(type).second)
            write_sort(out, text, system, type, channel.capacity);
    }
}

void write_start(std::ostream& out, const MurphiText& text, const TransitionSystem& system, int which) {
    out << "startstate \"" << which << "\"\nbegin\n";
    std::set<std::string> cleared;
    for (std::size_t n = 0; n < system.nodes.size(); ++n) {
        const std::string& name = text.node(static_cast<int>(n));
        if (cleared.insert(name.substr(0, name.find('['))).second) out << "  clear " << name.substr(0, name.find('[')) << ";\n";
    }
    for (std::size_t c = 0; c < system.channels.size(); ++c) out << "  clear " << text.channel(static_cast<int>(c)) << ";\n";
    for (std::size_t n = 0; n < system.nodes.size(); ++n) {
        const auto& types = system.kinds[static_cast<std::size_t>(system.nodes[n].kind)].leaves;
        for (std::size_t leaf = 0; leaf < types.size(); ++leaf)
            if (const int value = system.initial[static_cast<std::size_t>(which)][n][leaf])
                out << "  " << text.leaf(static_cast<int>(n), static_cast<int>(leaf)) << " := " << text.constant(value, *types[leaf]) << ";\n";
    }
    out << "end;\n\n";
}

}  // namespace

void write_murphi(std::ostream& out, const TransitionSystem& system, const std::string& title) {
    const MurphiText text(system);
    out << "-- " << title << "\n\ntype\n" << text.types() << "\nvar\n" << text.variables() << "\n";
    write_maximum(out);
    write_sorts(out, text, system);
    for (int which = 0; which < static_cast<int>(system.initial.size()); ++which) write_start(out, text, system, which);
    for (const Event& event : system.events) out << MurphiRule(text, system, event).print();
}

}  // namespace tandem::smt
