// A queue of tasks with one lock: each warp takes the lock, takes the next task, gives the lock back, and does the task.
//
// Where accesses have scopes, they say how they synchronize; elsewhere fences stand around them (perfsim/workloads/scoped.hpp).
#pragma once

#include "perfsim/own_kernel.hpp"
#include "perfsim/workloads/scoped.hpp"
#include "perfsim/workloads/synchronise.hpp"

namespace locked_queue {

using namespace tandem::perfsim;
using tandem::model::Order, tandem::model::Scope;

class Application {
public:
    static constexpr const char* meaning = "a queue of tasks with one lock, which all warps poll with compare-and-swap";
    static std::vector<WorkloadSetting> settings() {
        auto all = backoff_settings(polls);
        all.push_back({"warps", "that take tasks: 1 to 320", "256"});
        return all;
    }

    explicit Application(const WorkloadOptions& options)
        : tasks_(1024 * static_cast<std::uint32_t>(options.size)), pauses_(backoff_of(options, polls)) {
        const std::string warps = given(options, settings().back());
        const auto number = whole(warps);
        if (!number || *number < 1 || *number > 320) throw WorkloadError("the warps are '" + warps + "': 1 to 320 are accepted");
        warps_ = static_cast<int>(*number);
        taken_.resize(tasks_);
    }

    void run(Simulation& gpu) {
        for (Buffer* of : {&lock_, &next_, &done_}) *of = gpu.memory().allocate(of == &done_ ? tasks_ : words_per_block);
        gpu.run({warps_, 1, [this](Warp& w) { return kernel(w); }});
    }

    void check(Comparison& compare) const {
        for (const std::uint32_t times : taken_) compare.that(times == 1, "a task was not taken once");
        compare.that(compare.read(next_)[0] == tasks_, "the queue does not end with its last task");
        for (const std::uint32_t word : compare.read(done_)) compare.that(word == 1, "a task was not done");
    }

    WorkloadReport report() const { return {{{"tasks", tasks_}, {"tries of the lock", tries_}}, {}, {}, {}}; }

private:
    static constexpr Backoff polls{100, 1600};

    Kernel kernel(Warp& w) {
        const Synchronization take{Order::acquire_release, Scope::cmp}, give{Order::release, Scope::cmp};
        for (;;) {
            Pauses pauses(pauses_);
            for (std::uint32_t held = 1;;) {
                co_await exchange_if(w, lock_.at(0), 0, 1, take, held);
                ++tries_;
                if (held == 0) break;
                co_await w.pause(pauses.next());
            }
            std::uint32_t task = 0;
            co_await load_word(w, next_.at(0), ordinary, task);
            if (task < tasks_) co_await store_word(w, next_.at(0), task + 1, ordinary);
            co_await store_word(w, lock_.at(0), 0, give);
            if (task >= tasks_) co_return;
            ++taken_[task];
            co_await w.compute(100);
            co_await store_word(w, done_.at(task), 1, ordinary);
        }
    }

    const std::uint32_t tasks_;
    const Backoff pauses_;
    int warps_ = 1;
    Buffer lock_, next_, done_;
    std::vector<std::uint32_t> taken_;
    std::uint64_t tries_ = 0;
};

}  // namespace locked_queue
