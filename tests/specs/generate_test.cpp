// Generated litmus tests. Their number, by counting necklaces. No two are equal up to renaming, judged on what the parser reads.
// And models give each the verdict that its cycle predicts.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include "specs/axiomatic/library.hpp"
#include "specs/axiomatic/outcomes.hpp"
#include "specs/litmus/generate/generate.hpp"

namespace tandem::tests {

namespace {

using specs::GeneratedTest;
using specs::Nearest;
using specs::Relaxation;
using specs::Test;
using specs::TestLanguage;
using Kind = Relaxation::Kind;

std::vector<GeneratedTest> generated(TestLanguage language, int size, const std::vector<std::string>& names,
                                     std::vector<Nearest> levels = {Nearest::cta, Nearest::gl}, bool shared = false,
                                     const std::vector<std::string>& accesses = {}) {
    std::vector<GeneratedTest> tests;
    const auto styles = accesses.empty() ? std::vector<const specs::AccessStyle*>() : select_styles(language, accesses);
    CHECK(specs::generate({language, select_relaxations(language, names), size, std::move(levels), true, shared, styles},
                          [&](const GeneratedTest& t) {
                              tests.push_back(t);
                              return true;
                          }));
    return tests;
}

std::set<std::string> names_of(const std::vector<GeneratedTest>& tests) {
    std::set<std::string> names;
    for (const auto& t : tests) names.insert(t.name);
    return names;
}

bool allowed(const GeneratedTest& t, const specs::Model& model) {
    return outcomes(specs::parse_test(t.name, t.text), model).positive > 0;
}

/// The edges of a generated test's cycle; the last is to another thread.
std::vector<Relaxation> edges_of(TestLanguage language, const GeneratedTest& t) {
    std::vector<Relaxation> edges;
    std::istringstream words(t.cycle);
    for (std::string word; words >> word;) edges.push_back(select_relaxations(language, {word}).at(0));
    return edges;
}

/// The parts between two edges to other threads, thread by thread.
std::vector<std::vector<Relaxation>> within_threads(const std::vector<Relaxation>& edges) {
    std::vector<std::vector<Relaxation>> threads(1);
    for (const Relaxation& r : edges) {
        if (r.external) threads.emplace_back();
        else threads.back().push_back(r);
    }
    threads.pop_back();
    return threads;
}

/// A parsed test without names, for one order of its threads.
class Nameless {
public:
    Nameless(const Test& test, const std::vector<std::size_t>& order) {
        for (const std::size_t t : order) {
            registers_.clear();
            for (const auto& i : test.threads[t].instructions) instruction(i, test.threads[t]);
            text_ += "asks";
            for (const auto& [reg, number] : registers_) condition(test.condition, static_cast<int>(t), reg);
            text_ += ';';
            for (const auto& [level, groups] : test.scopes) text_ += level + number(groups_[level], groups[t]);
        }
        for (std::size_t k = 0; k < locations_.size(); ++k)
            for (const auto& [location, number] : locations_)
                if (number == k)
                    condition(test.condition, -1, location), text_ += "at" + test.regions[static_cast<std::size_t>(location)];
    }
    const std::string& text() const { return text_; }

private:
    using Names = std::map<int, std::size_t>;

    static std::string number(Names& names, int name) {
        return std::to_string(names.try_emplace(name, names.size()).first->second) + ',';
    }

    void instruction(const specs::Instruction& i, const specs::Thread& thread) {
        text_ += "i" + std::to_string(static_cast<int>(i.kind));
        for (const auto& tag : i.tags) text_ += tag;
        expression(i.address, thread);
        expression(i.value, thread);
        if (i.guard >= 0) text_ += "g" + number(registers_, i.guard) + std::to_string(i.target);
        if (i.destination >= 0) text_ += "r" + number(registers_, i.destination);
    }
    /// Registers that hold an address are that address.
    void expression(const specs::Expression& e, const specs::Thread& thread) {
        using Op = specs::Expression::Op;
        text_ += "e" + std::to_string(static_cast<int>(e.op));
        const specs::Value value = e.op == Op::reg ? thread.initial[static_cast<std::size_t>(e.reg)] : e.constant;
        if (value.location >= 0) text_ += "l" + number(locations_, value.location);
        else if (e.op == Op::reg) text_ += "r" + number(registers_, e.reg);
        else text_ += "v" + std::to_string(value.number);
        for (const auto& operand : e.operands) expression(operand, thread);
    }
    void condition(const specs::Formula& f, int thread, int index) {
        if (f.kind == specs::Formula::Kind::equal && f.observed.thread == thread && f.observed.index == index)
            text_ += "=" + std::to_string(f.value.number);
        for (const auto& part : f.parts) condition(part, thread, index);
    }

