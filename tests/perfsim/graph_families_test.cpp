// Made graphs: undirected, connected, without loops, as large and as dense as their originals, and the same for the same seed.
#include "perfsim/graphs/families.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "perfsim/graphs/reference.hpp"

namespace tandem::tests {

using namespace perfsim;

namespace {

struct Expected {
    double least_degree, most_degree;  // on average
    std::uint32_t least_maximum, most_maximum;
};

const std::map<std::string, Expected> expected{
    {"road", {2.4, 2.5, 3, 4}},           {"mesh", {3.9, 4, 4, 4}},           {"circuit", {3.6, 3.8, 4, 4}},
    {"small-world", {9.9, 10.3, 12, 30}}, {"collaboration", {6, 8, 80, 300}}, {"protein", {3.5, 5.5, 100, 1000}},
};

}  // namespace

TEST_SUITE("perfsim/graph_families") {
    TEST_CASE("every family is connected, undirected and simple, and has the degrees of what it stands for") {
        CHECK(graph_families().size() == expected.size());
        for (const GraphFamily& family : graph_families()) {
            CAPTURE(family.name);
            const Graph g = family.make(20000, 1);
            CHECK(g.vertices() > 19600);
            CHECK(g.vertices() <= 20000);
            const auto far = hops(g, 0);
            CHECK(std::count(far.begin(), far.end(), unreached) == 0);

            Graph sorted = g;
            std::uint32_t maximum = 0;
            for (std::uint32_t v = 0; v < g.vertices(); ++v) {
                std::sort(sorted.edges.begin() + g.rows[v], sorted.edges.begin() + g.rows[v + 1]);
                maximum = std::max(maximum, g.degree(v));
            }
            const Graph simple = undirected(g);
            CHECK(simple.rows == sorted.rows);
            CHECK(simple.edges == sorted.edges);

            const Expected& e = expected.at(family.name);
            const double average = static_cast<double>(g.edges.size()) / g.vertices();
            CHECK(average >= e.least_degree);
            CHECK(average <= e.most_degree);
            CHECK(maximum >= e.least_maximum);
            CHECK(maximum <= e.most_maximum);
        }
    }

    TEST_CASE("a road has one length in both directions") {
        const Graph g = road_network(1000, 3), back = reversed(g);
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> there, and_back;
        for (std::uint32_t v = 0; v < g.vertices(); ++v)
            for (std::uint32_t e = 0; e < g.degree(v); ++e) {
                there[{v, g.edges[g.rows[v] + e]}] = g.weights[g.rows[v] + e];
                and_back[{v, back.edges[back.rows[v] + e]}] = back.weights[back.rows[v] + e];
            }
        CHECK(there == and_back);
        CHECK(*std::min_element(g.weights.begin(), g.weights.end()) >= 100);
    }

    TEST_CASE("the same seed makes the same graph, and another seed another where there is chance in it") {
        for (const GraphFamily& family : graph_families()) {
            CAPTURE(family.name);
            const Graph once = family.make(500, 4), again = family.make(500, 4), other = family.make(500, 5);
            CHECK(once.edges == again.edges);
            CHECK(once.weights == again.weights);
            const bool by_chance = family.name != "mesh" && family.name != "circuit";
            CHECK((once.edges != other.edges || once.weights != other.weights) == by_chance);
        }
    }

    TEST_CASE("the least graph of each family can be made") {
        for (const GraphFamily& family : graph_families()) CHECK(family.make(family.least, 1).vertices() >= 4);
    }

    TEST_CASE(
        "a shuffled graph is the same with other names: degrees and lengths are as they were, and stay with their vertices") {
        const Graph g = road_network(400, 2), other = shuffled(g, 1);
        CHECK(other.edges != g.edges);
        const auto vertices = [](const Graph& graph) {
            std::vector<std::vector<std::uint32_t>> all;
            for (std::uint32_t v = 0; v < graph.vertices(); ++v) {
                all.emplace_back(graph.weights.begin() + graph.rows[v], graph.weights.begin() + graph.rows[v + 1]);
                std::sort(all.back().begin(), all.back().end());
            }
            std::sort(all.begin(), all.end());
            return all;
        };
        CHECK(vertices(other) == vertices(g));
    }

    TEST_CASE("a graph turned round twice is itself, but for the order in its rows") {
        const std::vector<Arc> arcs{{0, 2, 5}, {2, 1, 6}, {0, 1, 7}};
        const Graph g = graph_of(3, arcs, true), back = reversed(g);
        CHECK(back.rows == std::vector<std::uint32_t>{0, 0, 2, 3});
        CHECK(back.edges == std::vector<std::uint32_t>{0, 2, 0});
        CHECK(back.weights == std::vector<std::uint32_t>{7, 6, 5});
        CHECK(undirected(g).edges == std::vector<std::uint32_t>{1, 2, 0, 2, 0, 1});
    }
}

}  // namespace tandem::tests
