// A stack for signals. A thread that has used up its own, because a text recurses without end, can say so on this one.
#pragma once

#include <signal.h>

#include <array>
#include <cstddef>
#include <memory>

namespace tandem::checker {

/// Of the thread that has made it, as long as it lives.
class SignalStack {
public:
    SignalStack() {
        const stack_t own{.ss_sp = memory_->data(), .ss_flags = 0, .ss_size = memory_->size()};
        sigaltstack(&own, &before_);
    }
    ~SignalStack() { sigaltstack(&before_, nullptr); }
    SignalStack(const SignalStack&) = delete;
    SignalStack& operator=(const SignalStack&) = delete;

private:
    std::unique_ptr<std::array<std::byte, 64 * 1024>> memory_ = std::make_unique<std::array<std::byte, 64 * 1024>>();
    stack_t before_{};
};

}  // namespace tandem::checker
