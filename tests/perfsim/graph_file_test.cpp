// Graph files: each format is read correctly, and errors are reported in one line with their place.
#include "perfsim/graphs/graph_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

using namespace perfsim;

namespace {

constexpr std::uint64_t plenty = std::uint64_t(1) << 30;
using Read = Graph (*)(const std::string&, const std::string&, std::uint64_t);
using Words = std::vector<std::uint32_t>;

void refused(Read read, const std::string& text, const std::string& line, const std::string& expected, std::uint64_t memory = plenty) {
    CAPTURE(text);
    std::string said;
    try {
        read(text, "file", memory);
    } catch (const GraphError& error) {
        said = error.what();
    }
    CAPTURE(said);
    CHECK(said.starts_with("file:" + line + ": "));
    CHECK(said.find(expected) != std::string::npos);
    CHECK(std::count(said.begin(), said.end(), '\n') == 0);
}

}  // namespace

TEST_SUITE("perfsim/graph_file") {
    TEST_CASE("a DIMACS file has directed arcs with lengths, in the order of the file") {
        const Graph g = dimacs_graph("c a comment\np sp 3 3\n\na 1 3 7\r\nc another\na 3 2 0\na 1 2 9\n", "file", plenty);
        CHECK(g.rows == Words{0, 2, 2, 3});
        CHECK(g.edges == Words{2, 1, 1});
        CHECK(g.weights == Words{7, 9, 0});
    }

    TEST_CASE("a METIS file has a line of neighbours for each vertex, which may be empty") {
        const Graph g = metis_graph("% a comment\n4 2\n2 3\n1\n% one more\n1\n\n", "file", plenty);
        CHECK(g.rows == Words{0, 2, 3, 4, 4});
        CHECK(g.edges == Words{1, 2, 0, 0});
        CHECK(g.weights.empty());
    }

    TEST_CASE("a METIS file may have sizes and weights of vertices, which are left out, and weights of edges") {
        const Graph g = metis_graph("2 1 111 2\n5 8 8 2 30\n5 8 8 1 30\n", "file", plenty);
        CHECK(g.edges == Words{1, 0});
        CHECK(g.weights == Words{30, 30});
    }

    TEST_CASE("a Matrix Market file's entries are edges, in both directions if it is symmetric, without the diagonal") {
        const Graph pattern = matrix_market_graph("%%MatrixMarket matrix coordinate pattern symmetric\n% a comment\n3 3 3\n2 1\n3 3\n3 2\n", "file", plenty);
        CHECK(pattern.rows == Words{0, 1, 3, 4});
        CHECK(pattern.edges == Words{1, 0, 2, 1});
        CHECK(pattern.weights.empty());
        const Graph integers = matrix_market_graph("%%matrixmarket MATRIX coordinate integer general\n2 2 1\n1 2 5\n", "file", plenty);
        CHECK(integers.rows == Words{0, 1, 1});
        CHECK(integers.weights == Words{5});
        CHECK(matrix_market_graph("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 -5.5e-3\n", "file", plenty).edges == Words{1});
    }

    TEST_CASE("what is wrong in a DIMACS file is said with its line") {
        refused(dimacs_graph, "", "1", "'p sp VERTICES ARCS' expected, and the file ends");
        refused(dimacs_graph, "c x\nq sp 1 1\n", "2", "expected, and there is 'q'");
        refused(dimacs_graph, "p max 1 1\n", "1", "'sp' after 'p'");
        refused(dimacs_graph, "p sp 0 1\n", "1", "the number of vertices");
        refused(dimacs_graph, "p sp 2\n", "1", "the end of the line");
        refused(dimacs_graph, "p sp 2 1 3\n", "1", "nothing after the number of arcs");
        refused(dimacs_graph, "p sp 2 1\ne 1 2 3\n", "2", "'a FROM TO LENGTH'");
        refused(dimacs_graph, "p sp 2 1\na 1 3 3\n", "2", "a vertex, a whole number from 1 to 2 expected, and there is '3'");
        refused(dimacs_graph, "p sp 2 1\na 1 2 -3\n", "2", "a length");
        refused(dimacs_graph, "p sp 2 1\na 1 2 3.5\n", "2", "a length");
        refused(dimacs_graph, "p sp 2 1\na 1 2 3 4\n", "2", "nothing after an arc's length");
        refused(dimacs_graph, "p sp 2 2\na 1 2 3\n", "3", "arc 2 of 2 expected, and the file ends");
        refused(dimacs_graph, "p sp 2 1\na 1 2 3\na 2 1 3\n", "3", "no more than 1 arcs");
    }

    TEST_CASE("what is wrong in a METIS file is said with its line") {
        refused(metis_graph, "x 1\n", "1", "the number of vertices");
        refused(metis_graph, "2 1 2\n2\n1\n", "1", "three digits");
        refused(metis_graph, "2 1\n3\n1\n", "2", "a neighbour, a whole number from 1 to 2");
        refused(metis_graph, "2 1 1\n2\n1 4\n", "2", "the edge's weight");
        refused(metis_graph, "2 1 10\n\n1 1\n", "2", "a weight of the vertex");
        refused(metis_graph, "2 1\n2\n", "3", "the neighbours of vertex 2 of 2 expected, and the file ends");
        refused(metis_graph, "2 1\n2\n1 1\n", "3", "no more than 1 edges");
        refused(metis_graph, "2 2\n2\n1\n", "4", "2 edges, each of them twice, and not 2 neighbours");
        refused(metis_graph, "2 1\n2\n1\n1\n", "4", "no more than 2 vertices");
    }

    TEST_CASE("what is wrong in a Matrix Market file is said with its line") {
        refused(matrix_market_graph, "3 3 3\n", "1", "'%%matrixmarket'");
        refused(matrix_market_graph, "%%MatrixMarket matrix array real general\n", "1", "'coordinate' expected, and there is 'array'");
        refused(matrix_market_graph, "%%MatrixMarket matrix coordinate real lower\n", "1", "'general' or 'symmetric'");
        refused(matrix_market_graph, "%%MatrixMarket matrix coordinate real general\n2 3 1\n", "2", "square");
        refused(matrix_market_graph, "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2 3\n", "3", "nothing after an entry");
        refused(matrix_market_graph, "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 x\n", "3", "the entry's value, a number");
        refused(matrix_market_graph, "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 -1\n", "3", "a length");
        refused(matrix_market_graph, "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n", "4", "entry 2 of 2");
        refused(matrix_market_graph, "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n2 1\n", "4", "no more than 1 entries");
    }

    TEST_CASE("a graph that is too large is refused by its first lines, whatever follows") {
        refused(dimacs_graph, "p sp 1000000 1\n", "1", "are free", 1 << 20);
        refused(dimacs_graph, "p sp 4000000000 0\n", "1", "are free");
        refused(dimacs_graph, "p sp 10 18446744073709551615\n", "1", "larger than the simulated device's memory");
        refused(metis_graph, "10 100000000\n", "1", "are free");
        refused(matrix_market_graph, "%%MatrixMarket matrix coordinate pattern symmetric\n10 10 9000000000\n", "2", "larger than the simulated device's memory");
    }

    TEST_CASE("the program refuses a bad graph with status 2 and one line, and runs a good one") {
        const TemporaryFolder folder;
        const std::string good = folder.path() / "good.gr", bad = folder.path() / "bad.mtx", odd = folder.path() / "graph.txt";
        std::ofstream(good) << "p sp 3 4\na 1 2 5\na 2 1 5\na 2 3 1\na 3 2 1\n";
        std::ofstream(bad) << "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 3\n";
        std::ofstream(odd) << "1 2\n";
        const auto sim = [](const std::string& graph) { return tandem({"sim", "baseline", "--workload", "sssp", "--graph", graph.c_str()}); };
        CHECK(sim(good).status == 0);
        check_unusable(sim(bad), "bad.mtx:3: a column, a whole number from 1 to 2");
        check_unusable(sim(odd), ".gr (DIMACS)");
        check_unusable(sim(folder.path() / "none.gr"), "No such file");
        check_unusable(sim("roads"), "road, mesh, circuit");
        check_unusable(sim("road:2"), "4 to");
    }
}

}  // namespace tandem::tests
