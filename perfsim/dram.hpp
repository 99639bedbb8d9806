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
// Writes stand in the same queue, or in one of their own if the shape has one. Then reads go first, until so many writes wait
// that they are drained, down to fewer (Lee et al., "DRAM-aware last-level cache writeback", TR-HPS-2010-002; GPGPU-Sim 4 and
// gem5 have the two marks). A read of a block that waits there is answered from it.
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
    int four_activations = 0;   // tFAW: no more than four activations of any banks begin within so many cycles
    // writes that wait in a queue of their own; they go when so many wait, until so few do, and when no read waits
    int write_queue = 0, write_high = 0, write_low = 0;
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
    std::uint64_t forwarded = 0;  // requests for blocks that wait to be written: reads are answered, and writes merged

    DramStatistics& operator+=(const DramStatistics& other) {
        for (const auto count : {&DramStatistics::reads, &DramStatistics::writes, &DramStatistics::activations,
                                 &DramStatistics::row_hits, &DramStatistics::refreshes, &DramStatistics::forwarded})
            this->*count += other.*count;
        return *this;
    }
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

    /// Of several, each second one is a write.
    bool room(int requests = 1) const {
        if (shape_.write_queue == 0) return queue_.size() + requests <= shape_.queue;
        return queue_.size() + requests - requests / 2 <= shape_.queue && writes_.size() + requests / 2 <= shape_.write_queue;
    }
    /// `place` is the number of the block within this channel.
    void read(std::uint32_t block, std::uint32_t place) { enter(block, place, false); }
    void write(std::uint32_t block, std::uint32_t place) { enter(block, place, true); }

    /// Blocks that have been read, in order.
    bool done() const { return !done_.empty() && done_.front().when <= clock_.now(); }
    Cycle next_done() const { return done_.empty() ? never : done_.front().when; }
    std::uint32_t front() const { return done_.front().block; }
    void take() { done_.pop(); }
    bool idle() const { return queue_.empty() && writes_.empty() && done_.empty(); }

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
        int wanted = 0;       // requests to the open row, of those that may go
    };
    void enter(std::uint32_t block, std::uint32_t place, bool write) {
        const std::uint32_t page = place / static_cast<std::uint32_t>(shape_.row_blocks),
                            row = page / static_cast<std::uint32_t>(shape_.banks);
        const Request request{block, (page ^ row) % static_cast<std::uint32_t>(shape_.banks), row, write};
        if (shape_.write_queue > 0 && waits_to_be_written(block)) [[unlikely]] return forward(block, write);
        const bool apart = write && shape_.write_queue > 0;
        (apart ? writes_ : queue_).push(request);
        if (open_for(request) && apart == draining_) ++bank(request).wanted;
        clock_.wake(self_, std::max(clock_.now() + 1, next_choice_));
    }
    bool waits_to_be_written(std::uint32_t block) {
        for (int i = 0; i < writes_.size(); ++i)
            if (writes_[i].block == block) return true;
        return false;
    }
    /// The block is in the queue of writes: a read is answered from there, and a write takes the place of the earlier one.
    void forward(std::uint32_t block, bool write);
    void read_done(std::uint32_t block, Cycle when) {
        last_done_ = std::max(last_done_, when);
        done_.push({block, last_done_});
        clock_.wake(owner_, last_done_);
    }
    /// The requests of which one goes next: all, or if writes have a queue of their own those of one kind.
    Ring<Request>& chosen_from() { return draining_ ? writes_ : queue_; }
    /// Reads or writes are to go from now on.
    void choose_kind();
    Bank& bank(const Request& r) { return banks_[r.bank]; }
    bool open_for(const Request& r) { return bank(r).row == r.row; }
    std::size_t group(const Request& r) const { return r.bank >> group_bits_; }
    int latency(bool write) const { return write && shape_.write_latency > 0 ? shape_.write_latency : shape_.column; }
    void open_rows();
    void open(const Request& request);
    /// The first cycle from `soonest` on in which tRRD and tFAW let a row be opened; the cycle is then taken.
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
    Ring<Request> queue_, writes_;
    bool draining_ = false;   // writes go, not reads
    Ring<Done> done_;
    Cycle last_done_ = 0;
    Cycle bus_free_ = 0;
    Cycle next_choice_ = 0;
    std::vector<Cycle> activations_;        // of all banks, those that tRRD and tFAW may still need, in the order of time
    Cycle last_column_ = long_ago;
    std::vector<Cycle> last_columns_;       // by group of banks
    Cycle read_until_ = long_ago, written_until_ = long_ago;  // when the last data of that kind has left the bus
    Cycle next_refresh_;
};

}  // namespace tandem::perfsim
