#include "perfsim/workloads/graph_rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "perfsim/workloads/choices.hpp"
#include "perfsim/workloads/graph_setting.hpp"

namespace tandem::perfsim {

const std::vector<WorkloadSetting>& graph_rounds_settings() {
    static const std::vector<WorkloadSetting> settings{
        graph_setting("road"),
        {"scenario", "how task queues are synchronized: baseline, scope-only, steal-only, rem-sync", "baseline"},
        {"rounds", "at most so many rounds; 0: until nothing changes", "0"},
        {"victims",
         "where a thief begins its round of the queues: last (at the one that it last stole from), next (at the one after its "
         "own), random (in an order made of the seed, each time another)",
         "last"},
        {"looks",
         "how a thief looks at a queue: promoting (with an operation that acquires, as in the paper), relaxed (first with loads "
         "that do not)",
         "promoting"},
    };
    return settings;
}

GraphRoundsOptions graph_rounds_options(const WorkloadOptions& options) {
    const auto& settings = graph_rounds_settings();
    const QueueOptions queues{
        choice<Scenario>("scenario", given(options, settings[1])),
        choice<Victims>("order of victims", given(options, settings[3])),
        choice<Looks>("way to look at queues", given(options, settings[4])),
        options.seed,
    };
    const std::string rounds = given(options, settings[2]);
    const auto count = whole(rounds);
    if (!count || *count > 1'000'000)
        throw WorkloadError(fmt::format("the number of rounds is '{}': 0 to 1000000 are accepted", rounds));
    return {graph_named(given(options, settings[0]), options), queues, static_cast<int>(*count)};
}

void GraphRounds::run(Simulation& simulation) {
    const auto& machine = simulation.description();
    Memory& memory = simulation.memory();
    row_words_ = memory.allocate(graph_.rows);
    edge_words_ = memory.allocate(graph_.edges);
    const auto lanes = static_cast<std::uint32_t>(machine.sms.lanes) * wavefronts;
    taken_.assign((graph_.vertices() + lanes - 1) / lanes, 0);
    queues_.emplace(memory, machine.sms.count, static_cast<std::uint32_t>(taken_.size()), queue_options_);
    rounds_run_ = prepare(memory);
    for (int round = 0; round < rounds_run_; ++round) {
        simulation.run({machine.sms.count, 1, [this](Warp& w) { return queues_->refill(w); }});
        simulation.run({machine.sms.count, wavefronts, [this, round](Warp& w) { return work_group(w, round); }, 0, 4});
        const auto times = std::span(group_cycles_).last(static_cast<std::size_t>(machine.sms.count));
        const Cycle longest = *std::max_element(times.begin(), times.end());
        for (const Cycle time : times) idle_ += static_cast<std::uint64_t>(longest - time);
    }
}

Kernel GraphRounds::work_group(Warp& w, int round) {
    const auto shared = w.shared();
    const bool leads = w.warp_in_block == 0;
    const Cycle since = w.now();
    for (;;) {
        if (leads) {
            co_await queues_->take(w, static_cast<std::uint32_t>(w.block), shared[0]);
            co_await w.shared_store(Lanes{}, 1);
        }
        co_await w.barrier();
        const std::uint32_t element = shared[0];
        co_await w.shared_load(Lanes{}, 1, 1, 2);  // and comparison, address
        if (element == TaskQueues::none) break;
        if (element >= taken_.size())
            throw StuckError(fmt::format("a task queue gives element {} of {}", element, taken_.size()));
        if (leads) ++taken_[element];
        const std::uint32_t first = (element * wavefronts + static_cast<std::uint32_t>(w.warp_in_block)) * w.lanes;
        if (first < graph_.vertices()) {
            const std::uint32_t count = std::min(w.lanes, graph_.vertices() - first);
            co_await work(w, round, first, ~LaneMask(0) >> (most_lanes - count));
        }
        co_await w.barrier();
    }
    if (leads) group_cycles_.push_back(w.now() - since);
}

Kernel GraphRounds::load_row(Warp& w, std::uint32_t first, LaneMask mask, Row& row) {
    row.begin = co_await w.load(row_words_.from<WideLanes>(first), mask);
    row.end = co_await w.load(row_words_.from<WideLanes>(first + 1), mask);
    co_await w.compute(2);
}

std::string GraphRounds::check(const Memory& memory) const {
    for (std::size_t e = 0; e < taken_.size(); ++e)
        if (taken_[e] != rounds_run_)
            return fmt::format("element {} of the queues was taken {} times in {} rounds", e, taken_[e], rounds_run_);
    return check_result(memory);
}

WorkloadReport GraphRounds::report() const {
    WorkloadReport report;
    if (!queues_) return report;
    const auto& counts = queues_->counts();
    std::uint64_t working = 0;
    for (const Cycle time : group_cycles_) working += static_cast<std::uint64_t>(time);
    working -= counts.pop_cycles + counts.steal_cycles + counts.search_cycles;
    report.counts = {
        {"elements popped", counts.popped},
        {"elements stolen", counts.stolen},
        {"steals lost", counts.lost + counts.lost_to_owner},
        {"steals lost to owners", counts.lost_to_owner},
        {"steals of a last element", counts.of_last},
        {"empty queues searched", counts.searched},
        {"cycles working", working},
        {"cycles popping", counts.pop_cycles},
        {"cycles stealing", counts.steal_cycles},
        {"cycles searching", counts.search_cycles},
        {"cycles idle", idle_},
    };
    report.operations = queues_->operations().costs();
    report.group_cycles = group_cycles_;
    if (!remark_.empty()) report.notes.push_back(remark_);
    return report;
}

}  // namespace tandem::perfsim
