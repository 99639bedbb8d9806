// Whether a protocol is the same text for any number of names of a sort (docs/any-number.md, "Uniformity"): what is asked of the
// protocol itself. Handlers are seen by the compiler (model/uniform_text.hpp), and by the watch (smt/uniformity_watch.hpp).
//
// What is made of plain numbers, such as which channels there are, is asked for each number of names that there can be.
#pragma once

#include <set>

#include "engines/configuration.hpp"
#include "model/uniform_text.hpp"
#include "smt/uniformity_watch.hpp"

namespace tandem::engines {

/// The domain of any number of what the description says; one that says nothing has none.
template <class P>
struct AnyNumberOf {
    template <std::size_t... I>
    static model::AnyNumber<P::any_number[I]...> domain(std::index_sequence<I...>);
    using type = decltype(domain(std::make_index_sequence<P::any_number.size()>{}));
};

/// Asks the protocol in one configuration and in that with another number of names of the sort.
template <class Text>
class AskedInSizes {
    using Config = typename Text::Config;
    using NodeKind = typename Text::NodeKind;

public:
    AskedInSizes(const Config& config, model::Sort sort, smt::UniformityWatch& watch)
        : config_(config), sort_(sort), watch_(watch) {}

    void ask() {
        for (int n = 1; n <= model::max_extent; ++n) {
            Config other = config_;
            other.shape[sort_] = n;
            try {
                ask(other);
            } catch (const std::exception& error) {  // TextError: such as a name that there is not
                against(std::string("its first state cannot be made for ") + std::to_string(n) + ": " + error.what());
            }
        }
    }

private:
    void against(const std::string& what) { watch_.note(std::string(model::sort_text(sort_)) + "s: " + what); }

    void ask(const Config& other) {
        if (memories_differ(other)) against("what memory holds at first depends on how many there are");
        channels(other);
        boost::mp11::mp_for_each<boost::mp11::mp_iota_c<std::tuple_size_v<typename Text::Nodes>>>([&](auto kind) {
            population(static_cast<NodeKind>(kind.value), other);
            node<std::tuple_element_t<kind.value, typename Text::Nodes>>(other);
        });
    }
    /// Of more or fewer blocks: whether those of all blocks but one are those of so many, whichever is left out.
    bool memories_differ(const Config& other) const {
        const auto here = Text::initial_memories(other);
        if (sort_ != model::Sort::address) return here != Text::initial_memories(config_);
        const int blocks = other.shape[sort_];
        if (blocks == 1) return false;
        Config one_less = other;
        one_less.shape[sort_] = blocks - 1;
        const auto of_fewer = Text::initial_memories(one_less);
        for (int left_out = 0; left_out < blocks; ++left_out) {
            std::set<std::vector<int>> rest;
            for (std::vector<int> memory : here) {
                if (memory.size() != static_cast<std::size_t>(blocks)) return true;
                memory.erase(memory.begin() + left_out);
                rest.insert(std::move(memory));
            }
            if (rest != std::set<std::vector<int>>(of_fewer.begin(), of_fewer.end())) return true;
        }
        return false;
    }
    void channels(const Config& other) {
        const auto here = Text::channels(config_), there = Text::channels(other);
        bool alike = here.size() == there.size();
        for (std::size_t i = 0; alike && i < here.size(); ++i)
            alike = here[i].from == there[i].from && here[i].to == there[i].to && here[i].ordered == there[i].ordered &&
                    here[i].capacity == there[i].capacity && here[i].network == there[i].network;
        if (!alike) against("which channels there are, and their room, depends on how many there are");
        if constexpr (requires { Text::connected(NodeKind{}, 0, NodeKind{}, 0, other); })
            for (const auto& c : there)
                for (int i = 0; i < Text::population(c.from, other); ++i)
                    for (int j = 0; j < Text::population(c.to, other); ++j)
                        if (!Text::connected(c.from, i, c.to, j, other)) against("not all nodes of two kinds have a channel");
        if constexpr (requires { Text::symmetric(model::Permutation{}, other); })
            for (int i = 1; i < other.shape[sort_]; ++i)
                if (!Text::symmetric(exchanged(i), other)) against("not every renaming maps runs to runs");
    }
    model::Permutation exchanged(int with) const {
        model::Permutation p;
        const auto exchange = [&](model::Permutation::Names& names) {
            std::swap(names[0], names[static_cast<std::size_t>(with)]);
        };
        if (sort_ == model::Sort::core) exchange(p.core);
        else if (sort_ == model::Sort::address) exchange(p.address);
        else
            for (auto& names : p.thread) exchange(names);
        return p;
    }
    /// One node for each core, or as many as ever.
    void population(NodeKind kind, const Config& other) {
        const int here = Text::population(kind, config_), there = Text::population(kind, other);
        const bool of_cores = sort_ == model::Sort::core && Text::core_of(kind, 0, config_) >= 0;
        if (there != (of_cores ? other.shape[sort_] : here))
            return against("how many nodes of a kind there are is neither their number nor always the same");
        for (int i = 0; i < there; ++i)
            if (Text::core_of(kind, i, other) != (of_cores ? i : i < here ? Text::core_of(kind, i, config_) : -1))
                against("a node's core is not that of its number");
    }
    /// What a node is at first, and what can be asked of it, with the names that there are here.
    template <class N>
    void node(const Config& other) {
        if (first_state<N>(config_) != first_state<N>(other)) against("a node's first state depends on how many there are");
        if constexpr (model::IssuesOperations<N>)
            for (const auto& operation : model::all_values<typename N::Operation>(config_.shape))
                if (N::issues(operation, config_) != N::issues(operation, other))
                    against("which operations are issued depends on how many there are");
        if constexpr (model::TakesActions<N>)
            for (const auto& action : model::all_values<typename N::Action>(config_.shape))
                if (N::offers(action, config_) != N::offers(action, other))
                    against("which actions are offered depends on how many there are");
    }
    template <class N>
    std::vector<std::vector<int>> first_state(const Config& config) const {
        std::vector<std::vector<int>> states;
        for (const std::vector<int>& memory : Text::initial_memories(config_)) {
            N node{};
            node.start(config, memory);
            auto& leaves = states.emplace_back();
            model::for_each_leaf(node, config_.shape, [&](const auto& leaf) { leaves.push_back(model::number_of(leaf)); });
        }
        return states;
    }

    const Config& config_;
    const model::Sort sort_;
    smt::UniformityWatch& watch_;
};

template <class P, class Text>
void note_sorts(const typename P::Config& config, smt::UniformityWatch& watch) {
    for (const model::Sort sort : P::any_number) {
        watch.compiled |= static_cast<std::uint8_t>(1u << static_cast<unsigned>(sort));
        AskedInSizes<Text>(config, sort, watch).ask();
    }
}

/// Notes of which sorts the text W may have any number of names, and what speaks against it. Compiles only if the text of a
/// description with `any_number` keeps to what may be done with such names.
template <class P, class W>
void note_uniformity(const typename P::Config& config, smt::UniformityWatch& watch) {
    if constexpr (requires { P::any_number; }) {
        using Any = typename AnyNumberOf<P>::type;
        // Of blocks of several words nothing is said.
        if constexpr (std::is_same_v<typename W::template Text<Any>::Domain, Any>) {
            using Made = model::UniformText<typename W::template Text<Any>, typename W::template Monitor<Any>>;
            [[maybe_unused]] static const auto compiled = &Made::compiled;
            note_sorts<P, typename W::template Text<model::Wide>>(config, watch);
        }
    }
}

}  // namespace tandem::engines
