// MPI as the transport of ranks: a shared object of its own, so that a program without MPI neither needs nor loads it.
#include <mpi.h>

#include <deque>
#include <limits>
#include <stdexcept>
#include <utility>

#include "checker/ranks/transport.hpp"

namespace {

using tandem::checker::Bytes;

class MpiTransport final : public tandem::checker::Transport {
public:
    MpiTransport() {
        int provided;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);  // a rank's other threads do not call MPI
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
    }
    ~MpiTransport() override {
        while (unsent() > 0) {}
        MPI_Finalize();
    }
    int rank() const override { return rank_; }
    int size() const override { return size_; }
    void send(int to, Bytes message) override {
        if (message.size() > std::size_t{std::numeric_limits<int>::max()})
            throw std::length_error("a message between processes is larger than MPI takes");
        Sending& one = sending_.emplace_back(Sending{std::move(message), MPI_REQUEST_NULL});
        bytes_ += one.message.size();
        MPI_Isend(one.message.data(), static_cast<int>(one.message.size()), MPI_BYTE, to, 0, MPI_COMM_WORLD, &one.request);
    }
    bool receive(int& from, Bytes& message) override {
        unsent();
        int there = 0;
        MPI_Message handle;
        MPI_Status status;
        MPI_Improbe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &handle, &status);
        if (!there) return false;
        int bytes = 0;
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        message.resize(static_cast<std::size_t>(bytes));
        MPI_Mrecv(message.data(), bytes, MPI_BYTE, &handle, MPI_STATUS_IGNORE);
        from = status.MPI_SOURCE;
        return true;
    }
    /// Frees what has left, in the order in which it was handed over.
    std::size_t unsent() override {
        for (int gone = 1; !sending_.empty();) {
            MPI_Test(&sending_.front().request, &gone, MPI_STATUS_IGNORE);
            if (!gone) break;
            bytes_ -= sending_.front().message.size();
            sending_.pop_front();
        }
        return bytes_;
    }

private:
    struct Sending {
        Bytes message;
        MPI_Request request;
    };
    int rank_ = 0, size_ = 1;
    std::deque<Sending> sending_;
    std::size_t bytes_ = 0;
};

}  // namespace

extern "C" tandem::checker::Transport* tandem_mpi_transport() { return new MpiTransport; }
