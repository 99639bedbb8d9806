// Every workload on graphs takes a user's graph: directed, disconnected, tiny or odd, its result is right. A file that is not a
// graph is refused in one line.
#include "perfsim/workloads/graph_setting.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "apps/sim/sim.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

const std::vector<std::string> kernels{"bfs", "sssp", "color", "pagerank"};

std::string result(const std::string& workload, const std::string& graph, const std::string& protocol = "baseline") {
    apps::SimOptions options;
    options.protocol = protocol;
    options.selection.variant = "rc";
    options.workload = workload;
    options.workload_options.settings = {{"graph", graph}};
    if (workload == "pagerank") options.workload_options.settings["rounds"] = "3";
    options.limit = 50'000'000;
    return apps::simulate(options).result;
}

}  // namespace

TEST_SUITE("perfsim/graph_setting") {
    TEST_CASE(
        "kernels are right on graphs that are directed, in several parts, with loops and repeated edges, and on one vertex") {
        const TemporaryFolder folder;
        const auto file = [&](const std::string& name, const std::string& text) {
            std::ofstream(folder.path() / name) << text;
            return (folder.path() / name).string();
        };
        const std::vector<std::string> graphs{
            file("directed.gr",
                 "c a path of five, its end unreachable from others\np sp 6 5\na 1 2 3\na 2 3 1\na 3 4 1\na 4 5 9\na 6 1 2\n"),
            file("parts.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n40 40 3\n2 1\n3 2\n40 39\n"),
            file("odd.gr", "p sp 3 5\na 1 1 4\na 1 2 1\na 1 2 1\na 2 1 0\na 3 3 1\n"),
            file("one.graph", "1 0\n\n"),
            file("no-edges.graph", "33 0\n" + std::string(33, '\n')),
        };
        for (const auto& workload : kernels)
            for (const auto& graph : graphs) {
                CAPTURE(workload);
                CAPTURE(graph);
                CHECK(result(workload, graph) == "correct");
            }
    }

    TEST_CASE("a search is right on each family, on a shuffled one, and where it has more levels than usual") {
        for (const char* graph : {"road:1500", "mesh:1500", "circuit:1500:shuffled", "small-world:1500", "collaboration:1500",
                                  "protein:1500", "r-mat:1000"}) {
            CAPTURE(graph);
            CHECK(result("bfs", graph) == "correct");
        }
        const TemporaryFolder folder;
        const std::string path = folder.path() / "path.gr";
        {
            std::ofstream out(path);
            out << "p sp 1100 1099\n";
            for (int v = 1; v < 1100; ++v) out << "a " << v << ' ' << v + 1 << " 1\n";
        }
        CHECK(result("bfs", path, "gtsc") == "correct");
    }

    TEST_CASE("without a graph the search runs on R-MAT's, twice as large at twice the size") {
        perfsim::WorkloadOptions options;
        CHECK(perfsim::graph_named("r-mat:16384", options).vertices() == 16384);
        CHECK(perfsim::graph_named("r-mat:16385", options).vertices() == 32768);
        CHECK(perfsim::graph_named("r-mat", options).vertices() == 8192);
    }

    TEST_CASE("what is no graph is refused in a line, by every kernel") {
        const TemporaryFolder folder;
        const std::string empty = folder.path() / "empty.gr", wrong = folder.path() / "wrong.gr",
                          none = folder.path() / "none.graph";
        std::ofstream(empty) << "";
        std::ofstream(wrong) << "p sp 2 1\na 1 3 1\n";
        std::ofstream(none) << "0 0\n";
        for (const auto& workload : kernels) {
            const auto refused = [&](const std::string& graph, const std::string& why) {
                check_unusable(tandem({"sim", "gtsc", "--workload", workload.c_str(), "--graph", graph.c_str()}), why);
            };
            refused(empty, "'p sp VERTICES ARCS' or 'p edge VERTICES EDGES' expected");
            refused(wrong, ":2: a vertex, a whole number from 1 to 2 expected, and there is '3'");
            refused(none, "the number of vertices");
            refused("nosuch", "r-mat are accepted");
            refused("road:1", "4 to");
            refused("nosuch.gr", "cannot be read");
            refused("graph.csv", "is of no known format");
        }
    }
}

}  // namespace tandem::tests
