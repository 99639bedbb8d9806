#include "apps/follow/message_log.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/common/usage_error.hpp"
#include "apps/common/words.hpp"
#include "model/file_bytes.hpp"
#include "model/in_place.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

using nlohmann::json;

namespace {

constexpr std::size_t longest_line = 1 << 19, most_lines = 20'000'000;
constexpr int deepest = 16;

/// What is wrong with a line.
struct BadLogLine {
    std::string why;
};

std::string in_quotes(std::string_view text) { return "'" + model::printable(text, 60) + "'"; }

/// A line as an object. Depth is limited: the parser would take its stack for more.
json object_of(std::string_view line) {
    bool too_deep = false;
    const json object = json::parse(
        line,
        [&](int depth, json::parse_event_t, json&) {
            too_deep = too_deep || depth > deepest;
            return !too_deep;
        },
        false);
    if (too_deep) throw BadLogLine{fmt::format("it has a value within more than {} others", deepest)};
    if (!object.is_object()) throw BadLogLine{"this is no JSON object, as {\"node\": \"L2\", \"event\": \"evict A\"}"};
    return object;
}

std::string words_of(const json& object, const char* name) {
    const auto at = object.find(name);
    if (at == object.end()) return "";
    if (!at->is_string()) throw BadLogLine{fmt::format("\"{}\" is no text", name)};
    return at->get<std::string>();
}

void only(const json& object, std::initializer_list<std::string_view> names) {
    for (const auto& [name, value] : object.items())
        if (std::find(names.begin(), names.end(), name) == names.end())
            throw BadLogLine{fmt::format("there is a member {}: {} are accepted", in_quotes(name), fmt::join(names, ", "))};
}

[[noreturn]] void refuse_name(const std::string& what, const std::string& name, std::vector<std::string> accepted) {
    constexpr std::size_t shown = 8;
    if (accepted.size() > shown) {
        accepted.resize(shown);
        accepted.push_back("others");
    }
    throw BadLogLine{fmt::format("there is no {} {}: {} are accepted", what, in_quotes(name), join(accepted, ", "))};
}

/// A value as the system's fields have it.
std::string leaf_of(const json& value, const std::string& name) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    if (value.is_number_integer()) return value.dump();
    throw BadLogLine{fmt::format("{} is neither a text nor a whole number nor a truth", in_quotes(name))};
}

}  // namespace

/// Turns lines into steps of a system.
class MessageLogFile::Reader {
public:
    Reader(const model::Network& network, MessageLog& log) : network_(network), log_(log) {
        const auto place = network.in_place();
        for (std::size_t n = 0; n < network.nodes().size(); ++n) {
            node_names_.push_back(network.nodes()[n].name);
            auto& labels = labels_.emplace_back();
            for (int l = 0; l < place->labels(static_cast<int>(n)); ++l)
                labels.try_emplace(network.label(static_cast<int>(n), l), l);
        }
        log_.nodes.assign(node_names_.size(), true);
    }

    void take_head(const json& head) {
        if (const auto nodes = head.find("nodes"); nodes != head.end()) {
            log_.nodes.assign(node_names_.size(), false);
            for (const std::string& name : list(*nodes, "nodes")) log_.nodes[node_called(name)] = true;
        }
        if (const auto steps = head.find("steps"); steps != head.end()) {
            log_.steps = {false, false, false};
            for (const std::string& name : list(*steps, "steps"))
                (name == "access"    ? log_.steps.access
                 : name == "act"     ? log_.steps.act
                 : name == "receive" ? log_.steps.receive
                                     : (refuse_name("kind of step", name, {"access", "act", "receive"}), log_.steps.act)) = true;
        }
    }

