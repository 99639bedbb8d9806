// The meaning of a trace's opcode for the memory system: "LDG.E.128.SYS" is a load of 16 bytes a lane. Mnemonics are those of
// NVIDIA's machine code (SASS), listed by generation in "CUDA Binary Utilities".
#pragma once

#include <boost/describe.hpp>
#include <cstdint>
#include <string_view>

#include "perfsim/datum.hpp"

namespace tandem::perfsim {

/// The treatment of an instruction; each has one kind.
BOOST_DEFINE_FIXED_ENUM_CLASS(TraceKind, std::uint8_t,
    load,      // also the load half of an asynchronous copy to shared memory
    store,
    atomic,
    fence,
    barrier,
    shared,    // shared memory is not behind the caches: an issue slot, like all kinds below
    constant,
    texture,   // and surfaces
    bulk,      // copies by a unit of their own (TMA)
    unknown,   // has addresses, and an unknown mnemonic
    other)

/// The address space of an access. A generic address may be in the windows of shared and of local memory.
enum class TraceSpace : std::uint8_t { global, local, generic };

struct TraceOpcode {
    TraceKind kind = TraceKind::other;
    TraceSpace space = TraceSpace::global;
    AtomicOperation operation{};     // of an atomic; what the machine lacks is an addition there
    bool copies_to_shared = false;   // LDGSTS: its data go to no register
    bool ends_copies = false;        // LDGDEPBAR: the copies since the last one form a group
    bool awaits_copies = false;      // DEPBAR: waits for groups
    bool of_doubles = false;         // works on pairs of registers
    bool special = false;            // its result takes as long as a root's
    int width = 4;                   // bytes of a lane, if it accesses memory; 0 if the opcode gives an impossible one
};

/// `has_addresses`: whether the trace gives it a width.
TraceOpcode trace_opcode(std::string_view text, bool has_addresses);

}  // namespace tandem::perfsim
