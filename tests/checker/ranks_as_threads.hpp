// Ranks as threads of one process, for tests: their messages pass through queues.
#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "checker/ranks/transport.hpp"

namespace tandem::checker {

/// Messages sent and not yet received, by receiver.
struct Mailboxes {
    struct Letter {
        int from;
        Bytes message;
    };
    struct Box {
        std::mutex mutex;
        std::deque<Letter> letters;
    };
    explicit Mailboxes(int ranks) : boxes(static_cast<std::size_t>(ranks)) {}
    std::deque<Box> boxes;
};

class ThreadTransport final : public Transport {
public:
    ThreadTransport(Mailboxes& mailboxes, int rank) : mailboxes_(mailboxes), rank_(rank) {}

    int rank() const override { return rank_; }
    int size() const override { return static_cast<int>(mailboxes_.boxes.size()); }
    void send(int to, Bytes message) override {
        auto& box = mailboxes_.boxes[static_cast<std::size_t>(to)];
        std::lock_guard lock(box.mutex);
        box.letters.push_back({rank_, std::move(message)});
    }
    bool receive(int& from, Bytes& message) override {
        auto& box = mailboxes_.boxes[static_cast<std::size_t>(rank_)];
        std::lock_guard lock(box.mutex);
        if (box.letters.empty()) return false;
        from = box.letters.front().from;
        message = std::move(box.letters.front().message);
        box.letters.pop_front();
        return true;
    }
    std::size_t unsent() override { return 0; }

private:
    Mailboxes& mailboxes_;
    int rank_;
};

/// Runs work(transport) as each of so many ranks at once. `work` throws nothing.
inline void as_ranks(int ranks, const std::function<void(Transport&)>& work) {
    Mailboxes mailboxes(ranks);
    std::vector<std::jthread> threads;
    for (int r = 0; r < ranks; ++r)
        threads.emplace_back([&, r] {
            ThreadTransport transport(mailboxes, r);
            work(transport);
        });
}

}  // namespace tandem::checker
