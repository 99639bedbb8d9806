// How a processor writes what a litmus test asks for: a statement of C around one instruction of inline assembly, so that no
// compiler can leave it out, merge it or move it past another. A dialect refuses what its processor has not.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "specs/litmus/test.hpp"

namespace tandem::apps {

/// A test cannot run there; what() says which instruction is the reason, and what would do.
struct Unrunnable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// An access as the parts of a statement.
struct AccessText {
    const specs::Instruction& instruction;
    std::string mark;                  // a label for the assembler, by which the compiled instruction is found; may be empty
    std::string into;                  // a variable of type cell that takes what was read, or a store's status
    std::string place, value, wanted;  // expressions: a pointer to cell; cells
    int bytes;                         // 4 or 8
};

/// What a read-modify-write does with what it read.
struct Update {
    enum class Kind { exchange, add, bit_and, bit_or, bit_xor, compare };
    Kind kind = Kind::exchange;
    bool negated = false;  // it subtracts
};
/// Throws Unrunnable for anything else.
Update update_of(const specs::Instruction& instruction);

class Dialect {
public:
    virtual ~Dialect() = default;
    /// As messages name it: "x86-64".
    virtual std::string processor() const = 0;
    /// Of the accesses and fences, as the test's own line 1 has it.
    virtual bool reads(const std::string& language) const = 0;
    virtual std::string load(const AccessText& a) const = 0;
    virtual std::string store(const AccessText& a) const = 0;
    virtual std::string update(const AccessText& a) const = 0;
    /// Whether the read-modify-write gives what it has read.
    virtual bool gives_old(const specs::Instruction&) const { return true; }
    virtual std::string fence(const specs::Instruction& i, const std::string& mark) const = 0;
    /// Goes to a label if the variable is not 0.
    virtual std::string branch(const std::string& condition, const std::string& label) const = 0;
    /// The mnemonic with which the disassembled instruction begins; empty: it is not looked for.
    virtual std::string mnemonic(const specs::Instruction& i) const = 0;
};

std::unique_ptr<Dialect> x86_dialect();
std::unique_ptr<Dialect> aarch64_dialect();
std::unique_ptr<Dialect> riscv_dialect();
std::unique_ptr<Dialect> c_dialect();
std::unique_ptr<Dialect> ptx_dialect();

/// A statement of inline assembly. Operands are constraints, each with its expression in C.
struct Operand {
    const char* constraint;
    std::string expression;
};
std::string assembly(const std::string& text, const std::vector<Operand>& outputs, const std::vector<Operand>& inputs);

/// Whether a tag is among those of the instruction.
bool tagged(const specs::Instruction& i, const char* tag);

}  // namespace tandem::apps
