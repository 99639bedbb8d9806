#include "specs/axiomatic/picture.hpp"

#include <algorithm>

#include "specs/axiomatic/text.hpp"

namespace tandem::specs {

namespace {

/// As DOT quotes it: a test's author chose these words.
std::string quoted(const std::string& words) {
    std::string out = "\"";
    for (const char c : words) out += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    return out + "\"";
}

}  // namespace

std::string edge_name(const Execution& x, int a, int b) {
    const auto& c = x.communication;
    if (c.rf.has(a, b)) return "rf";
    if (c.co.has(a, b)) return "co";
    if (c.fr.has(a, b)) return "fr";
    return x.events[static_cast<std::size_t>(a)].thread == x.events[static_cast<std::size_t>(b)].thread ? "po" : "";
}

std::vector<DrawnEdge> drawn_edges(const Execution& x) {
    std::vector<DrawnEdge> list;
    const int n = static_cast<int>(x.events.size());
    const auto is_fence = [&](int e) { return x.events[static_cast<std::size_t>(e)].kind == MemoryEvent::Kind::fence; };
    const Relation &rf = x.communication.rf, &co = x.communication.co, &fr = x.communication.fr;
    for (int a = 0; a < n; ++a) {
        const auto nearest = [&](EventSet set) {  // those of the set that no other of the set precedes in coherence
            EventSet first = set;
            for (EventSet s = set; s; s &= s - 1) first &= ~co.row(std::countr_zero(s));
            return first;
        };
        if (a + 1 < n && x.events[static_cast<std::size_t>(a)].thread >= 0 &&
            x.events[static_cast<std::size_t>(a)].thread == x.events[static_cast<std::size_t>(a + 1)].thread)
            list.push_back({a, a + 1, "po", is_fence(a) || is_fence(a + 1)});
        for (EventSet s = rf.row(a); s; s &= s - 1) list.push_back({a, std::countr_zero(s), "rf"});
        for (EventSet s = nearest(co.row(a)); s; s &= s - 1) list.push_back({a, std::countr_zero(s), "co"});
        for (EventSet s = nearest(fr.row(a)); s; s &= s - 1) list.push_back({a, std::countr_zero(s), "fr"});
    }
    for (std::size_t i = 0; i < x.cycle.size(); ++i) {
        const int a = x.cycle[i], b = x.cycle[(i + 1) % x.cycle.size()];
        std::erase_if(list, [&](const DrawnEdge& e) { return e.from == a && e.to == b; });
        const std::string label = edge_name(x, a, b);
        list.push_back({a, b, label, label == "po" && (is_fence(a) || is_fence(b)), true});
    }
    return list;
}

std::string drawn_label(const Test& test, const MemoryEvent& event) {
    std::string whole = text(test, event);
    if (event.thread < 0) return whole;
    const auto& tags =
        test.threads[static_cast<std::size_t>(event.thread)].instructions[static_cast<std::size_t>(event.instruction)].tags;
    for (const auto& tag : tags) whole += " ." + tag;
    return whole;
}

bool is_drawn(const Execution& x, const std::vector<DrawnEdge>& list, int e) {
    return x.events[static_cast<std::size_t>(e)].thread >= 0 ||
           std::any_of(list.begin(), list.end(), [&](const DrawnEdge& edge) { return edge.from == e && edge.label == "rf"; });
}

const char* colour_of(const DrawnEdge& e) {
    return e.label == "rf"   ? "#d02020"
           : e.label == "co" ? "#1f4fd0"
           : e.label == "fr" ? "#e08000"
           : e.fence         ? "#1b7a3a"
                             : "#7a7f87";
}

std::string as_dot(const Test& test, const std::vector<Drawing>& drawings) {
    std::string out;
    for (const Drawing& drawing : drawings) {
        const Execution& x = *drawing.execution;
        const auto list = drawn_edges(x);
        out += "digraph " + quoted(test.name) + " {\n  label=" + quoted(drawing.title) + ";\n  node [shape=box];\n";
        for (int thread = -1; thread < static_cast<int>(test.threads.size()); ++thread) {
            const std::string name = thread < 0 ? "" : test.threads[static_cast<std::size_t>(thread)].name;
            if (thread >= 0) out += "  subgraph cluster_" + std::to_string(thread) + " {\n    label=" + quoted(name) + ";\n";
            for (int e = 0; e < static_cast<int>(x.events.size()); ++e)
                if (x.events[static_cast<std::size_t>(e)].thread == thread && is_drawn(x, list, e))
                    out += "    e" + std::to_string(e) +
                           " [label=" + quoted(drawn_label(test, x.events[static_cast<std::size_t>(e)])) + "];\n";
            if (thread >= 0) out += "  }\n";
        }
        for (const DrawnEdge& e : list)
            if (is_drawn(x, list, e.from))
                out += "  e" + std::to_string(e.from) + " -> e" + std::to_string(e.to) + " [label=\"" + e.label + "\", color=\"" +
                       colour_of(e) + "\"" + (e.forbids ? ", penwidth=2.5" : "") + "];\n";
        out += "}\n";
    }
    return out;
}

}  // namespace tandem::specs
