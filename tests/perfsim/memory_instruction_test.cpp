// Which load gets the arriving words.
#include "perfsim/memory_instruction.hpp"

#include <doctest/doctest.h>

namespace tandem::tests {

using namespace perfsim;

namespace {

MemoryInstruction load_of(Load& load, const std::vector<std::uint32_t>& blocks) {
    Lanes addresses{};
    for (std::size_t i = 0; i < blocks.size(); ++i) addresses[i] = blocks[i] * block_bytes;
    MemoryInstruction instruction;
    instruction.kind = model::AccessKind::load;
    instruction.load = &load;
    coalesce(addresses, (1u << blocks.size()) - 1, instruction.touched);
    load.missing = instruction.touched.count;
    return instruction;
}

}  // namespace

TEST_SUITE("perfsim/memory_instruction") {
    TEST_CASE("words go to the oldest load that still waits for their block") {
        Load first, second;
        MemoryInstruction a = load_of(first, {3, 4}), b = load_of(second, {3});
        LoadsUnderWay loads(1);
        loads.add(a);
        CHECK(&loads.deliver(0, 3, Value(30)) == &a);
        loads.add(b);
        CHECK(&loads.deliver(0, 3, Value(31)) == &b);
        CHECK(second.missing == 0);
        CHECK(&loads.deliver(0, 4, Value(40)) == &a);
        CHECK(first.missing == 0);
        CHECK(first.words[0] == 30);
        CHECK(first.words[1] == 40);
        CHECK(second.words[0] == 31);
    }
}

}  // namespace tandem::tests
