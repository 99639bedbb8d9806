// How a protocol's text is run in place (in_place.hpp): the same handlers, on objects that are never packed.
#pragma once

#include "model/in_place.hpp"
#include "model/text_network.hpp"

namespace tandem::model {

template <class P>
class TextNetwork<P>::Place final : public InPlace {
public:
    Place(const TextNetwork& text, std::unique_ptr<WatcherInPlace> watcher)
        : text_(text), watcher_(std::move(watcher)), ledgers_(text.nodes_.size()), channels_(text.channels_.size()) {
        for (const NodeInfo& info : text_.nodes_)
            text_.with_kind(info.kind, [&]<class N>(std::type_identity<N>) {
                auto& nodes = of_kind<N>(nodes_);
                places_.push_back(nodes.size());
                nodes.emplace_back();
            });
        for (const NodeInfo& info : text_.nodes_)
            text_.with_kind(info.kind,
                            [&]<class N>(std::type_identity<N>) { objects_.push_back(&this->template at<N>(objects_.size())); });
    }

    void start(int which) override {
        for (std::size_t n = 0; n < text_.nodes_.size(); ++n)
            text_.with_kind(text_.nodes_[n].kind, [&]<class N>(std::type_identity<N>) {
                const Packed packed = text_.initial(which, static_cast<int>(n));
                at<N>(n) = unpack<N>(packed, text_.shape_);
                if constexpr (KeepsLedger<N>) ledgers_[n] = text_.ledger_of(text_.nodes_[n].kind, packed);
            });
        for (auto& channel : channels_) channel.clear();
        watcher_->start(which);
        watch(true);
    }

    int labels(int node) const override { return static_cast<int>(text_.labels_[static_cast<std::size_t>(node)].size()); }
    bool fair(int node, int label) const override {
        return text_.with_kind(kind(node), [&]<class N>(std::type_identity<N>) {
            const int operations = number_of_operations<N>();
            if constexpr (TakesActions<N>)
                return label >= operations && N::fair(text_.template actions<N>()[static_cast<std::size_t>(label - operations)]);
            else return false;
        });
    }
    Tried act(int node, int label, std::uint64_t& random) override {
        return text_.with_kind(kind(node), [&]<class N>(std::type_identity<N>) {
            const int operations = number_of_operations<N>();
            if constexpr (IssuesOperations<N>)
                if (label < operations) {
                    const auto& operation = text_.template operations<N>()[static_cast<std::size_t>(label)];
                    return attempt<N>(node, "access", text_.text(node, label), -1, &operation, random,
                                      [&](N& n, StepContext<P>& ctx) {
                                          if constexpr (requires { ctx.begins(operation); })
                                              if (text_.tells_beginnings_) ctx.begins(operation);
                                          text_.template handlers<N>().access(n, operation, ctx);
                                      });
                }
            if constexpr (TakesActions<N>) {
                const auto& action = text_.template actions<N>()[static_cast<std::size_t>(label - operations)];
                return attempt<N>(node, "act", text_.text(node, label), -1, nullptr, random,
                                  [&](N& n, StepContext<P>& ctx) { text_.template handlers<N>().act(n, action, ctx); });
            }
            return Tried::stalled;
        });
    }

    int waiting(int channel) const override { return static_cast<int>(channels_[static_cast<std::size_t>(channel)].size()); }
    Tried deliver(int channel, int place, std::uint64_t& random) override {
        const ChannelInfo& info = text_.channels_[static_cast<std::size_t>(channel)];
        return text_.with_kind(kind(info.to), [&]<class N>(std::type_identity<N>) {
            if constexpr (receives<N>) {
                std::vector<Message>& messages = channels_[static_cast<std::size_t>(channel)];
                const auto taken = messages.begin() + place;
                const Message received = *taken;
                const int sender = text_.nodes_[static_cast<std::size_t>(info.from)].owner;
                receiving_ = channel;
                const Tried tried =
                    attempt<N>(info.to, "receive", text_.text(received), sender, nullptr, random,
                               [&](N& n, StepContext<P>& ctx) { text_.template handlers<N>().receive(n, received, ctx); });
                receiving_ = -1;
                if (tried == Tried::taken) messages.erase(messages.begin() + place);
                return tried;
            }
            return Tried::stalled;
        });
    }