    void take(const json& line, std::uint32_t number) {
        only(line, {"node", "event", "receives", "outcomes", "state", "cycle"});
        LoggedStep step;
        step.line = number;
        const std::string node = words_of(line, "node"), event = words_of(line, "event");
        if (node.empty()) throw BadLogLine{"\"node\" is missing"};
        step.node = static_cast<int>(node_called(node));
        if (!log_.nodes[static_cast<std::size_t>(step.node)])
            throw BadLogLine{fmt::format("{} is not among the observed nodes of the first line", in_quotes(node))};
        const auto received = line.find("receives");
        if (event.empty() == (received == line.end()))
            throw BadLogLine{"it has \"event\" and \"receives\", or neither: one of them is accepted"};
        if (event.empty()) step.message = message_of(*received);
        else step.label = label_of(step.node, event);
        if (const auto cycle = line.find("cycle"); cycle != line.end()) {
            if (!cycle->is_number_unsigned() || cycle->get<std::uint64_t>() >= std::uint64_t{1} << 62)
                throw BadLogLine{"\"cycle\" is no whole number below 2^62"};
            step.cycle = cycle->get<std::int64_t>();
        }
        if (log_.lines.empty()) log_.timed = step.cycle >= 0;
        else if (log_.timed != (step.cycle >= 0))
            throw BadLogLine{"\"cycle\" is in some lines: in all or in none it is accepted"};
        else if (step.cycle < log_.lines.back().cycle)
            throw BadLogLine{fmt::format("it is of cycle {}, and the line before it of {}", step.cycle, log_.lines.back().cycle)};
        if (const auto outcomes = line.find("outcomes"); outcomes != line.end())
            for (const std::string& name : list(*outcomes, "outcomes")) step.outcomes |= outcome_called(name);
        if (const auto state = line.find("state"); state != line.end()) step.state = state_of(*state);
        log_.lines.push_back(step);
        held_bytes_ += sizeof step;
    }

    /// Roughly how much memory the log takes.
    std::size_t held_bytes() const { return held_bytes_; }

private:
    static std::vector<std::string> list(const json& value, const char* name) {
        if (!value.is_array()) throw BadLogLine{fmt::format("\"{}\" is no list of texts", name)};
        std::vector<std::string> all;
        for (const json& item : value) {
            if (!item.is_string()) throw BadLogLine{fmt::format("\"{}\" is no list of texts", name)};
            all.push_back(item.get<std::string>());
        }
        return all;
    }
    std::size_t node_called(const std::string& name) const {
        const auto at = std::find(node_names_.begin(), node_names_.end(), name);
        if (at == node_names_.end()) refuse_name("node", name, node_names_);
        return static_cast<std::size_t>(at - node_names_.begin());
    }
    int label_of(int node, const std::string& event) const {
        const auto& labels = labels_[static_cast<std::size_t>(node)];
        const auto at = labels.find(event);
        if (at == labels.end()) {
            std::vector<std::string> all;
            for (const auto& [text, label] : labels) all.push_back(text);
            refuse_name("event of " + node_names_[static_cast<std::size_t>(node)], event, all);
        }
        const bool access = network_.handler(node, -1, at->second).starts_with("access");
        if (!(access ? log_.steps.access : log_.steps.act))
            throw BadLogLine{fmt::format("{} is an event of the kind {}, which the first line does not have among \"steps\"",
                                         in_quotes(event), access ? "access" : "act")};
        return at->second;
    }
    std::uint64_t outcome_called(const std::string& name) const {
        const auto& all = network_.outcomes();
        const auto at = std::find(all.begin(), all.end(), name);
        if (at == all.end()) refuse_name("outcome", name, all);
        return std::uint64_t{1} << (at - all.begin());
    }
    int message_of(const json& value) {
        if (!log_.steps.receive) throw BadLogLine{"the first line does not have \"receive\" among \"steps\""};
        if (!value.is_object()) throw BadLogLine{"\"receives\" is no object, as {\"kind\": \"BusRd\", \"from\": \"SM0\"}"};
        const auto [known, is_new] = messages_.try_emplace(value.dump(), static_cast<int>(log_.messages.size()));
        if (!is_new) return known->second;
        held_bytes_ += 200 + 2 * known->first.size() + 160 * value.size();  // its JSON, and each member as texts
        LoggedMessage message{words_of(value, "kind"), words_of(value, "from"), {}};
        if (!message.from.empty()) node_called(message.from);
        for (const auto& [name, field] : value.items())
            if (name != "kind" && name != "from") message.fields.push_back({name, leaf_of(field, name)});
        log_.messages.push_back(std::move(message));
        return known->second;
    }
    int state_of(const json& value) {
        if (!value.is_object()) throw BadLogLine{"\"state\" is no object, as {\"lines.A.wts\": 1}"};
        const auto [known, is_new] = states_.try_emplace(value.dump(), static_cast<int>(log_.states.size()));
        if (!is_new) return known->second;
        held_bytes_ += 200 + 2 * known->first.size() + 160 * value.size();  // its JSON, and each member as texts
        Leaves& leaves = log_.states.emplace_back();
        for (const auto& [name, field] : value.items()) leaves[name] = leaf_of(field, name);
        return known->second;
    }

