#include "apps/litmus/generate.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "apps/common/json_text.hpp"
#include "apps/common/output.hpp"
#include "apps/common/words.hpp"

namespace tandem::apps {

namespace {

namespace fs = std::filesystem;
using specs::Nearest;
using specs::TestLanguage;

/// Which of the named values a word is.
template <class T>
T one_of(const std::string& word, const std::string& option, const std::vector<std::pair<std::string, T>>& values) {
    std::vector<std::string> names;
    for (const auto& [name, value] : values) {
        if (name == word) return value;
        names.push_back(name);
    }
    throw UsageError("--" + option + " is '" + word + "': " + join(names, ", ") + " are accepted");
}

/// How near threads may be. HSA's words, of which wv, wg and cmp are no one else's, make the tests of LISA HSA's.
void choose_levels(specs::GeneratorOptions& wanted, const std::string& scopes) {
    const std::vector<std::string> words = split_once_each(scopes, ',', "--scopes");
    if (words.empty()) throw UsageError("--scopes is empty: warp, cta, gl and sys, separated by commas, are accepted");
    const auto is_of_hsa = [](const std::string& word) { return word == "wv" || word == "wg" || word == "cmp"; };
    if (wanted.language == TestLanguage::lisa && std::any_of(words.begin(), words.end(), is_of_hsa))
        wanted.language = TestLanguage::hsa_lisa;
    const auto& known = specs::level_words(wanted.language);
    std::vector<std::pair<std::string, Nearest>> values;
    for (const Nearest level : {Nearest::warp, Nearest::cta, Nearest::gl, Nearest::sys})
        if (wanted.language != TestLanguage::ptx6 || level != Nearest::warp)  // in PTX 6 a thread is of a CTA, and of no warp
            values.emplace_back(known[static_cast<std::size_t>(level)], level);
    wanted.levels.clear();
    for (const std::string& word : words)
        wanted.levels.push_back(
            one_of<Nearest>(word == "gl" && wanted.language == TestLanguage::ptx6 ? "gpu" : word, "scopes", values));
}

}  // namespace

specs::GeneratorOptions generator_options(const GenerateOptions& options) {
    specs::GeneratorOptions wanted;
    wanted.language = one_of<TestLanguage>(
        options.language, "language",
        {{"GPU_PTX", TestLanguage::ptx}, {"PTX", TestLanguage::ptx6}, {"LISA", TestLanguage::lisa}, {"X86", TestLanguage::x86}});
    if (options.cycle_size < 3 || options.cycle_size > 12)
        throw UsageError("--cycle-size is " + std::to_string(options.cycle_size) + ": a cycle has from 3 to 12 edges");
    wanted.cycle_size = options.cycle_size;
    choose_levels(wanted, options.scopes);
    wanted.global = wanted.shared = false;
    for (const auto& word : split_once_each(options.regions, ',', "--regions"))
        (one_of<bool>(word, "regions", {{"global", true}, {"shared", false}}) ? wanted.global : wanted.shared) = true;
    if (!wanted.global && !wanted.shared)
        throw UsageError("--regions is empty: global and shared, separated by a comma, are accepted");
    try {
        wanted.relaxations =
            specs::select_relaxations(wanted.language, split_once_each(options.relaxations, ',', "--relaxations"));
    } catch (const std::invalid_argument& e) {
        throw UsageError(e.what());
    }
    try {
        if (!options.accesses.empty())
            wanted.accesses = specs::select_styles(wanted.language, split_once_each(options.accesses, ',', "--accesses"));
    } catch (const std::invalid_argument& e) {
        throw UsageError(e.what());
    }
    if (wanted.relaxations.empty())
        throw UsageError("--relaxations is empty: names such as Rfe, Fre and Pod**, separated by commas, are accepted");
    return wanted;
}

namespace {

void prepare(const std::string& folder) {
    if (folder.empty()) throw UsageError("--generate asks for --output DIR, a folder that is new or empty");
    std::error_code failed;
    if (fs::exists(folder) && (!fs::is_directory(folder) || !fs::is_empty(folder, failed) || failed))
        throw UsageError("the folder '" + folder + "' is in use: a new or an empty folder is accepted");
    fs::create_directories(folder, failed);
    if (failed) throw UsageError("the folder '" + folder + "' cannot be made: a folder that may be written to is accepted");
}

}  // namespace

int run_generate(const GenerateOptions& options) {
    const specs::GeneratorOptions wanted = generator_options(options);
    WholeFile json(options.json, "JSON");
    prepare(options.output);
    nlohmann::json tests = nlohmann::json::array();
    std::size_t count = 0;
    const bool all = specs::generate(wanted, [&](const specs::GeneratedTest& test) {
        if (count == options.limit) return false;
        const fs::path path = fs::path(options.output) / (test.name + ".litmus");
        if (fs::exists(path)) throw std::logic_error("two tests are called " + test.name);
        write_file(path.string(), test.text, "litmus");
        ++count;
        if (!options.json.empty()) tests.push_back({{"name", test.name}, {"cycle", test.cycle}, {"file", path.string()}});
        return true;
    });
    deliver({[&] {
                 if (!json.to_output())
                     say(fmt::format("{} tests in {}{}\n", count, options.output,
                                     all ? "" : ", and there are more: --limit N takes more"));
             },
             [&] {
                 json.commit(json_text(nlohmann::json{{"language", options.language},
                                                      {"cycle_size", options.cycle_size},
                                                      {"all", all},
                                                      {"count", count},
                                                      {"tests", tests}}) +
                             "\n");
             }});
    return all ? status_holds : status_undecided;
}

}  // namespace tandem::apps
