#include "perfsim/shared_memory.hpp"

namespace tandem::perfsim {

int bank_cycles(std::span<const std::uint32_t> words, LaneMask mask, int banks) {
    std::array<std::uint32_t, most_lanes> different;  // words
    int count = 0, most = 1;
    for (LaneMask left = mask; left != 0; left &= left - 1) {
        const std::uint32_t word = words[static_cast<std::size_t>(std::countr_zero(left))];
        int of_its_bank = 1;
        bool known = false;
        for (int i = 0; i < count; ++i) {
            known |= different[static_cast<std::size_t>(i)] == word;
            of_its_bank += different[static_cast<std::size_t>(i)] % static_cast<std::uint32_t>(banks) ==
                           word % static_cast<std::uint32_t>(banks);
        }
        if (known) continue;
        different[static_cast<std::size_t>(count++)] = word;
        most = std::max(most, of_its_bank);
    }
    return most;
}

}  // namespace tandem::perfsim
