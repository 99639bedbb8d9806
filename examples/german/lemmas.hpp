// Why German's protocol keeps its promise: what the directory knows of copies, and of those that it calls back. `tandem check
// --lemmas` judges each lemma in every state; `tandem prove` tries them where a proof needs them, and proves what it uses.
#pragma once

#include "german/protocol.hpp"
#include "model/lemma.hpp"

namespace german {

/// What is so of cache c.
template <class View>
struct Copy {
    using D = typename View::D;
    using Fact = model::Fact<D>;
    Fact held, exclusive;              // the cache has a copy, the exclusive one
    Fact granted, granted_exclusive;   // one is on its way to it
    Fact called_back, given_up, written_back;  // Inv is on its way, or its answer; the answer brings data
    Fact noted, to_recall;             // by the directory

    Copy(const View& view, int c)
        : Copy(view.template node<NodeKind::cache>(c), view.template node<NodeKind::directory>(0), c,
               view.carried(NodeKind::directory, 0, NodeKind::cache, c),
               view.carried(NodeKind::cache, c, NodeKind::directory, 0, 1)) {}

private:
    Copy(const auto& cache, const auto& directory, int c, const auto& comes, const auto& answer)
        : held(cache.state != State::invalid),
          exclusive(cache.state == State::exclusive),
          granted(Fact(comes.present) & (comes.message.kind != MessageKind::Inv)),
          granted_exclusive(Fact(comes.present) & (comes.message.kind == MessageKind::GntE)),
          called_back(Fact(comes.present) & (comes.message.kind == MessageKind::Inv)),
          given_up(answer.present),
          written_back(given_up & (answer.message.kind == MessageKind::WriteBack)),
          noted(directory.holders.contains(c)),
          to_recall(directory.to_recall.contains(c)) {}
};

template <class System>
void add_lemmas(System& system) {
    system.add_lemma("copies-noted", "the directory notes whoever has a copy, is to get one, or has not given it up",
                     []<class View>(const View& view, auto& says) {
        for (int c = 0; c < view.config().shape[Sort::core]; ++c) {
            const Copy<View> copy(view, c);
            says(copy.held | copy.granted | copy.called_back | copy.given_up, copy.noted);
        }
    });
    system.add_lemma(
        "called-back-once", "a copy is called back once for a request that needs it, and gone when the answer is on its way",
        []<class View>(const View& view, auto& says) {
            using Fact = typename Copy<View>::Fact;
            const auto& directory = view.template node<NodeKind::directory>(0);
            const Fact serving = directory.serving.present;
            for (int c = 0; c < view.config().shape[Sort::core]; ++c) {
                const Copy<View> copy(view, c);
                says(serving & copy.to_recall, copy.noted);
                says(copy.called_back | copy.given_up,
                     serving & (directory.serving.item.exclusive | Fact(directory.exclusive_given)) & !copy.to_recall);
                says(copy.called_back, !copy.given_up);
                says(copy.given_up, !(copy.held | copy.granted | copy.called_back));
            }
        });
    system.add_lemma("exclusive-alone",
                     "while the exclusive copy is out, one cache is noted and no other, and who has it is granted nothing more",
                     []<class View>(const View& view, auto& says) {
                         using Fact = typename Copy<View>::Fact;
                         const Fact given = view.template node<NodeKind::directory>(0).exclusive_given;
                         const int caches = view.config().shape[Sort::core];
                         for (int c = 0; c < caches; ++c) {
                             const Copy<View> copy(view, c);
                             says(copy.exclusive | copy.granted_exclusive | copy.written_back, given);
                             says(copy.exclusive, !copy.granted);
                             for (int d = 0; d < caches; ++d)
                                 if (d != c) says(given & copy.noted, !Copy<View>(view, d).noted);
                         }
                     });
    if constexpr (requires(const typename System::View& view) { view.monitor().value; })  // not where nothing watches
        system.add_lemma(
            "data-current",
            "data are what was stored last: in every copy, on their way, and in memory while no exclusive copy is out",
            []<class View>(const View& view, auto& says) {
                using Fact = typename Copy<View>::Fact;
                const auto& last = view.monitor().value;
                const auto& directory = view.template node<NodeKind::directory>(0);
                says(!Fact(directory.exclusive_given), directory.memory == last);
                for (int c = 0; c < view.config().shape[Sort::core]; ++c) {
                    const Copy<View> copy(view, c);
                    says(copy.held, view.template node<NodeKind::cache>(c).data == last);
                    says(copy.granted, view.carried(NodeKind::directory, 0, NodeKind::cache, c).message.data == last);
                    says(copy.written_back, view.carried(NodeKind::cache, c, NodeKind::directory, 0, 1).message.data == last);
                }
            });
}

}  // namespace german
