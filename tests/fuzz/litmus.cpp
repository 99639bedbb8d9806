// The reader of litmus tests, with all its languages, scope trees, memory maps and conditions.
#include <cstddef>
#include <cstdint>
#include <string>

#include "specs/litmus/cursor.hpp"
#include "specs/litmus/test.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        tandem::specs::parse_test("t.litmus", std::string(reinterpret_cast<const char*>(data), size));
    } catch (const tandem::specs::SyntaxError&) {
    }
    return 0;
}
