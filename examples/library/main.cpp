// The library from a program of one's own: makes a protocol's system, searches it, reads the traces, proves and simulates.
//   library [PROTOCOL [VARIANT [SHAPE]]]    baseline, its default variant and shape, if nothing is said
// The status is that of the commands: 0 all holds, 1 something is refuted, 2 unusable input.
#include <cstdio>
#include <exception>

#include "checker/trace.hpp"
#include "engines/registry.hpp"
#include "perfsim/workload.hpp"
#include "smt/prove/houdini.hpp"
#include "smt/prove/verify.hpp"
#include "smt/prove/walker.hpp"

using namespace tandem;

/// Whether all invariants hold in all reachable states; what is refuted is told by its shortest trace.
bool search(const model::Network& network) {
    std::vector<int> judged;  // what can be said of a state or a step; liveness has a search of its own (checker/liveness.hpp)
    for (std::size_t p = 0; p < network.properties().size(); ++p)
        if (network.properties()[p].kind < model::PropertyKind::can_happen) judged.push_back(static_cast<int>(p));
    checker::Search search(network, {.threads = 2, .properties = judged});
    const checker::SearchResult result = search.run();
    std::printf("%llu states, %zu properties, %zu refuted\n", static_cast<unsigned long long>(result.full_states), judged.size(),
                result.violations.size());
    for (const checker::Violation& violation : result.violations) {
        const checker::Trace trace = checker::trace_to(search, violation);
        std::printf("%s is refuted:\n", trace.property.c_str());
        for (const checker::TraceStep& step : trace.steps) std::printf("  %s\n", step.event.c_str());
    }
    return result.ending == checker::Ending::complete && result.violations.empty() && !result.text_error;
}

/// Looks for an inductive invariant that implies the claims, for any data, and has it confirmed.
void prove(const smt::Problem& problem) {
    constexpr unsigned work = 400'000'000;  // of one question to Z3
    const auto never = [] { return false; };
    std::vector<int> claims, proved;
    for (std::size_t c = 0; c < problem.claims.size(); ++c) claims.push_back(static_cast<int>(c));
    const smt::Samples reached = smt::Walker(problem, 1).sample(5'000);
    smt::Candidates candidates(problem, claims, reached.states);
    const smt::Proof proof = smt::Houdini(problem, &candidates, work).prove(claims, never, [](const smt::Houdini&) {});
    for (const int c : claims)
        if (proof.verdicts[static_cast<std::size_t>(c)] == smt::Proof::Verdict::proved) proved.push_back(c);
    const auto invariant = smt::whole_invariant(problem, proof.invariant, proved);
    const bool confirmed = !smt::flaw(problem, invariant, proof.lemmas, proved, work, never);
    const char* verdict = confirmed ? "proved" : "not confirmed";
    for (const int c : proved) std::printf("%s is %s\n", problem.claims[static_cast<std::size_t>(c)].name.c_str(), verdict);
}

/// Runs the first workload on the machine of G-TSC's paper.
void simulate(perfsim::Simulation& machine) {
    const perfsim::WorkloadInfo& info = perfsim::workloads().front();
    const auto kernel = info.make({});
    kernel->run(machine);
    machine.write_back();
    const std::string error = kernel->check(machine.memory());
    const auto cycles = static_cast<unsigned long long>(machine.now());
    std::printf("%s: %llu cycles, %s\n", info.name.c_str(), cycles, error.empty() ? "correct" : error.c_str());
}

int main(int count, char** words) try {
    const engines::Protocol& protocol = engines::protocol(count > 1 ? words[1] : "baseline");
    const engines::Selection selection{count > 2 ? words[2] : "", count > 3 ? words[3] : ""};
    std::printf("%s\n", protocol.describe(selection).c_str());
    if (!search(*protocol.make(selection, true))) return 1;
    prove(protocol.problem(selection, smt::Limits::none));
    simulate(*protocol.simulate(selection, perfsim::paper_machine(), false));
    return 0;
} catch (const std::exception& error) {  // model::UsageError, engines::NotBuilt, and what a text does wrong, each in a line
    std::fprintf(stderr, "library: %s\n", error.what());
    return 2;
}
