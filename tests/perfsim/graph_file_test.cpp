// Graph files: each format is read correctly, and errors are reported in one line with their place.
#include "perfsim/graphs/graph_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

using namespace perfsim;

namespace {

constexpr std::uint64_t plenty = std::uint64_t(1) << 30;
using Read = Graph (*)(const std::string&, const std::string&, std::uint64_t);
using Words = std::vector<std::uint32_t>;

void refused(Read read, const std::string& text, const std::string& line, const std::string& expected,
             std::uint64_t memory = plenty) {
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
        const Graph pattern = matrix_market_graph(
            "%%MatrixMarket matrix coordinate pattern symmetric\n% a comment\n3 3 3\n2 1\n3 3\n3 2\n", "file", plenty);
        CHECK(pattern.rows == Words{0, 1, 3, 4});
        CHECK(pattern.edges == Words{1, 0, 2, 1});
        CHECK(pattern.weights.empty());
        const Graph integers =
            matrix_market_graph("%%matrixmarket MATRIX coordinate integer general\n2 2 1\n1 2 5\n", "file", plenty);
        CHECK(integers.rows == Words{0, 1, 1});
        CHECK(integers.weights == Words{5});
        CHECK(matrix_market_graph("%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", "file", plenty).edges ==
              Words{1});
    }

    TEST_CASE("real entries are lengths as integers are, rounded with a remark where they are no whole numbers") {
        const auto read = [](const std::string& entries) {
            return matrix_market_graph("%%MatrixMarket matrix coordinate real general\n3 3 2\n" + entries, "file", plenty);
        };
        const Graph whole = read("1 2 +4.0\n2 3 7e2\n");
        CHECK(whole.weights == Words{4, 700});
        CHECK(whole.remark.empty());
        const Graph rounded = read("1 2 2.5\n2 3 0.25\n");
        CHECK(rounded.weights == Words{3, 0});
        CHECK(rounded.remark == "Of the 2 lengths in file, 2 are no whole numbers and were rounded, 1 of them to 0.");
        for (const char* second : {"-1", "3e9", "1e400", "-inf"}) {
            CAPTURE(second);
            const Graph none = read("1 2 5\n2 3 " + std::string(second) + "\n");
            CHECK(none.edges == Words{1, 2});
            CHECK(none.weights.empty());
            CHECK(none.no_weights ==
                  "file:4: a length from 0 to 2147483647 expected, and there is '" + std::string(second) + "'");
        }
        const auto of_kind = [](const std::string& kind, const std::string& entry) {
            return matrix_market_graph("%%MatrixMarket matrix coordinate " + kind + "\n2 2 1\n" + entry, "file", plenty)
                .no_weights;
        };
        CHECK(of_kind("integer general", "1 2 -1\n").starts_with("file:3: a length"));
        CHECK(of_kind("complex general", "1 2 1 1\n").find("complex entries") != std::string::npos);
        CHECK(of_kind("real skew-symmetric", "2 1 1\n").find("half of its entries are negative") != std::string::npos);
    }

    TEST_CASE("a DIMACS file of a graph to be coloured has edges in both directions, each once") {
        const Graph g = dimacs_graph("c a comment\np edge 3 3\ne 1 2\ne 2 1\ne 3 1\n", "file", plenty);
        CHECK(g.rows == Words{0, 2, 3, 4});
        CHECK(g.edges == Words{1, 2, 0, 0});
        CHECK(g.weights.empty());
        CHECK(dimacs_graph("p col 2 1\ne 1 2\n", "file", plenty).edges == Words{1, 0});
    }

    TEST_CASE("a list of edges counts vertices from 0, and says in SNAP's words whether they stand for both directions") {
        const Graph directed = edge_list_graph("# Directed graph\n# FromNodeId\tToNodeId\n0\t3\r\n\n3 1\n0 1\n", "file", plenty);
        CHECK(directed.rows == Words{0, 2, 2, 2, 3});
        CHECK(directed.edges == Words{3, 1, 1});
        CHECK(directed.weights.empty());
        const Graph both = edge_list_graph("# Undirected graph: ../amazon.ungraph.txt\n0 2\n1 2\n", "file", plenty);
        CHECK(both.rows == Words{0, 1, 2, 4});
        CHECK(both.edges == Words{2, 2, 0, 1});
        const Graph weighted = weighted_edge_list_graph("0 1 5\n1 0 6.0\n", "file", plenty);
        CHECK(weighted.weights == Words{5, 6});
        CHECK(weighted.remark.empty());
        const Graph roads = weighted_edge_list_graph("# Undirected graph\n0 1 5\n1 2 6\n", "file", plenty);
        CHECK(roads.edges == Words{1, 2, 0, 1});
        CHECK(roads.weights == Words{5, 6, 5, 6});
        CHECK(weighted_edge_list_graph("0 1 0.5\n", "file", plenty).remark ==
              "Of the 1 lengths in file, 1 are no whole numbers and were rounded.");
    }

