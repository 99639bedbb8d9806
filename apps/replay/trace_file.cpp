#include "apps/replay/trace_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/check/fairness.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/trace/tree.hpp"
#include "apps/trace/written.hpp"
#include "model/file_bytes.hpp"

namespace tandem::apps {

using nlohmann::json;

namespace {

constexpr const char* accepted = "a file that `tandem check PROTOCOL --trace FILE.json` has written is accepted";

/// Says where in the file it is not as it should be.
struct Damaged {
    std::string what;
};

/// A member of an object, of a kind; `where` names the object.
const json& member(const json& object, const char* name, json::value_t kind, const std::string& where) {
    const auto at = object.is_object() ? object.find(name) : object.end();
    if (!object.is_object() || at == object.end()) throw Damaged{where + " has no member \"" + name + "\""};
    const bool whole = kind == json::value_t::number_unsigned;
    if (whole ? !at->is_number_integer() : at->type() != kind)
        throw Damaged{fmt::format("{} has a member \"{}\" of another kind", where, name)};
    return *at;
}

/// No trace has a control character, and a terminal would obey it.
std::string plain(std::string text, const std::string& where) {
    for (const char c : text)
        if (static_cast<unsigned char>(c) < ' ' || c == 127) throw Damaged{where + " has a text with a control character"};
    return text;
}

std::string words(const json& object, const char* name, const std::string& where) {
    return plain(member(object, name, json::value_t::string, where).get<std::string>(), where);
}
/// Words, or `null`, which becomes none.
std::string words_or_none(const json& object, const char* name, const std::string& where) {
    const auto at = object.is_object() ? object.find(name) : object.end();
    return object.is_object() && at != object.end() && at->is_null() ? "" : words(object, name, where);
}
bool truth(const json& object, const char* name, const std::string& where) {
    return member(object, name, json::value_t::boolean, where).get<bool>();
}
const json& list(const json& object, const char* name, const std::string& where) {
    return member(object, name, json::value_t::array, where);
}

int whole(const json& value, std::int64_t least, std::int64_t most, const std::string& where) {
    if (!value.is_number_integer()) throw Damaged{where + " is no whole number"};
    const auto number = value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(most)
                            ? most + 1
                            : value.get<std::int64_t>();
    if (number < least || number > most)
        throw Damaged{fmt::format("{} is {}, and from {} to {} it may be", where, value.dump(), least, most)};
    return static_cast<int>(number);
}
int whole_or_none(const json& object, const char* name, std::int64_t least, std::int64_t most, const std::string& where) {
    const auto at = object.is_object() ? object.find(name) : object.end();
    if (!object.is_object() || at == object.end()) throw Damaged{where + " has no member \"" + name + "\""};
    return at->is_null() ? -1 : whole(*at, least, most, fmt::format("\"{}\" of {}", name, where));
}

std::vector<std::string> lines(const json& object, const char* name, const std::string& where) {
    std::vector<std::string> all;
    for (const json& line : list(object, name, where)) {
        if (!line.is_string()) throw Damaged{fmt::format("\"{}\" of {} has something that is no text", name, where)};
        all.push_back(plain(line.get<std::string>(), where));
    }
    return all;
}

template <class Json>
void add_leaves(const Json& value, const std::string& path, int depth, Leaves& leaves) {
    if (depth > 32) throw Damaged{"a state has a field within more than 32 others"};
    if (value.is_object()) {
        for (const auto& [name, inner] : value.items())
            add_leaves(inner, path.empty() ? name : path + "." + name, depth + 1, leaves);
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) add_leaves(value[i], fmt::format("{}[{}]", path, i), depth + 1, leaves);
    } else {
        leaves[path] = value.is_string()    ? value.template get<std::string>()
                       : value.is_boolean() ? (value.template get<bool>() ? "yes" : "no")
                                            : value.dump();
    }
}

WrittenState state(const json& object, const char* name, const std::string& where) {
    WrittenState all;
    for (const auto& [node, fields] : member(object, name, json::value_t::object, where).items()) {
        Leaves& leaves = all[plain(node, where)];
        add_leaves(fields, "", 0, leaves);
        for (const auto& [path, value] : leaves) plain(path + value, where);
    }
    return all;
}

WrittenStep step_of(const json& step, const std::string& where, int messages) {
    WrittenStep read;
    read.event = words(step, "event", where);
    read.node = words_or_none(step, "node", where);
    if (!read.node.empty()) {
        if (!read.event.starts_with(read.node + ": "))
            throw Damaged{fmt::format("\"event\" of {} does not begin with its node, {}", where, read.node)};
        read.operation = read.event.substr(read.node.size() + 2);
    }
    read.outcomes = lines(step, "outcomes", where);
    read.seen = lines(step, "seen", where);
    read.receives = whole_or_none(step, "receives", 0, messages - 1, where);
    for (const json& id : list(step, "sends", where))
        read.sends.push_back(whole(id, 0, messages - 1, "a message in \"sends\" of " + where));
    read.states = state(step, "states", where);
    if (step.contains("error")) read.error = words(step, "error", where);
    return read;
}

WrittenTrace trace_of(const json& trace, const std::string& where) {
    WrittenTrace read;
    read.property = words(trace, "property", where);
    read.refused = words(trace, "refused", where);
    read.dead_end = truth(trace, "dead_end", where);
    if (trace.contains("fairness")) {
        read.fairness = words(trace, "fairness", where);
        constexpr std::size_t most_of_names = 16 << 10;
        if (read.fairness.size() > most_of_names || !is_fairness(read.fairness))
            throw Damaged{"\"fairness\" of " + where + " is neither weak nor strong, nor strong= with names"};
    }
    if (trace.contains("moments")) {
        read.moments = words(trace, "moments", where);
        if (read.moments != any_moments && read.moments != moments_of_clock)
            throw Damaged{"\"moments\" of " + where + " are neither any nor those of a clock"};
    }
    if (trace.contains("verdict")) read.verdict = words(trace, "verdict", where);
    read.start = state(trace, "start", where);
    const json& steps = list(trace, "steps", where);
    for (const json& message : list(trace, "messages", where)) {
        const std::string which = fmt::format("message {} of {}", read.messages.size(), where);
        const int sent = whole(member(message, "sent", json::value_t::number_unsigned, which), 0,
                               static_cast<std::int64_t>(steps.size()), "\"sent\" of " + which);
        read.messages.push_back({words_or_none(message, "from", which), words_or_none(message, "to", which),
                                 words(message, "text", which), words(message, "kind", which), sent});
    }
    for (const json& step : steps)
        read.steps.push_back(
            step_of(step, fmt::format("step {} of {}", read.steps.size() + 1, where), static_cast<int>(read.messages.size())));
    const int from = whole_or_none(trace, "repeats_from", 1, static_cast<std::int64_t>(steps.size()) + 1, where);
    read.repeats_from = from < 0 ? -1 : from - 1;
    return read;
}

WrittenFile file_of(const json& file) {
    WrittenFile read;
    read.protocol = words(file, "protocol", "it");
    read.system = words(file, "system", "it");
    read.selection = {words(file, "variant", "it"), words(file, "shape", "it"), truth(file, "free", "it")};
    for (const json& trace : list(file, "traces", "it"))
        read.traces.push_back(trace_of(trace, fmt::format("trace {}", read.traces.size() + 1)));
    if (read.traces.empty()) throw Damaged{"it has no trace"};
    return read;
}

std::string text_of(const std::string& path) {
    try {
        return model::bytes_of_file(path, most_bytes_of_trace);
    } catch (const model::Unreadable& why) {
        throw UsageError(fmt::format("cannot read the trace file '{}' ({}): {}", path, why.what(), accepted));
    }
}

/// A line may hold what a file says.
std::string shortened(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < ' ') c = ' ';
    return text.size() > 160 ? text.substr(0, 160) + "..." : text;
}

}  // namespace

