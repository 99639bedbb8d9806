#include "perfsim/workloads/timed_operations.hpp"

#include "perfsim/workloads/scoped.hpp"

namespace tandem::perfsim {

namespace {

using model::Order;

const char* order_name(Synchronization how) {
    switch (how.order) {
        case Order::plain: return "plain";
        case Order::relaxed: return "relaxed";
        case Order::acquire: return how.remote ? "rm_acq" : "acq";
        case Order::release: return how.remote ? "rm_rel" : "rel";
        case Order::acquire_release: return how.remote ? "rm_ar" : "ar";
    }
    return "";
}

}  // namespace

Kernel TimedOperations::load(Warp& w, Address from, Synchronization how, std::uint32_t& word) {
    const Cycle since = w.now();
    co_await load_word(w, from, how, word);
    charge("load", how, since, w.now());
}

Kernel TimedOperations::store(Warp& w, Address to, std::uint32_t word, Synchronization how) {
    const Cycle since = w.now();
    co_await store_word(w, to, word, how);
    charge("store", how, since, w.now());
}

Kernel TimedOperations::exchange_if(Warp& w, Address at, std::uint32_t expected, std::uint32_t desired, Synchronization how,
                                    std::uint32_t& found) {
    const Cycle since = w.now();
    co_await perfsim::exchange_if(w, at, expected, desired, how, found);
    charge("cas", how, since, w.now());
}

void TimedOperations::charge(const char* access, Synchronization how, Cycle since, Cycle now) {
    OperationCost& cost = costs_[std::string(access) + " " + order_name(how) + " " + model::name_of(how.scope)];
    ++cost.operations;
    cost.cycles += static_cast<std::uint64_t>(now - since);
}

}  // namespace tandem::perfsim
