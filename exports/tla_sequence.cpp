#include "exports/tla_sequence.hpp"

#include <algorithm>
#include <stdexcept>

namespace tandem::exports {
namespace {

/// The one length that `path` leaves of those that let `change`, of the length, be one, or -1.
int known_length(const SequenceLeaves& sequence, const std::vector<std::pair<Expression, bool>>& path, int change) {
    std::vector<int> left;
    for (int length = std::max(0, -change); length <= sequence.capacity - std::max(0, change); ++length) {
        bool fits = true;
        for (const auto& [condition, truth] : path) {
            if (condition.op() != Operator::equal && condition.op() != Operator::less) continue;
            bool about = true;
            const int value = evaluate(condition, [&](Place place) {
                about = about && place == Place{sequence.node, sequence.first};
                return length;
            });
            fits = fits && (!about || (value != 0) == truth);
        }
        if (fits) left.push_back(length);
    }
    return left.size() == 1 ? left[0] : -1;
}

/// What is done to a sequence is none of what has a short name.
struct Other {};
[[noreturn]] void fail() { throw Other{}; }

/// One of the ways in which a sequence is read; throws `Other` if it is none.
TlaValue read_off(Expressions& expressions, const std::vector<const ValueType*>& types, const SequenceLeaves& sequence,
                  const std::map<int, Expression>& updates, int before) {
    const auto leaf = [&](int i, int field) { return sequence.first + 1 + i * sequence.width + field; };
    const auto old = [&](int l) { return expressions.variable({sequence.node, l}, *types[static_cast<std::size_t>(l)]); };
    const auto now = [&](int i, int field) {
        const auto found = updates.find(leaf(i, field));
        return found == updates.end() ? old(leaf(i, field)) : found->second;
    };
    const auto length = updates.find(sequence.first);
    TlaValue value;
    // Items 0..count-1 are those that were `shift` places further on, apart from fields that change in all of them alike.
    const auto note_changes = [&](int count, int shift) {
        for (int field = 0; field < sequence.width; ++field)
            for (int i = 0; i < count; ++i) {
                const bool kept = now(i, field) == old(leaf(i + shift, field));
                const auto other = value.fields.find(field);
                if (i > 0 && (other == value.fields.end() ? !kept : other->second != now(i, field))) fail();
                if (i == 0 && !kept) value.fields[field] = now(i, field);
            }
    };
    if (length == updates.end()) {
        if (before < 0) fail();
        value.how = TlaValue::How::change;
        note_changes(before, 0);
        if (value.fields.empty()) value.how = TlaValue::How::kept;
    } else if (length->second.is_constant()) {
        value.how = TlaValue::How::items;
        for (int i = 0; i < length->second.constant(); ++i) {
            auto& item = value.items.emplace_back();
            for (int field = 0; field < sequence.width; ++field) item.push_back(now(i, field));
        }
    } else if (length->second == sum(old(sequence.first), 1)) {
        if (before < 0 || before >= sequence.capacity) fail();
        note_changes(before, 0);
        if (!value.fields.empty()) fail();
        value.how = TlaValue::How::append;
        auto& item = value.items.emplace_back();
        for (int field = 0; field < sequence.width; ++field) {
            const auto found = updates.find(leaf(before, field));
            item.push_back(found == updates.end() ? Expression(0) : found->second);
        }
    } else if (length->second == sum(old(sequence.first), -1)) {
        value.how = TlaValue::How::pop;
        note_changes(before < 0 ? sequence.capacity - 1 : before - 1, 1);
        value.empty = before == 1;
    } else {
        fail();
    }
    return value;
}

/// The items that there are then, each by itself; the sequence had `before` of them.
TlaValue listed(Expressions& expressions, const std::vector<const ValueType*>& types, const SequenceLeaves& sequence,
                const std::map<int, Expression>& updates, int before) {
    const auto changed = updates.find(sequence.first);
    int after = before;
    if (changed != updates.end())
        after = evaluate(changed->second, [&](Place place) {
            if (place != Place{sequence.node, sequence.first})
                throw std::invalid_argument("no TLA+: how long a FIFO becomes depends on something else than its length");
            return before;
        });
    TlaValue value;
    value.how = TlaValue::How::items;
    for (int i = 0; i < after; ++i) {
        auto& item = value.items.emplace_back();
        for (int field = 0; field < sequence.width; ++field) {
            const int leaf = sequence.first + 1 + i * sequence.width + field;
            const auto update = updates.find(leaf);
            item.push_back(update == updates.end()
                               ? expressions.variable({sequence.node, leaf}, *types[static_cast<std::size_t>(leaf)])
                               : update->second);
        }
    }
    return value;
}

}  // namespace

TlaValue sequence_value(Expressions& expressions, const std::vector<const ValueType*>& types, const SequenceLeaves& sequence,
                        const std::map<int, Expression>& updates, const std::vector<std::pair<Expression, bool>>& path) {
    // Nothing is put into a full FIFO, nor taken from an empty one: handlers need not ask.
    const auto length = updates.find(sequence.first);
    const Expression old =
        expressions.variable({sequence.node, sequence.first}, *types[static_cast<std::size_t>(sequence.first)]);
    const int change = length == updates.end() ? 0 : length->second == sum(old, 1) ? 1 : length->second == sum(old, -1) ? -1 : 0;
    const int before = known_length(sequence, path, change);
    try {
        return read_off(expressions, types, sequence, updates, before);
    } catch (const Other&) {
        if (before >= 0) return listed(expressions, types, sequence, updates, before);
        throw std::invalid_argument(
            "no TLA+: a handler that does not ask how long a FIFO is does something else to it than to append, take the first, "
            "or change all alike");
    }
}

}  // namespace tandem::exports
