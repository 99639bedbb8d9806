// Which words of memory the kernels of a run access: every word that a lane loads, stores or exchanges.
#pragma once

#include <bit>
#include <vector>

#include "perfsim/kernel.hpp"

namespace tandem::perfsim {

class TouchedWords {
public:
    void note(const Request& request) {
        if (request.kind != Request::Kind::memory || request.access == model::AccessKind::fence) return;
        for (LaneMask left = request.mask; left != 0; left &= left - 1) {
            const std::size_t word = request.addresses[static_cast<std::size_t>(std::countr_zero(left))] / 4;
            if (word >= touched_.size()) touched_.resize(word + 1);
            if (touched_[word]) continue;
            touched_[word] = true;
            ++count_;
        }
    }
    /// `address` is in bytes.
    bool has(Address address) const { return address / 4 < touched_.size() && touched_[address / 4]; }
    std::uint64_t count() const { return count_; }

private:
    std::vector<bool> touched_;
    std::uint64_t count_ = 0;
};

}  // namespace tandem::perfsim
