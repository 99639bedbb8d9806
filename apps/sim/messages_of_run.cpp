#include "apps/sim/messages_of_run.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "apps/trace/message_text.hpp"
#include "apps/trace/tree.hpp"

namespace tandem::apps {

using nlohmann::ordered_json;

MessagesOfRun::MessagesOfRun(const std::string& path, const Protocol& protocol)
    : file_(path, "log of messages"), protocol_(protocol), path_(path) {}

const std::string& MessagesOfRun::name_of(int kind, int index) const {
    return network_->nodes()[static_cast<std::size_t>(network_->number_of(kind, index))].name;
}

void MessagesOfRun::begins(const Selection& searched) {
    network_ = protocol_.make(searched, false);
    ordered_json head{{"format", "tandem-messages"},    {"format_version", 1},
                      {"protocol", protocol_.name},     {"variant", searched.variant},
                      {"shape", searched.shape},        {"nodes", ordered_json::array()},
                      {"steps", {"access", "act", "receive"}}};
    for (const auto& node : network_->nodes()) head["nodes"].push_back(node.name);
    lines_ = head.dump() + "\n";
}

void MessagesOfRun::event(const engines::EventTold& event) {
    ordered_json line{{"node", name_of(event.kind, event.index)}};
    if (event.receives) {
        const MessageText message = message_text(event.text);
        ordered_json& received = line["receives"] = {{"kind", message.kind}, {"from", name_of(event.from_kind, event.from)}};
        for (const model::Field& field : message.fields)
            if (field.name != "kind" && field.name != "from")  // those two are taken
                received[field.name] = value_of(field.value);
        ++messages_;
    } else {
        line["event"] = event.text;
    }
    if (network_->time_passes()) line["cycle"] = event.cycle;
    ++events_;
    lines_ += line.dump() + "\n";
    constexpr std::size_t piece = std::size_t{1} << 16;
    write_if_full(piece);
}

void MessagesOfRun::write_if_full(std::size_t full) {
    if (lines_.size() < full) return;
    file_.write(lines_);
    lines_.clear();
}

void MessagesOfRun::commit() {
    write_if_full(1);
    file_.commit();
}

std::string MessagesOfRun::text() const {
    return fmt::format("\nmessages: {} receptions and {} events of nodes by themselves are in {}\n{}", messages_,
                       events_ - messages_, path_,
                       ended_.empty() ? "" : fmt::format("  The log ends before the run does: {}.\n", ended_));
}

nlohmann::json MessagesOfRun::facts() const {
    nlohmann::json facts{{"file", path_}, {"receptions", messages_}, {"events", events_ - messages_}};
    if (!ended_.empty()) facts["ends_early"] = ended_;
    return facts;
}

}  // namespace tandem::apps
