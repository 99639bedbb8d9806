// What a warp of a GPU asks of its memory: an instruction for all its lanes, after coalescing.
//
// Protocols for GPUs share it, so the simulator can issue instructions to any of them. A coalescing unit merges "accesses by
// multiple threads in the same warp [...] into the minimum number of accesses" (G-TSC paper, II-A): one for each block.
#pragma once

#include "model/reflect.hpp"

namespace tandem::model {

BOOST_DEFINE_FIXED_ENUM_CLASS(AccessKind, std::uint8_t,
    load,
    store,
    atomic,  // reads and writes in one step
    fence)   // waits for the warp's accesses

/// " := 1", and the words of the block, if not all.
template <class V>
std::string stored_text(const V& data) {
    if constexpr (requires { data.named; }) return data.named == Named::others ? " := data " + data.text() : " := " + data.text();
    else return " := " + std::to_string(data.number);
}

template <class D>
struct WarpInstruction {
    Enum<D, AccessKind> kind{};
    Thread<D> warp{};
    typename SpokenOf<D, Sort::address>::type blocks;  // touched by its lanes; none for a fence
    Value<D> data{};               // of a store or an atomic
    BOOST_DESCRIBE_CLASS(WarpInstruction, (), (kind, warp, blocks, data), (), ())

    int block_count() const {
        int count = 0;
        blocks.each([&](auto) { ++count; });
        return count;
    }
    /// Whether it is meaningful: a fence touches nothing, and only stores and atomics have data.
    bool well_formed() const {
        if (kind == AccessKind::fence) return block_count() == 0 && data == 0;
        if constexpr (requires { data.well_formed(); })
            if (!data.well_formed()) return false;
        return block_count() >= 1 && (kind != AccessKind::load || data == 0);
    }
    /// "W0 store A B := 1".
    std::string text() const {
        std::string line = "W" + std::to_string(warp.number) + " " + name_of(kind);
        blocks.each([&](auto a) { line += std::string(" ") + static_cast<char>('A' + a.number); });
        return kind == AccessKind::store || kind == AccessKind::atomic ? line + stored_text(data) : line;
    }
};

}  // namespace tandem::model
