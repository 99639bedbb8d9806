// Graphs that have grown: of people and of proteins. Vertices are numbered in the order of their arrival, as in most data sets.
#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/small_world_generator.hpp>
#include <boost/random/taus88.hpp>
#include <random>

#include "perfsim/graphs/families.hpp"

namespace tandem::perfsim {

// The 10th DIMACS challenge's small-world has 100000 vertices with 10 neighbours on average. The rewired part is not known here;
// a tenth is assumed.
Graph small_world(std::uint32_t vertices, std::uint64_t seed) {
    using Ring = boost::small_world_iterator<boost::random::taus88, boost::adjacency_list<>>;
    boost::random::taus88 random(static_cast<std::uint32_t>(std::mt19937_64(seed)()));  // it ignores the low bits of its seed
    std::vector<Arc> arcs;
    // The ring itself stays whole, so that the graph is connected.
    for (std::uint32_t v = 0; v < vertices; ++v) arcs.push_back({v, (v + 1) % vertices});
    for (Ring ring(random, vertices, 10, 0.1), end; ring != end; ++ring)
        arcs.push_back({static_cast<std::uint32_t>(ring->first), static_cast<std::uint32_t>(ring->second)});
    return undirected(graph_of(vertices, arcs, false));
}

// A paper has 2 to 6 authors, who are all joined. Two in five are new. The others have written before; those who wrote more are
// likelier to write again, up to 40 papers. cond-mat-2003 has 3.85 edges an author and at most 202 of one, coAuthorsDBLP 3.27 and
// 336.
Graph collaboration(std::uint32_t vertices, std::uint64_t seed) {
    constexpr std::uint8_t most_papers = 40;
    std::mt19937_64 random(seed);
    std::vector<Arc> arcs;
    std::vector<std::uint32_t> by_paper{0}, authors;  // by_paper: an entry for each author of each paper
    std::vector<std::uint8_t> papers(vertices);
    std::uint32_t known = 1;
    const auto who_has_written = [&] { return by_paper[random() % by_paper.size()]; };
    while (known < vertices) {
        const std::size_t team = 2 + std::min({random() % 5, random() % 5, random() % 5});
        authors.assign(1, who_has_written());  // even one who has written 40 papers: so all are connected
        while (authors.size() < team && known < vertices) {
            const std::uint32_t author = random() % 5 < 2 ? known++ : who_has_written();
            if (papers[author] < most_papers && std::find(authors.begin(), authors.end(), author) == authors.end())
                authors.push_back(author);
        }
        for (const std::uint32_t a : authors)
            for (const std::uint32_t b : authors)
                if (a < b) arcs.push_back({a, b});
        for (const std::uint32_t a : authors)
            if (papers[a] < most_papers) ++papers[a], by_paper.push_back(a);
    }
    return undirected(graph_of(vertices, arcs, false));
}

// Duplication and divergence (Ispolatov, Krapivsky, Yuryev, Phys. Rev. E 2005). A gene is copied, and its protein keeps each
// interaction of the original's with a probability of 0.3. A protein that keeps none is lost.
Graph protein_interactions(std::uint32_t vertices, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::vector<std::uint32_t>> neighbours{{1}, {0}};
    std::vector<std::uint32_t> kept;
    while (neighbours.size() < vertices) {
        kept.clear();
        for (const std::uint32_t u : neighbours[random() % neighbours.size()])
            if (random() % 10 < 3) kept.push_back(u);
        if (kept.empty()) continue;
        const auto copy = static_cast<std::uint32_t>(neighbours.size());
        for (const std::uint32_t u : kept) neighbours[u].push_back(copy);
        neighbours.push_back(kept);
    }
    Graph graph;
    for (const auto& row : neighbours) {
        graph.edges.insert(graph.edges.end(), row.begin(), row.end());
        graph.rows.push_back(static_cast<std::uint32_t>(graph.edges.size()));
    }
    return graph;
}

}  // namespace tandem::perfsim
