#include "apps/check/play.hpp"

#include <algorithm>
#include <numeric>

#include "apps/check/check.hpp"
#include "apps/common/thread_word.hpp"
#include "checker/can_reach.hpp"
#include "checker/monitor_states.hpp"
#include "specs/operational/all_programs.hpp"

namespace tandem::apps {

namespace {

using Player = specs::Player<model::Concrete>;

/// All states are wanted, each by itself, whatever is refuted on the way.
checker::SearchOptions for_all(const model::Network& network, checker::SearchOptions options) {
    options.symmetry = false;
    options.keep_going = true;
    options.properties.resize(network.properties().size());
    std::iota(options.properties.begin(), options.properties.end(), 0);
    return options;
}

/// "W0 of SM1"
std::string thread_name(const model::Network& network, int core, int thread) {
    const auto node = std::find_if(network.nodes().begin(), network.nodes().end(),
                                   [core](const model::NodeInfo& one) { return one.owner == core; });
    return thread_word(network, static_cast<int>(node - network.nodes().begin()), thread) + " of " + node->name;
}

}  // namespace

std::string legend(const Played& played, const specs::Program& program) {
    std::string text;
    for (std::size_t a = 0; a < program.values.size(); ++a) {
        text += (a == 0 ? "" : ", ") + std::string(1, static_cast<char>('A' + a)) + " is " + program.test.locations[a];
        for (std::size_t v = 0; v < program.values[a].size(); ++v)
            if (program.values[a][v] != specs::Value::of(static_cast<std::int64_t>(v)))
                text += " (data " + std::to_string(v) + ": " + program.test.text(program.values[a][v]) + ")";
    }
    for (std::size_t w = 0; w < program.warps.size(); ++w) {
        const std::string names = specs::names_of(program, w);
        text += (w == 0 ? "; " : ", ") + names + (names.find(',') == names.npos ? " is " : " are ") +
                thread_name(*played.network, program.core[w], program.number[w]);
    }
    return text;
}

PlaySearch::PlaySearch(const Played& played, const checker::SearchOptions& limits)
    : played_(played), search_(*played.network, for_all(*played.network, limits)) {
    result_ = search_.run();
    require_sound_text(search_, result_);
    outcomes_.resize(played.programs->size());
    hangs_.resize(played.programs->size());
    for (const checker::MonitorState& state : monitor_states(search_, played.ends_at_rest)) {
        const auto player = model::unpack<Player>(state.state, played.network->shape());
        if (auto outcome = player.outcome(played.programs))
            outcomes_[player.program.index()].try_emplace(std::move(*outcome), Place{state.level, state.position});
    }
    if (complete()) find_hangs();
}

void PlaySearch::find_hangs() {
    struct Standing {
        std::size_t program;
        bool ended, certain;
    };
    const checker::Components& components = search_.components();
    const int slot = components.monitor_slot();
    std::vector<Standing> by_monitor;
    for (checker::Number n = 0; n < components.count(slot); ++n) {
        const auto player = model::unpack<Player>(components.monitor(n).packed, played_.network->shape());
        by_monitor.push_back({player.program.index(), player.ended(played_.programs), player.certain(played_.programs)});
    }
    const auto played = [&](const checker::Parts& parts) -> const Standing& {
        return by_monitor[parts[static_cast<std::size_t>(slot)]];
    };
    const auto ends = checker::can_reach(search_, [&](const checker::Parts& parts) {
        return played(parts).ended && (!played_.ends_at_rest || components.quiescent(parts));
    });
    if (!ends) {
        result_.ending = checker::Ending::interrupted;
        return;
    }
    // A deadlock tells more than the first state that leads to nothing else.
    for (const checker::Violation& deadlock : result_.violations) {
        const Place place{deadlock.level, deadlock.position};
        hangs_[program_at(place)] = place;
    }
    const std::vector<checker::Position>& levels = search_.found().levels();
    checker::Parts parts;
    for (std::size_t l = 0; l + 1 < levels.size(); ++l)
        for (checker::Position p = levels[l]; p < levels[l + 1]; ++p) {
            if ((*ends)[p] != 0 || !search_.found().state(p, parts) || !played(parts).certain) continue;
            auto& first = hangs_[played(parts).program];
            if (!first) first = Place{static_cast<int>(l), p};
        }
}

checker::Trace PlaySearch::trace(const Place& place) {
    return checker::without_monitor(trace_to(search_, place.level, place.position));
}

std::size_t PlaySearch::program_at(const Place& place) {
    checker::Parts parts;
    search_.found().state(place.position, parts);
    const auto& monitor = search_.components().monitor(parts[static_cast<std::size_t>(search_.components().monitor_slot())]);
    return model::unpack<Player>(monitor.packed, played_.network->shape()).program.index();
}

}  // namespace tandem::apps
