#include "specs/axiomatic/picture.hpp"

#include <algorithm>

#include "specs/axiomatic/text.hpp"

namespace tandem::specs {

namespace {

struct Edge {
    int from, to;
    std::string label;
    bool forbids;  // it is part of the cycle
};

const char* colour(const Edge& e) {
    return e.forbids ? "#d00000" : e.label == "rf" ? "#2a7f3e" : e.label == "co" ? "#1f4fa8" : e.label == "fr" ? "#c26a00" : "#888888";
}

/// What leads from `a` to `b`, in one word.
std::string relation_of(const Execution& x, int a, int b) {
    const auto& c = x.communication;
    if (c.rf.has(a, b)) return "rf";
    if (c.co.has(a, b)) return "co";
    if (c.fr.has(a, b)) return "fr";
    return x.events[static_cast<std::size_t>(a)].thread == x.events[static_cast<std::size_t>(b)].thread ? "po" : "";
}

/// Program order, coherence and from-reads as far as they follow from no others, all of reads-from, and the cycle.
std::vector<Edge> edges(const Execution& x) {
    std::vector<Edge> list;
    const int n = static_cast<int>(x.events.size());
    const Relation &rf = x.communication.rf, &co = x.communication.co, &fr = x.communication.fr;
    for (int a = 0; a < n; ++a) {
        const auto nearest = [&](EventSet set) {  // those of the set that no other of the set comes before in coherence
            EventSet first = set;
            for (EventSet s = set; s; s &= s - 1) first &= ~co.row(std::countr_zero(s));
            return first;
        };
        if (a + 1 < n && x.events[static_cast<std::size_t>(a)].thread >= 0 && x.events[static_cast<std::size_t>(a)].thread == x.events[static_cast<std::size_t>(a + 1)].thread)
            list.push_back({a, a + 1, "po", false});
        for (EventSet s = rf.row(a); s; s &= s - 1) list.push_back({a, std::countr_zero(s), "rf", false});
        for (EventSet s = nearest(co.row(a)); s; s &= s - 1) list.push_back({a, std::countr_zero(s), "co", false});
        for (EventSet s = nearest(fr.row(a)); s; s &= s - 1) list.push_back({a, std::countr_zero(s), "fr", false});
    }
    for (std::size_t i = 0; i < x.cycle.size(); ++i) {
        const int a = x.cycle[i], b = x.cycle[(i + 1) % x.cycle.size()];
        std::erase_if(list, [&](const Edge& e) { return e.from == a && e.to == b; });
        list.push_back({a, b, relation_of(x, a, b), true});
    }
    return list;
}

std::string label(const Test& test, const MemoryEvent& event) {
    std::string whole = text(test, event);
    if (event.thread < 0) return whole;
    const auto& tags = test.threads[static_cast<std::size_t>(event.thread)].instructions[static_cast<std::size_t>(event.instruction)].tags;
    for (const auto& tag : tags) whole += " ." + tag;
    return whole;
}

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    return out;
}

/// Whether an initial write has a part in what is drawn.
bool shown(const Execution& x, const std::vector<Edge>& list, int e) {
    return x.events[static_cast<std::size_t>(e)].thread >= 0 || std::any_of(list.begin(), list.end(), [&](const Edge& edge) { return edge.from == e && edge.label == "rf"; });
}

class SvgDrawing {
public:
    SvgDrawing(const Test& test, const Drawing& drawing, int top) : test_(test), x_(*drawing.execution), top_(top), edges_(edges(x_)) {
        out_ += line(20, "font-weight=\"bold\"", drawing.title);
        std::vector<int> rows(test.threads.size(), 1);
        int initial = 0;
        for (int e = 0; e < static_cast<int>(x_.events.size()); ++e) {
            const int thread = x_.events[static_cast<std::size_t>(e)].thread;
            if (thread >= 0) places_.push_back({thread, rows[static_cast<std::size_t>(thread)]++});
            else places_.push_back({shown(x_, edges_, e) ? initial++ : -1, 0});
        }
        columns_ = std::max(initial, static_cast<int>(test.threads.size()));
        rows_ = *std::max_element(rows.begin(), rows.end());
        for (const Edge& edge : edges_)
            if (places_[static_cast<std::size_t>(edge.from)].column >= 0) draw(edge);
        for (std::size_t e = 0; e < places_.size(); ++e)
            if (places_[e].column >= 0) draw(static_cast<int>(e));
    }

    int width() const { return columns_ * column_width + 40; }
    int height() const { return 50 + rows_ * row_height; }
    const std::string& text() const { return out_; }

private:
    static constexpr int column_width = 210, row_height = 62, box_width = 150, box_height = 26;
    struct Place {
        int column, row;
    };

    std::string line(int y, const std::string& style, const std::string& words) const {
        return "<text x=\"20\" y=\"" + std::to_string(top_ + y) + "\" " + style + ">" + escaped(words) + "</text>\n";
    }
    int x(int e) const { return 30 + places_[static_cast<std::size_t>(e)].column * column_width + box_width / 2; }
    int y(int e) const { return top_ + 50 + places_[static_cast<std::size_t>(e)].row * row_height; }

