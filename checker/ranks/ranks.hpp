// The processes that search together, as one of them sees them: what all must know, and how all end together.
//
// All ranks run the same command on the same input, so they come to the same places in the same order. At such a place each may
// tell all others something (`gather`); between two of these, a search's own messages pass. A rank that fails says so to all,
// whatever they wait for, and they fail with it: so no verdict is made of what a part has seen.
#pragma once

#include <deque>
#include <optional>
#include <stdexcept>
#include <string>

#include "checker/ranks/bytes.hpp"

namespace tandem::checker {

/// Another rank has failed, and says so in words for the user. Thrown by whatever waits for others.
struct RankFailed : std::runtime_error {
    RankFailed(const std::string& words, int status) : std::runtime_error(words), status(status) {}
    int status;  // that the command ends with
};

class Ranks {
public:
    explicit Ranks(Transport& transport) : transport_(transport) {}

    /// Those that this process was started with; null if it is alone. The program and its library of commands see the same.
    static Ranks* of_process();
    static void set_of_process(Ranks* ranks);

    int rank() const { return transport_.rank(); }
    int size() const { return transport_.size(); }

    /// What each rank says here, by rank; all wait for all.
    std::vector<Bytes> gather(Bytes mine);
    template <Plain T>
    std::vector<T> gather(const T& mine) {
        Bytes bytes;
        put(bytes, mine);
        std::vector<T> all;
        for (const Bytes& each : gather(std::move(bytes))) all.push_back(BytesReader(each).get<T>());
        return all;
    }

    /// A search's messages.
    void send(int to, Bytes message) { send(to, std::move(message), Kind::of_search); }
    bool receive(int& from, Bytes& message);
    std::size_t unsent() { return transport_.unsent(); }

    struct End {
        int status = 0;
        std::string failure;  // of the first rank that has failed; empty if none has
    };
    /// The last that a rank does: it tells how it has ended, waits until all have, and returns how all end, which is as the first
    /// rank does if none has failed.
    End leave(const End& mine);

    /// Sleeps a little where nothing has come for some looks, for others may need the processor.
    class Patience {
    public:
        void met() { looks_ = 0; }
        void wait();

    private:
        unsigned looks_ = 0;
    };

private:
    enum class Kind : std::uint8_t { of_search, gathered, left };

    void send(int to, Bytes message, Kind kind);
    /// Sorts what has arrived; true if something has.
    bool poll();
    Bytes wait_for(int from);

    struct Arrived {
        int from;
        Bytes message;
    };
    Transport& transport_;
    std::uint32_t gatherings_ = 0;  // so far; all ranks must mean the same one
    std::deque<Arrived> of_search_, gathered_;
    std::vector<std::optional<End>> left_ = std::vector<std::optional<End>>(static_cast<std::size_t>(transport_.size()));
    bool leaving_ = false;
};

}  // namespace tandem::checker
