#include "specs/axiomatic/cycle.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <utility>

namespace tandem::specs {

std::vector<int> shortest_cycle(const Relation& relation) {
    using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
    const auto n = static_cast<std::size_t>(relation.size());
    Graph graph(n);
    for (int a = 0; a < relation.size(); ++a)
        for (EventSet s = relation.row(a); s; s &= s - 1)
            add_edge(static_cast<std::size_t>(a), static_cast<std::size_t>(std::countr_zero(s)), graph);

    std::vector<int> shortest;
    for (std::size_t start = 0; start < n; ++start) {
        std::vector<std::size_t> before(n, start), steps(n, n);  // n steps: not reached
        steps[start] = 0;
        const auto record = boost::make_bfs_visitor(std::pair(boost::record_predecessors(before.data(), boost::on_tree_edge()),
                                                              boost::record_distances(steps.data(), boost::on_tree_edge())));
        breadth_first_search(graph, start, boost::visitor(record));
        std::size_t last = n;  // the nearest event that leads back
        for (std::size_t e = 0; e < n; ++e)
            if (steps[e] < n && relation.has(static_cast<int>(e), static_cast<int>(start)) &&
                (last == n || steps[e] < steps[last]))
                last = e;
        if (last == n || (!shortest.empty() && steps[last] + 1 >= shortest.size())) continue;
        shortest.clear();
        for (std::size_t e = last; e != start; e = before[e]) shortest.push_back(static_cast<int>(e));
        shortest.push_back(static_cast<int>(start));
        std::reverse(shortest.begin(), shortest.end());
    }
    return shortest;
}

}  // namespace tandem::specs
