// The reader of a litmus test's condition: of threads' registers and of locations, each compared with numbers and with others.
#include <cstddef>
#include <cstdint>
#include <string>

#include "specs/litmus/cursor.hpp"
#include "specs/litmus/test.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string head = "X86 C\n{ x=1; y=x; }\n P0 | P1 ;\n MOV [x],$1 | MOV EAX,[x] ;\n MOV EBX,[y] | MOV [y],$2 ;\n";
    try {
        const tandem::specs::Test test =
            tandem::specs::parse_test("t.litmus", head + std::string(reinterpret_cast<const char*>(data), size));
        tandem::specs::holds(test.condition, [](const tandem::specs::Observed& o) { return tandem::specs::Value::of(o.index); });
    } catch (const tandem::specs::SyntaxError&) {
    }
    return 0;
}
