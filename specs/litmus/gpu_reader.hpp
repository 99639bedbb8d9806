// What the readers of PTX 6 and of Vulkan share: Dat3M writes both with registers r0, r1, ..., names for addresses, and the same
// arithmetic and branches.
#pragma once

#include <string>
#include <string_view>

#include "specs/litmus/assembly.hpp"

namespace tandem::specs {

class GpuReader : protected AssemblyReader {
protected:
    GpuReader(TestReader& reader, std::size_t thread) : AssemblyReader(reader, thread) {}

    /// add, sub, mul, and, or, xor; goto, beq, bne, blt, bgt, ble, bge: reads the rest of it, or nothing if the word is none.
    bool read_common(const std::string& word);

    int reg();
    /// A number or a register.
    Expression operand();
    /// A location's name, or an alias.
    void address(Instruction& i);
    static bool is_operation(std::string_view word);
    static Op operation(std::string_view word);
    /// The number of a barrier, and perhaps its resource.
    void barrier_number(Instruction& i);
};

}  // namespace tandem::specs
