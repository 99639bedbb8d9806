#include "apps/litmus.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <thread>

#include "apps/terminal.hpp"
#include "apps/usage_error.hpp"
#include "smt/axiomatic/outcomes.hpp"
#include "specs/axiomatic/library.hpp"
#include "specs/axiomatic/picture.hpp"
#include "specs/axiomatic/text.hpp"

namespace tandem::apps {

namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in || fs::is_directory(path)) throw std::runtime_error("cannot read " + path.string());
    std::ostringstream text;
    text << in.rdbuf();
    return std::move(text).str();
}

/// A model of the library, or of a file; what it includes is looked for beside it and then in the library.
specs::Model load_model(const std::string& wanted) {
    const auto in_library = [](const std::string& name) -> const std::string* {
        for (const auto& model : specs::model_library())
            if (model.name == name || model.name + ".cat" == name) return &model.text;
        return nullptr;
    };
    const fs::path path = wanted;
    const auto load = [&](const std::string& name) {
        if (fs::exists(path.parent_path() / name)) return read(path.parent_path() / name);
        if (const std::string* text = in_library(name)) return *text;
        throw std::runtime_error("there is no '" + name + "' beside the model, nor in the library");
    };
    try {
        if (const std::string* text = in_library(wanted)) return specs::Model(wanted, *text, load);
        if (fs::exists(path)) return specs::Model(wanted, read(path), load);
    } catch (const std::runtime_error& e) {
        throw UsageError(e.what());
    }
    std::string names;
    for (const auto& model : specs::model_library()) names += (names.empty() ? "" : ", ") + model.name;
    throw UsageError("there is no model '" + wanted + "': " + names + ", or the name of a .cat file, is accepted");
}

std::vector<std::string> files(const std::vector<std::string>& named) {
    std::vector<std::string> list;
    for (const std::string& name : named) {
        if (!fs::exists(name)) throw UsageError("there is no file or folder '" + name + "'");
        if (!fs::is_directory(name)) {
            list.push_back(name);
            continue;
        }
        std::vector<std::string> inside;
        for (const auto& entry : fs::directory_iterator(name))
            if (entry.path().extension() == ".litmus") inside.push_back(entry.path().string());
        if (inside.empty()) throw UsageError("the folder '" + name + "' has no *.litmus");
        std::sort(inside.begin(), inside.end());
        list.insert(list.end(), inside.begin(), inside.end());
    }
    return list;
}

/// What became of one test.
struct Decided {
    std::optional<specs::Test> test;
    specs::Outcomes outcomes;
    std::string error;  // why it could not be read or decided

    bool ok() const { return outcomes.ok(test->quantifier); }
    const char* observation() const { return outcomes.positive == 0 ? "Never" : outcomes.negative == 0 ? "Always" : "Sometimes"; }
};

Decided decide(const std::string& file, const specs::Model& model, const LitmusOptions& options) {
    Decided d;
    try {
        d.test = specs::parse_test(file, read(file));
        if (options.engine == "smt") {
            const smt::SymbolicOutcomes found = smt::outcomes(*d.test, model, options.turns);
            for (const auto& state : found.allowed) d.outcomes.allowed.emplace(state, 0);
            d.outcomes.positive = found.positive;
            d.outcomes.negative = found.negative;
            d.outcomes.cut = found.cut;
        } else {
            d.outcomes = specs::outcomes(*d.test, model, {options.turns, options.explained()});
        }
    } catch (const specs::SyntaxError& e) {
        d.error = e.what();
    } catch (const std::exception& e) {
        d.error = file + ": " + e.what();
    }
    return d;
}

/// "the model's check c fails on the cycle P0: W x=1 -> P1: R x=1 -> P0: W x=1"
std::string sentence(const specs::Test& test, const specs::Objection& objection) {
    std::string way;
    const auto& [events, communication, cycle] = objection.execution;
    for (const int e : cycle) way += specs::text(test, events[static_cast<std::size_t>(e)]) + " -> ";
    return objection.check + (way.empty() ? " fails" : " fails on the cycle " + way + specs::text(test, events[static_cast<std::size_t>(cycle[0])]));
}

