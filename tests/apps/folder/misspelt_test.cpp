// Names that are nearly what an engine reads are found in a folder, and none in the folders that there are.
#include "apps/folder/misspelt.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "engines/hooks.hpp"
#include "tests/temporary_folder.hpp"

using namespace tandem;

namespace {

const std::filesystem::path source = TANDEM_SOURCE_DIR, library = source / "model";

std::string found_in(const std::string& header) {
    const tests::TemporaryFolder folder;
    std::ofstream(folder.path() / "description.hpp") << header;
    std::string all;
    for (const apps::Misspelt& m : apps::misspelt_hooks(folder.path(), library))
        all += std::to_string(m.line) + " " + m.name + " " + m.hook + "\n";
    return all;
}

}  // namespace

TEST_CASE("a misspelt hook is found, with its line") {
    CHECK(found_in("struct Description {\n    static constexpr const char* sumary = \"x\";\n};") == "2 sumary summary\n");
    CHECK(found_in("static void compleet(Config& config, const model::Said&) {}") == "1 compleet complete\n");
    CHECK(found_in("static bool symetric(const Permutation& p, const Config& c) { return true; }") == "1 symetric symmetric\n");
    CHECK(found_in("\n\nstatic int netwrok(const Message& m) { return 0; }") == "3 netwrok network\n");
    CHECK(found_in("void clear_unusd() {}") == "1 clear_unusd clear_unused\n");
    CHECK(found_in("using Copis = Readable;") == "1 Copis Copies\n");
    // What the library's caches ask for.
    CHECK(found_in("void begn(const Access& access, Address<D> a, Line<D>& line, auto& ctx) {") == "1 begn begin\n");
    CHECK(found_in("bool delay_eviction(const Line& line, auto&) const {") == "1 delay_eviction delays_eviction\n");
    CHECK(found_in("bool raedable() const { return valid; }") == "1 raedable readable\n");
    CHECK(found_in("Maybe<D, Message> defered;") == "1 defered deferred\n");
    // A system has `add_property`, and a description has it not.
    CHECK(found_in("static void add_property(System& system) { system.add_property(p); }") == "1 add_property add_properties\n");
    CHECK(found_in("static void add_lemma(System& system) { system.add_lemma(p); }") == "1 add_lemma add_lemmas\n");
}

TEST_CASE("what is spelt right, is used, or is no declaration is nobody's mistake") {
    CHECK(found_in("static void complete(Config&, const model::Said&) {}").empty());
    CHECK(found_in("bool certan(int x) { return x; }\nbool b = certan(1);").empty());  // one's own function
    CHECK(found_in("// void compleet()\n/* int netwrok = 1;\n */ const char* c = \"int sumary = 1\"; char q = '\"';").empty());
    CHECK(found_in("return compleet(1);").empty());
    CHECK(found_in("void add_property(System& s) {}\nvoid add_properties(System& s) { add_property(s); }").empty());
    CHECK(found_in("std::pair<int, int> x; int far(); int act_(); int foo();").empty());
    CHECK(found_in(std::string(1 << 20, '(') + "\"").empty());
    CHECK(apps::misspelt_hooks("/no/such/folder", library).empty());
}

TEST_CASE("no protocol of the tree has a misspelt hook") {
    const tests::TemporaryFolder all;
    std::filesystem::create_directory(all.path() / "library");
    for (const char* folder : {"model", "protocols"})
        std::filesystem::create_directory_symlink(source / folder, all.path() / "library" / folder);
    for (const char* place : {"protocols", "examples"})
        for (const auto& folder : std::filesystem::directory_iterator(source / place)) {
            if (!std::filesystem::exists(folder.path() / "description.hpp")) continue;
            CAPTURE(folder.path().string());
            const auto found = apps::misspelt_hooks(folder.path(), all.path() / "library");
            CHECK(found.empty());
            for (const apps::Misspelt& m : found) MESSAGE(m.file << ":" << m.line << " " << m.name);
        }
}

TEST_CASE("each hook is declared on the page of the author's API") {
    std::stringstream page;
    page << std::ifstream(source / "docs/api.md").rdbuf();
    const std::string text = page.str(), hooks = text.substr(std::min(text.find("## Hooks"), text.size()));
    for (const std::string hook : engines::hooks) {
        CAPTURE(hook);
        CHECK(std::regex_search(hooks, std::regex("[ >]" + hook + R"(( = |\(|;| ?\{|,))")));
    }
}
