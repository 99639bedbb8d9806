#include "apps/litmus/summary.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "apps/common/json_text.hpp"
#include "apps/common/limits.hpp"
#include "apps/common/output.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/common/work_queue.hpp"
#include "apps/litmus/decision.hpp"
#include "apps/litmus/expected.hpp"
#include "apps/litmus/models.hpp"
#include "apps/litmus/time_limit.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

namespace {

namespace fs = std::filesystem;

enum class Outcome { agrees, differs, decided, undecided, refused };

/// What became of one test.
struct Summed {
    fs::path file;
    bool loads = false;
    Outcome outcome = Outcome::refused;
    bool holds = false;  // the verdict
    std::string reason;  // why it was refused, without its place and what was found there
    std::string error;   // the same as the reader says it
};

/// The tests under the named folders; `lists` gets the lists of verdicts.
std::vector<Summed> tests_of(const std::vector<std::string>& named, std::vector<fs::path>& lists) {
    std::vector<Summed> tests;
    const auto take = [&](const fs::path& file) {
        if (file.extension() == ".litmus") tests.emplace_back().file = file;
        else if (ExpectedVerdicts::is_list(file)) lists.push_back(file);
    };
    for (const std::string& name : named) {
        std::error_code error;
        if (!fs::exists(name, error)) throw UsageError("there is no file or folder '" + name + "'");
        if (!fs::is_directory(name, error)) {
            take(name);
            continue;
        }
        for (fs::recursive_directory_iterator at(name, error), end; at != end; at.increment(error)) {
            if (error) throw UsageError("cannot read the folder '" + name + "' (" + error.message() + ")");
            if (at->is_regular_file(error)) take(at->path());
        }
        if (error) throw UsageError("cannot read the folder '" + name + "' (" + error.message() + ")");
    }
    if (tests.empty()) throw UsageError("--summary found no *.litmus: a folder that has some is accepted, at whatever depth");
    std::sort(tests.begin(), tests.end(), [](const Summed& a, const Summed& b) { return a.file < b.file; });
    return tests;
}

/// "FILE:4:2: expected a, found 'b'" becomes "expected a".
std::string reason_of(const std::string& error, const std::string& file) {
    std::string reason = error;
    if (reason.starts_with(file)) {
        reason.erase(0, file.size());
        reason.erase(0, std::min(reason.find_first_not_of(":0123456789 "), reason.size()));
    }
    if (const std::size_t found = reason.find(", found "); reason.starts_with("expected") && found != reason.npos)
        reason.resize(found);
    return reason;
}

void decide_one(Summed& test, const std::optional<specs::Model>& model, const LitmusOptions& options,
                const ExpectedVerdicts& expected, TimeLimits& limits) {
    const TimeLimits::Piece piece(limits);
    const std::string file = test.file.string();
    Decided d;
    try {
        d = decide(file, whole_text(test.file), model, options, &piece.over());
    } catch (const specs::Interrupted&) {
        test.loads = true;  // reading takes no time
        test.outcome = Outcome::undecided;
        return;
    } catch (const std::bad_alloc&) {  // says nothing of the test; reading takes little
        test.loads = true;
        test.outcome = Outcome::undecided;
        return;
    } catch (const std::exception& e) {
        d.error = e.what();
    }
    test.loads = d.test.has_value();
    if (!d.error.empty()) {
        test.error = d.error;
        test.reason = reason_of(d.error, file);
        return;
    }
    if (d.undecided()) {
        test.outcome = Outcome::undecided;
        return;
    }
    test.holds = d.ok();
    const std::optional<bool> wanted = expected.of(test.file, d.test->name);
    test.outcome = !wanted ? Outcome::decided : *wanted == test.holds ? Outcome::agrees : Outcome::differs;
}

struct Reason {
    std::size_t count = 0;
    const Summed* example = nullptr;
};

/// By reason, those that refuse most first.
std::vector<std::pair<std::string, Reason>> reasons_of(const std::vector<Summed>& tests) {
    std::map<std::string, Reason> by_reason;
    for (const Summed& test : tests) {
        if (test.outcome != Outcome::refused) continue;
        Reason& reason = by_reason[test.reason];
        ++reason.count;
        if (!reason.example) reason.example = &test;
    }
    std::vector<std::pair<std::string, Reason>> list(by_reason.begin(), by_reason.end());
    std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
    return list;
}

}  // namespace

