// The part that the parsers of all languages share: the names of registers and locations, labels, and one instruction at a time.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "specs/litmus/cursor.hpp"
#include "specs/litmus/test.hpp"

namespace tandem::specs {

/// A test while it is being read.
class TestReader {
public:
    TestReader(const std::string& file, const std::string& text, const std::set<std::string>& tags)
        : cursor(file, text), tags_(tags) {}

    Cursor cursor;
    Test test;

    /// The number of a location or register; a new name is added.
    int location(const std::string& name);
    int reg(std::size_t thread, const std::string& name);
    bool is_register(std::size_t thread, const std::string& name) const;
    /// Whether a location has this name, or this other name.
    bool is_location(const std::string& name) const;

    /// Another name for a location. It gives the number by which accesses by that name are told from others.
    struct Alias {
        int location;
        int reference;
    };
    /// `generic`: accesses by this name are not ordered with those by `of` where only one name is spoken of (PTX 7.5's proxies).
    void alias(const std::string& name, const std::string& of, bool generic, std::size_t position);
    /// Which accesses are by the same name: -1 for those by the location's own.
    int reference(const std::string& name) const;

    /// What a language calls a register, whatever its width or its other name; empty for what is no register of its. A language
    /// that has no such list takes each name as it is.
    std::string canonical(const std::string& name) const { return names_registers ? names_registers(name) : name; }
    std::string (*names_registers)(const std::string& name) = nullptr;
    /// The canonical name of a register that is always zero.
    static constexpr const char* zero = "0";

    /// Notes an access of some bytes. An error for a test of several sizes.
    void accesses(int bytes, std::size_t position);

    /// A jump to a label, which may be further down.
    void branch_to(std::size_t thread, Instruction branch, const std::string& label);
    void label(std::size_t thread, const std::string& label, std::size_t position);

    /// Called once all threads are known. An error for an undefined label.
    void resolve_labels();

    /// An error for an unknown tag of an access or a fence: it would have no effect, whatever its author meant.
    void check_tag(const std::string& tag, std::size_t position) const;

private:
    struct Jump {
        std::size_t thread, instruction, position;
        std::string label;
    };
    std::vector<Jump> jumps_;
    std::map<std::pair<std::size_t, std::string>, std::size_t> labels_;
    std::map<std::string, Alias> aliases_;
    const std::set<std::string>& tags_;  // of the model
    int width_ = 0;                      // of all accesses so far
};

/// How one language writes an instruction: adds those of one cell of the program table to the thread.
using ReadCell = void (*)(TestReader& reader, std::size_t thread);

void read_x86(TestReader& reader, std::size_t thread);
void read_lisa(TestReader& reader, std::size_t thread);
void read_ptx(TestReader& reader, std::size_t thread);
void read_ptx6(TestReader& reader, std::size_t thread);
void read_vulkan(TestReader& reader, std::size_t thread);
void read_aarch64(TestReader& reader, std::size_t thread);
void read_riscv(TestReader& reader, std::size_t thread);
void read_ppc(TestReader& reader, std::size_t thread);
/// All threads of a test in C.
void read_c(TestReader& reader);

/// The canonical name of a register, or empty.
std::string x86_register(const std::string& name);
std::string aarch64_register(const std::string& name);
std::string riscv_register(const std::string& name);
std::string ppc_register(const std::string& name);

/// The condition and its surroundings, up to the end.
void read_condition(TestReader& reader);

}  // namespace tandem::specs
