#include "apps/sim/accesses.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "apps/audit/stored_value.hpp"
#include "apps/common/usage_error.hpp"
#include "perfsim/atomic_result.hpp"

namespace tandem::apps {

namespace {

using perfsim::AtomicOperation;
using perfsim::LaneMask;

/// Whether what it stores is known before what it finds. A compare-and-swap may have stored nothing, but then nobody finds it.
bool stores_known(AtomicOperation operation) {
    return operation == AtomicOperation::exchange || operation == AtomicOperation::compare_and_swap;
}

}  // namespace

/// An instruction waits here until all before it are answered.
class RecordedSimulation::Followed {
public:
    void begin(RecordedSimulation& to, const perfsim::Warp& warp, bool after_others) {
        to_ = &to;
        first_thread_ = warp.is_cpu ? first_cpu_thread + static_cast<std::uint64_t>(warp.block)
                                    : to.first_of_launch_ + static_cast<std::uint64_t>(warp.warp()) * warp.lanes;
        lanes_ = ~LaneMask(0) >> (perfsim::most_lanes - warp.lanes);
        seen_ = 0;
        fence_due_ = after_others ? lanes_ : 0;
        is_scoped_ = warp.scoped;
        if (is_scoped_) {
            seat_ = {static_cast<std::uint64_t>(warp.warp()), static_cast<std::uint64_t>(warp.block), 0};
            launch_ = to.launch_number(false);
        }
        waiting_.clear();
        asked_ = false;
    }

    /// Adds the numbers of what it stores to the request.
    void asked(perfsim::Request& request, perfsim::Cycle now) {
        asked_ = false;
        if (request.kind == perfsim::Request::Kind::wait_for_load) {
            asked_ = true;
            load_ = request.load;
        }
        if (request.kind == perfsim::Request::Kind::barrier && is_scoped_) {
            Instruction& i = waiting_.emplace_back();
            i.is_barrier = true;
            i.mask = lanes_;
            tell_ready();
        }
        if (request.kind != perfsim::Request::Kind::memory) return;
        const bool fence = request.access == model::AccessKind::fence;
        // A log has full fences only, and the models that judge it have no other.
        if (fence && request.synchronization.order != model::Order::plain) return;
        const std::size_t known = request.addresses.size();
        const LaneMask mask =
            known == 0 ? 0 : request.mask & (~LaneMask(0) >> (perfsim::most_lanes - std::min(known, most_lanes)));
        if (!fence && mask == 0) return;
        if (request.load != nullptr) forget(request.load);  // its words go elsewhere from now on
        Instruction& i = waiting_.emplace_back();
        i.kind = request.access;
        i.operation = request.operation;
        i.mask = mask;
        i.begin = static_cast<std::uint64_t>(now);
        i.synchronization = request.synchronization;
        i.load = request.load;
        if (i.load != nullptr) request.load->writers = i.from.data();
        if (request.access == model::AccessKind::store || request.access == model::AccessKind::atomic) {
            i.first_number = to_->numbers(static_cast<std::uint32_t>(std::popcount(mask)));
            std::uint32_t next = i.first_number;
            for (LaneMask left = mask; left != 0; left &= left - 1)
                numbers_[static_cast<std::size_t>(std::countr_zero(left))] = next++;
            request.writers = numbers_;
        }
        std::copy(request.addresses.begin(), request.addresses.end(), i.addresses.begin());
        std::copy_n(request.data.begin(), std::min(request.data.size(), most_lanes), i.data.begin());
        std::copy_n(request.compared.begin(), std::min(request.compared.size(), most_lanes), i.compared.begin());
        if (i.load != nullptr && request.blocking) {
            asked_ = true;
            load_ = i.load;
        } else if (i.load == nullptr) {
            tell_ready();
        }
    }