    bool tick() override {
        bool changed = false;
        const auto age = [&](auto& object) {
            auto older = aged(object, text_.shape_);
            changed = changed || pack(older, text_.shape_) != pack(object, text_.shape_);
            object = std::move(older);
        };
        for (std::size_t n = 0; n < text_.nodes_.size(); ++n)
            text_.with_kind(text_.nodes_[n].kind, [&]<class N>(std::type_identity<N>) { age(at<N>(n)); });
        for (auto& channel : channels_)
            for (Message& message : channel) age(message);
        return changed;
    }

    RawState raw() override {
        messages_.clear();
        for (std::size_t c = 0; c < channels_.size(); ++c)
            for (const Message& message : channels_[c]) messages_.push_back({static_cast<int>(c), &message});
        return {objects_.data(), messages_, watcher_->object()};
    }
    Packed node(int node) const override {
        const auto n = static_cast<std::size_t>(node);
        return text_.with_kind(kind(node), [&]<class N>(std::type_identity<N>) {
            Packed packed = pack(at<N>(n), text_.shape_);
            if constexpr (KeepsLedger<N>) return text_.with_ledger(std::move(packed), ledgers_[n]);
            else return packed;
        });
    }
    Packed message(int channel, int place) const override {
        return pack(channels_[static_cast<std::size_t>(channel)][static_cast<std::size_t>(place)], text_.shape_);
    }
    Packed monitor() const override { return watcher_->packed(); }

private:
    template <class N> static constexpr std::size_t kind_of = boost::mp11::mp_find<Nodes, N>::value;
    int kind(int node) const { return text_.nodes_[static_cast<std::size_t>(node)].kind; }
    template <class N> N& at(std::size_t node) { return of_kind<N>(nodes_)[places_[node]]; }
    template <class N> const N& at(std::size_t node) const { return of_kind<N>(nodes_)[places_[node]]; }
    template <class N>
    int number_of_operations() const {
        if constexpr (IssuesOperations<N>) return static_cast<int>(text_.template operations<N>().size());
        else return 0;
    }

