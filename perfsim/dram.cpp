#include "perfsim/dram.hpp"

#include <algorithm>

namespace tandem::perfsim {

void DramChannel::open(const Request& request) {
    Bank& at = bank(request);
    const int number = static_cast<int>(request.bank);
    Cycle opened = clock_.now();
    if (at.row >= 0) {
        const Cycle closing = std::max({opened, at.activated + shape_.row_active, at.ready, at.written});
        note(DramCommand::Kind::precharge, number, static_cast<std::uint32_t>(at.row), closing);
        opened = closing + shape_.precharge;
    }
    opened = std::max({opened, at.closed, at.activated + shape_.row_cycle});
    if (shape_.row_to_row > 0 || shape_.four_activations > 0) opened = activation(opened);
    note(DramCommand::Kind::activate, number, request.row, opened);
    at.row = request.row;
    at.fresh = true;
    at.activated = opened;
    at.ready = opened + shape_.activate;
    at.wanted = 0;
    Ring<Request>& from = chosen_from();
    for (int i = 0; i < from.size(); ++i) at.wanted += from[i].bank == request.bank && from[i].row == request.row;
    ++statistics.activations;
}

Cycle DramChannel::activation(Cycle soonest) {
    const Cycle window = std::max(shape_.row_to_row, shape_.four_activations);
    std::erase_if(activations_, [&](Cycle when) { return when + window <= clock_.now(); });
    for (bool moved = true; moved;) {
        auto at = activations_.begin();
        for (; at != activations_.end() && *at < soonest + shape_.row_to_row; ++at)
            if (soonest < *at + shape_.row_to_row) soonest = *at + shape_.row_to_row;
        moved = false;
        // With it, four others may not lie within tFAW: it goes behind the first of them.
        for (std::size_t i = 0; shape_.four_activations > 0 && i + 4 <= activations_.size(); ++i) {
            const Cycle first = activations_[i], last = activations_[i + 3];
            const bool meets = std::max(last, soonest) - std::min(first, soonest) < shape_.four_activations;
            if (meets) soonest = std::max(first + shape_.four_activations, soonest + 1), moved = true;
        }
    }
    activations_.insert(std::upper_bound(activations_.begin(), activations_.end(), soonest), soonest);
    return soonest;
}

void DramChannel::open_rows() {
    Ring<Request>& from = chosen_from();
    for (int i = 0; i < from.size(); ++i)
        if (!open_for(from[i]) && bank(from[i]).wanted == 0) open(from[i]);
}

void DramChannel::forward(std::uint32_t block, bool write) {
    ++statistics.forwarded;
    if (!write) read_done(block, clock_.now() + 1 + shape_.latency);
}

void DramChannel::choose_kind() {
    const bool writes = draining_ ? writes_.size() > shape_.write_low || (queue_.empty() && !writes_.empty())
                                  : writes_.size() >= shape_.write_high || (queue_.empty() && !writes_.empty());
    if (writes == draining_) return;
    draining_ = writes;
    for (Bank& at : banks_) at.wanted = 0;
    Ring<Request>& from = chosen_from();
    for (int i = 0; i < from.size(); ++i)
        if (open_for(from[i])) ++bank(from[i]).wanted;
}

Cycle DramChannel::column_from(bool write) const {
    Cycle from = std::max(bus_free_ - latency(write), last_column_ + shape_.column_to_column);
    if (write && shape_.bus_turnaround > 0) from = std::max(from, read_until_ + shape_.bus_turnaround - latency(write));
    if (!write && shape_.write_to_read > 0) from = std::max(from, written_until_ + shape_.write_to_read);
    return from;
}

void DramChannel::transfer(const Request& request) {
    const Cycle now = clock_.now(), data = std::max(now + latency(request.write), bus_free_);
    Bank& at = bank(request);
    --at.wanted;
    statistics.row_hits += !std::exchange(at.fresh, false);
    note(request.write ? DramCommand::Kind::write : DramCommand::Kind::read, static_cast<int>(request.bank), request.row, now,
         data);
    bus_free_ = data + shape_.transfer;
    at.ready = now + shape_.transfer;
    last_column_ = last_columns_[group(request)] = now;
    if (request.write) {
        ++statistics.writes;
        written_until_ = bus_free_;
        at.written = bus_free_ + shape_.write_recovery;
    } else {
        ++statistics.reads;
        read_until_ = bus_free_;
        read_done(request.block, bus_free_ + shape_.latency);
    }
}

void DramChannel::refresh() {
    // Several may have passed while there were no requests.
    for (; next_refresh_ <= clock_.now(); next_refresh_ += shape_.refresh_interval) {
        Cycle begins = next_refresh_;
        for (std::size_t b = 0; b < banks_.size(); ++b) {
            Bank& at = banks_[b];
            if (at.row >= 0) {
                const Cycle closing = std::max({next_refresh_, at.activated + shape_.row_active, at.ready, at.written});
                note(DramCommand::Kind::precharge, static_cast<int>(b), static_cast<std::uint32_t>(at.row), closing);
                begins = std::max(begins, closing + shape_.precharge);
            }
            begins = std::max(begins, at.closed);
            at.row = -1;
            at.wanted = 0;
        }
        note(DramCommand::Kind::refresh, 0, 0, begins);
        for (Bank& at : banks_) at.closed = begins + shape_.refresh;
        ++statistics.refreshes;
    }
}

void DramChannel::step() {
    const Cycle now = clock_.now();
    if (queue_.empty() && writes_.empty()) return;
    if (now < next_choice_) return clock_.wake(self_, next_choice_);
    if (next_refresh_ <= now) refresh();
    if (shape_.write_queue > 0) [[unlikely]] choose_kind();
    open_rows();
    Ring<Request>& queue = chosen_from();
    const Cycle from[] = {column_from(false), column_from(true)};  // by whether it is written
    Cycle soonest = never;
    for (int i = 0; i < queue.size(); ++i) {
        if (!open_for(queue[i])) continue;
        const Request& request = queue[i];
        const Cycle ready = std::max({bank(request).ready, from[request.write], group_from(request)});
        if (ready > now) {
            soonest = std::min(soonest, ready);
            continue;
        }
        const bool was_full = !room(2);
        transfer(queue.take(i));
        // The next request is chosen when the bus can take it soon, so that requests arriving meanwhile are considered.
        next_choice_ = std::max(now + 1, bus_free_ - std::max(shape_.column, shape_.write_latency));
        if (was_full) clock_.wake(owner_, now + 1);
        soonest = next_choice_;
        break;
    }
    if (!queue_.empty() || !writes_.empty()) clock_.wake(self_, soonest);
}

}  // namespace tandem::perfsim
