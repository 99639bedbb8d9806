// One DRAM channel: banks with a row buffer each, one data bus, and a scheduler that prefers open rows (FR-FCFS).
//
// A request to the open row of its bank needs a column access; one to another row first a precharge and an activation, which other
// banks' transfers hide. The oldest request whose row is open and ready goes first; a bank opens the row of its oldest request when
// none in the queue wants the open one (Rixner et al., "Memory access scheduling", ISCA 2000). Times are in core cycles.
//
// Consecutive rows' worth of blocks lie in consecutive banks, which are permuted from row to row: bank ^ row. Else arrays as long as all
// banks' rows would meet in one bank at each index, and close each other's rows (Zhang, Zhu and Zhang, "A permutation-based page
// interleaving scheme to reduce row-buffer conflicts and exploit data locality", MICRO 2000).
#pragma once

#include "perfsim/clock.hpp"
#include "perfsim/ring.hpp"

namespace tandem::perfsim {

struct DramShape {
    int banks = 16;       // a power of two
    int row_blocks = 32;  // blocks in a row of one bank
    int queue = 16;       // requests that the scheduler chooses from
    int latency = 100;    // to and from the channel
    int activate = 10, precharge = 10, column = 10;  // tRCD, tRP, tCL
    int row_active = 22;                              // tRAS, the least time between activation and precharge
    int transfer = 4;                                 // of a block on the bus
    int write_recovery = 10;                          // tWR, before a row is precharged
};

struct DramStatistics {
    std::uint64_t reads = 0, writes = 0, activations = 0;
    std::uint64_t row_hits = 0;  // requests but the first since their row was opened
};

class DramChannel {
public:
    /// Part `self` of the clock; `owner` is woken when reads are done.
    DramChannel(const DramShape& shape, Clock& clock, int self, int owner)
        : shape_(shape), clock_(clock), self_(self), owner_(owner), banks_(static_cast<std::size_t>(shape.banks)) {}

    bool room(int requests = 1) const { return queue_.size() + requests <= shape_.queue; }
    /// `place` is the number of the block within this channel.
    void read(std::uint32_t block, std::uint32_t place) { enter(block, place, false); }
    void write(std::uint32_t block, std::uint32_t place) { enter(block, place, true); }

    /// Blocks that have been read, in order.
    bool done() const { return !done_.empty() && done_.front().when <= clock_.now(); }
    Cycle next_done() const { return done_.empty() ? never : done_.front().when; }
    std::uint32_t front() const { return done_.front().block; }
    void take() { done_.pop(); }
    bool idle() const { return queue_.empty() && done_.empty(); }

    void step();

    DramStatistics statistics;

private:
    struct Request {
        std::uint32_t block = 0, bank = 0, row = 0;
        bool write = false;
    };
    struct Done {
        std::uint32_t block = 0;
        Cycle when = 0;
    };
    struct Bank {
        std::int64_t row = -1;
        bool fresh = false;   // nothing has been transferred since that row was opened
        Cycle ready = 0;      // for a column access to the open row
        Cycle activated = 0;  // when that row was opened
        Cycle written = 0;    // when the last write to it is safe
        int wanted = 0;       // requests in the queue to the open row
    };
    void enter(std::uint32_t block, std::uint32_t place, bool write) {
        const std::uint32_t page = place / static_cast<std::uint32_t>(shape_.row_blocks), row = page / static_cast<std::uint32_t>(shape_.banks);
        const Request request{block, (page ^ row) % static_cast<std::uint32_t>(shape_.banks), row, write};
        queue_.push(request);
        if (open_for(request)) ++bank(request).wanted;
        clock_.wake(self_, std::max(clock_.now() + 1, next_choice_));
    }
    Bank& bank(const Request& r) { return banks_[r.bank]; }
    bool open_for(const Request& r) { return bank(r).row == r.row; }
    void open_rows();
    void open(const Request& request);
    void transfer(const Request& request);

    DramShape shape_;
    Clock& clock_;
    int self_, owner_;
    std::vector<Bank> banks_;
    Ring<Request> queue_;
    Ring<Done> done_;
    Cycle bus_free_ = 0;
    Cycle next_choice_ = 0;
};

}  // namespace tandem::perfsim
