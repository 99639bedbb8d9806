// What a trace says of the order of its operations, all of it that follows from two rules, until they give nothing new:
//
//   a load that reads a store is before each later store to its address            (from-read)
//   a store that is before a load, which reads another, is before that other       (coherence)
//
// Each operation has a vector clock: of each chain of stores the latest that is before it. So the rules look at one store a
// thread (Roy, Zeisset, Fleckenstein and Huang, Fast and generalized polynomial time memory consistency verification, CAV 2006;
// Manovit and Hangal, Completely verifying memory consistency of test program executions, HPCA 2006). A cycle forbids the trace.
// Without one nothing is decided yet, unless all stores of each address are in order.
#pragma once

#include "specs/audit/schedule.hpp"

namespace tandem::audit {

class Saturation : public Foresight {
public:
    enum class Ending { cycle, closed, given_up };

    Saturation(const Trace& trace, const Matched& matched, std::vector<Edge> edges, bool stores_in_order);

    Ending run(const Limits& limits);

    /// After `closed`: whether one more edge leads to a cycle.
    bool contradicts(Edge edge, const Limits& limits);

    /// After `closed`: an order that keeps all edges, and else that in which the operations may have been. With a number other
    /// than 0 another such order.
    std::vector<Id> likely_order(std::uint64_t number = 0) const;

    /// After `closed`: what follows when a run performs its stores in some order. Each is before all of its address that were not
    /// noted.
    bool take(Id store) override;
    std::size_t mark() const override { return journal_.size(); }
    void back_to(std::size_t mark) override;

    /// All edges; those from `given()` on were inferred.
    const std::vector<Edge>& edges() const { return edges_; }
    std::size_t given() const { return given_; }
    /// After `cycle`: its edges, each from where the one before leads to.
    const std::vector<std::uint32_t>& cycle() const { return cycle_; }
    /// The edges that an inferred edge rests on: a path among those that were there before it.
    std::vector<std::uint32_t> premises(std::uint32_t edge) const;

private:
    struct Column {  // the stores of one chain to one address
        std::uint32_t chain;
        std::vector<Id> stores;
    };

    bool arrange();
    Ending propagate(const Limits& limits);
    void visit(Id id);
    void infer_coherence(Id load);
    void infer_from_reads(Id store);
    void latest_before(Id id, std::vector<Id>& found) const;
    bool is_before(Id store, Id other) const { return clock(other)[chain_[store]] >= rank_[store]; }
    void add(Edge edge);
    void follow(std::uint32_t edge);
    bool known(Id from, Id to) const;
    void close(std::uint32_t edge);
    void drop_newest_edge();
    std::vector<std::uint32_t> path(Id from, Id to, std::uint32_t before) const;
    std::uint32_t* clock(Id id) { return clocks_.data() + std::size_t{id} * chains_; }
    const std::uint32_t* clock(Id id) const { return clocks_.data() + std::size_t{id} * chains_; }

    const Trace& trace_;
    const Matched& m_;
    std::vector<Edge> edges_;
    std::size_t given_;
    std::vector<std::uint32_t> out_, next_out_, in_, next_in_;  // edges of each operation, newest first
    std::vector<std::vector<Column>> columns_;                  // of each address
    std::vector<std::uint32_t> chain_, rank_;                   // of stores; ranks count from 1
    std::uint32_t chains_ = 0;
    std::vector<std::uint32_t> clocks_;
    std::vector<Id> arranged_;
    std::vector<std::uint32_t> place_;
    std::vector<std::uint64_t> dirty_;
    std::size_t cursor_ = 0;
    std::vector<std::uint32_t> cycle_;
    std::vector<Id> found_, kept_;
    std::size_t dirty_count_ = 0;

    /// What was changed since stores were taken: an edge that was added, a store that was taken, or a clock's place with its
    /// former value.
    static constexpr std::uint32_t edge_added = none, store_taken = none - 1;
    struct Noted {
        Id id;
        std::uint32_t chain, before;
    };
    bool notes_ = false;
    std::vector<Noted> journal_;
    std::vector<std::uint8_t> is_taken_;
    std::vector<std::vector<std::uint32_t>> taken_of_;  // of each address: of each column how many stores were taken
};

}  // namespace tandem::audit
