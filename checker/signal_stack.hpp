// A stack for signals. A thread that has used up its own, because a text recurses without end, can say so on this one.
#pragma once

#include <signal.h>

#include <array>
#include <cstddef>
#include <memory>
#include <utility>

namespace tandem::checker {

/// Of the thread that has made it, as long as it lives.
class SignalStack {
public:
    using Room = std::unique_ptr<std::array<std::byte, 64 * 1024>>;
    /// Room for one. Throws std::bad_alloc. It is made before its thread starts, since a thread could not tell of that.
    static Room room() { return std::make_unique_for_overwrite<Room::element_type>(); }

    explicit SignalStack(Room room = SignalStack::room()) : room_(std::move(room)) {
        const stack_t own{.ss_sp = room_->data(), .ss_flags = 0, .ss_size = room_->size()};
        sigaltstack(&own, &before_);
    }
    ~SignalStack() { sigaltstack(&before_, nullptr); }
    SignalStack(const SignalStack&) = delete;
    SignalStack& operator=(const SignalStack&) = delete;

private:
    Room room_;
    stack_t before_{};
};

}  // namespace tandem::checker
