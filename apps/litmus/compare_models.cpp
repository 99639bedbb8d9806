#include "apps/litmus/compare_models.hpp"

#include <fmt/format.h>

#include <array>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "apps/common/json_text.hpp"
#include "apps/common/output.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/litmus/models.hpp"
#include "apps/litmus/report.hpp"
#include "specs/axiomatic/text.hpp"

namespace tandem::apps {

namespace {

/// What one of the models says that the other does not.
struct Difference {
    std::string only;   // the model that allows the state, or raises the flag
    std::string state;  // as text; empty for a flag
    std::string why;    // the other model's objection, or the flag with the events that raise it
    std::string how;    // the execution by which it allows the state
};

struct Compared {
    specs::GeneratedTest generated;
    std::vector<Difference> differences;
};

class Comparison {
public:
    explicit Comparison(const GenerateOptions& options)
        : options_(options), models_{load_model(options.compare.at(0)), load_model(options.compare.at(1))} {
        if (options.compare[0] == options.compare[1])
            throw UsageError("--compare names " + options.compare[0] + " twice: two models are accepted");
        for (const specs::Model& model : models_) tags_.merge(std::set<std::string>(model.tags()));
    }

    int run() {
        WholeFile json(options_.json, "JSON");
        const specs::GeneratorOptions wanted = generator_options(options_);
        const InterruptWatch watch;
        bool all = false;
        try {
            all = specs::generate(wanted, [&](const specs::GeneratedTest& test) {
                if (tried_ == options_.limit) return false;
                const bool differs = differ(test);
                ++tried_;
                return !differs;
            });
        } catch (const std::invalid_argument& e) {
            throw UsageError(std::string(e.what()) +
                             ": --language and --scopes say what generated tests have (tandem litmus --help)");
        } catch (const specs::Interrupted&) {
            std::cerr << "tandem: interrupted\n";
            interrupted_ = true;
        }
        deliver({[&] {
                     if (found_ && !options_.output.empty()) write_file(options_.output, found_->generated.text, "litmus");
                 },
                 [&] {
                     if (!json.to_output()) say(as_text(all));
                 },
                 [&] { json.commit(json_text(as_json(all)) + "\n"); }});
        return found_ ? status_refuted : all ? status_holds : status_undecided;
    }

private:
    bool differ(const specs::GeneratedTest& generated) {
        const specs::Test test = specs::parse_test(generated.name, generated.text, tags_);
        std::array<specs::Outcomes, 2> said;
        for (const std::size_t m : {0, 1}) said[m] = outcomes(test, m, false);
        // A flag means that the model says nothing of the program (HRF's races): so of two that raise some, neither does.
        if (!said[0].flags.empty() && !said[1].flags.empty()) return false;
        if (same(said)) return false;
        for (const std::size_t m : {0, 1}) said[m] = outcomes(test, m, true);
        found_ = Compared{generated, {}};
        for (const std::size_t m : {0, 1}) {
            const specs::Outcomes &here = said[m], &there = said[1 - m];
            for (const auto& [state, count] : here.allowed)
                if (!there.allowed.contains(state))
                    found_->differences.push_back({options_.compare[m], specs::text(test, state),
                                                   objection(test, there.forbidden, state),
                                                   way_of(test, here.examples.at(state))});
            for (const std::string& flag : here.flags)
                if (!there.flags.contains(flag))
                    found_->differences.push_back(
                        {options_.compare[m], "", "flag " + flag + raised_on(test, here.flagged.at(flag)), ""});
        }
        return true;
    }
    specs::Outcomes outcomes(const specs::Test& test, std::size_t model, bool explain) const {
        return specs::outcomes(test, models_[model], {2, explain, &InterruptWatch::flag()});
    }
    /// "P1: R x=0 from initially x=0; P0: W y=1 before P1: W y=2"
    static std::string way_of(const specs::Test& test, const specs::Execution& x) {
        std::string way;
        const auto tell = [&](int one, const char* relation, int other) {
            way += (way.empty() ? "" : "; ") + specs::text(test, x.events[static_cast<std::size_t>(one)]) + relation +
                   specs::text(test, x.events[static_cast<std::size_t>(other)]);
        };
        const auto size = static_cast<int>(x.events.size());
        specs::Relation next = x.communication.co;  // without what other pairs imply
        next -= x.communication.co.then(x.communication.co);
        for (int a = 0; a < size; ++a)
            for (int b = 0; b < size; ++b) {
                if (x.communication.rf.has(a, b)) tell(b, " from ", a);
                if (next.has(a, b) && x.events[static_cast<std::size_t>(a)].thread >= 0) tell(a, " before ", b);
            }
        return way;
    }
    static bool same(const std::array<specs::Outcomes, 2>& said) {
        const auto& a = said[0].allowed;
        const auto& b = said[1].allowed;
        return said[0].flags == said[1].flags && a.size() == b.size() &&
               std::equal(a.begin(), a.end(), b.begin(),
                          [](const auto& one, const auto& other) { return one.first == other.first; });
    }

    std::string as_text(bool all) const {
        const std::string both = options_.compare[0] + " and " + options_.compare[1];
        if (!found_)
            return fmt::format("{} agree on {} {} tests of cycles up to {} edges{}\n", both, all ? "all" : "the first", tried_,
                               options_.cycle_size,
                               all            ? ""
                               : interrupted_ ? ", and there are more"
                                              : ", and there are more: --limit N takes more");
        std::string out = fmt::format("{}\n{} differ on this test, the first of {} tried; none has a shorter cycle\n",
                                      found_->generated.text, both, tried_);
        for (const Difference& d : found_->differences)
            out += d.state.empty() ? fmt::format("Only {} raises the {}\n", d.only, d.why)
                                   : fmt::format("Only {0} allows {1} The other: {2}\nIn {0} it is {3}\n", d.only, d.state, d.why,
                                                 d.how.empty() ? "of no access" : d.how);
        return out;
    }
    nlohmann::json as_json(bool all) const {
        nlohmann::json differences = nlohmann::json::array();
        if (found_)
            for (const Difference& d : found_->differences)
                differences.push_back({{"only", d.only}, {"state", d.state}, {"why", d.why}, {"how", d.how}});
        return {{"models", options_.compare},
                {"tried", tried_},
                {"all", all},
                {"name", found_ ? found_->generated.name : ""},
                {"cycle", found_ ? found_->generated.cycle : ""},
                {"test", found_ ? found_->generated.text : ""},
                {"differences", differences}};
    }

    const GenerateOptions& options_;
    const std::array<specs::Model, 2> models_;
    std::set<std::string> tags_;
    std::size_t tried_ = 0;
    bool interrupted_ = false;
    std::optional<Compared> found_;
};

}  // namespace

int run_compare_models(const GenerateOptions& options) { return Comparison(options).run(); }

}  // namespace tandem::apps
