#include "specs/litmus/ptx6_tags.hpp"

#include <algorithm>

namespace tandem::specs {

std::vector<std::string> ptx6_tags(const Instruction& instruction) {
    const auto has = [&](const char* tag) {
        return std::find(instruction.tags.begin(), instruction.tags.end(), tag) != instruction.tags.end();
    };
    switch (instruction.kind) {
        case Instruction::Kind::fence:
            return {"SC", has("cta") ? "CTA" : has("gl") ? "GPU" : "SYS", "GEN"};
        case Instruction::Kind::read_modify_write:
            return {"RLX", "GPU", "GEN"};
        case Instruction::Kind::load:
        case Instruction::Kind::store:
            if (has("volatile")) return {"RLX", "SYS", "GEN"};
            return {"WEAK", "GEN"};
        default:
            return {};
    }
}

}  // namespace tandem::specs
