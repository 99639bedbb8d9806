// One DRAM channel: banks with a row buffer each, one data bus, and a scheduler that prefers open rows (FR-FCFS).
//
// A request to the open row of its bank needs a column access. A request to another row first needs a precharge and an
// activation, which other banks' transfers hide. The oldest request whose row is open and ready goes first; a bank opens the row
// of its oldest request when none in the queue wants the open one (Rixner et al., "Memory access scheduling", ISCA 2000). Times
// are in core cycles.
//
// Consecutive rows' worth of blocks lie in consecutive banks, which are permuted from row to row: bank ^ row. Otherwise arrays as
// long as all banks' rows would meet in one bank at each index, and close each other's rows (Zhang, Zhu and Zhang, "A
// permutation-based page interleaving scheme to reduce row-buffer conflicts and exploit data locality", MICRO 2000).
//
// A parameter that is 0 in the second half of the shape is not modelled. A block is one column access here, however many bursts
// it takes. So the time from a read to a precharge (tRTP) is at most `transfer`, and is no parameter.
#pragma once

#include <vector>

#include "perfsim/clock.hpp"
#include "perfsim/ring.hpp"

namespace tandem::perfsim {

struct DramShape {
    int banks = 16;       // a power of two
    int row_blocks = 32;  // blocks in a row of one bank
    int queue = 16;       // requests that the scheduler chooses from
    int latency = 100;    // to and from the channel
    int activate = 10, precharge = 10, column = 10;  // tRCD, tRP, tCL
    int row_active = 22;                              // tRAS, the minimum time between activation and precharge
    int transfer = 4;                                 // of a block on the bus
    int write_recovery = 10;                          // tWR, before a row is precharged

    int row_to_row = 0;         // tRRD, between activations of any two banks
    int row_cycle = 0;          // tRC, between activations of one bank
    int column_to_column = 0;   // tCCD, between columns of any two banks
    // a power of two, at most `banks` of which count; banks of one group have consecutive numbers. 1: there are no groups
    int bank_groups = 1;
    int column_in_group = 0;    // tCCDL, between columns of one group of banks, if there are groups
    int write_latency = 0;      // tWL, from the column command to the data; 0: `column`
    int write_to_read = 0;      // tCDLR or tWTR, from the end of a write's data to a column that reads
    // time that the bus rests between a read's data and a write's: tRTW is column + transfer + this - write_latency
    int bus_turnaround = 0;
    int refresh_interval = 0;   // tREFI: the period with which all banks are precharged and refreshed
    int refresh = 0;            // tRFC, the duration of a refresh
};

/// A channel's command to its banks, and its time. Commands are known in advance, so not always in the order of time.
struct DramCommand {
    enum class Kind : std::uint8_t { precharge, activate, read, write, refresh };
    Kind kind{};
    int bank = 0;
    std::uint32_t row = 0;
    Cycle when = 0;
    Cycle data = 0;  // of a read or a write: the first cycle of its data on the bus
};

struct DramStatistics {
    std::uint64_t reads = 0, writes = 0, activations = 0;
    std::uint64_t row_hits = 0;  // requests other than the first since their row was opened
    std::uint64_t refreshes = 0;
};

class DramChannel {
public:
    /// Part `self` of the clock; `owner` is woken when reads are done.
    DramChannel(const DramShape& shape, Clock& clock, int self, int owner)
        : shape_(shape),
          clock_(clock),
          self_(self),
          owner_(owner),
          group_bits_(std::countr_zero(static_cast<unsigned>(std::max(1, shape.banks / shape.bank_groups)))),
          banks_(static_cast<std::size_t>(shape.banks)),
          last_columns_(static_cast<std::size_t>(std::max(shape.bank_groups, shape.banks)), long_ago),
          next_refresh_(shape.refresh_interval > 0 ? shape.refresh_interval : never) {}

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
    std::vector<DramCommand>* commands = nullptr;  // where commands are recorded, if anybody asks

private:
    static constexpr Cycle long_ago = -1'000'000'000;

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
        Cycle activated = long_ago;  // when that row, or the last, was opened
        Cycle written = 0;    // when the last write to it is safe
        Cycle closed = 0;     // since when no row is open, if none is
        int wanted = 0;       // requests in the queue to the open row
    };
    void enter(std::uint32_t block, std::uint32_t place, bool write) {
        const std::uint32_t page = place / static_cast<std::uint32_t>(shape_.row_blocks),
                            row = page / static_cast<std::uint32_t>(shape_.banks);
        const Request request{block, (page ^ row) % static_cast<std::uint32_t>(shape_.banks), row, write};
        queue_.push(request);
        if (open_for(request)) ++bank(request).wanted;
        clock_.wake(self_, std::max(clock_.now() + 1, next_choice_));
    }
    Bank& bank(const Request& r) { return banks_[r.bank]; }
    bool open_for(const Request& r) { return bank(r).row == r.row; }
    std::size_t group(const Request& r) const { return r.bank >> group_bits_; }
    int latency(bool write) const { return write && shape_.write_latency > 0 ? shape_.write_latency : shape_.column; }
    void open_rows();
    void open(const Request& request);
    /// The first cycle from `soonest` on in which tRRD lets a row be opened; the cycle is then taken.
    Cycle activation(Cycle soonest);
    /// The first cycle in which a column may be read or written, regardless of its bank.
    Cycle column_from(bool write) const;
    void transfer(const Request& request);
    /// The first cycle in which a column of the request's group may follow the last one.
    Cycle group_from(const Request& request) const {
        return shape_.bank_groups > 1 ? last_columns_[group(request)] + shape_.column_in_group : long_ago;
    }
    /// Refreshes all banks if it is time; rows that are open are closed.
    void refresh();
    void note(DramCommand::Kind kind, int bank, std::uint32_t row, Cycle when, Cycle data = 0) {
        if (commands) [[unlikely]] commands->push_back({kind, bank, row, when, data});
    }

    DramShape shape_;
    Clock& clock_;
    int self_, owner_, group_bits_;
    std::vector<Bank> banks_;
    Ring<Request> queue_;
    Ring<Done> done_;
    Cycle bus_free_ = 0;
    Cycle next_choice_ = 0;
    std::vector<Cycle> activations_;        // of all banks, those that tRRD may still need, in the order of time
    Cycle last_column_ = long_ago;
    std::vector<Cycle> last_columns_;       // by group of banks
    Cycle read_until_ = long_ago, written_until_ = long_ago;  // when the last data of that kind has left the bus
    Cycle next_refresh_;
};

}  // namespace tandem::perfsim