    std::string text_;
    Names registers_, locations_;
    std::map<std::string, Names> groups_;
};

std::string without_names(const GeneratedTest& t) {
    const Test test = specs::parse_test(t.name, t.text);
    std::vector<std::size_t> order(test.threads.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::string least;
    do {
        const std::string text = Nameless(test, order).text();
        if (least.empty() || text < least) least = text;
    } while (std::next_permutation(order.begin(), order.end()));
    return least;
}

const std::vector<std::string> communication{"Rfe", "Fre", "Coe"};
std::vector<std::string> with(std::vector<std::string> names) {
    names.insert(names.end(), communication.begin(), communication.end());
    return names;
}

}  // namespace

TEST_SUITE("specs/generate") {
    TEST_CASE("the known shapes of two, three and four threads are found, each once") {
        const std::set<std::string> two{"MP", "SB", "LB", "S", "R", "2+2W"};
        CHECK(names_of(generated(TestLanguage::x86, 4, with({"Pod**"}))) == two);
        std::set<std::string> six = two;
        for (const char* name : {"WRC",  "RWC",  "WWC",  "WRR+2W", "WRW+WR", "WRW+2W", "ISA2", "W+RWC", "Z6.0",   "Z6.1",
                                 "Z6.2", "Z6.3", "Z6.4", "Z6.5",   "3.SB",   "3.LB",   "3.2W", "IRIW",  "IRRWIW", "IRWIW"})
            six.insert(name);
        CHECK(names_of(generated(TestLanguage::x86, 6, with({"Pod**"}))) == six);
        CHECK(names_of(generated(TestLanguage::x86, 6, with({"Pos**"}))) == std::set<std::string>{"CoRR", "CoRW2"});
    }

    TEST_CASE("there are as many tests as necklaces") {
        // A thread of two accesses has 3 ways to continue to the next times k ways within. A thread of one access (Fre Rfe, Coe
        // Rfe) precedes another kind, with 2k ways. Necklaces of n beads of c colours: (c^2 + c) / 2 of two, (c^3 + 2c) / 3 of
        // three.
        for (const auto& [within, k] :
             {std::pair<std::vector<std::string>, std::size_t>{{"Pod**"}, 1}, {{"Pod**", "MFenced**"}, 2}}) {
            const std::size_t c = 3 * k, l = 2 * k;
            const std::size_t four = (c * c + c) / 2, five = l * c, six = (c * c * c + 2 * c) / 3 + (l * l + l) / 2;
            CHECK(generated(TestLanguage::x86, 4, with(within)).size() == four);
            CHECK(generated(TestLanguage::x86, 5, with(within)).size() == four + five);
            CHECK(generated(TestLanguage::x86, 6, with(within)).size() == four + five + six);
        }
    }

    TEST_CASE("scope trees are chains of partitions, and memory maps keep shared locations in one cta") {
        // Iterated Bell numbers (OEIS A000110, A000258, A000307).
        const std::vector<Nearest> all{Nearest::warp, Nearest::cta, Nearest::gl, Nearest::sys};
        const std::vector<std::vector<std::size_t>> counts{{1, 2, 5, 15, 52}, {1, 3, 12, 60, 358}, {1, 4, 22, 154, 1304}};
        for (std::size_t n = 1; n <= 5; ++n) {
            CHECK(specs::scope_trees(n, {Nearest::cta, Nearest::gl}).size() == counts[0][n - 1]);
            CHECK(specs::scope_trees(n, {Nearest::warp, Nearest::cta, Nearest::gl}).size() == counts[1][n - 1]);
            CHECK(specs::scope_trees(n, all).size() == counts[2][n - 1]);
        }
        CHECK(names_of(generated(TestLanguage::ptx, 4, {"PodWW", "Rfe", "PodRR", "Fre"}, {Nearest::cta, Nearest::gl}, true)) ==
              std::set<std::string>{"MP+cta", "MP+gl", "MP+cta+x-shared", "MP+cta+y-shared", "MP+cta+x-shared+y-shared"});
        CHECK(names_of(generated(TestLanguage::ptx, 4, {"PodWR", "Fre"}, all, true)) ==
              std::set<std::string>{"SB+warp", "SB+warp+y-shared", "SB+warp+x-shared+y-shared", "SB+cta", "SB+cta+y-shared",
                                    "SB+cta+x-shared+y-shared", "SB+gl", "SB+sys"});
        CHECK(names_of(generated(TestLanguage::lisa, 6, {"PodWW", "Coe"}, {Nearest::cta, Nearest::gl})) ==
              std::set<std::string>{"2+2W+cta", "2+2W+gl", "3.2W+cta", "3.2W+gl", "3.2W+0-1_2"});
    }

    TEST_CASE("no two tests are equal up to the names of threads, locations and registers") {
        const auto compare = [](const std::vector<GeneratedTest>& tests) {
            std::map<std::string, std::string> known;
            for (const auto& t : tests) {
                const auto [at, fresh] = known.try_emplace(without_names(t), t.name);
                if (!fresh) FAIL_CHECK(t.name << " is " << at->second);
            }
            CHECK(names_of(tests).size() == tests.size());
            CHECK(tests.size() > 1000);
        };
        compare(generated(TestLanguage::ptx, 5, {"*"}, {Nearest::cta, Nearest::gl}));
        compare(
            generated(TestLanguage::ptx, 6, with({"Pod**", "MembarCtad**"}), {Nearest::warp, Nearest::cta, Nearest::gl}, true));
        compare(generated(TestLanguage::lisa, 6, with({"Pod**", "Dp*d*"})));
        compare(generated(TestLanguage::x86, 6, {"*"}));
    }

    TEST_CASE("every access has every style, and no two such tests are equal") {
        // SB looks the same from both threads: of s styles that read and w that write, n = s w for each, and (n^2 + n) / 2.
        const auto sb = [](TestLanguage language, std::vector<std::string> accesses) {
            return generated(language, 4, {"PodWR", "Fre"}, {Nearest::cta}, false, std::move(accesses)).size();
        };
        CHECK(sb(TestLanguage::x86, {"*"}) == 10);                                          // n = 2 * 2
        CHECK(sb(TestLanguage::ptx, {"*"}) == 210);                                         // 5 read, 4 write
        CHECK(sb(TestLanguage::ptx6, {"weak", "*.gpu"}) == (7u * 7u * 7u * 7u + 49u) / 2);  // 7 of each
        CHECK(sb(TestLanguage::hsa_lisa, {"plain", "acquire.wg", "release.wg"}) == 10);
        // Two styles for each of two accesses, and a read-modify-write of one.
        CHECK(generated(TestLanguage::x86, 3, {"Rfe", "Rmw", "Coe"}, {}, false, {"mov"}).size() == 1);
        CHECK(generated(TestLanguage::ptx6, 3, {"Rfe", "Rmw", "Coe"}, {Nearest::cta}, false, {"weak", "atom.*.cta"}).size() ==
              5 * 4);
        const auto tests =
            generated(TestLanguage::lisa, 4, with({"Po***", "Rmw", "If**"}), {Nearest::cta}, false, {"plain", "rmw"});
        std::map<std::string, std::string> known;
        for (const auto& t : tests) {
            const auto [at, fresh] = known.try_emplace(without_names(t), t.name);
            if (!fresh) FAIL_CHECK(t.name << " is " << at->second);
        }
        CHECK(names_of(tests).size() == tests.size());
        CHECK(tests.size() > 100);
    }

    TEST_CASE("a test in PTX 6 says how each access is ordered, and where each thread is") {
        const auto tests = generated(TestLanguage::ptx6, 4, {"Rfe", "Fre", "FenceScGpudWW", "IfdR"}, {Nearest::sys}, false,
                                     {"weak", "acquire.gpu"});
        REQUIRE(tests.size() == 4);
        CHECK(tests[1].text ==
              "PTX MP+fence.sc.gpu+if+weak,weak+weak,acquire.gpu+sys\n\"FenceScGpudWW Rfe IfdR Fre\"\n{\n}\n"
              " P0@cta 0,gpu 0 | P1@cta 1,gpu 1       ;\n"
              " st.weak x, 1   | ld.weak r0, y        ;\n"
              " fence.sc.gpu   | bne r0, 1, END       ;\n"
              " st.weak y, 1   | ld.acquire.gpu r1, x ;\n"
              "                | END:                 ;\n"
              "exists (1:r0=1 /\\ 1:r1=0)\n");
    }

    TEST_CASE("PTX 6 forbids message passing exactly if both threads synchronize in a scope that has both") {
        const specs::Model ptx6 = specs::library_model("ptx6"), ptx75 = specs::library_model("ptx75");
        int forbidden = 0, wrong = 0;
        const auto tests =
            generated(TestLanguage::ptx6, 4, {"Rfe", "Fre", "PodWW", "PodRR"}, {Nearest::cta, Nearest::gl, Nearest::sys}, false,
                      {"weak", "relaxed.*", "acquire.*", "release.*"});
        for (const auto& t : tests) {
            const Test test = specs::parse_test(t.name, t.text);
            const auto has = [&](std::size_t thread, std::size_t access, const char* tag) {
                const auto& tags = test.threads[thread].instructions[access].tags;
                return std::find(tags.begin(), tags.end(), tag) != tags.end();
            };
            const auto together = [&](const char* level) { return test.scopes.at(level)[0] == test.scopes.at(level)[1]; };
            const auto reaches = [&](std::size_t thread, std::size_t access) {
                return has(thread, access, "SYS") || (has(thread, access, "GPU") && together("gl")) ||
                       (has(thread, access, "CTA") && together("cta"));
            };
            const bool expected = has(0, 1, "REL") && has(1, 0, "ACQ") && reaches(0, 1) && reaches(1, 0);
            forbidden += expected;
            for (const auto* model : {&ptx6, &ptx75})
                if (allowed(t, *model) == expected && ++wrong < 4) FAIL_CHECK(t.text);
        }
        CHECK(wrong == 0);
        CHECK(forbidden > 100);
        CHECK(tests.size() > 2000);
    }

    TEST_CASE("x86 keeps a store before a later load exactly if one of the two is locked") {
        const specs::Model tso = specs::library_model("tso");
        const auto tests = generated(TestLanguage::x86, 4, {"PodWR", "Fre"}, {}, false, {"*"});
        for (const auto& t : tests) {
            const Test test = specs::parse_test(t.name, t.text);
            bool expected = false;
            for (const auto& thread : test.threads)
                expected = expected || std::none_of(thread.instructions.begin(), thread.instructions.end(), [](const auto& i) {
                               return i.kind == specs::Instruction::Kind::read_modify_write;
                           });
            CHECK_MESSAGE(allowed(t, tso) == expected, t.text);
        }
        CHECK(tests.size() == 10);
    }

    TEST_CASE("SC forbids every cycle, whatever its accesses are") {
        const specs::Model sc = specs::library_model("sc");
        for (const auto& t : generated(TestLanguage::ptx6, 4, {"*"}, {Nearest::cta}, false, {"weak", "atom.relaxed.cta"}))
            if (allowed(t, sc)) FAIL_CHECK(t.text);
        for (const auto& t : generated(TestLanguage::lisa, 4, {"*"}, {Nearest::cta}, false, {"plain", "rmw"}))
            if (allowed(t, sc)) FAIL_CHECK(t.text);
    }

    TEST_CASE("SC forbids every cycle") {
        const specs::Model sc = specs::library_model("sc");
        for (const auto& [language, size] : {std::pair(TestLanguage::x86, 6), {TestLanguage::lisa, 5}, {TestLanguage::ptx, 5}}) {
            int wrong = 0;
            const auto tests = generated(language, size, {"*"}, {Nearest::cta});
            for (const auto& t : tests)
                if (allowed(t, sc) && ++wrong < 4) FAIL_CHECK(t.text);
            CHECK(wrong == 0);
            CHECK(tests.size() > 1000);
        }
    }

    TEST_CASE(
        "x86-TSO allows exactly the cycles in which a thread leaves a write by a read of another location, without a fence "
        "between") {
        const specs::Model tso = specs::library_model("tso");
        int relaxed = 0, wrong = 0;
        const auto tests = generated(TestLanguage::x86, 6, {"Rf*", "Fr*", "Co*", "Pod**", "MFenced**"});
        for (const auto& t : tests) {
            bool expected = false;
            for (const auto& thread : within_threads(edges_of(TestLanguage::x86, t))) {
                // a read of its own thread's write comes after that write only
                if (thread.empty() || thread.back().kind == Kind::rf) continue;
                const auto any = [&](auto&& of) { return std::any_of(thread.begin(), thread.end(), of); };
                expected = expected || (thread.front().from == specs::Access::write && thread.back().to == specs::Access::read &&
                                        any([](const Relaxation& r) { return !r.same_location; }) &&
                                        !any([](const Relaxation& r) { return r.kind == Kind::fence; }));
            }
            relaxed += expected;
            if (allowed(t, tso) != expected && ++wrong < 4) FAIL_CHECK(t.text);
        }
        CHECK(wrong == 0);
        CHECK(relaxed > 100);
        CHECK(tests.size() > 3 * static_cast<std::size_t>(relaxed));
    }

    TEST_CASE("the PTX model forbids exactly the cycles whose weakest link reaches the farthest thread") {
        const specs::Model ptx = specs::library_model("ptx");
        int forbidden = 0, wrong = 0;
        const auto tests = generated(TestLanguage::ptx, 5, with({"Pod**", "Membar*d**", "Dp*d*"}),
                                     {Nearest::warp, Nearest::cta, Nearest::gl, Nearest::sys});
        for (const auto& t : tests) {
            // Levels: 0 cta (a warp is in it), 1 gl, 2 sys. Program order reaches nobody, dependencies reach everybody.
            int weakest = 2, farthest = 0;
            for (const Relaxation& r : edges_of(TestLanguage::ptx, t)) {
                if (r.kind == Kind::program_order) weakest = -1;
                if (r.kind == Kind::fence) weakest = std::min(weakest, r.fence == "cta" ? 0 : r.fence == "gl" ? 1 : 2);
            }
            const Test test = specs::parse_test(t.name, t.text);
            const auto together = [&](const char* level) {
                return std::set<int>(test.scopes.at(level).begin(), test.scopes.at(level).end()).size() == 1;
            };
            farthest = together("cta") ? 0 : together("gl") ? 1 : 2;
            forbidden += weakest >= farthest;
            if ((outcomes(test, ptx).positive == 0) != (weakest >= farthest) && ++wrong < 4) FAIL_CHECK(t.text);
        }
        CHECK(wrong == 0);
        CHECK(forbidden > 500);
        CHECK(tests.size() > 2 * static_cast<std::size_t>(forbidden));
    }

    TEST_CASE("relaxations are named, with * and in the old way, and others are refused") {
        CHECK(select_relaxations(TestLanguage::ptx, {"Pod**"}).size() == 4);
        CHECK(select_relaxations(TestLanguage::ptx, {"MembarGl*"}).size() == 8);
        CHECK(select_relaxations(TestLanguage::ptx, {"*"}).size() == specs::relaxations(TestLanguage::ptx).size());
        CHECK(select_relaxations(TestLanguage::x86, {"Wse"}).at(0).name == "Coe");
        CHECK_THROWS_AS(select_relaxations(TestLanguage::x86, {"MembarGldWR"}), std::invalid_argument);
        CHECK_THROWS_AS(select_relaxations(TestLanguage::ptx, {"PodXX"}), std::invalid_argument);
    }

    TEST_CASE("the corpus of x86 tests is generated, with the witnesses that others counted, where it is at hand") {
        const std::filesystem::path corpus = std::filesystem::path(TANDEM_SOURCE_DIR).parent_path() / "shared/litmus/x86";
        if (!std::filesystem::exists(corpus)) {
            MESSAGE("not at hand");
            return;
        }
        const auto turned = [](std::vector<std::string> cycle) {
            std::vector<std::string> least = cycle;
            for (std::size_t k = 1; k < cycle.size(); ++k)
                std::rotate(cycle.begin(), cycle.begin() + 1, cycle.end()), least = std::min(least, cycle);
            return least;
        };
        const auto words = [](const std::string& line) {
            std::istringstream in(line);
            return std::vector<std::string>(std::istream_iterator<std::string>(in), {});
        };
        std::map<std::vector<std::string>, GeneratedTest> ours;
        for (const auto& t : generated(TestLanguage::x86, 8, with({"Rfi", "Fri", "Pod**", "MFenced**"})))
            ours.emplace(turned(words(t.cycle)), t);
        const specs::Model tso = specs::library_model("tso");
        std::ifstream expected(corpus / "expected-tso.tsv");
        int tests = 0, wrong = 0;
        for (std::string line; std::getline(expected, line);) {
            if (line.starts_with("#")) continue;
            std::istringstream fields(line);
            std::string name, verdict, observation, positive, negative;
            for (std::string* field : {&name, &verdict, &observation, &positive, &negative}) std::getline(fields, *field, '\t');
            std::ifstream file(corpus / (name + ".litmus"));
            std::string cycle;
            while (std::getline(file, cycle) && !cycle.starts_with("Cycle=")) {
            }
            const auto at = ours.find(turned(words(cycle.substr(std::min<std::size_t>(6, cycle.size())))));
            ++tests;
            if (at == ours.end()) {
                ++wrong;
                continue;
            }
            const auto found = outcomes(specs::parse_test(name, at->second.text), tso);
            wrong += std::to_string(found.positive) != positive || std::to_string(found.negative) != negative;
        }
        CHECK(tests == 829);
        CHECK(wrong == 0);
    }
}

}  // namespace tandem::tests