Leaves leaves_of(const std::vector<model::Field>& fields) {
    Leaves leaves;
    add_leaves(tree_of(fields), "", 0, leaves);
    return leaves;
}

WrittenFile trace_file_of(const std::string& text, const std::string& path) {
    if (text.empty()) throw UsageError("the trace file '" + path + "' is empty: " + accepted);
    // A nesting that no trace has would take the parser's whole stack when the value is freed.
    json file;
    try {
        file = json::parse(text, [](int depth, json::parse_event_t, json&) {
            if (depth > 64) throw Damaged{"it has a value within more than 64 others"};
            return true;
        });
    } catch (const json::exception&) {
        throw UsageError("the trace file '" + path + "' is no JSON, or cut off: " + accepted);
    } catch (const Damaged& damaged) {
        throw UsageError("the trace file '" + path + "' is damaged (" + damaged.what + "): " + accepted);
    }
    const bool ours =
        file.is_object() && file.contains("format") && file["format"] == "tandem-trace" && file.contains("format_version");
    if (!ours) throw UsageError("the file '" + path + "' is JSON, but no trace of Tandem: " + accepted);
    if (file["format_version"] != 1)
        throw UsageError(fmt::format(
            "the trace file '{}' has format_version {}: 1 is accepted, as this program's `check --trace FILE.json` writes it",
            path, shortened(file["format_version"].dump())));
    try {
        return file_of(file);
    } catch (const Damaged& damaged) {
        throw UsageError("the trace file '" + path + "' is damaged (" + shortened(damaged.what) + "): " + accepted);
    }
}

WrittenFile read_trace_file(const std::string& path) { return trace_file_of(text_of(path), path); }

}  // namespace tandem::apps
