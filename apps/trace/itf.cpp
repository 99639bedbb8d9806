// The Informal Trace Format (Apalache, ADR 015): a state is a record of variables; what became of the step before stands beside
// it. A tree of fields is a record, a list is a sequence, a set is a #set, and what is kept by block, core or thread is a #map.
// A record has the same fields in all states, as in TLA+: what is absent in one is "-" there, or empty if it is a collection.
// Numbers are small, so none needs the form for large ones.
#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "apps/common/json_text.hpp"
#include "apps/trace/tree.hpp"
#include "apps/trace/written.hpp"

namespace tandem::apps {

using nlohmann::ordered_json;

namespace {

/// A name of a block, core or thread.
bool is_name(const std::string& key) {
    return (key.size() == 1 && key[0] >= 'A' && key[0] <= 'Z') ||
           (!key.empty() && std::all_of(key.begin(), key.end(), [](unsigned char c) { return std::isdigit(c) != 0; }));
}
bool is_map(const ordered_json& value) {
    if (!value.is_object() || value.empty()) return false;
    for (const auto& [key, part] : value.items())
        if (!is_name(key)) return false;
    return true;
}
bool is_set(const ordered_json& value) {
    if (!value.is_string()) return false;
    const std::string& text = value.get_ref<const std::string&>();
    return text.size() >= 2 && text.front() == '{' && text.back() == '}';
}

ordered_json set_of(const std::string& text) {
    ordered_json members = ordered_json::array();
    std::istringstream words(text.substr(1, text.size() - 2));
    for (std::string word; words >> word;) members.push_back(value_of(word));
    return {{"#set", members}};
}

/// What the records of all states have in one place: the fields, and of each what stands for it where it is absent.
class Records {
public:
    void meet(const std::string& path, const ordered_json& value) {
        if (value.is_array()) {
            for (const auto& part : value) meet(path + "[]", part);
        } else if (is_map(value)) {
            for (const auto& [key, part] : value.items()) meet(path + ".*", part);
        } else if (value.is_object()) {
            auto& fields = fields_[path];
            for (const auto& [key, part] : value.items()) {
                if (std::find_if(fields.begin(), fields.end(), [&, k = key](const auto& f) { return f.first == k; }) ==
                    fields.end())
                    fields.emplace_back(key, is_map(part)      ? ordered_json{{"#map", ordered_json::array()}}
                                             : is_set(part)    ? ordered_json{{"#set", ordered_json::array()}}
                                             : part.is_array() ? ordered_json::array()
                                                               : ordered_json("-"));
                meet(path + "." + key, part);
            }
        }
    }

    ordered_json written(const std::string& path, const ordered_json& value) const {
        if (value.is_null()) return "-";
        if (is_set(value)) return set_of(value.get<std::string>());
        if (value.is_array()) {
            ordered_json list = ordered_json::array();
            for (const auto& part : value) list.push_back(written(path + "[]", part));
            return list;
        }
        if (is_map(value)) {
            ordered_json pairs = ordered_json::array();
            for (const auto& [key, part] : value.items())
                pairs.push_back(ordered_json::array({value_of(key), written(path + ".*", part)}));
            return {{"#map", pairs}};
        }
        if (!value.is_object()) return value;
        ordered_json record = ordered_json::object();
        const auto known = fields_.find(path);
        if (known == fields_.end()) return record;
        for (const auto& [field, absent] : known->second)
            record[field] = value.contains(field) ? written(path + "." + field, value[field]) : absent;
        return record;
    }

private:
    std::map<std::string, std::vector<std::pair<std::string, ordered_json>>>
        fields_;  // by place, in the order in which they are met
};

}  // namespace

std::string itf_of(const TraceFile& file) {
    const checker::Trace& trace = *file.traces.front().trace;
    Records records;
    const auto name = [&](int node) { return trace.start[static_cast<std::size_t>(node)].first; };
    for (const auto& [node, fields] : trace.start) records.meet(node, tree_of(fields));
    for (const checker::TraceStep& step : trace.steps)
        for (const auto& [node, fields] : step.states) records.meet(name(node), tree_of(fields));

    ordered_json variables = ordered_json::array(), states = ordered_json::array(), state = ordered_json::object();
    const auto set = [&](const std::string& node, const std::vector<model::Field>& fields) {
        state[node] = records.written(node, tree_of(fields));
    };
    for (const auto& [node, fields] : trace.start) {
        variables.push_back(node);
        set(node, fields);
    }
    for (const char* other : {"messages", "step"}) variables.push_back(other);
    const auto add = [&](int step, const std::string& event) {
        ordered_json on_their_way = ordered_json::array();
        for (const checker::Flight& message : trace.messages)
            if (message.sent < step && (message.received < 0 || message.received >= step))
                on_their_way.push_back({{"from", name(message.from)}, {"to", name(message.to)}, {"message", message.message}});
        ordered_json whole;
        whole["#meta"]["index"] = step;
        whole.update(state);
        whole["messages"] = on_their_way;
        whole["step"] = event;
        states.push_back(whole);
    };
    add(0, "");
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        for (const auto& [node, fields] : trace.steps[i].states) set(name(node), fields);
        add(static_cast<int>(i) + 1, trace.steps[i].event);
    }
    ordered_json out{{"#meta",
                      {{"format", "ITF"},
                       {"format-description", "https://apalache.informal.systems/docs/adr/015adr-trace.html"},
                       {"description", file.system + ": " + what_it_shows(file.traces.front())}}},
                     {"vars", variables},
                     {"states", states}};
    if (trace.cycle_from >= 0 && trace.cycle_from < static_cast<int>(trace.steps.size())) out["loop"] = trace.cycle_from;
    return json_text(out, 1) + "\n";
}

}  // namespace tandem::apps
