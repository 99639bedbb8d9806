// Described values as text, for traces. Of a struct those members are left out that its `clear_unused` says mean nothing now.
#include "model/print.hpp"

#include <algorithm>
#include <cstddef>

#include "model/shown_text.hpp"

namespace tandem::model {

namespace {

using Kind = Structure::Kind;

std::string text_of_leaf(const Structure& leaf, const void* object) {
    const int number = leaf_number(leaf, object);
    switch (leaf.leaf) {
        case LeafKind::flag:
            return number != 0 ? "yes" : "no";
        case LeafKind::enumeration:
        case LeafKind::named_words:
            return 0 <= number && number < leaf.limit ? leaf.enumerators[static_cast<std::size_t>(number)] : "?";
        case LeafKind::name:
            return name_text(leaf.sort, number);
        case LeafKind::physical_time:
            return leaf_text(PhysicalTime(number));
        case LeafKind::time:
        case LeafKind::count:
            return std::to_string(number);
    }
    return "?";
}

/// Whether a member means nothing now: it holds its default, and whatever else it held, `clear_unused` would set it back.
bool is_idle(const Structure& s, const void* object, const Structure::Member& m, const Shape& shape) {
    if (!s.clear_unused) return false;
    const auto& leaves = m.structure->places(shape).leaves;
    const auto* blank = static_cast<const char*>(m.structure->blank);
    const auto is_blank = [&](const void* member, const Structure::Place& leaf) {
        return std::memcmp(part_at(member, leaf.offset), blank + leaf.offset, leaf.bytes) == 0;
    };
    const auto all_blank = [&](const void* member) {
        return std::all_of(leaves.begin(), leaves.end(), [&](const Structure::Place& leaf) { return is_blank(member, leaf); });
    };
    if (!all_blank(part_at(object, m.offset))) return false;
    std::vector<std::max_align_t> copy((s.size + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t));
    std::memcpy(copy.data(), object, s.size);
    char* const member = part_at(static_cast<void*>(copy.data()), m.offset);
    for (const Structure::Place& leaf : leaves) {
        const int number = leaf_number(member + leaf.offset, leaf.bytes, leaf.is_signed);
        set_leaf_number(member + leaf.offset, leaf.bytes, number + 1 < leaf.limit ? number + 1 : 0);
    }
    if (all_blank(member)) return false;  // it has no other value in this shape
    s.clear_unused(copy.data());
    return all_blank(member);
}

void append_members(const Structure& s, const void* object, const Shape& shape, const std::string& path,
                    std::vector<Field>& out) {
    for (const Structure::Member& m : s.members)
        if (!is_idle(s, object, m, shape))
            append_fields(*m.structure, part_at(object, m.offset), shape, path.empty() ? m.name : path + "." + m.name, out);
}

}  // namespace

void append_fields(const Structure& s, const void* object, const Shape& shape, const std::string& path, std::vector<Field>& out) {
    const auto named = [&](int i) { return path + "." + name_text(s.sort, i); };
    switch (s.kind) {
        case Kind::leaf:
            out.push_back({path, text_of_leaf(s, object)});
            break;
        case Kind::array:
            for (int i = 0; i < shape[s.sort]; ++i) append_fields(*s.item, s.item_at(object, i), shape, named(i), out);
            break;
        case Kind::table:
            for (int i = 0; i < shape[s.sort]; ++i)
                if (s.present_at(object, i)) append_fields(*s.item, s.item_at(object, i), shape, named(i), out);
            break;
        case Kind::set: {
            std::string members;
            for (int i = 0; i < shape[s.sort]; ++i)
                if (*s.item_at(object, i) != 0) members += (members.empty() ? "" : " ") + name_text(s.sort, i);
            if (!members.empty()) out.push_back({path, "{" + members + "}"});
            break;
        }
        case Kind::maybe:
            if (s.present_at(object, 0)) append_fields(*s.item, s.item_at(object, 0), shape, path, out);
            break;
        case Kind::fifo: {
            const int length = s.items_in(object);
            for (int i = 0; i < length; ++i)
                append_fields(*s.item, s.item_at(object, i), shape, path + "[" + std::to_string(i) + "]", out);
            break;
        }
        case Kind::members:
            if (s.text) out.push_back({path, cleaned_line(s.text(object))});                         // data
            else if (s.carries && !path.empty()) out.push_back({path, one_line(s, object, shape)});  // a message that waits
            else append_members(s, object, shape, path, out);
            break;
    }
}

std::string one_line(const Structure& structure, const void* object, const Shape& shape) {
    std::vector<Field> fields;
    append_fields(structure, object, shape, "", fields);
    std::string text;
    for (std::size_t i = 1; i < fields.size(); ++i) {
        if (structure.carries && !structure.carries(object, fields[i].name)) continue;
        text += (text.empty() ? "" : ", ") + fields[i].name + " " + fields[i].value;
    }
    return fields.empty() ? text : fields[0].value + "(" + text + ")";
}

}  // namespace tandem::model
