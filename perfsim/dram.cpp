#include "perfsim/dram.hpp"

namespace tandem::perfsim {

void DramChannel::open(const Request& request) {
    Bank& at = bank(request);
    Cycle opened = clock_.now();
    if (at.row >= 0) opened = std::max({opened, at.activated + shape_.row_active, at.written}) + shape_.precharge;
    at.row = request.row;
    at.fresh = true;
    at.activated = opened;
    at.ready = opened + shape_.activate;
    at.wanted = 0;
    for (int i = 0; i < queue_.size(); ++i) at.wanted += queue_[i].bank == request.bank && queue_[i].row == request.row;
    ++statistics.activations;
}

void DramChannel::open_rows() {
    for (int i = 0; i < queue_.size(); ++i)
        if (!open_for(queue_[i]) && bank(queue_[i]).wanted == 0) open(queue_[i]);
}

void DramChannel::transfer(const Request& request) {
    const Cycle now = clock_.now();
    Bank& at = bank(request);
    --at.wanted;
    statistics.row_hits += !std::exchange(at.fresh, false);
    bus_free_ = std::max(now + shape_.column, bus_free_) + shape_.transfer;
    at.ready = now + shape_.transfer;
    if (request.write) {
        ++statistics.writes;
        at.written = bus_free_ + shape_.write_recovery;
    } else {
        ++statistics.reads;
        done_.push({request.block, bus_free_ + shape_.latency});
        clock_.wake(owner_, bus_free_ + shape_.latency);
    }
}

void DramChannel::step() {
    const Cycle now = clock_.now();
    if (queue_.empty()) return;
    if (now < next_choice_) return clock_.wake(self_, next_choice_);
    open_rows();
    Cycle soonest = never;
    for (int i = 0; i < queue_.size(); ++i) {
        if (!open_for(queue_[i])) continue;
        if (bank(queue_[i]).ready > now) {
            soonest = std::min(soonest, bank(queue_[i]).ready);
            continue;
        }
        const bool was_full = !room(2);
        transfer(queue_.take(i));
        // The next is chosen when the bus can take it soon, so that requests which come meanwhile are considered.
        next_choice_ = std::max(now + 1, bus_free_ - shape_.column);
        if (was_full) clock_.wake(owner_, now + 1);
        soonest = next_choice_;
        break;
    }
    if (!queue_.empty()) clock_.wake(self_, soonest);
}

}  // namespace tandem::perfsim