int run_summary(const LitmusOptions& options) {
    if (!options.protocol.empty() || options.explained() || options.traces || !options.trace.empty())
        throw UsageError(
            "--summary counts verdicts of a model: --protocol, --explain, --dot, --svg and --trace are accepted without it");
    WholeFile json(options.json, "JSON");
    const std::string named = options.model.empty() ? "sc" : options.model;
    const std::optional<specs::Model> model = load_model(named, options.include);
    std::vector<fs::path> lists;
    std::vector<Summed> tests = tests_of(options.tests, lists);
    ExpectedVerdicts expected(fs::path(named).stem().string());
    if (!options.expected.empty()) {
        expected.read(options.expected);
    } else {
        for (const fs::path& list : lists) expected.read(list);
    }
    const InterruptWatch watch;
    const int threads = std::min(static_cast<int>(tests.size()), threads_or_all(options.threads));
    const MemoryLimit memory(bytes_of_all(options.memory), threads);
    TimeLimits limits(std::chrono::milliseconds(static_cast<std::int64_t>(options.seconds * 1000)));
    work_through(tests.size(), threads, [&](std::size_t i) {
        if (!InterruptWatch::flag()) decide_one(tests[i], model, options, expected, limits);
    });
    if (InterruptWatch::flag()) {
        std::cerr << "tandem: " << specs::Interrupted().what() << "\n";
        return status_undecided;
    }

    std::map<Outcome, std::size_t> count;
    std::size_t loads = 0;
    for (const Summed& test : tests) ++count[test.outcome], loads += test.loads;
    const std::size_t compared = count[Outcome::agrees] + count[Outcome::differs];
    std::string out = fmt::format("{} tests: {} load, {} do not\n", tests.size(), loads, tests.size() - loads);
    out += fmt::format("{} decided by {}, {} undecided in {} s each, {} refused\n", compared + count[Outcome::decided],
                       model->title().empty() ? named : model->title(), count[Outcome::undecided], options.seconds,
                       count[Outcome::refused]);
    if (expected.size() > 0)
        out += fmt::format("{} verdicts are expected here: {} agree, {} differ\n", compared, count[Outcome::agrees],
                           count[Outcome::differs]);
    nlohmann::json refused = nlohmann::json::array(), differing = nlohmann::json::array(), undecided = nlohmann::json::array();
    for (const auto& [reason, of] : reasons_of(tests)) {
        out += fmt::format("Refused {:6} {}\n", of.count, model::cleaned_line(reason));
        refused.push_back({{"reason", reason}, {"tests", of.count}, {"example", of.example->error}});
    }
    for (const Summed& test : tests) {
        const std::string file = test.file.string();
        if (test.outcome == Outcome::differs) {
            out += fmt::format("Differs {} is {}, {} is expected\n", model::cleaned_line(file), test.holds ? "Ok" : "No",
                               test.holds ? "No" : "Ok");
            differing.push_back({{"file", file}, {"verdict", test.holds ? "Ok" : "No"}});
        } else if (test.outcome == Outcome::undecided) {
            out += fmt::format("Undecided {}\n", model::cleaned_line(file));
            undecided.push_back(file);
        }
    }
    deliver({[&] {
                 if (!json.to_output()) say(out);
             },
             [&] {
                 json.commit(json_text(nlohmann::json{{"model", model->title()},
                                                      {"tests", tests.size()},
                                                      {"load", loads},
                                                      {"decided", compared + count[Outcome::decided]},
                                                      {"agree", count[Outcome::agrees]},
                                                      {"differ", count[Outcome::differs]},
                                                      {"refused", refused},
                                                      {"differing", differing},
                                                      {"undecided", undecided}}) +
                             "\n");
             }});
    return count[Outcome::differs] > 0     ? status_refuted
           : count[Outcome::refused] > 0   ? status_unusable
           : count[Outcome::undecided] > 0 ? status_undecided
                                           : status_holds;
}

}  // namespace tandem::apps