    /// The warp goes on.
    void answered(perfsim::Cycle now) {
        if (!asked_) return;
        asked_ = false;
        for (Instruction& i : waiting_) {
            if (i.load != load_) continue;
            for (LaneMask left = i.mask; left != 0; left &= left - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(left));
                i.words[lane] = load_->to[lane];
            }
            i.load = nullptr;
            i.is_answered = true;
            i.end = static_cast<std::uint64_t>(now);
        }
        tell_ready();
    }

    /// Nothing more will be answered.
    void end() {
        for (Instruction& i : waiting_) give_up(i);
        tell_ready();
    }

private:
    static constexpr std::size_t most_lanes = perfsim::most_lanes;

    struct Instruction {
        model::AccessKind kind{};
        AtomicOperation operation{};
        LaneMask mask = 0;
        std::uint64_t begin = 0, end = audit::no_time;
        const perfsim::LoadState* load = nullptr;  // its words have not come
        bool is_answered = false, is_barrier = false;
        perfsim::Synchronization synchronization{};
        std::uint32_t first_number = 0;  // of the store of the first lane that takes part; the others follow
        std::array<std::uint32_t, perfsim::most_lanes> addresses, data, compared, words;
        std::array<std::uint32_t, perfsim::most_lanes> from{};  // the numbers of the stores whose words came
    };

    void forget(const perfsim::LoadState* load) {
        for (Instruction& i : waiting_)
            if (i.load == load) give_up(i);
    }

    void give_up(Instruction& i) {
        if (i.load == nullptr) return;
        i.load = nullptr;
        to_->left_out_ += static_cast<std::uint64_t>(std::popcount(i.mask));
    }

    void tell_ready() {
        std::size_t told = 0;
        for (; told < waiting_.size() && waiting_[told].load == nullptr; ++told) tell(waiting_[told]);
        waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(told));
    }

    void tell(const Instruction& i) {
        if (i.is_barrier) {
            for (LaneMask left = i.mask; left != 0; left &= left - 1)
                to_->to_.barrier(access_of(static_cast<std::size_t>(std::countr_zero(left))));
            return;
        }
        if (i.kind == model::AccessKind::fence) {
            fence_due_ |= seen_;
            return;
        }
        LaneMask lanes = i.mask & lanes_;
        const bool is_store = i.kind == model::AccessKind::store;
        if (is_store) lanes = winners(i, lanes);
        if (!is_store && !i.is_answered && !(i.kind == model::AccessKind::atomic && stores_known(i.operation))) return;
        for (LaneMask left = lanes; left != 0; left &= left - 1) tell(i, static_cast<std::size_t>(std::countr_zero(left)));
    }

    /// Of the lanes that store to one word the highest (perfsim/coalescer.hpp).
    static LaneMask winners(const Instruction& i, LaneMask lanes) {
        LaneMask won = lanes;
        std::uint32_t before = 0;
        bool ascend = true;
        for (LaneMask left = lanes; left != 0 && ascend; left &= left - 1) {
            const std::uint32_t address = i.addresses[static_cast<std::size_t>(std::countr_zero(left))];
            ascend = left == lanes || address > before;
            before = address;
        }
        if (ascend) return won;
        for (LaneMask left = lanes; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            for (LaneMask higher = left & (left - 1); higher != 0; higher &= higher - 1)
                if (i.addresses[static_cast<std::size_t>(std::countr_zero(higher))] == i.addresses[lane]) {
                    won &= ~(LaneMask(1) << lane);
                    break;
                }
        }
        return won;
    }

    void tell(const Instruction& i, std::size_t lane) {
        const LaneMask bit = LaneMask(1) << lane;
        Access a = access_of(lane);
        a.address = i.addresses[lane];
        if ((fence_due_ & bit) != 0) {
            fence_due_ &= ~bit;
            to_->to_.access(a);
        }
        seen_ |= bit;
        const auto told = [&](std::uint32_t word) { return to_->told_word(a.address, word); };
        a.begin = i.begin;
        a.end = i.end;
        if (is_scoped_) {
            a.how.order = i.synchronization.order;
            a.how.scope = i.synchronization.scope;
            a.how.remote = i.synchronization.remote;
        }
        const std::uint32_t number = i.first_number + static_cast<std::uint32_t>(std::popcount(i.mask & (bit - 1)));
        if (i.kind == model::AccessKind::store) {
            a.kind = audit::Kind::store;
            a.writes = told(i.data[lane]);
            a.number = number;
        } else if (!i.is_answered) {
            a.kind = audit::Kind::store;
            a.writes = told(i.data[lane]);
            a.number = number;
            a.end = audit::no_time;
        } else {
            const std::uint32_t found = i.words[lane];
            a.reads = told(found);
            a.from = i.from[lane];
            a.kind = audit::Kind::load;
            if (i.kind == model::AccessKind::atomic) {
                const std::uint32_t stored = perfsim::atomic_result(i.operation, found, i.data[lane], i.compared[lane]);
                // One that changes nothing is a load: whoever reads its word may have read the one before.
                if (stored != found) a.kind = audit::Kind::swap, a.writes = told(stored), a.number = number;
            }
        }
        // What an atomic does not do, it does not order.
        if (a.kind == audit::Kind::load && a.how.releases())
            a.how.order = a.how.acquires() ? model::Order::acquire : model::Order::relaxed;
        if (a.kind == audit::Kind::store && a.how.acquires())
            a.how.order = a.how.releases() ? model::Order::release : model::Order::relaxed;
        to_->to_.access(a);
    }

    Access access_of(std::size_t lane) const {
        Access a{first_thread_ + lane, 0, audit::Kind::fence, 0, 0, audit::no_time, audit::no_time};
        a.seat = seat_;
        a.how.launch = launch_;
        return a;
    }

    RecordedSimulation* to_ = nullptr;
    bool is_scoped_ = false;
    audit::Seat seat_{};
    std::uint16_t launch_ = 0;
    std::uint64_t first_thread_ = 0;
    LaneMask lanes_ = 0;      // that a warp has
    LaneMask seen_ = 0;       // whose accesses have been told
    LaneMask fence_due_ = 0;  // that have waited at a fence since
    std::deque<Instruction> waiting_;
    std::array<std::uint32_t, most_lanes> numbers_{};  // of the latest request's lanes
    bool asked_ = false;                               // the warp waits for the words of:
    const perfsim::LoadState* load_ = nullptr;
};

