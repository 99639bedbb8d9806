#include "apps/litmus/litmus.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "apps/common/json_text.hpp"
#include "apps/common/limits.hpp"
#include "apps/common/output.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/common/work_queue.hpp"
#include "apps/litmus/models.hpp"
#include "apps/litmus/picture.hpp"
#include "apps/litmus/report.hpp"
#include "apps/litmus/test_files.hpp"
#include "apps/litmus/told.hpp"
#include "apps/trace/output.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

namespace {

Decided decide_file(const std::string& file, const std::optional<specs::Model>& model, const LitmusOptions& options) {
    try {
        return decide(file, whole_text(file), model, options);
    } catch (const specs::Interrupted&) {
        throw;
    } catch (const std::runtime_error& e) {
        Decided unread;
        unread.error = e.what();
        return unread;
    }
}

/// Throws UsageError for what does not go together, before any test is read.
void check_use(const LitmusOptions& options) {
    if (options.engine == "smt" && options.explained())
        throw UsageError("--explain, --dot and --svg ask for the engine enumeration");
    if (options.protocol.empty()) {
        if (options.traces || options.writes_runs() || !options.selection.variant.empty() || !options.selection.shape.empty())
            throw UsageError("--variant, --shape, --traces, --trace and --html are of a protocol: --protocol names it");
        return;
    }
    if (options.explained()) throw UsageError("--explain, --dot and --svg are of a model: without --protocol they are accepted");
    protocol(options.protocol).describe(options.selection);
    if (options.engine == "smt" && options.model.empty()) throw UsageError("--engine is of a model: --model names it");
}

}  // namespace

int run_litmus(const LitmusOptions& options) {
    WholeFile json(options.json, "JSON"), dot(options.dot, "DOT"), svg(options.svg, "SVG");
    TraceOutput trace_file(options.trace, options.html);
    check_use(options);
    const std::size_t memory = bytes_of_all(options.memory);
    std::optional<specs::Model> model;
    if (options.protocol.empty() || !options.model.empty())
        model = load_model(options.model.empty() ? "sc" : options.model, options.include);
    std::optional<InterruptWatch> watch;
    if (!options.protocol.empty()) watch.emplace();
    const std::vector<std::string> list = test_files(options.tests);
    if (list.size() != 1 && options.writes_runs())
        throw UsageError("--trace and --html write the runs of one test, and " + std::to_string(list.size()) + " are named");
    if (list.size() != 1 && (!options.dot.empty() || !options.svg.empty()))
        throw UsageError("a picture is of one test, and " + std::to_string(list.size()) + " are named");
    std::vector<Decided> decided(list.size());
    const auto workers = static_cast<std::size_t>(threads_or_all(options.threads));
    try {
        const int threads = static_cast<int>(std::min(list.size(), workers));
        std::optional<MemoryLimit> limit;  // a search on a protocol counts its own bytes
        if (options.protocol.empty()) limit.emplace(memory, threads);
        work_through(list.size(), threads, [&](std::size_t i) { decided[i] = decide_file(list[i], model, options); });
    } catch (const specs::Interrupted& interrupted) {
        std::cerr << "tandem: " << interrupted.what() << "\n";
        return status_undecided;
    }

    nlohmann::json tests = nlohmann::json::array();
    std::map<std::string, std::size_t> verdicts{{"Ok", 0}, {"No", 0}};
    std::size_t unread = 0;
    bool broken = false, undecided = false;
    std::string out, dot_text, svg_text;  // of the one test that pictures are of
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Decided& d = decided[i];
        tests.push_back(as_json(list[i], d));
        if (!d.error.empty()) {
            ++unread;
            std::cerr << "tandem: " << model::cleaned_line(d.error) << "\n";
            continue;
        }
        ++verdicts[d.verdict()];
        broken = broken || d.refuted();
        undecided = undecided || d.undecided();
        out += as_text(d, options.engine != "smt" && !d.shown);
        if (!options.dot.empty()) dot_text = specs::as_dot(*d.test, drawings(d));
        if (!options.svg.empty()) svg_text = as_svg(*d.test, drawings(d));
    }
    if (list.size() > 1) {
        out += fmt::format("{} tests: {} Ok, {} No", list.size(), verdicts["Ok"], verdicts["No"]);
        if (const std::size_t n = verdicts["Undecided"]) out += fmt::format(", {} undecided", n);
        if (const std::size_t n = verdicts["Hangs"]) out += fmt::format(", {} that hang", n);
        if (unread > 0) out += fmt::format(", {} could not be read", unread);
        out += "\n";
    }
    // A file's name may be no text.
    deliver({[&] {
                 if (!json.to_output()) say(out);
             },
             [&] {
                 if (!dot_text.empty()) dot.commit(dot_text);
             },
             [&] {
                 if (!svg_text.empty()) svg.commit(svg_text);
             },
             [&] {
                 if (trace_file.wanted())
                     trace_file.commit(decided[0].shown ? std::vector{runs_of(options.protocol, options.selection, decided[0])}
                                                        : std::vector<TraceFile>{});
             },
             [&] {
                 json.commit(json_text(nlohmann::json{{"model", model ? model->title() : ""}, {"tests", tests}}) + "\n");
             }});
    return unread > 0 ? status_unusable : broken ? status_refuted : undecided ? status_undecided : status_holds;
}

}  // namespace tandem::apps
