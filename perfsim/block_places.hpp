// Where the blocks of memory lie: a permutation of their numbers, between addresses and everything behind.
//
// Texts deal blocks to banks by the low bits of their numbers, and DRAM and caches take the bits above. The machine puts other
// bits there if it says so. Neighbours that share a tag (sectors) go to one bank. And a bank's number may be an exclusive or of
// all bits above, so that strides which are powers of two meet all banks (Rau, "Pseudo-randomly interleaved memory", ISCA 1991,
// has the idea; GPGPU-Sim 4 calls it partition indexing).
#pragma once

#include <bit>
#include <cstdint>

namespace tandem::perfsim {

class BlockPlaces {
public:
    BlockPlaces() = default;
    /// `sectors`: consecutive blocks of one bank; `banks` of L2. Both are powers of two.
    BlockPlaces(int sectors, int banks, bool hashed)
        : sector_bits_(std::countr_zero(static_cast<unsigned>(sectors))),
          bank_bits_(std::countr_zero(static_cast<unsigned>(banks))),
          hashed_(hashed && banks > 1) {}

    /// Whether each block stays where it is.
    bool plain() const { return !hashed_ && (sector_bits_ == 0 || bank_bits_ == 0); }
    /// Blocks change places within groups of so many.
    std::uint32_t group() const { return plain() ? 1 : std::uint32_t(1) << (sector_bits_ + bank_bits_); }
    /// The number that stands for that block behind the load/store unit.
    std::uint32_t operator()(std::uint32_t block) const {
        const std::uint32_t sector = block & ((std::uint32_t(1) << sector_bits_) - 1), line = block >> sector_bits_,
                            last_bank = (std::uint32_t(1) << bank_bits_) - 1, above = line >> bank_bits_;
        std::uint32_t bank = line & last_bank;
        if (hashed_)
            for (std::uint32_t rest = above; rest != 0; rest >>= bank_bits_) bank ^= rest & last_bank;
        return ((above << sector_bits_ | sector) << bank_bits_) | bank;
    }

private:
    int sector_bits_ = 0, bank_bits_ = 0;
    bool hashed_ = false;
};

}  // namespace tandem::perfsim
