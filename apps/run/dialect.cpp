#include "apps/run/dialect.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::apps {

bool tagged(const specs::Instruction& i, const char* tag) {
    const auto among = [&](const std::vector<std::string>& tags) {
        return std::find(tags.begin(), tags.end(), tag) != tags.end();
    };
    return among(i.tags) || among(i.read_tags) || among(i.write_tags);
}

std::string assembly(const std::string& text, const std::vector<Operand>& outputs, const std::vector<Operand>& inputs) {
    const auto listed = [](const std::vector<Operand>& operands) {
        std::string list;
        for (const Operand& o : operands)
            list += fmt::format("{}\"{}\"({})", list.empty() ? "" : ", ", o.constraint, o.expression);
        return list;
    };
    return fmt::format("asm volatile(\"{}\" : {} : {} : \"memory\");", text, listed(outputs), listed(inputs));
}

Update update_of(const specs::Instruction& i) {
    using Op = specs::Expression::Op;
    if (i.waits) throw Unrunnable("an instruction that waits for a lock has no processor's instruction: a loop is accepted");
    if (i.compares) return {Update::Kind::compare};
    const specs::Expression& e = i.value;
    const bool of_old = !e.operands.empty() && e.operands[0].op == Op::old;
    if (!of_old) return {Update::Kind::exchange};
    switch (e.op) {
        case Op::add:
            return {Update::Kind::add};
        case Op::sub:
            return {Update::Kind::add, true};
        case Op::bit_and:
            return {Update::Kind::bit_and};
        case Op::bit_or:
            return {Update::Kind::bit_or};
        case Op::bit_xor:
            return {Update::Kind::bit_xor};
        default:
            throw Unrunnable(
                "a read-modify-write that calculates so has no processor's instruction: exchange, add, sub, "
                "and, or, xor and compare are accepted");
    }
}

}  // namespace tandem::apps
