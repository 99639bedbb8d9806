// Rows of steps: what happens the first time that a situation is met, when a handler really runs.
#include "checker/components.hpp"

#include <algorithm>
#include <mutex>

namespace tandem::checker {

/// Collects what can happen at one slot.
struct Components::Compiler {
    Components& components;
    int slot;
    std::vector<StepDraft> steps{};
    std::vector<Delivery> deliveries{};
    std::uint64_t stalled = 0;

    /// Steps of the slot's node, made from the slot's `content`, from which the message received from `channel` is already taken.
    void add(const std::vector<model::LocalStep>& local_steps, const Content& content, int channel, Number message) {
        for (const auto& step : local_steps) {
            if (step.stalled) stalled |= step.outcomes;
            if (!step.stalled || !step.error.empty()) add(step, content, channel, message);
        }
    }

    void add(const model::LocalStep& step, Content content, int channel, Number message) {
        const auto kind = components.slots_[static_cast<std::size_t>(slot)].kind;
        if (step.error.empty()) content[0] = components.number_node(kind, step.next);
        std::vector<Posting> sends, own;
        for (const auto& send : step.sends) {
            Posting posting = components.place_of_channel_[static_cast<std::size_t>(send.channel)];
            posting.message = components.number_message(send.message);
            if (posting.slot != slot) sends.push_back(posting);
            else if (components.push(posting, content)) own.push_back(posting);
            else return;  // never possible here
        }
        const std::size_t elsewhere = sends.size();
        sends.insert(sends.end(), own.begin(), own.end());
        const Number events = components.number_events(step.events);
        Step made{};
        made.outcomes = step.outcomes;
        made.next = components.put_together(slot, content);
        made.events = events;
        made.message = message;
        made.channel = static_cast<std::int16_t>(channel);
        made.label = static_cast<std::uint16_t>(step.label);
        made.broken = step.broken;
        made.postings = static_cast<std::uint8_t>(elsewhere);
        made.own = static_cast<std::uint8_t>(own.size());
        made.fair = step.fair;
        made.error = components.number_error(step.error);
        made.plain = made.error == 0 && elsewhere == 0 && step.broken == 0 && (events == 0 || components.monitor_slot() < 0);
        steps.push_back({made, std::move(sends)});
    }

    /// What the messages in one of the slot's channels lead to.
    void add(const Lane& lane, const Content& content) {
        const auto& channel = components.network_.channels()[static_cast<std::size_t>(lane.channel)];
        const std::vector<Number> messages = components.messages(lane, content);
        for (std::size_t m = 0; m < messages.size() && (m == 0 || !channel.ordered); ++m) {
            if (m > 0 && messages[m] == messages[m - 1]) continue;
            Content rest = content;
            auto left = messages;
            left.erase(left.begin() + static_cast<std::ptrdiff_t>(m));
            components.set_messages(lane, rest, std::move(left));
            if (channel.to == slot) {
                const Packed& state =
                    components
                        .nodes_[static_cast<std::size_t>(components.slots_[static_cast<std::size_t>(slot)].kind)][content[0]]
                        .packed;
                add(components.local_steps(slot, lane.channel, state, &components.message(messages[m]).packed), rest,
                    lane.channel, messages[m]);
            } else {
                deliveries.push_back({messages[m], components.put_together(slot, rest), static_cast<std::uint16_t>(lane.channel),
                                      static_cast<std::uint16_t>(channel.to)});
            }
        }
    }

    const Row* row(Number number) { return components.arena_.add(number, steps, deliveries, stalled); }
};

std::vector<model::LocalStep> Components::local_steps(int node, int channel, const Packed& state, const Packed* message) const {
    std::vector<model::LocalStep> steps;
    if (channel < 0) network_.spontaneous(node, state, steps);
    else network_.receive(node, channel, state, *message, steps);
    if (const unsigned n = asked_.fetch_add(1, std::memory_order_relaxed); n < asked_again || n % asked_again == 0)
        for (int time = 0; time < 3; ++time) require_same_again(network_, node, channel, state, message, steps);
    if (equivariance_.checks()) equivariance_.require(node, channel, state, message, steps);
    return steps;
}

const Row& Components::make_row(int slot, Number number) {
    Compiler compiler{*this, slot};
    if (slot != monitor_slot()) {
        const Content content = taken_apart(slot, number);
        if (slot < nodes()) compiler.add(local_steps(slot, -1, node(slot, number).packed, nullptr), content, -1, 0);
        for (const Lane& lane : slots_[static_cast<std::size_t>(slot)].lanes) compiler.add(lane, content);
    }
    const Row* row = compiler.row(number);
    auto& rows = rows_[static_cast<std::size_t>(slot)];
    std::lock_guard lock(rows_lock_);
    rows.grow_to(number + 1);
    rows[number].store(row, std::memory_order_release);  // another thread's equal row may be replaced; both stay valid
    return *row;
}

std::uint64_t Components::make_received(int channel, Number number, Number message_number) {
    const int slot = network_.channels()[static_cast<std::size_t>(channel)].to;
    Compiler compiler{*this, slot};
    compiler.add(local_steps(slot, channel, node(slot, number).packed, &message(message_number).packed),
                 taken_apart(slot, number), channel, message_number);
    return reinterpret_cast<std::uint64_t>(compiler.row(none));  // without the message, the state is another in any case
}

std::uint64_t Components::make_push(const Posting& posting, Number number) {
    Content content = taken_apart(posting.slot, number);
    return push(posting, content) ? put_together(posting.slot, content) : none;
}

std::uint64_t Components::make_observed(Number monitor_number, Number event_list) {
    const auto next = network_.observe(monitor(monitor_number).packed, events(event_list));
    return next ? number_monitor(*next) : none;
}

std::uint32_t Components::number_error(const std::string& error) {
    if (error.empty()) return 0;
    std::lock_guard lock(errors_lock_);
    const auto at = static_cast<std::size_t>(std::find(errors_.begin(), errors_.end(), error) - errors_.begin());
    if (at == errors_.size()) errors_.push_back(error);
    return static_cast<std::uint32_t>(at + 1);
}

std::string Components::error(const Step& step) const {
    std::lock_guard lock(errors_lock_);
    return errors_[step.error - 1];
}

const std::vector<Number>& Components::messages(const Lane& lane, const Content& content) const {
    const LinkInfo& info = link(lane.link);
    return contents_[static_cast<std::size_t>(info.kind)][content[info.place]].lanes[lane.lane];
}

void Components::set_messages(const Lane& lane, Content& content, std::vector<Number> messages) {
    const LinkInfo& info = link(lane.link);
    auto lanes = contents_[static_cast<std::size_t>(info.kind)][content[info.place]].lanes;
    lanes[lane.lane] = std::move(messages);
    content[info.place] = number_link(lane.link, std::move(lanes));
}

bool Components::push(const Posting& posting, Content& content) {
    const Lane& lane = slots_[posting.slot].lanes[posting.lane];
    auto longer = messages(lane, content);
    if (static_cast<int>(longer.size()) >= network_.channels()[static_cast<std::size_t>(lane.channel)].capacity) return false;
    longer.push_back(posting.message);
    set_messages(lane, content, std::move(longer));
    return true;
}

}  // namespace tandem::checker