    void draw(int e) {
        const bool on_cycle = std::find(x_.cycle.begin(), x_.cycle.end(), e) != x_.cycle.end();
        out_ += "<rect x=\"" + std::to_string(x(e) - box_width / 2) + "\" y=\"" + std::to_string(y(e) - box_height / 2) + "\" width=\"" + std::to_string(box_width) + "\" height=\"" +
                std::to_string(box_height) + "\" rx=\"4\" fill=\"" + (on_cycle ? "#ffecec" : "#f6f6f6") + "\" stroke=\"" + (on_cycle ? "#d00000" : "#777777") + "\"/>\n";
        out_ += "<text x=\"" + std::to_string(x(e)) + "\" y=\"" + std::to_string(y(e) + 4) + "\" text-anchor=\"middle\">" + escaped(label(test_, x_.events[static_cast<std::size_t>(e)])) + "</text>\n";
    }

    /// A curve from box to box, bent so that edges there and back lie apart.
    void draw(const Edge& edge) {
        const int ax = x(edge.from), ay = y(edge.from), bx = x(edge.to), by = y(edge.to);
        const bool same_column = ax == bx;
        const int side = edge.label == "po" ? 0 : same_column ? box_width / 2 : 0;
        const int x1 = ax + (same_column ? side : bx > ax ? box_width / 2 : -box_width / 2), x2 = bx + (same_column ? side : bx > ax ? -box_width / 2 : box_width / 2);
        const int y1 = ay + (same_column && side == 0 ? (by > ay ? box_height / 2 : -box_height / 2) : 0), y2 = by + (same_column && side == 0 ? (by > ay ? -box_height / 2 : box_height / 2) : 0);
        const int cx = (x1 + x2) / 2 + (same_column && side ? 45 : 0), cy = (y1 + y2) / 2 + (same_column ? 0 : ay == by ? (bx > ax ? -20 : 20) : 0);
        const auto s = [](int v) { return std::to_string(v); };
        out_ += "<path d=\"M" + s(x1) + " " + s(y1) + " Q" + s(cx) + " " + s(cy) + " " + s(x2) + " " + s(y2) + "\" fill=\"none\" stroke=\"" + colour(edge) + "\" stroke-width=\"" + (edge.forbids ? "2.5" : "1.2") +
                "\" marker-end=\"url(#arrow)\"/>\n";
        if (edge.label != "po" || edge.forbids)
            out_ += "<text x=\"" + s((x1 + 2 * cx + x2) / 4 + 4) + "\" y=\"" + s((y1 + 2 * cy + y2) / 4 - 3) + "\" fill=\"" + colour(edge) + "\">" + edge.label + "</text>\n";
    }

    const Test& test_;
    const Execution& x_;
    const int top_;
    const std::vector<Edge> edges_;
    std::vector<Place> places_;
    int columns_ = 0, rows_ = 0;
    std::string out_;
};

}  // namespace

std::string as_dot(const Test& test, const std::vector<Drawing>& drawings) {
    std::string out;
    for (const Drawing& drawing : drawings) {
        const Execution& x = *drawing.execution;
        const auto list = edges(x);
        out += "digraph \"" + test.name + "\" {\n  label=\"" + drawing.title + "\";\n  node [shape=box];\n";
        for (int thread = -1; thread < static_cast<int>(test.threads.size()); ++thread) {
            const std::string name = thread < 0 ? "" : test.threads[static_cast<std::size_t>(thread)].name;
            if (thread >= 0) out += "  subgraph cluster_" + std::to_string(thread) + " {\n    label=\"" + name + "\";\n";
            for (int e = 0; e < static_cast<int>(x.events.size()); ++e)
                if (x.events[static_cast<std::size_t>(e)].thread == thread && shown(x, list, e)) out += "    e" + std::to_string(e) + " [label=\"" + label(test, x.events[static_cast<std::size_t>(e)]) + "\"];\n";
            if (thread >= 0) out += "  }\n";
        }
        for (const Edge& e : list)
            if (shown(x, list, e.from))
                out += "  e" + std::to_string(e.from) + " -> e" + std::to_string(e.to) + " [label=\"" + e.label + "\", color=\"" + colour(e) + "\"" + (e.forbids ? ", penwidth=2.5" : "") + "];\n";
        out += "}\n";
    }
    return out;
}

std::string as_svg(const Test& test, const std::vector<Drawing>& drawings) {
    std::string body;
    int width = 400, top = 0;
    for (const Drawing& drawing : drawings) {
        const SvgDrawing svg(test, drawing, top);
        body += svg.text();
        width = std::max(width, svg.width());
        top += svg.height();
    }
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + std::to_string(width) + "\" height=\"" + std::to_string(top + 10) +
           "\" font-family=\"sans-serif\" font-size=\"12\">\n<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\" "
           "markerUnits=\"userSpaceOnUse\"><path d=\"M0 0L8 4L0 8z\" fill=\"#444444\"/></marker></defs>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" +
           body + "</svg>\n";
}

}  // namespace tandem::specs