    TEST_CASE("Galois' binary file is read in both versions, with and without data of edges") {
        const auto binary = [](std::uint64_t version, std::uint64_t size, const std::vector<std::uint64_t>& ends,
                               const std::vector<std::uint64_t>& edges, const std::vector<std::uint64_t>& data) {
            std::string bytes;
            const auto put = [&](std::uint64_t value, std::size_t width) {
                bytes.append(reinterpret_cast<const char*>(&value), width);
            };
            for (const std::uint64_t number : {version, size, std::uint64_t(ends.size()), std::uint64_t(edges.size())})
                put(number, 8);
            for (const std::uint64_t end : ends) put(end, 8);
            for (const std::uint64_t edge : edges) put(edge, version == 1 ? 4 : 8);
            if (version == 1 && edges.size() % 2 == 1) put(0, 4);
            for (const std::uint64_t datum : data) put(datum, size);
            return bytes;
        };
        const auto read = [](const std::string& bytes) { return galois_graph(bytes, "file", plenty); };
        for (const std::uint64_t version : {1, 2}) {
            CAPTURE(version);
            const Graph g = read(binary(version, 4, {2, 2, 3}, {2, 1, 0}, {7, 8, 9}));
            CHECK(g.rows == Words{0, 2, 2, 3});
            CHECK(g.edges == Words{2, 1, 0});
            CHECK(g.weights == Words{7, 8, 9});
            CHECK(g.remark.find("taken for a whole number") != std::string::npos);
            const Graph bare = read(binary(version, 0, {1, 1}, {1}, {}));
            CHECK(bare.edges == Words{1});
            CHECK(bare.weights.empty());
            CHECK(bare.remark.empty());
            CHECK(read(binary(version, 8, {1, 1}, {1}, {5})).weights == Words{5});
            CHECK(read(binary(version, 8, {1, 1}, {1}, {std::uint64_t(1) << 40}))
                      .no_weights.find("edge 0 has the length 1099511627776") != std::string::npos);
        }
        const std::string good = binary(1, 4, {2, 2, 3}, {2, 1, 0}, {7, 8, 9});
        for (std::size_t length = 0; length < good.size(); ++length) CHECK_THROWS_AS(read(good.substr(0, length)), GraphError);
        CHECK_THROWS_WITH_AS(read(good + std::string(8, 'x')), doctest::Contains("8 bytes are left"), GraphError);
        CHECK_THROWS_WITH_AS(read(binary(1, 0, {2, 1}, {1, 1}, {})),
                             doctest::Contains("the edges of vertex 1 end with number 1, and 2 to 2"), GraphError);
        CHECK_THROWS_WITH_AS(read(binary(1, 0, {1, 1}, {2}, {})), doctest::Contains("edge 0 leads to vertex 2, and 0 to 1"),
                             GraphError);
        CHECK_THROWS_WITH_AS(read(binary(1, 3, {1}, {0}, {1})), doctest::Contains("0, 4 or 8"), GraphError);
        CHECK_THROWS_WITH_AS(read(binary(1, 0, {~std::uint64_t(0)}, {0}, {})), doctest::Contains("0 to 1 is accepted"),
                             GraphError);
        std::string huge = good;
        std::memset(huge.data() + 16, 0x7f, 16);
        CHECK_THROWS_AS(read(huge), GraphError);
    }

