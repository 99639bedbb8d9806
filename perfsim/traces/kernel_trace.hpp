// A kernel's trace, `kernel-N.traceg`: a header, then thread blocks from `#BEGIN_TB` to `#END_TB`, in which each warp has `warp =
// N`, `insts = N` and as many lines.
//
// It is read twice. The first pass checks all of it, before anything is simulated, and records where each warp begins. In the
// second, each warp reads its own lines as it issues them. So memory holds 24 bytes for each warp of the trace, and some lines
// for each warp that runs.
#pragma once

#include <functional>

#include "perfsim/traces/trace_counts.hpp"

namespace tandem::perfsim {

struct KernelTraceHeader {
    std::array<std::uint32_t, 3> grid{}, block{};  // x, y, z
    std::uint64_t thread_blocks = 0;               // of the grid
    std::uint64_t block_line = 0;                  // of the file; it gives the size of thread blocks
    TraceLineForm form;
    TraceSpaces spaces;
    int warps_per_block = 1;
    int registers = 0;     // of a thread
    int shared_bytes = 0;  // of a thread block
};

class KernelTrace {
public:
    struct Warp {
        std::uint32_t number = 0;         // in its thread block
        std::uint64_t offset = 0, line = 0;  // of the line with the number of instructions
    };
    struct Block {
        std::uint64_t number = 0;  // in the grid
        std::array<std::uint32_t, 3> place{};
        std::size_t first_warp = 0, warps = 0;  // of those below
        std::uint64_t most_barriers = 0;        // that one of its warps waits at
    };

    /// Checks the whole file, counts its contents, and records in `map` the addresses that it touches. Throws WorkloadError.
    KernelTrace(const std::string& path, TraceCounts& counts, TraceMap& map);

    const std::string& path() const { return file_->path(); }
    const KernelTraceHeader& header() const { return header_; }
    /// The file's thread blocks, in the order of their numbers; a tracer may leave some out.
    const std::vector<Block>& blocks() const { return blocks_; }
    /// Whether its last thread block has an end, and not only the file.
    bool ended() const { return ended_; }
    /// A warp of one of them; null if the tracer saw no instruction of it.
    const Warp* warp(const Block& block, std::uint32_t number) const;
    const std::shared_ptr<const TraceFile>& file() const { return file_; }

private:
    void read_header(TraceLines& lines);
    void read_block(TraceLines& lines, TraceCounts& counts, TraceMap& map);
    void read_warp(TraceLines& lines, Block& block, TraceCounts& counts, TraceMap& map);

    std::shared_ptr<const TraceFile> file_;
    KernelTraceHeader header_;
    std::vector<Block> blocks_;
    std::vector<Warp> warps_;  // thread block after thread block
    bool ended_ = true;
};

/// The number of the instruction's lanes that access memory, and `f(word)` for each word that they touch.
template <class F>
int each_traced_word(const TraceInstruction& instruction, const TraceSpaces& spaces, std::uint64_t warp, F&& f) {
    int lanes = 0;
    for (std::uint32_t left = instruction.mask; left != 0; left &= left - 1) {
        const TraceWords words = words_of_lane(instruction, std::countr_zero(left), spaces, warp);
        for (int i = 0; i < words.count; ++i) f(words.addresses[static_cast<std::size_t>(i)]);
        lanes += words.count > 0;
    }
    return lanes;
}

/// Reads the instructions of a warp, one after the other.
class WarpTrace {
public:
    WarpTrace(const KernelTrace& kernel, const KernelTrace::Block& block, const KernelTrace::Warp& warp);
    /// False after the last one. Throws WorkloadError if the file has changed.
    bool next(TraceInstruction& instruction);

private:
    TraceLineForm form_;
    TraceWarp of_;
    std::uint64_t left_ = 0;
    TraceLines lines_;
};

}  // namespace tandem::perfsim
