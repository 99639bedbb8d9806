#include "apps/trace/why_said.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "apps/trace/why_stuck.hpp"

namespace tandem::apps {

using checker::Flight, checker::Trace, checker::TraceStep;

namespace {

using PartKind = model::ReasonPart::Kind;

/// The last step that changes a field of a node with `part` in its name ("A", "lines.A.data"), or any if that is empty; or -1.
int last_change(const Trace& trace, int node, const std::string& part) {
    const std::string& name = trace.start[static_cast<std::size_t>(node)].first;
    const auto speaks_of = [&](std::string field) {
        std::replace(field.begin(), field.end(), '[', '.');  // of the places of a list
        return part.empty() || ("." + field + ".").find("." + part + ".") != std::string::npos;
    };
    for (std::size_t i = trace.steps.size(); i-- > 0;)
        for (const checker::Change& c : trace.steps[i].changes)
            if (c.node == name && speaks_of(c.field)) return static_cast<int>(i);
    return -1;
}

/// The last store performed to a block, of this value unless it is -1, and its step; null if there is none.
std::pair<const model::Event<model::Concrete>*, int> last_store(const Trace& trace, const std::string& block, int value) {
    for (std::size_t i = trace.steps.size(); i-- > 0;)
        for (std::size_t e = trace.steps[i].events.size(); e-- > 0;) {
            const auto& event = trace.steps[i].events[e];
            if (event.kind == model::EventKind::store_performed && !event.elsewhere() &&
                (value < 0 || model::number_of(event.value) == value) &&
                std::string(1, static_cast<char>('A' + event.address.index())) == block)
                return {&event, static_cast<int>(i)};
        }
    return {nullptr, -1};
}

/// Writes a sentence. The step that something comes from is told where the sentence pauses next, or at its name if something else
/// is named before that.
class Sentence {
public:
    Sentence(const Trace& trace, std::vector<int>& witnesses) : trace_(trace), witnesses_(witnesses) {}

    void add(const model::ReasonPart& part) {
        switch (part.kind) {
            case PartKind::words: words(part.text); break;
            case PartKind::node: node(part); break;
            case PartKind::message: message(part.number); break;
            case PartKind::store: store(part.text, part.number); break;
            case PartKind::thread: text_ += thread(part.number); break;
        }
    }
    std::string take() {
        settle(text_.size());
        return std::move(text_);
    }

private:
    void words(const std::string& more) {
        const std::size_t pause = pending_.empty() ? std::string::npos : more.find_first_of(",.;:");
        if (pause != std::string::npos) {
            text_ += more.substr(0, pause);
            settle(text_.size());
            text_ += more.substr(pause);
        } else {
            text_ += more;
        }
    }
    void name(const std::string& what, const std::string& mark) {
        settle(end_of_name_);
        text_ += what;
        end_of_name_ = text_.size();
        pending_ = mark;
    }
    void settle(std::size_t at) {
        text_.insert(std::min(at, text_.size()), pending_);
        pending_.clear();
    }
    std::string at(int step) {
        if (step < 0) return " (since the start)";
        witnesses_.push_back(step);
        return fmt::format(" (step {})", step + 1);
    }

    void node(const model::ReasonPart& part) {
        name(trace_.start[static_cast<std::size_t>(part.number)].first,
             part.dated ? at(last_change(trace_, part.number, part.text)) : "");
    }
    void message(int number) {
        if (number < 0) return name("a message on its way", "");
        const Flight& flight = trace_.messages[static_cast<std::size_t>(number)];
        name(fmt::format("{} from {} to {}", flight.message, trace_.start[static_cast<std::size_t>(flight.from)].first,
                         trace_.start[static_cast<std::size_t>(flight.to)].first),
             at(flight.sent));
    }
    void store(const std::string& block, int value) {
        const auto [event, step] = last_store(trace_, block, value);
        if (!event) return name(fmt::format("what {} held at the start", block), "");
        name(fmt::format("the store of {} by {}", model::number_of(event->value),
                         thread_name(trace_, static_cast<int>(event->core.index()), static_cast<int>(event->thread.index()))),
             at(step));
    }
    std::string thread(int number) const {
        const int node = trace_.steps.empty() ? -1 : trace_.steps.back().node;
        const int core = node < 0 ? -1 : trace_.cores[static_cast<std::size_t>(node)];
        return core < 0 ? fmt::format("thread {}", number) : thread_name(trace_, core, number);
    }

    const Trace& trace_;
    std::vector<int>& witnesses_;
    std::string text_, pending_;  // what is written, and the step still to be told
    std::size_t end_of_name_ = 0;
};

}  // namespace

std::string said_reason(const Trace& trace, std::vector<int>& witnesses) {
    Sentence sentence(trace, witnesses);
    for (const model::ReasonPart& part : trace.reason) sentence.add(part);
    return sentence.take();
}

}  // namespace tandem::apps