RecordedSimulation::RecordedSimulation(perfsim::Simulation& machine, Accesses& to)
    : machine_(machine), to_(to), block_bytes_(static_cast<std::uint32_t>(machine.description().blocks.bytes)) {}

RecordedSimulation::~RecordedSimulation() = default;

void RecordedSimulation::run_grid(const perfsim::Launch& launch) {
    host_writes();
    ++launches_;
    // A thread block of one launch may be another in the next. Where that matters its threads are others too.
    if (is_scoped_) first_of_launch_ += threads_of_launch_;
    perfsim::Launch followed_launch = launch;
    followed_launch.kernel = [this, &launch](perfsim::Warp& warp) { return followed(warp, launch.kernel(warp)); };
    followed_launch.cpu_kernel = [this, &launch](perfsim::Warp& warp) { return followed(warp, launch.cpu_kernel(warp)); };
    perfsim::note_replaced(to_.asks_for_replaced() ? &replaced_ : nullptr);
    struct Ended {
        ~Ended() { perfsim::note_replaced(nullptr); }
    } ended;
    machine_.run(followed_launch);
    latest_ = machine_.memory().image;
}

perfsim::Kernel RecordedSimulation::followed(perfsim::Warp& warp, perfsim::Kernel kernel) {
    if (warp.scoped) {
        is_scoped_ = true;
        to_.scoped();
        threads_of_launch_ = static_cast<std::uint64_t>(warp.warps()) * warp.lanes;
    }
    if (free_.empty()) free_.push_back(warps_.emplace_back(std::make_unique<Followed>()).get());
    Followed& log = *free_.back();
    free_.pop_back();
    log.begin(*this, warp, launches_ > 1);
    std::coroutine_handle<> next = kernel.handle();
    for (;;) {
        next.resume();
        if (kernel.done()) break;
        next = warp.resume_at;
        log.asked(warp.request, warp.now());
        co_await perfsim::Warp::Step{warp};
        log.answered(warp.now());
    }
    log.end();
    free_.push_back(&log);
    kernel.rethrow();
}

