// The successors of many states at once, as keys.
//
// It does what `for_each_successor` does, in the same order. But nearly every look-up of a state's rows misses the caches, so
// a group of states goes through them together: each pass fetches what the next one reads, and when steps are taken at last
// their rows have arrived. A successor is its parent's key with two or three fields exchanged.
#pragma once

#include "checker/layout.hpp"

namespace tandem::checker {

template <int W>
class Expander {
public:
    using Bits = KeyBits<W>;
    using Key = typename Bits::Key;

    /// The most states in a group.
    static constexpr std::size_t most = 16;

    Expander(Components& components, const Layout& layout)
        : components_(components), layout_(layout), nodes_(static_cast<std::size_t>(components.nodes())), monitor_(components.monitor_slot()) {
        for (int l = 0; l < components.links(); ++l) {
            first_lane_.push_back(lanes_.size());
            const auto& info = components.link(l);
            for (std::size_t lane = 0; lane < info.channels.size(); ++lane)
                lanes_.push_back({static_cast<std::uint8_t>(info.receiver[lane]), info.channels[lane]});
        }
    }

    /// Looks up all that the states of `group` may do.
    void look_up(std::span<const Key> group) {
        for (std::size_t i = 0; i < group.size(); ++i) {
            parents_[i] = Bits(group[i]);
            for (std::size_t n = 0; n < nodes_; ++n) components_.prefetch_spontaneous(static_cast<int>(n), number(i, n));
            for (std::size_t l = 0; l < first_lane_.size(); ++l) components_.prefetch_link(static_cast<int>(l), number(i, nodes_ + l));
        }
        options_.clear();
        for (std::size_t i = 0; i < group.size(); ++i) {
            first_option_[i] = options_.size();
            for (std::size_t n = 0; n < nodes_; ++n) {
                const Row& row = components_.spontaneous(static_cast<int>(n), number(i, n));
                prefetch(row);
                options_.push_back({&row, static_cast<std::uint8_t>(n), no_link, 0, 0, 0});
            }
            for (std::size_t l = 0; l < first_lane_.size(); ++l)
                for (const Deliverable& d : components_.link_entry(static_cast<int>(l), number(i, nodes_ + l)).deliverable) {
                    const Lane lane = lanes_[first_lane_[l] + d.lane];
                    const Number receiver = number(i, lane.receiver);
                    components_.prefetch_receive(lane.channel, receiver, d.message);
                    options_.push_back({nullptr, lane.receiver, static_cast<std::uint8_t>(nodes_ + l), d.rest, lane.channel, d.message, receiver});
                }
        }
        first_option_[group.size()] = options_.size();
        for (Option& option : options_)
            if (!option.row) {
                option.row = &components_.receive(option.channel, option.receiver, option.message);
                prefetch(*option.row);
            }
    }

    /// Calls visit(step, next) for each enabled step of the group's state `i`. False if a number has outgrown its field.
    template <class Visit>
    bool expand(std::size_t i, std::uint64_t& stalled, Visit&& visit) {
        const auto field = [&](std::size_t slot) { return layout_.fields[slot]; };
        for (std::size_t o = first_option_[i]; o < first_option_[i + 1]; ++o) {
            const Option& option = options_[o];
            stalled |= option.row->stalled;
            if (option.row->steps.empty()) continue;
            Bits before = parents_[i];
            if (option.link != no_link && !before.set(field(option.link), option.rest)) return false;
            const FieldPlace node = field(option.node);
            const Number old = before.get(node);
            for (const Step& step : option.row->steps) {
                Bits next = before;
                if (!next.exchange(node, old, step.next)) return false;
                bool enabled = true;
                for (std::size_t p = 0; p < step.postings && enabled; ++p) {
                    const Posting& posting = step.posted[p];
                    const FieldPlace link = field(nodes_ + posting.link);
                    const Number contents = next.get(link), with = components_.push(posting.link, posting.lane, contents, posting.message);
                    enabled = with != Components::none;
                    if (enabled && !next.exchange(link, contents, with)) return false;
                }
                if (enabled && monitor_ >= 0 && step.events != 0) {
                    const FieldPlace place = field(static_cast<std::size_t>(monitor_));
                    const Number state = next.get(place), with = components_.observe(state, step.events);
                    enabled = with != Components::none;
                    if (enabled && !next.exchange(place, state, with)) return false;
                }
                if (enabled) visit(step, next);
            }
        }
        return true;
    }

private:
    static constexpr std::uint8_t no_link = 255;
    struct Lane {
        std::uint8_t receiver;  // slot
        int channel;
    };
    // A node by itself, or a message that may be delivered to it.
    struct Option {
        const Row* row;
        std::uint8_t node, link;  // slots
        Number rest;              // of the link
        int channel;
        Number message, receiver = 0;
    };

    /// A row and its first step or two.
    static void prefetch(const Row& row) {
        __builtin_prefetch(&row);
        __builtin_prefetch(reinterpret_cast<const char*>(&row) + 64);
    }
    Number number(std::size_t i, std::size_t slot) const { return parents_[i].get(layout_.fields[slot]); }

    Components& components_;
    const Layout& layout_;
    const std::size_t nodes_;
    const int monitor_;
    std::vector<Lane> lanes_;
    std::vector<std::size_t> first_lane_;  // by link
    std::array<Bits, most> parents_;
    std::array<std::size_t, most + 1> first_option_;
    std::vector<Option> options_;
};

}  // namespace tandem::checker
