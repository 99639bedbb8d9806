// What carries messages between the processes that search together, called ranks as in MPI. Threads of one process as ranks are
// in tests/checker/ranks_as_threads.hpp.
#pragma once

#include <cstddef>
#include <vector>

namespace tandem::checker {

using Bytes = std::vector<std::byte>;

/// One rank's end of the transport. One thread of the rank uses it at a time; for MPI it is the one that the process began with.
class Transport {
public:
    Transport() = default;
    virtual ~Transport() = default;
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;

    /// From 0 to size() - 1.
    virtual int rank() const = 0;
    virtual int size() const = 0;
    /// Sends a message to another rank, and does not wait until it is there. What one rank sends to another arrives whole, once,
    /// and in order.
    virtual void send(int to, Bytes message) = 0;
    /// Takes a message that has arrived; false if there is none.
    virtual bool receive(int& from, Bytes& message) = 0;
    /// How many bytes have been handed to `send` and have not left yet.
    virtual std::size_t unsent() = 0;
};

}  // namespace tandem::checker