    /// Runs a handler, and takes its step if that is possible. Whether it is possible is asked first: most that is tried is not,
    /// and what the step leaves need not be looked at then.
    template <class N, class F>
    Tried attempt(int node, const char* called, const char* what, int sender, const typename OperationOf<N>::type* operation,
                  std::uint64_t& random, F&& handler) {
        const auto n = static_cast<std::size_t>(node);
        const NodeInfo& info = text_.nodes_[n];
        N& before = at<N>(n);
        Choices choices(&random);
        empty(last_);  // its lists have room already
        StepContext<P> ctx(text_.config_, text_.exits_[n], info.index, info.owner, sender, choices, last_);
        N after = before;
        std::string error = error_of([&] {
            RunningHandler running(info.name.c_str(), -1, called, what);
            running.object = &after;
            running.member_at = member_at<N>;
            handler(after, ctx);
        });
        if (ctx.stalled) {
            if (error.empty() && untouched(before, after) && !has_acted(last_)) return Tried::stalled;
            return stalls<N>(std::move(error), before, after);
        }
        if (error.empty()) {
            error = error_of([&] { text_.check_room(info, last_); });
            if (!error.empty()) last_.sends.clear();  // a full channel then does not make the step impossible
        }
        const bool reported = error.empty() && all_in_range(last_.events);
        if (reported) {
            if (!have_room(last_.sends)) return Tried::no_room;
            if (!allowed()) return Tried::forbidden;
        }
        if (error.empty())
            error = error_of([&] {
                normalise(after);
                require_range(after);
                for (const auto& event : last_.events) require_range(event);
            });
        if (!error.empty()) return refuses(std::move(error), false, reported);
        Ledger<D> ledger = ledgers_[n];
        text_.template judge<N>(info, ledgers_[n], before, after, operation, last_, ledger);
        before = std::move(after);
        ledgers_[n] = ledger;
        for (const Send& send : last_.sends)
            channels_[static_cast<std::size_t>(send.channel)].push_back(unpack<Message>(send.message, text_.shape_));
        return Tried::taken;
    }
    /// A handler that stalls must have done nothing.
    template <class N>
    Tried stalls(std::string error, const N& before, N& after) {
        if (error.empty())
            error = error_of([&] {
                normalise(after);
                if (pack(after, text_.shape_) != pack(before, text_.shape_)) throw TextError("changes something and then stalls");
                for (const auto& event : last_.events) require_range(event);
            });
        if (error.empty() && has_acted(last_)) error = "acts and then stalls";
        return error.empty() ? Tried::stalled : refuses(std::move(error), true, false);
    }
    /// The handler does what no text may, if what it has done first is possible. `reported`: the monitor has seen that.
    Tried refuses(std::string error, bool stalled, bool reported) {
        last_.error = std::move(error);
        if (stalled) last_.sends.clear();
        std::erase_if(last_.events, [&](const auto& event) {
            return (stalled && !is_beginning(event.kind)) || out_of_range(event, text_.shape_).has_value();
        });
        if (reported) return Tried::wrong;
        if (!have_room(last_.sends)) return Tried::no_room;
        return allowed() ? Tried::wrong : Tried::forbidden;
    }
    bool allowed() { return !watched_ || last_.events.empty() || watcher_->observe(last_.events); }
    bool all_in_range(const std::vector<Event<Concrete>>& events) const {
        return std::all_of(events.begin(), events.end(), [&](const auto& event) { return in_range(event, text_.shape_); });
    }
    /// Throws as packing does where a field has left its range.
    template <class T>
    void require_range(const T& object) const {
        if (!in_range(object, text_.shape_)) pack(object, text_.shape_);
    }
    static void empty(LocalStep& step) {
        step.outcomes = 0, step.broken = 0;
        step.sends.clear(), step.events.clear(), step.lines.clear(), step.error.clear(), step.reasons.clear();
    }
    static bool has_acted(const LocalStep& stalled) {
        return !stalled.sends.empty() || std::any_of(stalled.events.begin(), stalled.events.end(),
                                                     [](const auto& event) { return !is_beginning(event.kind); });
    }
    /// A message that is received leaves its channel first, though no step sends to where it receives from.
    bool have_room(const std::vector<Send>& sends) const {
        for (std::size_t i = 0; i < sends.size(); ++i) {
            const auto channel = static_cast<std::size_t>(sends[i].channel);
            std::size_t there = channels_[channel].size() + 1 - (sends[i].channel == receiving_);
            for (std::size_t j = 0; j < i; ++j) there += sends[j].channel == sends[i].channel;
            if (there > static_cast<std::size_t>(text_.channels_[channel].capacity)) return false;
        }
        return true;
    }

    const TextNetwork& text_;
    std::unique_ptr<WatcherInPlace> watcher_;
    boost::mp11::mp_transform<std::vector, Nodes> nodes_;  // by kind
    std::vector<std::size_t> places_;                      // by node: among those of its kind
    std::vector<const void*> objects_;                     // by node
    std::vector<Ledger<D>> ledgers_;                       // by node; empty where it keeps none
    std::vector<std::vector<Message>> channels_;           // the oldest first
    std::vector<MessageInFlight> messages_;
    int receiving_ = -1;  // the channel of the message that is being received
};

template <class P>
std::unique_ptr<InPlace> TextNetwork<P>::placed(std::unique_ptr<WatcherInPlace> watcher) const {
    return std::make_unique<Place>(*this, std::move(watcher));
}

}  // namespace tandem::model