    TEST_CASE("what is wrong in a DIMACS file is said with its line") {
        refused(dimacs_graph, "", "1", "'p edge VERTICES EDGES' expected, and the file ends");
        refused(dimacs_graph, "c x\nq sp 1 1\n", "2", "expected, and there is 'q'");
        refused(dimacs_graph, "p max 1 1\n", "1", "'sp', 'edge' or 'col' after 'p'");
        refused(dimacs_graph, "p edge 2 2\ne 1 2\n", "3", "edge 2 of 2 expected, and the file ends");
        refused(dimacs_graph, "p edge 2 1\ne 1 3\n", "2", "a vertex, a whole number from 1 to 2");
        refused(dimacs_graph, "p edge 2 1\ne 1 2 3\n", "2", "nothing after an edge's vertices");
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
        refused(matrix_market_graph, "%%MatrixMarket matrix array real general\n", "1",
                "'coordinate' expected, and there is 'array'");
        refused(matrix_market_graph, "%%MatrixMarket matrix coordinate real lower\n", "1", "'general' or 'symmetric'");
        refused(matrix_market_graph, "%%MatrixMarket matrix coordinate real general\n2 3 1\n", "2", "square");
        refused(matrix_market_graph, "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2 3\n", "3",
                "nothing after an entry");
        refused(matrix_market_graph, "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 x\n", "3",
                "the entry's value, a number");
        refused(matrix_market_graph, "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n", "4", "entry 2 of 2");
        refused(matrix_market_graph, "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n2 1\n", "4",
                "no more than 1 entries");
    }

    TEST_CASE("what is wrong in a list of edges is said with its line") {
        refused(edge_list_graph, "", "1", "an edge, 'FROM TO' expected, and the file ends");
        refused(edge_list_graph, "# x\n0 -1\n", "2", "a vertex, a whole number from 0");
        refused(edge_list_graph, "0 1 5\n", "1", "for weights are read from .wel");
        refused(weighted_edge_list_graph, "0 1\n", "1", "the edge's weight, a number expected, and there is the end of the line");
        refused(edge_list_graph, "0 4000000000\n", "1", "are free");
    }

    TEST_CASE("what a terminal would obey is not shown of a file") {
        refused(dimacs_graph, "\x1b[31m\x02\xff 1\n", "1", "and there is '?[31m?" "?'");
    }

    TEST_CASE("a graph that is too large is refused by its first lines, whatever follows") {
        refused(dimacs_graph, "p sp 1000000 1\n", "1", "are free", 1 << 20);
        refused(dimacs_graph, "p sp 4000000000 0\n", "1", "are free");
        refused(dimacs_graph, "p sp 10 18446744073709551615\n", "1", "larger than the simulated device's memory");
        refused(metis_graph, "10 100000000\n", "1", "are free");
        refused(matrix_market_graph, "%%MatrixMarket matrix coordinate pattern symmetric\n10 10 9000000000\n", "2",
                "larger than the simulated device's memory");
    }

    TEST_CASE("the program refuses a bad graph with status 2 and one line, and runs a good one") {
        const TemporaryFolder folder;
        const std::string good = folder.path() / "good.gr", bad = folder.path() / "bad.mtx", odd = folder.path() / "graph.csv",
                          capital = folder.path() / "REAL.MTX", packed = folder.path() / "graph.mtx.gz";
        std::ofstream(good) << "p sp 3 4\na 1 2 5\na 2 1 5\na 2 3 1\na 3 2 1\n";
        std::ofstream(bad) << "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 3\n";
        std::ofstream(odd) << "1 2\n";
        std::ofstream(packed) << "1 2\n";
        std::ofstream(capital) << "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 2.5\n";
        const auto sim = [](const std::string& graph) {
            return tandem({"sim", "baseline", "--workload", "sssp", "--graph", graph.c_str()});
        };
        CHECK(sim(good).status == 0);
        check_unusable(sim(bad), "bad.mtx:3: a column, a whole number from 1 to 2");
        check_unusable(sim(odd), ".gr (DIMACS or Galois)");
        check_unusable(sim(packed), "is packed");
        const Run rounded = sim(capital);
        CHECK(rounded.status == 0);
        CHECK(rounded.out.find("1 are no whole numbers and were rounded.") != std::string::npos);
        std::ofstream(capital) << "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 -2.5\n";
        check_unusable(sim(capital), "REAL.MTX:3: a length from 0");
        CHECK(tandem({"sim", "baseline", "--workload", "bfs", "--graph", capital.c_str()}).status ==
              0);  // which needs no lengths
        check_unusable(sim(folder.path() / "none.gr"), "No such file");
        check_unusable(sim("roads"), "road, mesh, circuit");
        check_unusable(sim("road:2"), "4 to");
    }
}

}  // namespace tandem::tests
