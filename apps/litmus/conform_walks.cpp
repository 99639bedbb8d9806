#include "apps/litmus/conform_walks.hpp"

#include <chrono>
#include <set>

#include "apps/check/play.hpp"
#include "apps/litmus/total_store_order.hpp"
#include "checker/walk_in_place.hpp"
#include "specs/axiomatic/outcomes.hpp"

namespace tandem::apps {

namespace {

using Player = specs::Player<model::Concrete>;

constexpr std::size_t drawn_programs = 64;      // of each placement
constexpr std::size_t considered = 20'000;      // of which they are drawn: to list all would take longer than to run some
constexpr int longest_run = 5000;               // steps; a run that retries for ever is given up

/// Each of the programs that are considered is as likely as any other (reservoir sampling).
std::vector<specs::Test> draw(const specs::ProgramSpace& space, const specs::Placement& placement, checker::Random& random) {
    std::vector<specs::Test> drawn;
    std::size_t seen = 0;
    specs::each_program(space, placement, [&](specs::Test test) {
        if (specs::size(test) < static_cast<std::size_t>(space.operations)) return true;
        ++seen;
        if (drawn.size() < drawn_programs) drawn.push_back(std::move(test));
        else if (const std::size_t place = random.below(seen); place < drawn_programs) drawn[place] = std::move(test);
        return seen < considered;
    });
    return drawn;
}

/// Runs programs of one placement.
class Runs {
public:
    Runs(const Played& played) : played_(played), walk_(*played.network) {}

    /// The number of the program that has run to its end, and its outcome; nothing if it did not end.
    std::optional<std::pair<std::size_t, specs::FinalState>> run(checker::Random& random) {
        walk_.start(static_cast<int>(random.below(static_cast<std::size_t>(played_.network->initial_states()))));
        checker::Attempt attempt;
        for (int step = 0; step < longest_run; ++step) {
            // Its object may have room for more names than this one.
            const Player player = model::unpack<Player>(walk_.state().monitor(), played_.network->shape());
            if (player.ended(played_.programs) && (!played_.ends_at_rest || at_rest())) {
                auto outcome = player.outcome(played_.programs);
                if (!outcome) return {};
                return std::pair(static_cast<std::size_t>(player.program.index()), std::move(*outcome));
            }
            if (walk_.step(random, attempt, [](const checker::Attempt&) {}) != model::InPlace::Tried::taken) return {};
        }
        return {};
    }

private:
    bool at_rest() {
        const model::Network& network = *played_.network;
        for (int c = 0; c < static_cast<int>(network.channels().size()); ++c)
            if (walk_.state().waiting(c) > 0) return false;
        for (int n = 0; n < static_cast<int>(network.nodes().size()); ++n)
            if (!network.idle(network.nodes()[static_cast<std::size_t>(n)].kind, walk_.state().node(n))) return false;
        return true;
    }

    const Played& played_;
    checker::WalkInPlace walk_;
};

}  // namespace

WalkedPrograms walk_programs(const Protocol& text, const Selection& selection, const specs::ProgramSpace& space,
                             const std::vector<specs::Placement>& placements, const specs::Model& model,
                             const std::vector<int>& cpu_cores, double seconds,
                             const std::function<bool()>& stop) {
    const auto begun = std::chrono::steady_clock::now();
    const auto used = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(); };
    WalkedPrograms walked;
    walked.operations = space.operations;
    checker::Random random(1, static_cast<std::uint64_t>(space.operations));
    for (std::size_t p = 0; p < placements.size(); ++p) {
        const double until = seconds * static_cast<double>(p + 1) / static_cast<double>(placements.size());
        std::vector<specs::Test> tests;
        std::vector<std::set<specs::FinalState>> allowed, seen;
        for (specs::Test& test : draw(space, placements[p], random)) {
            if (stop() || used() > until) break;
            const specs::Outcomes answer = specs::outcomes(with_total_store_order(test, cpu_cores), model);
            if (!answer.flags.empty()) continue;
            auto& states = allowed.emplace_back();
            for (const auto& [state, count] : answer.allowed) states.insert(state);
            tests.push_back(std::move(test));
        }
        if (tests.empty()) continue;
        seen.resize(tests.size());
        walked.programs += tests.size();
        const Played played = text.play(selection, tests);
        Runs runs(played);
        while (!stop() && used() < until) {
            auto end = runs.run(random);
            if (!end) continue;
            ++walked.runs;
            auto& [program, state] = *end;
            if (!allowed[program].contains(state)) {
                walked.forbidden.emplace(tests[program], std::move(state));
                return walked;
            }
            walked.outcomes += seen[program].insert(std::move(state)).second;
        }
    }
    return walked;
}

}  // namespace tandem::apps
