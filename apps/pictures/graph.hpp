// A small graph whose labels never collide: its vertices stand in a ring, each arrow has its words beside it, and the ring
// becomes as wide as they need.
#pragma once

#include <string>
#include <vector>

#include "apps/pictures/svg.hpp"

namespace tandem::apps {

struct Graph {
    struct Arrow {
        std::size_t from, to;             // vertices
        std::vector<std::string> words;   // a line each
        std::string tip{};
    };
    std::vector<std::string> vertices;    // the first stands at the top, the others follow clockwise
    std::vector<Arrow> arrows;
};

/// Draws it below `top`, with its left edge at `left`; returns where the picture goes on below it.
double draw_graph(Svg& svg, const Graph& graph, double left, double top);

}  // namespace tandem::apps
