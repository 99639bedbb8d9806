// Programs of litmus tests on a protocol.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "engines/configuration.hpp"
#include "engines/needs.hpp"
#include "engines/registry.hpp"
#include "model/system.hpp"
#include "specs/operational/player.hpp"

namespace tandem::engines {

/// Whether two cores may be exchanged.
template <class P, class Config>
bool cores_alike(Config config) {
    config.shape[model::Sort::core] = 2;
    model::Permutation exchanged;
    std::swap(exchanged.core[0], exchanged.core[1]);
    if constexpr (requires { P::symmetric(exchanged, config); }) return P::symmetric(exchanged, config);
    else return true;
}

/// The most lanes of a wavefront on a core, of so many.
template <class Sm, class Config>
int lanes_on(Config config, int core, int cores) {
    config.shape[model::Sort::core] = cores;
    if constexpr (requires { config.is_cpu(core); })
        if (config.is_cpu(core)) return 1;
    if constexpr (requires { Sm::most_lanes; }) return Sm::most_lanes;
    else return 1;
}

/// Throws UsageError for an access of a program that a node has no handler for: no run would ever begin it.
template <class Sm, class Config>
void check_accesses(const std::vector<specs::Program>& programs, const Config& config) {
    for (const specs::Program& program : programs)
        for (std::size_t w = 0; w < program.warps.size(); ++w)
            for (const specs::Situation& situation : program.warps[w]) {
                using enum specs::Next;
                if (situation.next == nothing || situation.next == waits || situation.next == names) continue;
                typename Sm::Operation op;
                op.kind = situation.next == load     ? model::AccessKind::load
                          : situation.next == store  ? model::AccessKind::store
                          : situation.next == atomic ? model::AccessKind::atomic
                                                     : model::AccessKind::fence;
                op.warp = program.number[w];
                for (const int a : situation.locations) op.blocks.insert(a);
                if constexpr (requires { op.synchronization; }) op.synchronization = situation.synchronization;
                if constexpr (requires { op.order; }) op.order = situation.synchronization.order;
                if (!Sm::issues(op, config))
                    throw model::UsageError(program.test.name + ": the protocol has no access as " + op.text() + " of " +
                                            specs::names_of(program, w));
                if (op.block_count() > lanes_on<Sm>(config, program.core[w], config.shape[model::Sort::core]))
                    throw model::UsageError(program.test.name + ": " + specs::names_of(program, w) +
                                            " are lanes of one wavefront, and core " + std::to_string(program.core[w]) +
                                            " is a CPU: it has none");
            }
}

/// The blocks that programs load, by the core that does, a bit for each.
inline std::vector<std::uint8_t> loaded_by_core(const std::vector<specs::Program>& programs, int cores) {
    std::vector<std::uint8_t> blocks(static_cast<std::size_t>(cores));
    for (const specs::Program& program : programs)
        for (std::size_t w = 0; w < program.warps.size(); ++w)
            for (const specs::Situation& situation : program.warps[w])
                if (situation.next == specs::Next::load || situation.next == specs::Next::atomic)
                    for (const int a : situation.locations)
                        blocks[static_cast<std::size_t>(program.core[w])] |= static_cast<std::uint8_t>(1u << a);
    return blocks;
}

/// Fits the configuration to what programs need besides the numbers of its shape, if the protocol says how. What it has said
/// before, it may say again.
template <class Config>
void fit(Config& config, specs::ProgramNeeds& needs) {
    if constexpr (requires { config.for_programs(needs); }) config.for_programs(needs);
}

/// The programs of `tests` on protocol P; the configuration's numbers of cores, threads, blocks and values become what these
/// need, and it is fitted to the rest. Throws UsageError for what the protocol has no room for.
template <class P, class Config, class Describe>
Played play_on(Config config, const std::vector<specs::Test>& tests, int most_threads, Describe&& describe) {
    using model::Sort;
    using Player = specs::Player<typename P::Domain>;
    using Sm = std::tuple_element_t<0, typename P::Nodes>;
    typename Sm::Operation fence;
    fence.kind = model::AccessKind::fence;
    constexpr bool ordered_fences = requires { fence.order; };
    specs::Machine machine{.fences = Sm::issues(fence, config), .ordered_fences = ordered_fences};
    specs::ProgramNeeds needs{.components = specs::components_of(tests)};
    if constexpr (requires { Sm::most_lanes; }) {
        for (const specs::Test& test : tests) needs.lanes = std::max(needs.lanes, specs::most_lanes(test));
        if (needs.lanes > Sm::most_lanes)
            throw model::UsageError("the test has a wavefront of " + std::to_string(needs.lanes) + " threads: up to " +
                                    std::to_string(Sm::most_lanes) + " are accepted");
    }
    fit(config, needs);
    machine.lanes = needs.lanes > 1;
    if constexpr (requires { fence.synchronization; }) {
        machine.scopes = true;
        machine.components = needs.components;
    }
    if constexpr (requires { Sm::overlaps(config); }) machine.overlaps = Sm::overlaps(config);
    auto programs = std::make_shared<std::vector<specs::Program>>();
    for (const specs::Test& test : tests) programs->push_back(specs::compile(test, machine));

    const specs::Extents needed = specs::extents_of(*programs);
    const auto set = [&](Sort sort, int n, const char* what) {
        const int most = model::room<typename P::Domain>(sort);
        if (n > most)
            throw model::UsageError("the test needs " + std::to_string(n) + " " + what + ": up to " + std::to_string(most) +
                                    " are accepted");
        config.shape[sort] = n;
    };
    set(Sort::core, needed.cores, "cores");
    set(Sort::thread, needed.warps, "threads of one core");
    set(Sort::address, needed.locations, "locations");
    set(Sort::value, needed.values, "values");
    if (needed.warps_in_all > most_threads)
        throw model::UsageError("the test needs " + std::to_string(needed.warps_in_all) + " threads: up to " +
                                std::to_string(most_threads) + " are accepted");

    needs.atomics = needed.atomics;
    if (!programs->empty()) needs.loads = loaded_by_core(*programs, config.shape[Sort::core]);
    fit(config, needs);
    check_accesses<Sm>(*programs, config);
    auto system = std::make_unique<model::System<P, Player>>(config, programs);
    // An atomic's wrong guess ends a run, which is no deadlock. What hangs besides, PlaySearch finds.
    if (std::none_of(programs->begin(), programs->end(), [](const auto& p) { return p.guesses; }))
        system->add_property({"no-deadlock", "a state in which nothing can happen is one in which nobody waits",
                              model::PropertyKind::no_deadlock});
    constexpr bool holds_writes_back = requires(Sm sm) { sm.presses(config); };
    return {programs,
            std::move(system),
            describe(config),
            machine.fences,
            machine.ordered_fences,
            machine.scopes,
            machine.components.count,
            cores_alike<P>(config),
            [config](int core, int cores) { return lanes_on<Sm>(config, core, cores); },
            holds_writes_back};
}

/// The most threads that the protocol has room for in all: a cache that they share may have places for so many requests that
/// wait.
template <class P>
constexpr int most_threads() {
    if constexpr (requires { P::most_threads; }) return P::most_threads;
    else return model::max_extent * model::max_extent;
}

template <class P>
Played play(const Selection& selection, const std::vector<specs::Test>& tests) {
    refuse_bugs(seeded_bugs(P::name), selection);
    auto config = configuration<P>(selection, Programs::others);
    specs::ProgramNeeds needs{.components = specs::components_of(tests)};  // several may need another text
    fit(config, needs);
    return with_text<P>(config, model::Limits::all, [&]<class W>(W) -> Played {
        using Text = typename W::template Text<Domain<P>>;
        if constexpr (!std::is_same_v<typename Text::Domain, model::Reported<typename Text::Domain>>)
            throw model::UsageError("words=" + std::to_string(config.shape.words) +
                                    ": the locations of a program are blocks of one word, words=1 is accepted");
        else
            return play_on<Text>(config, tests, most_threads<P>(), [](const auto& c) { return text_of<P>(c, Programs::others); });
    });
}

template <class P>
void bind_programs(Engines& engines) {
    if constexpr (!HasText<P>)
        engines.play = [](const Selection&, const std::vector<specs::Test>&) -> Played { refuse_no_text(P::name, "conform"); };
    else if constexpr (runs_programs<P>()) engines.play = play<P>;
    else
        engines.play = [](const Selection&, const std::vector<specs::Test>&) -> Played {
            refuse_programs(P::name, "a litmus test, alone or as one of many (`litmus`, `conform`),");
        };
}

}  // namespace tandem::engines
