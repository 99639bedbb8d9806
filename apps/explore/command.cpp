// `tandem explore`: its options.
#include "apps/command/commands.hpp"
#include "apps/command/progress_option.hpp"
#include "apps/common/words.hpp"
#include "apps/explore/explore.hpp"
#include "apps/help/value_kinds.hpp"
#include "apps/sim/options.hpp"

namespace tandem::apps {

std::function<int()> add_explore(CLI::App& app) {
    CLI::App* exploring =
        app.add_subcommand("explore", "Which combinations of a protocol's open choices are right, and what does each cost?");
    struct Words {
        ExploreOptions explore;
        std::string choices, with;
        bool no_sim = false;
    };
    const auto words = std::make_shared<Words>();
    ExploreOptions& explore = words->explore;
    exploring->add_option("protocol", explore.protocol, "Which protocol; `tandem list` names them")
        ->type_name(kind::protocol.word)
        ->required();
    exploring->add_option("--variant", explore.variant, "Words that all combinations have")->type_name(kind::variant.word);
    exploring
        ->add_option("--choices", words->choices,
                     "Choices to walk, by the name of the choice or of an alternative; all by default")
        ->type_name(kind::words.word);
    exploring
        ->add_option("--with", words->with,
                     "Alternatives to walk though they are listed as broken, one in a combination; broken stands for all of them")
        ->type_name(kind::words.word);
    exploring->add_option("--lease", explore.lease,
                          "Leases of the simulated machine, such as 2,8,32; each is timed with each combination");
    exploring
        ->add_option("--sweep", explore.sweeps,
                     "A number of the machine file and its values, such as l1.ways=2,4; may be repeated")
        ->allow_extra_args(false);
    CLI::Option* workload = exploring
                                ->add_option("--workload", explore.workloads,
                                             "A workload from `tandem list`, or the folder of a kernel of one's own; may be "
                                             "repeated; hash, stencil and bfs by default")
                                ->type_name(kind::workload.word)
                                ->check(among(names_of(known_workloads())))
                                ->allow_extra_args(false);
    add_machine_and_data(*exploring, explore.sim);
    CLI::Option* no_sim =
        exploring->add_flag("--no-sim", words->no_sim, "Verdicts alone: nothing is simulated")->excludes(workload);
    static_cast<void>(no_sim);
    exploring->add_flag("--prove", explore.prove, "Prove each combination that is not refuted, too, as `tandem prove` does");
    exploring->add_option("--time", explore.seconds, "Limit in seconds for all of it; a further run goes on")
        ->type_name(kind::seconds.word)
        ->check(CLI::Range(0.001, 1e9));
    exploring
        ->add_option("--search-time", explore.search_seconds,
                     "Limit in seconds for the search of one system, and for one run. What ran out of time is tried again with a "
                     "longer one")
        ->type_name(kind::seconds.word)
        ->check(CLI::Range(0.001, 1e9))
        ->capture_default_str();
    exploring->add_option("--threads", explore.threads, "Searches and runs at a time, as many as there are processors by default")
        ->check(CLI::Range(1, 256));
    exploring->add_option("--memory", explore.memory, "Limit for the searches together")
        ->type_name(kind::size.word)
        ->capture_default_str();
    exploring->add_option("--results", explore.results, "The file that keeps what is known; by default among the user's caches")
        ->type_name(kind::file.word);
    exploring->add_flag("--anew", explore.anew, "Do all again, whatever is known");
    exploring->add_option("--json", explore.json, "Write the report as JSON to a file, - for standard output")
        ->type_name(kind::file.word);
    exploring->add_option("--html", explore.html, "Write a page with the table, pictures and traces to a file")
        ->type_name(kind::file.word);
    exploring->add_option("--svg", explore.svg, "Write a picture of all costs to a file")
        ->type_name(kind::file.word)
        ->excludes(no_sim);
    exploring->add_option("--against", explore.against, "What --svg shows against cycles: energy or bytes")
        ->type_name(kind::word.word)
        ->check(CLI::IsMember({"energy", "bytes"}))
        ->capture_default_str();
    add_progress_option(*exploring, explore.progress);
    add_workload_settings(*exploring, explore.sim.workload_options.settings);
    return [words] {
        ExploreOptions asked = words->explore;
        const auto listed = [](const std::string& list) {
            return list.empty() ? std::vector<std::string>() : parts_of(list, ',');
        };
        asked.choices = listed(words->choices);
        asked.with = listed(words->with);
        asked.simulate = !words->no_sim;
        return run_explore(asked);
    };
}

}  // namespace tandem::apps