/// What has been written since the latest launch had ended are stores of the host. New memory has its content at first.
void RecordedSimulation::host_writes() {
    perfsim::MemoryImage& image = machine_.memory().image;
    for (std::size_t block = 0; block < latest_.size(); ++block) {
        const std::size_t b = place(block);
        if (same_datum(image[b], latest_[b])) continue;
        for (std::uint32_t w = 0; w < block_bytes_ / 4; ++w) {
            const std::uint32_t word = image[b].word(static_cast<int>(w));
            if (word == latest_[b].word(static_cast<int>(w))) continue;
            const std::uint64_t address = block * block_bytes_ + 4 * w;
            const auto now = static_cast<std::uint64_t>(machine_.now());
            const std::uint32_t number = numbers(1);
            if (const std::uint32_t older = image[b].writer(static_cast<int>(w)); older != 0)
                replaced_.push_back({older, number});
            image[b].set_writer(static_cast<int>(w), number);
            Access a{host_thread, address, audit::Kind::store, 0, told_word(address, word), now, audit::no_time, 0, number};
            if (is_scoped_) a.how.launch = launch_number(true);
            to_.access(a);
        }
    }
    first_.insert(first_.end(), image.begin() + static_cast<std::ptrdiff_t>(std::min(first_.size(), image.size())), image.end());
}

/// Those of the host stand between those of kernels.
std::uint16_t RecordedSimulation::launch_number(bool of_host) const {
    const std::uint64_t number = of_host ? 2 * launches_ : 2 * launches_ - 1;
    if (number > std::numeric_limits<std::uint16_t>::max())
        throw UsageError(fmt::format("the run has more than {} launches, and its log no numbers for more", number / 2));
    return static_cast<std::uint16_t>(number);
}

/// Where a block lies in memory's image.
std::uint64_t RecordedSimulation::place(std::uint64_t block) const {
    return machine_.memory().places(static_cast<std::uint32_t>(block));
}

/// The first of so many.
std::uint32_t RecordedSimulation::numbers(std::uint32_t how_many) {
    if (next_number_ > most_stores - how_many)
        throw UsageError(fmt::format("the run has more than {} stores of lanes, and its log no numbers for more", most_stores));
    return std::exchange(next_number_, next_number_ + how_many);
}

std::uint64_t RecordedSimulation::told_word(std::uint64_t address, std::uint32_t word) {
    const std::uint64_t place = address / 4;
    if (place >= touched_.size()) touched_.resize(std::max<std::uint64_t>(place + 1, 2 * touched_.size()), false);
    touched_[place] = true;
    const std::uint64_t block = this->place(address / block_bytes_);
    const std::uint32_t at_first = block < first_.size() ? first_[block].word(static_cast<int>(address % block_bytes_ / 4)) : 0;
    return word == at_first ? 0 : word == 0 ? std::uint64_t{1} << 32 : word;
}

void RecordedSimulation::end() {
    for (const auto& log : warps_)
        if (std::find(free_.begin(), free_.end(), log.get()) == free_.end()) log->end();
    if (left_out_ > 0) to_.left_out(left_out_);
}

void RecordedSimulation::final_values() {
    to_.replaced(replaced_);
    const perfsim::MemoryImage& image = machine_.memory().image;
    for (std::uint64_t place = 0; place < touched_.size(); ++place) {
        const std::uint64_t address = 4 * place, block = this->place(address / block_bytes_);
        if (!touched_[place] || block >= image.size()) continue;
        const std::uint32_t word = image[block].word(static_cast<int>(address % block_bytes_ / 4));
        to_.final_value(address, told_word(address, word), image[block].writer(static_cast<int>(address % block_bytes_ / 4)));
    }
}

}  // namespace tandem::apps
