// `tandem list`: what the program knows by name.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/check/alternatives.hpp"
#include "apps/check/check.hpp"
#include "apps/check/outcome_record.hpp"
#include "apps/command/commands.hpp"
#include "apps/common/catalog.hpp"
#include "apps/common/json_text.hpp"
#include "apps/common/output.hpp"
#include "apps/common/words.hpp"
#include "apps/help/value_kinds.hpp"
#include "perfsim/workload.hpp"
#include "specs/axiomatic/library.hpp"

namespace tandem::apps {

namespace {

nlohmann::json as_json(const std::vector<Entry>& entries) {
    nlohmann::json list = nlohmann::json::array();
    for (const Entry& entry : entries) list.push_back({{"name", entry.name}, {"meaning", entry.meaning}});
    return list;
}

/// With whether the protocol promises that all properties hold there.
nlohmann::json variants_as_json(const std::vector<Entry>& entries) {
    nlohmann::json list = as_json(entries);
    for (std::size_t i = 0; i < entries.size(); ++i) list[i]["promises"] = entries[i].promises;
    return list;
}

/// Workloads and models.
void add_others(std::string& out, nlohmann::json& whole) {
    out += "workloads, for `tandem sim`:\n";
    nlohmann::json workloads = nlohmann::json::array();
    for (const auto& w : perfsim::workloads()) {
        out += fmt::format("    {:<18} {}\n", w.name, w.meaning);
        nlohmann::json settings = nlohmann::json::array();
        for (const auto& s : w.settings) {
            out += fmt::format("      --{:<14} {} ({})\n", s.name, s.meaning, s.unless_given);
            settings.push_back({{"name", s.name}, {"meaning", s.meaning}, {"default", s.unless_given}});
        }
        workloads.push_back({{"name", w.name}, {"meaning", w.meaning}, {"settings", settings}});
    }
    out += "models, for `tandem litmus`:\n";
    nlohmann::json models = nlohmann::json::array();
    for (const auto& model : specs::model_library()) {
        const std::string title = specs::library_model(model.name).title();
        out += fmt::format("    {:<30} {}\n", model.name, title);
        models.push_back({{"name", model.name}, {"title", title}});
    }
    whole["workloads"] = workloads;
    whole["models"] = models;
}

/// Of one protocol, or of all and what else has a name.
int run_list(const std::string& only, const std::string& json_file) {
    if (!only.empty()) static_cast<void>(protocol(only));  // throws for one that is not there
    WholeFile json(json_file, "JSON");
    nlohmann::json list = nlohmann::json::array();
    std::string out;
    for (const Protocol& p : protocols()) {
        if (!only.empty() && p.name != only) continue;
        out += fmt::format("{}: {}\n", p.name, p.summary);
        nlohmann::json variants = nlohmann::json::array(), properties = nlohmann::json::array();
        for (const auto& [group, entries] : p.variants) {
            out += fmt::format("\n  --variant, {}:\n", group);
            std::size_t width = 14;
            for (const Entry& e : entries) width = std::max(width, e.name.size());
            for (const Entry& e : entries) out += fmt::format("    {:<{}} {}\n", e.name, width, e.meaning);
            variants.push_back({{"group", group}, {"variants", variants_as_json(entries)}});
        }
        out += "\n  --shape:\n";
        nlohmann::json shapes = as_json(p.shapes);
        for (std::size_t i = 0; i < p.shapes.size(); ++i) {
            out += fmt::format("    {:<14} {}\n", p.shapes[i].name, p.shapes[i].meaning);
            const std::vector<std::string> missing = not_exercised(p, p.shapes[i].name);
            if (missing.empty()) continue;
            out += fmt::format("    {:<14} not exercised: {}\n", "", join(missing, ", "));
            shapes[i]["not_exercised"] = missing;
        }
        for (const Entry& e : p.shape_keys) out += fmt::format("    {:<14} {}\n", e.name + "=", e.meaning);
        nlohmann::json failures = nlohmann::json::array();
        if (!p.known_failures.empty()) out += "\n  known not to hold:\n";
        for (const auto& known : p.known_failures) {
            out += fmt::format(
                "    {:<50} {}\n",
                known.property + ", --variant " + known.variant + (known.shape.empty() ? "" : " --shape " + known.shape),
                known.why);
            failures.push_back(
                {{"property", known.property}, {"variant", known.variant}, {"shape", known.shape}, {"why", known.why}});
        }
        nlohmann::json examined = nlohmann::json::array();
        out += "\n  --thorough examines:\n";
        std::size_t across = 0;  // each alternative in each shape
        for (const ExaminedSystem& e : systems_of_thorough(p)) {
            const std::string system = (e.variant.empty() ? "" : "--variant " + e.variant + " ") + "--shape " + e.shape;
            const std::string how = e.how == Examined::whole    ? "whole"
                                    : e.how == Examined::states ? "states only"
                                                                : "random walks";
            const std::string only = e.judged.empty() ? "" : "; " + join(e.judged, ", ") + " only";
            if (e.shows.empty()) ++across;
            else
                out +=
                    fmt::format("    {:<50} {}{}{}\n", system, e.shows, e.how == Examined::whole ? "" : " (" + how + ")", only);
            examined.push_back(
                {{"variant", e.variant}, {"shape", e.shape}, {"shows", e.shows}, {"how", how}, {"judged", e.judged}});
        }
        if (across > 0)
            out += fmt::format(
                "    and {} systems: each alternative in each shape that is searched quickly, with atomics, and two at a "
                "time (states only; --json names them)\n",
                across);
        out += "\n  --property:\n";
        nlohmann::json lemmas = nlohmann::json::array();
        std::string of_lemmas;
        const auto system = p.make({.lemmas = true}, true);
        for (const auto& property : system->properties()) {
            if (property.lemma) {
                of_lemmas += fmt::format("    {:<18} {}\n", property.name, property.sentence);
                lemmas.push_back({{"name", property.name}, {"sentence", property.sentence}});
                continue;
            }
            const model::Needs& needs = property.needs;
            properties.push_back({{"name", property.name},
                                  {"sentence", property.sentence},
                                  {"needs",
                                   {{"cores", needs.cores},
                                    {"threads", needs.threads},
                                    {"addresses", needs.addresses},
                                    {"values", needs.values}}}});
            if (!property.name.starts_with("can-happen")) out += fmt::format("    {:<18} {}\n", property.name, property.sentence);
        }
        out += fmt::format("    {:<18} {}\n", text_error_property().name, text_error_property().sentence);
        out += fmt::format("    {:<18} {}\n", "can-happen",
                           "every handler outcome that the variant should show occurs (can-happen:NAME for one)");
        if (!of_lemmas.empty()) out += "\n  --lemmas judges, too:\n" + of_lemmas;
        list.push_back({{"name", p.name},
                        {"summary", p.summary},
                        {"variants", variants},
                        {"shapes", shapes},
                        {"keys", as_json(p.shape_keys)},
                        {"known_failures", failures},
                        {"thorough", examined},
                        {"properties", properties},
                        {"lemmas", lemmas}});
    }
    nlohmann::json whole{{"protocols", list}};
    if (only.empty()) add_others(out, whole);
    deliver({[&] {
                 if (!json.to_output()) say(out);
             },
             [&] { json.commit(json_text(whole) + "\n"); }});
    return status_holds;
}

}  // namespace

std::function<int()> add_list(CLI::App& app) {
    CLI::App* list = app.add_subcommand("list", "Protocols, variants, shapes and properties");
    struct Words {
        std::string protocol, json;
    };
    const auto words = std::make_shared<Words>();
    list->add_option("protocol", words->protocol, "One alone, or the folder of one's own; all by default")
        ->type_name(kind::protocol.word);
    list->add_option("--json", words->json, "Write the same as JSON to a file, - for standard output")
        ->type_name(kind::file.word);
    return [words] { return run_list(words->protocol, words->json); };
}

}  // namespace tandem::apps