/// As the ecosystem's tools print it.
std::string as_text(const Decided& d, bool counted) {
    const specs::Test& test = *d.test;
    const specs::Outcomes& o = d.outcomes;
    using enum specs::Test::Quantifier;
    std::string out = fmt::format("Test {} {}\nStates {}\n", test.name, test.quantifier == exists ? "Allowed" : test.quantifier == not_exists ? "Forbidden" : "Required", o.allowed.size());
    for (const auto& [state, count] : o.allowed) out += specs::text(test, state) + "\n";
    out += d.ok() ? "Ok\n" : "No\n";
    if (counted) out += fmt::format("Witnesses\nPositive: {} Negative: {}\n", o.positive, o.negative);
    for (const std::string& flag : o.flags) out += "Flag " + flag + "\n";
    if (o.cut) out += "Flag loop-cut\n";
    out += fmt::format("Condition {}\nObservation {} {}", specs::condition_text(test), test.name, d.observation());
    out += counted ? fmt::format(" {} {}\n", o.positive, o.negative) : "\n";
    for (const auto& [state, objection] : o.forbidden) out += fmt::format("Forbidden {} {}\n", specs::text(test, state), sentence(test, objection));
    return out + "\n";
}

/// One execution for each state, the forbidden ones first.
std::vector<specs::Drawing> drawings(const Decided& d) {
    std::vector<specs::Drawing> list;
    for (const auto& [state, objection] : d.outcomes.forbidden) list.push_back({specs::text(*d.test, state) + " is forbidden: " + objection.check, &objection.execution});
    for (const auto& [state, execution] : d.outcomes.examples) list.push_back({specs::text(*d.test, state) + " is allowed", &execution});
    return list;
}

nlohmann::json as_json(const std::string& file, const Decided& d) {
    if (!d.error.empty()) return {{"file", file}, {"error", d.error}};
    nlohmann::json states = nlohmann::json::array(), forbidden = nlohmann::json::array();
    for (const auto& [state, count] : d.outcomes.allowed) states.push_back(specs::text(*d.test, state));
    for (const auto& [state, objection] : d.outcomes.forbidden)
        forbidden.push_back({{"state", specs::text(*d.test, state)}, {"check", objection.check}, {"why", sentence(*d.test, objection)}});
    return {{"file", file}, {"name", d.test->name}, {"condition", specs::condition_text(*d.test)}, {"ok", d.ok()}, {"observation", d.observation()},
            {"states", states}, {"positive", d.outcomes.positive}, {"negative", d.outcomes.negative}, {"flags", d.outcomes.flags},
            {"candidates", d.outcomes.candidates}, {"forbidden", forbidden}};
}

}  // namespace

int run_litmus(const LitmusOptions& options) {
    WholeFile json(options.json, "JSON"), dot(options.dot, "DOT"), svg(options.svg, "SVG");
    if (options.engine == "smt" && options.explained()) throw UsageError("--explain, --dot and --svg ask for the engine enumeration");
    const specs::Model model = load_model(options.model);
    const std::vector<std::string> list = files(options.tests);
    if (list.size() != 1 && (!options.dot.empty() || !options.svg.empty())) throw UsageError("a picture is of one test, and " + std::to_string(list.size()) + " are named");
    std::vector<Decided> decided(list.size());
    {
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t i; (i = next++) < list.size();) decided[i] = decide(list[i], model, options);
        };
        const auto helpers = std::min<std::size_t>(list.size(), options.threads > 0 ? static_cast<std::size_t>(options.threads) : std::max(1u, std::thread::hardware_concurrency())) - 1;
        std::vector<std::jthread> threads;
        for (std::size_t t = 0; t < helpers; ++t) threads.emplace_back(work);
        work();
    }

    nlohmann::json tests = nlohmann::json::array();
    std::size_t ok = 0, unread = 0;
    bool broken = false;
    std::string out;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Decided& d = decided[i];
        tests.push_back(as_json(list[i], d));
        if (!d.error.empty()) {
            ++unread;
            std::cerr << "tandem: " << d.error << "\n";
            continue;
        }
        ok += d.ok();
        broken = broken || (!d.ok() && d.test->quantifier != specs::Test::Quantifier::exists);
        out += as_text(d, options.engine != "smt");
        if (!options.dot.empty()) dot.commit(specs::as_dot(*d.test, drawings(d)));
        if (!options.svg.empty()) svg.commit(specs::as_svg(*d.test, drawings(d)));
    }
    if (list.size() > 1) out += fmt::format("{} tests: {} Ok, {} No{}\n", list.size(), ok, list.size() - ok - unread, unread == 0 ? "" : fmt::format(", {} could not be read", unread));
    if (!json.to_output()) std::cout << out << std::flush;
    json.commit(nlohmann::json{{"model", model.title()}, {"tests", tests}}.dump(2) + "\n");
    return unread > 0 ? status_unusable : broken ? status_refuted : status_holds;
}

}  // namespace tandem::apps
