// A global state of symbols as properties see it: what `model::System::View` is for values. Exports and proofs have the same.
#pragma once

#include <tuple>
#include <vector>

#include <boost/mp11.hpp>

#include "model/lemma.hpp"
#include "model/network.hpp"
#include "model/refutation.hpp"
#include "smt/symbolic_context.hpp"

namespace tandem::smt {

/// What a channel holds.
template <class Message>
struct SymbolicContents {
    Expression size;
    std::vector<Message> places;
};

/// `Source` has the symbols, and says how nodes and channels are numbered; it must outlive the view.
template <class Source>
class SymbolicView : public model::Unheard {
public:
    using Protocol = typename Source::Protocol;
    using D = typename Protocol::Domain;
    using NodeKind = typename Protocol::NodeKind;
    using Message = typename Protocol::Message;
    using Carried = model::Carried<D, Message>;
    template <NodeKind K> using Node = std::tuple_element_t<static_cast<std::size_t>(K), typename Protocol::Nodes>;

    /// `only` restricts it to one node, or to what one channel holds: segments are numbered as in `Source::contents_segment`.
    explicit SymbolicView(const Source& of, int only = -1) : of_(of), only_(only) {}
    const auto& config() const { return of_.config(); }
    static model::Instant<D> now() { return SymbolicContext<Protocol>::now(); }
    const auto& monitor() const { return of_.monitor(); }

    template <NodeKind K, class F>
    void each(F&& f) const {
        for (std::size_t n = 0; n < of_.nodes().size(); ++n)
            if (of_.nodes()[n].kind == static_cast<int>(K) && shown(static_cast<int>(n)))
                f(*static_cast<const Node<K>*>(of_.object(static_cast<int>(n))), of_.nodes()[n].index);
    }
    template <NodeKind K>
    const Node<K>& node(int index) const { return *static_cast<const Node<K>*>(of_.object(number_of(K, index))); }
    template <class F>
    void each_node(F&& f) const {
        for (std::size_t n = 0; n < of_.nodes().size(); ++n)
            if (shown(static_cast<int>(n)))
                boost::mp11::mp_with_index<std::tuple_size_v<typename Protocol::Nodes>>(
                    static_cast<std::size_t>(of_.nodes()[n].kind), [&](auto kind) {
                        using S = std::tuple_element_t<kind, typename Protocol::Nodes>;
                        f(*static_cast<const S*>(of_.object(static_cast<int>(n))), of_.nodes()[n]);
                    });
    }
    template <class F>
    void each_carried(F&& f) const {
        for (std::size_t c = 0; c < of_.channels().size(); ++c) {
            if (!shown(of_.contents_segment(static_cast<int>(c)))) continue;
            for (std::size_t k = 0; k < of_.contents()[c].places.size(); ++k)
                f(in_place(c, static_cast<int>(k)), of_.channels()[c]);
        }
    }
    template <class F>
    void each_message(F&& f) const {
        each_carried([&](const Carried& carried, const model::ChannelInfo& channel) {
            if (carried.present) f(carried.message, channel);
        });
    }
    Carried carried(NodeKind from, int from_index, NodeKind to, int to_index, int network = 0, int place = 0) const {
        static const Message nothing{};
        const auto channel = static_cast<std::size_t>(
            of_.concrete().channel_between(number_of(from, from_index), number_of(to, to_index), network));
        if (place >= static_cast<int>(of_.contents()[channel].places.size())) return {false, nothing};
        return in_place(channel, place);
    }

private:
    Carried in_place(std::size_t channel, int place) const {
        const auto& [size, places] = of_.contents()[channel];
        return {Flag(less(place, size)), places[static_cast<std::size_t>(place)]};
    }
    int number_of(NodeKind kind, int index) const { return of_.concrete().number_of(static_cast<int>(kind), index); }
    bool shown(int segment) const { return only_ < 0 || only_ == segment; }

    const Source& of_;
    int only_;
};

}  // namespace tandem::smt
