// The states that ranks send each other during a level of the search.
//
// Each state belongs to one rank (owners.hpp), which alone stores and expands it. Successors that belong to others are
// collected by rank, and sent many at a time with what the sender calls the components: a rank numbers components as it finds
// them, and tells each other rank what its numbers mean before it uses them, once. The receiver keeps a table for each sender
// from its numbers to its own. So no rank ever asks another anything, or waits for an answer, and what it works with are
// numbers of its own.
//
// A rank that has expanded its part of a level says so to all, behind its last states. The level has ended for a rank when all
// have said so, and it has stored what they have sent.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>

#include "checker/components.hpp"
#include "checker/layout.hpp"
#include "checker/ranks/owners.hpp"
#include "checker/ranks/ranks.hpp"

namespace tandem::checker {

/// What is kept on a successor until it is inserted.
struct Note {
    Slots asleep;
    std::uint32_t orbit;  // its size
};

/// States of another rank, which a thread inserts.
struct Batch {
    int from;
    Layout layout;        // of the sender's keys
    Bytes message;
    std::size_t at, end;  // where in the message the states are that are not yet inserted
};

class Exchange {
public:
    Exchange(Components& components, Ranks& ranks, Owners owners, bool orbits, int threads);

    int rank() const { return ranks_.rank(); }
    int size() const { return ranks_.size(); }
    const Owners& owners() const { return owners_; }

    // ---- called by any thread ----
    /// The bytes of a state's record: its key of so many words, what is asleep, and the size of its orbit if there are any.
    std::size_t record_bytes(int words) const {
        return sizeof(std::uint32_t) * static_cast<std::size_t>(words) + sizeof(Slots) + (orbits_ ? sizeof(std::uint32_t) : 0);
    }
    bool orbits() const { return orbits_; }
    /// Records of states that belong to rank `to`, in this layout.
    void send(int to, const Layout& layout, Bytes records);
    /// States to insert, if some have come. The thread holds them until `inserted`.
    std::unique_ptr<Batch> take();
    void inserted();
    /// What another rank's number means here.
    Number own(int from, std::size_t slot, Number number) const {
        return meanings_[static_cast<std::size_t>(from)][static_cast<std::size_t>(tables_[slot])][number];
    }
    /// Whether so much waits to be sent that nobody should make more.
    bool crowded() const { return unsent_.load(std::memory_order_relaxed) > most_waiting; }
    /// A thread has no more states to expand in this level, and has sent all successors.
    void expanded() { expanding_.fetch_sub(1, std::memory_order_acq_rel); }
    bool level_has_ended() const { return ended_.load(std::memory_order_acquire); }

    // ---- called by the thread that the process began with ----
    void start_level();
    /// Sends and receives what there is; whether anything came. Throws RankFailed.
    bool poll();
    /// Whether another rank has ended the level before its end.
    bool given_up_elsewhere() const { return given_up_; }
    /// Ends the level before its end, for all ranks: what is sent or comes is dropped. Returns when all know.
    void give_up();
    /// A state that rank `whose` knows, in this rank's numbers. All ranks call it; `parts` counts where it is known.
    Parts told(int whose, const Parts& parts);

    std::size_t bytes() const {
        return waiting_bytes_.load(std::memory_order_relaxed) + unsent_.load(std::memory_order_relaxed) + meanings_bytes_;
    }
    struct Sent {
        std::uint64_t states = 0, messages = 0;  // successors; and bytes of all messages with such
    };
    const Sent& sent() const { return sent_; }

private:
    /// So much may wait before a rank makes no more: it is far more than what is under way where the network keeps up.
    static constexpr std::size_t most_waiting = std::size_t{32} << 20;

    enum class Kind : std::uint8_t { states, expanded, given_up };
    struct Outgoing {
        int to;
        Layout layout;
        Bytes records;
    };

    void send_out(Outgoing outgoing);
    void put_definitions(int to, Bytes& message);
    void read_definitions(int from, BytesReader& reader);
    void take_in(int from, Bytes message);
    void tell_all(Kind kind);

    Components& components_;
    Ranks& ranks_;
    const Owners owners_;
    const bool orbits_;
    const int threads_;
    std::vector<int> tables_;  // by slot
    std::vector<std::vector<Number>> defined_;  // by rank and table: how many of the own numbers it has been told
    std::vector<std::vector<StableVector<Number>>> meanings_;  // by rank and table: the own number for each of its numbers
    std::atomic<std::size_t> meanings_bytes_ = 0;
    std::mutex mutex_;  // of the two queues
    std::deque<Outgoing> outgoing_;
    std::deque<std::unique_ptr<Batch>> incoming_;
    int inserting_ = 0;  // threads that hold a batch
    std::atomic<std::size_t> waiting_bytes_ = 0;  // in the two queues
    std::atomic<int> expanding_ = 0;              // threads that may still make successors in this level
    std::atomic<std::size_t> unsent_ = 0;         // bytes that the transport has and has not yet sent
    std::atomic<bool> ended_ = false;
    bool told_all_ = false, given_up_ = false;
    int others_expanding_ = 0;
    Sent sent_;
};

}  // namespace tandem::checker
