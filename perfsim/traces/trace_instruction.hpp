// One instruction of a warp, as in a line of a trace: `[line] PC mask destinations opcode sources width [mode addresses]
// [immediate]`.
//
// Addresses come in three modes: one for each lane of the mask; a base and a stride; or a base and the difference of each lane's
// address to the previous one. The format was learnt from Accel-Sim's tracer and parser
// (github.com/accel-sim/accel-sim-framework, util/tracer_nvbit and gpu-simulator/trace-parser); so were the widths, which it
// takes from the opcode, since the tool below the tracer may give others.
#pragma once

#include <array>
#include <optional>

#include "perfsim/traces/trace_lines.hpp"
#include "perfsim/traces/trace_opcode.hpp"

namespace tandem::perfsim {

inline constexpr int trace_lanes = lane_count;  // of the warps of a trace
inline constexpr std::uint64_t most_trace_address = (std::uint64_t(1) << 62) - 1;  // far beyond what GPUs address

/// Registers that an instruction names. The last one is not a register but reads as 0.
struct TraceRegisters {
    static constexpr std::uint8_t zero = 255;
    int count = 0;
    std::array<std::uint8_t, 8> numbers{};

    const std::uint8_t* begin() const { return numbers.data(); }
    const std::uint8_t* end() const { return numbers.data() + count; }
};

struct TraceInstruction {
    TraceOpcode opcode;
    std::uint32_t mask = 0;  // lanes that take part
    TraceRegisters destinations, sources;
    std::array<std::uint64_t, trace_lanes> addresses{};  // of the lanes in the mask, if it has any
    std::optional<std::int64_t> immediate;
};

/// What precedes each instruction, according to the file's header.
struct TraceLineForm {
    bool names_warp = false;   // before version 3: the thread block's three numbers and the warp's
    bool names_line = false;   // the source line's number
};

/// The place of the warp whose instructions are read; a line may repeat it.
struct TraceWarp {
    std::array<std::uint32_t, 3> block{};
    std::uint32_t warp = 0;
};

/// Reads the present line of `lines`. Throws WorkloadError.
void read_instruction(TraceLines& lines, const TraceLineForm& form, const TraceWarp& of, TraceInstruction& instruction);

}  // namespace tandem::perfsim
