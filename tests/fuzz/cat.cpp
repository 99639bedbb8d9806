// The reader of models in cat, and what makes steps of them. Nothing is included.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "specs/axiomatic/model.hpp"
#include "specs/litmus/cursor.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto load = [](const std::string&) -> std::string { throw std::runtime_error("there is no such file"); };
    try {
        tandem::specs::Model("m.cat", std::string(reinterpret_cast<const char*>(data), size), load);
    } catch (const tandem::specs::SyntaxError&) {
    }
    return 0;
}
