// The common part of sssp, color and pagerank: rounds over all vertices of a graph, after Pannotia (Che et al., IISWC 2013), with
// the task queues of rsp.txt, 5.1.
//
// A round is a launch of a work-group of four wavefronts on each core. The first lane takes elements of its queue for all of
// them. An element is as many vertices as the work-group has lanes, one each. Rounds read the last round's results and write
// elsewhere, so only the queues are shared within a round. The host knows the number of rounds; reading a flag back is not
// simulated.
#pragma once

#include <optional>

#include "perfsim/graphs/graph.hpp"
#include "perfsim/workloads/task_queues.hpp"

namespace tandem::perfsim {

/// The graph, queues and rounds that settings ask for.
struct GraphRoundsOptions {
    Graph graph;
    QueueOptions queues;
    int rounds = 0;  // maximum; 0: until nothing changes
};
/// Throws WorkloadError.
GraphRoundsOptions graph_rounds_options(const WorkloadOptions& options);
/// The settings of such workloads.
const std::vector<WorkloadSetting>& graph_rounds_settings();

class GraphRounds : public Workload {
public:
    explicit GraphRounds(GraphRoundsOptions options)
        : graph_(std::move(options.graph)), rounds_(options.rounds), queue_options_(options.queues) {}

    void run(Simulation& simulation) final;
    std::string check(const Memory& memory) const final;
    WorkloadReport report() const final;

protected:
    /// Puts the data into memory and returns the number of rounds.
    virtual int prepare(Memory& memory) = 0;
    /// The error in the result, or nothing.
    virtual std::string check_result(const Memory& memory) const = 0;
    /// One wavefront's work in a round: on the vertices from `first` on, by lane; those in `mask` exist.
    virtual Kernel work(Warp& w, int round, std::uint32_t first, LaneMask mask) = 0;

    /// The beginning and end of each vertex's edges, by lane.
    struct Row {
        WideLanes begin, end;
    };
    Kernel load_row(Warp& w, std::uint32_t first, LaneMask mask, Row& row);

    const Graph graph_;
    const int rounds_;  // maximum; 0: until nothing changes
    Buffer row_words_, edge_words_;
    std::string remark_;  // on the data; empty: none

private:
    Kernel work_group(Warp& w, int round);

    static constexpr int wavefronts = 4;  // of a work-group (Table 1)
    QueueOptions queue_options_;
    std::optional<TaskQueues> queues_;
    int rounds_run_ = 0;
    std::vector<int> taken_;  // how often each element was taken
    std::vector<Cycle> group_cycles_;
    std::uint64_t idle_ = 0;  // cycles of work-groups between their end and the end of the round
};

/// The lanes that still have edges at `at`.
inline LaneMask lanes_with_edges(const WideLanes& at, const WideLanes& end, LaneMask among) {
    LaneMask mask = 0;
    for (std::uint32_t l = 0; l < most_lanes; ++l)
        if ((among >> l & 1) && at[l] < end[l]) mask |= LaneMask(1) << l;
    return mask;
}
/// Calls f(lane) for each lane of a mask.
template <class F>
void each_lane(LaneMask mask, F&& f) {
    for (; mask != 0; mask &= mask - 1) f(static_cast<std::size_t>(std::countr_zero(mask)));
}

}  // namespace tandem::perfsim
