// `tandem check`: its options.
#include <map>

#include <fmt/format.h>

#include "apps/check/check.hpp"
#include "apps/check/fairness.hpp"
#include "apps/check/mutants.hpp"
#include "apps/check/record.hpp"
#include "apps/check/thorough.hpp"
#include "apps/check/walk_record.hpp"
#include "apps/command/commands.hpp"
#include "apps/command/progress_option.hpp"
#include "apps/command/selection.hpp"
#include "apps/command/trace_options.hpp"
#include "apps/common/ranks.hpp"
#include "apps/folder/folder.hpp"

namespace tandem::apps {

namespace {

/// "90", "90s", "5m" and "1.5h" as seconds.
const CLI::Validator with_unit_of_time(
    [](std::string& text) {
        const std::map<char, double> seconds{{'s', 1}, {'m', 60}, {'h', 3600}};
        const auto unit = text.empty() ? seconds.end() : seconds.find(text.back());
        double number = 0;
        if (unit == seconds.end() || !CLI::detail::lexical_cast(text.substr(0, text.size() - 1), number)) return std::string();
        text = fmt::format("{}", number * unit->second);
        return std::string();
    },
    "", "unit of time");

const CLI::Validator one_of_fairness(
    [](std::string& words) {
        return is_fairness(words) ? std::string()
                                  : "there is no fairness '" + words + "': weak, strong, and strong= with names are accepted";
    },
    "", "fairness");

}  // namespace

std::function<int()> add_check(CLI::App& app) {
    CLI::App* checking = app.add_subcommand("check", "Explore all reachable states and judge the properties");
    struct Words {
        CheckOptions check;
        std::string symmetry = "on", fairness, mutants, record;
        bool thorough = false, all = false, sanitize = false;
        double walk_time = -1;
    };
    const auto words = std::make_shared<Words>();
    CheckOptions& check = words->check;
    add_selection(checking, check.protocol, check.selection);
    checking->add_flag("--free", check.selection.free,
                       "Let threads do whatever they like, without a monitor: the system of `tandem export --free`");
    checking->add_flag("--lemmas", check.selection.lemmas, "Judge the protocol's lemmas, too: what proofs try first");
    CLI::Option* all_systems = checking
                                   ->add_flag("--thorough", words->thorough,
                                              "Examine all the systems that `tandem list` names for it, one after the other: "
                                              "some two minutes on two processors")
                                   ->excludes("--shape")
                                   ->excludes("--free");
    checking->add_option("--property", check.properties, "A property from `tandem list`; may be repeated; all by default")
        ->type_name(kind::property.word);
    checking->add_option("--threads", check.threads, "As many as there are processors by default")->check(CLI::Range(1, 256));
    checking->add_option("--memory", check.memory, "Limit for everything, as in 500M or 4G")
        ->type_name(kind::size.word)
        ->capture_default_str();
    checking->add_option("--time", check.seconds, "Limit in seconds")
        ->type_name(kind::seconds.word)
        ->check(CLI::Range(0.001, 1e9));
    checking->add_option("--symmetry", words->symmetry, "on, or off to count every state")
        ->type_name(kind::word.word)
        ->check(CLI::IsMember({"on", "off"}));
    checking
        ->add_option("--fairness", words->fairness,
                     "For what must be delivered: weak (what stays possible happens), strong (what is possible again and again "
                     "happens), or strong=NAME,NAME (strong for these channels, virtual networks, nodes and actions, as reports "
                     "call them, and weak for all else); the default is the protocol's")
        ->type_name(kind::word.word)
        ->check(among({"weak", "strong", "strong="}))
        ->check(one_of_fairness);
    CLI::Option* lazy =
        checking
            ->add_flag("--lazy", check.lazy,
                       "Look first where something is new, a part of a state or two of them together: a refutation takes fewer "
                       "states, and its trace may be a detour. One thread computes")
            ->excludes(all_systems);
    CLI::Option* compact =
        checking
            ->add_flag("--compact", check.compact,
                       "Keep states in fewer bytes: more of them fit in the memory. A trace takes longer to find")
            ->excludes(lazy);
    CLI::Option* store =
        checking
            ->add_option("--store", check.store,
                         "Keep states in this folder and not in memory. The same command goes on from what it finds there, after "
                         "a kill as well. What must happen in the end is judged in memory")
            ->type_name(kind::folder.word)
            ->excludes(lazy)
            ->excludes(compact)
            ->excludes(all_systems)
            ->excludes("--lemmas");
    checking->add_flag("--all", words->all, "Go on after a refutation until all properties are decided");
    CLI::Option* shrink = checking
                              ->add_flag("--shrink", check.shrink,
                                         "Look for what is refuted in smaller shapes, and show it in the smallest: fewer cores, "
                                         "threads, blocks, values and places")
                              ->excludes(all_systems)
                              ->excludes(store);
    CLI::Option* walks =
        checking->add_option("--walks", check.walks, "Take this many random walks instead, where the states are too many")
            ->check(CLI::Range(1, 1'000'000'000))
            ->excludes(all_systems)
            ->excludes(lazy)
            ->excludes(compact)
            ->excludes(store);
    CLI::Option* walk_time =
        checking
            ->add_option("--walk-time", words->walk_time,
                         "Seconds of random walks after the search, in the wide shapes that `tandem list` names; as many as it "
                         "took by default, from 1 to 5; 0 for none; 90m and 2h are accepted")
            ->type_name(kind::seconds.word)
            ->transform(with_unit_of_time)
            ->check(CLI::Range(0.0, 1e9))
            ->excludes(walks);
    CLI::Option* walk_record = checking
                                   ->add_option("--walk-record", check.walk_record,
                                                "A file that says how far these walks have come: where it is there already, they "
                                                "go on from it, and with new ones")
                                   ->type_name(kind::file.word)
                                   ->excludes(walks);
    checking->add_option("--first-walk", check.first_walk, "The number of the first of --walks, counted from 0")->needs(walks);
    CLI::Option* checkpoint =
        checking
            ->add_option("--checkpoint", check.checkpoint,
                         "Write the search to this folder now and then, at a level's end, so that --resume can go on from there")
            ->type_name(kind::folder.word)
            ->excludes(all_systems)
            ->excludes(walks)
            ->excludes(lazy)
            ->excludes("--lemmas")
            ->excludes(store)
            ->excludes(shrink);
    checking
        ->add_option("--resume", check.resume,
                     "Go on from the last checkpoint in this folder, and write further ones there; everything else as in the "
                     "command that wrote it, but for threads and limits")
        ->type_name(kind::folder.word)
        ->excludes(all_systems)
        ->excludes(walks)
        ->excludes(lazy)
        ->excludes("--lemmas")
        ->excludes(checkpoint)
        ->excludes(store)
        ->excludes(shrink);
    CLI::Option* every =
        checking
            ->add_option("--every", check.every,
                         "At least so long between two checkpoints; 0 for one at each level's end. With --store it is 0.1 by "
                         "default")
            ->type_name(kind::minutes.word)
            ->check(CLI::Range(0.0, 1e6))
            ->capture_default_str();
    CLI::Option* depth = checking->add_option("--depth", check.depth, "Steps of a random walk")
                             ->check(CLI::Range(1, 1'000'000))
                             ->capture_default_str();
    CLI::Option* seed = checking->add_option("--seed", check.seed, "Of the random walks")->capture_default_str();
    add_trace_options(*checking, check.trace, check.html, "Write the traces");
    CLI::Option* map =
        checking
            ->add_option("--map", check.map.file,
                         "Draw the state space to a file: levels, when each outcome is first seen, and how a field of each kind "
                         "of nodes changes: .svg (a picture), .html (a page with tables), .json")
            ->type_name(kind::file.word)
            ->excludes(all_systems)
            ->excludes(walks)
            ->excludes(lazy)
            ->excludes(compact)
            ->excludes(store)
            ->excludes(shrink);
    checking
        ->add_option("--map-of", check.map.fields,
                     "Which field of a kind of nodes the map draws, as in SM.lines.*.state; may be repeated; by default the one "
                     "called state, or the first whose values are words")
        ->type_name(kind::field.word)
        ->needs(map);
    checking
        ->add_option("--mutants", words->mutants,
                     "Of a protocol in a folder: change a copy of it as each mutant of this list says, and see which of them the "
                     "properties kill")
        ->type_name(kind::file.word)
        ->excludes(all_systems)
        ->excludes(walks)
        ->excludes(shrink)
        ->excludes(checkpoint)
        ->excludes(store)
        ->excludes("--resume")
        ->excludes("--trace")
        ->excludes("--html")
        ->excludes(map);
    checking
        ->add_option("--record-outcomes", words->record,
                     "Write which outcomes of its handlers the text shows in each named shape, with each alternative that "
                     "promises all properties: outcomes.txt of its folder. "
                     "At most 60 s a system, or --time")
        ->type_name(kind::file.word)
        ->excludes(all_systems)
        ->excludes(walks)
        ->excludes(walk_time)
        ->excludes(walk_record)
        ->excludes(lazy)
        ->excludes(shrink)
        ->excludes(checkpoint)
        ->excludes(store)
        ->excludes("--resume")
        ->excludes("--trace")
        ->excludes("--html")
        ->excludes(map)
        ->excludes("--variant")
        ->excludes("--shape")
        ->excludes("--free")
        ->excludes("--lemmas")
        ->excludes("--property")
        ->excludes("--mutants")
        ->excludes("--fairness")
        ->excludes("--all")
        ->excludes(depth)
        ->excludes(seed);
    // Looked for before all others: the folder is built for it (apps/folder/folder.hpp).
    checking
        ->add_flag("--sanitize", words->sanitize,
                   "Of a protocol in a folder: first search what is compiled with sanitizers, which find values that nothing has "
                   "set and memory outside a variable")
        ->excludes(all_systems)
        ->excludes(walk_record)
        ->excludes(checkpoint)
        ->excludes(store)
        ->excludes("--resume")
        ->excludes("--mutants")
        ->excludes("--record-outcomes");
    add_progress_option(*checking, check.progress);
    checking->add_option("--json", check.json, "Write the report as JSON to a file, - for standard output")
        ->type_name(kind::file.word);
    return [words, every, walk_time, depth, seed] {
        CheckOptions asked = words->check;
        if (words->sanitize && !folder_of_protocol() && !protocol(asked.protocol).name.empty())  // an unknown name is told first
            throw UsageError("--sanitize compiles a protocol's text, and '" + asked.protocol +
                             "' is compiled already: a folder is accepted");
        const bool walks_follow = words->walk_time != 0 && !asked.selection.free;
        if ((*depth || *seed) && asked.walks == 0 && !walks_follow)
            throw UsageError(
                "--depth and --seed are of random walks, and none are taken: with --walks, or without --free and --walk-time 0, "
                "they are accepted");
        if (asked.selection.free && words->walk_time > 0)
            throw UsageError(
                "no random walks follow the search of a system whose threads do what they like: --free with --walk-time 0 is "
                "accepted");
        if (!asked.walk_record.empty() && !walks_follow)
            throw UsageError(
                "--walk-record says how far random walks have come, and none are taken: without --free and --walk-time 0 it is "
                "accepted");
        // what is no record of this text, or cannot be written, is told at once
        if (!asked.walk_record.empty() && speaks_for_all()) {
            protocol(asked.protocol).make(asked.selection, true);
            write_walk_record(asked, apps::walk_record(asked));
        }
        asked.walk_time = *walk_time ? std::optional(words->walk_time) : std::nullopt;
        if (*every && asked.checkpoint.empty() && asked.resume.empty() && asked.store.empty())
            throw UsageError("--every says how often --checkpoint, --resume or --store write: with one of these it is accepted");
        if (!*every && !asked.store.empty()) asked.every = 0.1;  // minutes: little is written that was not
        asked.symmetry = words->symmetry == "on";
        if (words->all) asked.all = true;
        asked.fairness = words->fairness;
        if (!words->record.empty()) return run_record(asked, words->record);
        if (!words->mutants.empty()) return run_mutants(asked, words->mutants);
        return words->thorough ? run_thorough_check(asked) : run_check(asked);
    };
}

}  // namespace tandem::apps
