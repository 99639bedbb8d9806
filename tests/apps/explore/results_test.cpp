// What is known already: kept in lines, found again, and never mixed with something else.
#include "apps/explore/results.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/common/usage_error.hpp"
#include "apps/explore/digest.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

std::string whole_text(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_SUITE("apps/explore") {
    TEST_CASE("a kept result is found by another run, and of two the later one") {
        const TemporaryFolder folder;
        const std::string file = folder.path() / "kept";
        {
            apps::KeptResults results(file);
            CHECK_FALSE(results.find("a"));
            results.add("a", {{"n", 1}});
            results.add("b", {{"n", 2}});
            results.add("a", {{"n", 3}});
        }
        const apps::KeptResults again(file);
        CHECK((*again.find("a"))["n"] == 3);
        CHECK((*again.find("b"))["n"] == 2);
        CHECK_FALSE(again.find("c"));
        CHECK_FALSE(apps::KeptResults(file, true).find("a"));
    }

    TEST_CASE("a line that was cut off is left out, and what follows is kept") {
        const TemporaryFolder folder;
        const std::string file = folder.path() / "kept";
        apps::KeptResults(file).add("a", {{"n", 1}});
        std::ofstream(file, std::ios::app) << R"({"key":"b","res)";
        apps::KeptResults(file).add("c", {{"n", 3}});
        const apps::KeptResults again(file);
        CHECK(again.find("a"));
        CHECK_FALSE(again.find("b"));
        CHECK(again.find("c"));
    }

    TEST_CASE("a line that nobody here writes is left out: nested without measure, or with a number that nothing has measured") {
        const TemporaryFolder folder;
        const std::string file = folder.path() / "kept";
        apps::KeptResults(file).add("a", {{"n", 1}});
        constexpr std::size_t deep = 200'000;
        std::ofstream(file, std::ios::app) << R"({"key":"b","result":{"n":)" << std::string(deep, '[') << std::string(deep, ']')
                                           << "}}\n"
                                           << R"({"key":"c","result":{"n":[1,1e308]}})"
                                           << "\n";
        const apps::KeptResults again(file);
        CHECK(again.find("a"));
        CHECK_FALSE(again.find("b"));
        CHECK_FALSE(again.find("c"));
    }

    TEST_CASE("a file of something else is refused and left as it is") {
        const TemporaryFolder folder;
        const std::string file = folder.path() / "notes";
        std::ofstream(file) << "my notes\n";
        CHECK_THROWS_AS(apps::KeptResults{file}, apps::UsageError);
        CHECK(whole_text(file) == "my notes\n");
        CHECK_THROWS_AS(apps::KeptResults{folder.path()}, apps::UsageError);
        CHECK_THROWS_AS(apps::KeptResults{folder.path() / "none" / "kept"}, apps::UsageError);
        CHECK_THROWS_AS(apps::KeptResults{"/dev/zero"}, apps::UsageError);
    }

    TEST_CASE("lines of other forms in a file of results are passed over") {
        const TemporaryFolder folder;
        const std::string file = folder.path() / "kept";
        apps::KeptResults(file).add("a", {{"n", 1}});
        std::ofstream(file, std::ios::app) << "[1,2]\n{\"key\":7,\"result\":{}}\n{\"key\":\"d\",\"result\":4}\n\xff\xfe\n"
                                           << std::string(100'000, '[') << "\n";
        const apps::KeptResults again(file);
        CHECK(again.find("a"));
        CHECK_FALSE(again.find("d"));
    }

    TEST_CASE("a digest tells texts apart that are divided differently") {
        const TemporaryFolder folder;
        const std::string one = folder.path() / "one", two = folder.path() / "two", three = folder.path() / "three";
        std::ofstream(one) << "ab";
        std::ofstream(two) << "a";
        std::ofstream(three) << "b";
        CHECK(apps::digest_of_text("ab") == apps::digest_of_files({one}));
        CHECK(apps::digest_of_files({one}) != apps::digest_of_files({two, three}));
        CHECK(apps::digest_of_text("").size() == 32);
    }
}

}  // namespace tandem::tests