    const model::Network& network_;
    MessageLog& log_;
    std::vector<std::string> node_names_;
    std::vector<std::map<std::string, int>> labels_;  // by node
    std::map<std::string, int> messages_, states_;    // by their JSON
    std::size_t held_bytes_ = 0;                      // about so many
};

MessageLogFile::MessageLogFile(const std::string& path)
    : shown_path_(model::cleaned_line(path == "-" ? "standard input" : path)), lines_([&]() -> model::FileLines {
          try {
              return {path, longest_line};
          } catch (const model::Unreadable& unreadable) {
              throw UsageError(fmt::format("'{}' cannot be read: {}", shown_path_, unreadable.what()));
          }
      }()) {
    std::string_view line;
    if (!next(line)) throw UsageError(shown_path_ + " is empty: a log as `tandem sim --messages` writes it is accepted");
    first_ = line;
    first_is_pending_ = true;
    try {
        const json head = object_of(first_);
        if (!head.contains("format")) return;
        only(head, {"format", "format_version", "protocol", "variant", "shape", "nodes", "steps"});
        if (head["format"] != "tandem-messages") throw BadLogLine{"\"format\" is not \"tandem-messages\""};
        if (head.value("format_version", json(1)) != 1) throw BadLogLine{"\"format_version\" is not 1"};
        protocol_ = words_of(head, "protocol");
        selection_ = {words_of(head, "variant"), words_of(head, "shape"), true};
        head_ = first_;
        first_is_pending_ = false;
    } catch (const BadLogLine& bad) {
        refuse(bad.why);
    }
}

void MessageLogFile::refuse(const std::string& why) const {
    throw UsageError(fmt::format("{}:{}: {}", shown_path_, std::max<std::uint32_t>(1, lines_.number()), why));
}

bool MessageLogFile::next(std::string_view& line) {
    if (std::exchange(first_is_pending_, false)) {
        line = first_;
        return true;
    }
    try {
        return lines_.next(line);
    } catch (const model::Unreadable& unreadable) {
        refuse(unreadable.what());
    }
}

MessageLog MessageLogFile::read(const model::Network& network, std::size_t memory,
                                const std::function<bool(const MessageLog&)>& suffices) {
    MessageLog log;
    Reader reader(network, log);
    bool asked = false;
    try {
        if (!head_.empty()) reader.take_head(object_of(head_));
    } catch (const BadLogLine& bad) {
        throw UsageError(fmt::format("{}:1: {}", shown_path_, bad.why));
    }
    for (std::string_view line; next(line);) {
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        if (log.lines.size() == beginning && suffices && !std::exchange(asked, true) && suffices(log)) {
            log.goes_on = true;
            break;
        }
        try {
            reader.take(object_of(line), lines_.number());
        } catch (const BadLogLine& bad) {
            if (!lines_.open_ended() || lines_.is_ordinary()) refuse(bad.why);
            log.is_cut = true;
            break;
        }
        if (log.lines.size() > most_lines) refuse(fmt::format("it has more than {} steps", most_lines));
        if (reader.held_bytes() > memory) refuse(fmt::format("the log up to here needs more than {} bytes (--memory)", memory));
    }
    if (log.lines.empty())
        throw UsageError(shown_path_ + " has no step: lines as {\"node\": \"L2\", \"event\": \"evict A\"} are accepted");
    return log;
}

}  // namespace tandem::apps
