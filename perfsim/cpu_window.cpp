#include "perfsim/cpu_window.hpp"

#include <algorithm>

#include "perfsim/running_warp.hpp"

namespace tandem::perfsim {

CpuWindow::CpuWindow(const MachineDescription& machine, const SynchronizationKind& kind, const Clock& clock)
    : cpus_(machine.cpus), clock_(clock), block_words_(machine.blocks.bytes / 4), kind_(kind) {}

void CpuWindow::start(const std::function<Kernel(Warp&)>& kernel, const char* name, int number, int threads) {
    name_ = name;
    view_ = Warp{};
    view_.block = number;
    view_.blocks = threads;
    view_.lanes = 1;
    view_.is_cpu = true;
    view_.clock_ = &clock_;
    view_.latencies = {cpus_.arithmetic_latency, cpus_.special_latency, cpus_.division_latency};
    view_.shared_words = std::make_shared<SharedWords>(0);
    static_cast<SynchronizationKind&>(view_) = kind_;
    kernel_ = kernel(view_);
    view_.resume_at = kernel_.handle();
    next_request(nullptr);
}

/// The request has been fetched. The next one is known at once, unless the kernel waits for words.
void CpuWindow::next_request(const LoadState* awaited) {
    issued_ = 0;
    results_.clear();
    awaited_ = awaited;
    if (!awaited_) run_kernel();
}

/// Runs to the kernel's end, or to the next request that takes time.
void CpuWindow::run_kernel() {
    const RunningWarp running(name_, 0, view_.block);
    for (;;) {
        view_.request = {};
        view_.resume_at.resume();
        if (kernel_.done()) {
            kernel_.rethrow();
            kernel_ = Kernel{};
            return;
        }
        Request& request = view_.request;
        switch (request.kind) {
            case Request::Kind::compute:
                if (request.instructions > 0) return;
                break;
            case Request::Kind::memory:
                if (request.mask != 0 || request.access == model::AccessKind::fence) return;
                break;
            case Request::Kind::wait_for_load:
                if (request.load->missing == 0) break;
                awaited_ = request.load;
                return;
            case Request::Kind::pause:
                request.until = clock_.now() + request.instructions;
                [[fallthrough]];
            case Request::Kind::wait_until:
                if (request.until > clock_.now()) return;
                break;
            case Request::Kind::shared:
                throw StuckError(named() + " uses shared memory, which only thread blocks of a grid have");
            case Request::Kind::barrier:
                throw StuckError(named() +
                                 " comes to a barrier, which only thread blocks of a grid have: CPUs meet by memory");
            case Request::Kind::nothing: throw std::logic_error("a kernel waits for something that is not its thread's");
        }
    }
}

bool CpuWindow::may_fetch(Step now) {
    full_ = false;
    if (!kernel_.handle()) return false;
    if (awaited_) {
        if (awaited_->missing > 0) return false;
        awaited_ = nullptr;
        run_kernel();
        if (!kernel_.handle() || awaited_) return false;
    }
    Request& request = view_.request;
    if (request.kind == Request::Kind::pause || request.kind == Request::Kind::wait_until) {
        if (request.until * cpus_.steps > now) return false;
        next_request(nullptr);
        return may_fetch(now);
    }
    full_ = size_ >= cpus_.rob ||
            (request.kind == Request::Kind::memory &&
             ((request.access == model::AccessKind::load && loads_ >= cpus_.loads) ||
              (request.access == model::AccessKind::store && stores_ >= cpus_.stores)));
    return !full_;
}

CpuInstruction& CpuWindow::add(CpuInstruction instruction, int count) {
    instruction.count = count;
    size_ += count;
    loads_ += instruction.memory && instruction.access == model::AccessKind::load;
    stores_ += instruction.memory && instruction.access == model::AccessKind::store;
    return instructions_.emplace_back(std::move(instruction));
}

void CpuWindow::commit() {
    const CpuInstruction& head = instructions_.front();
    size_ -= head.count;
    loads_ -= head.memory && head.access == model::AccessKind::load;
    stores_ -= head.memory && head.access == model::AccessKind::store;
    instructions_.pop_front();
}

/// Each chain's next instruction needs the result of the one before.
void CpuWindow::compute(Step now, int room) {
    const Request& request = view_.request;
    const auto chains = static_cast<std::size_t>(request.independent);
    results_.resize(std::max(results_.size(), chains), now);
    const int count = std::min(room, request.instructions - issued_);
    const int latency = view_.latencies[static_cast<std::size_t>(request.arithmetic)];
    CpuInstruction& all = add({}, count);
    for (int i = 0; i < count; ++i, ++issued_) {
        Step& result = results_[static_cast<std::size_t>(issued_) % chains];
        result = std::max(result, now) + latency;
        all.ready = std::max(all.ready, result);
    }
    if (issued_ == request.instructions) next_request(nullptr);
}

CpuInstruction CpuWindow::read(const Request& request, std::uint64_t memory_bytes) {
    CpuInstruction i{.memory = true, .access = request.access, .order = request.synchronization.order};
    if (request.access == model::AccessKind::fence) return i;
    if (request.mask != 1)
        throw StuckError(named() + " uses lane " + std::to_string(std::bit_width(request.mask) - 1) +
                         ", where a CPU has one, lane 0: its accesses are of one word");
    const Address address = request.addresses[0];
    if (address % 4 != 0)
        throw StuckError(named() + " touches address " + std::to_string(address) +
                         ", which is no multiple of 4: `Buffer::at` and `from` give addresses in bytes");
    if (address >= memory_bytes)
        throw StuckError(named() + " touches an address beyond the " + std::to_string(memory_bytes) +
                         " bytes that were allocated: `Buffer::at` and `from` give addresses in bytes");
    Coalesced touched;
    coalesce(request.addresses, request.mask, touched, block_words_);
    i.block = touched.block[0];
    i.word = touched.word[0];
    i.load = request.load;
    i.waits = request.blocking;
    if (i.load) i.load->missing = 1;
    if (request.access == model::AccessKind::atomic)
        i.data = operation_part(touched, 0, request.operation, request.data, request.compared, request.writers);
    else if (request.access == model::AccessKind::store)
        i.data = stored_part(touched, 0, request.data, request.writers);
    return i;
}

/// The answer to an atomic has a word for each lane.
void CpuWindow::answered(CpuInstruction& of, const Value& data) {
    const int word = of.access == model::AccessKind::atomic ? 0 : static_cast<int>(of.word);
    of.load->to[0] = data.word(word);
    if (of.load->writers) of.load->writers[0] = data.writer(word);
    of.load->missing = 0;
    of.load = nullptr;
}

Step CpuWindow::next(Step now) const {
    Step next = never;
    if (!instructions_.empty() && instructions_.front().ready > now) next = instructions_.front().ready;
    if (kernel_.handle() && !awaited_)
        if (const auto kind = view_.request.kind; kind == Request::Kind::pause || kind == Request::Kind::wait_until)
            next = std::min(next, Step(view_.request.until) * cpus_.steps);
    return next;
}

}  // namespace tandem::perfsim
