// What every protocol owes the threads of its cores, whatever it remembers of them. These are properties of single steps, and of
// liveness, over the ledger of accesses under way (model/ledger.hpp). The text has no say in it.
//
//   answers-match    an access is answered once
//   issue-order      what a thread may have under way when an instruction is accepted
//   access-accepted  a thread that keeps asking for an access is served in the end
//   access-completes every access completes, each in its turn
#pragma once

#include "model/ledger.hpp"
#include "model/network.hpp"

namespace tandem::specs {

template <class System>
void add_answers_match(System& system) {
    system.add_account_property("answers-match",
                                "an access is answered once: each answer is to an access that its thread has under way",
                                [](const auto& account, const auto& refuted) {
                                    return account.matched ||
                                           refuted("the node answers an access that the thread does not have under way: it was "
                                                   "answered before, or never began");
                                });
}

/// How many accesses a thread may have under way when it begins another.
enum class InFlight { one, one_a_block };

/// A fence waits for all of them in either case.
template <class System>
void add_issue_order(System& system, InFlight allowed, std::string sentence) {
    system.add_account_property("issue-order", std::move(sentence), [allowed](const auto& account, const auto& refuted) {
        if (!account.accepted) return true;
        const auto& op = *account.accepted;
        const bool any = allowed == InFlight::one || op.kind == model::AccessKind::fence;
        bool free = true;
        const auto judge = [&](auto a, const auto& accesses) {
            if (free && !accesses.none())
                free = refuted("the node accepts ", op.text(), ", while ", refuted.thread(op.warp), " has a ",
                               accesses.stores != 0 ? "store" : "load", " of ", a, " under way");
        };
        const auto& of_thread = account.before.threads[op.warp];
        if (any)
            for (std::size_t a = 0; a < of_thread.items.size(); ++a) judge(static_cast<char>('A' + a), of_thread.items[a]);
        else op.blocks.each([&](auto a) { judge(a, of_thread[a]); });
        return free;
    });
}

/// The `number` of a property of acceptance that says nothing of fair runs.
inline constexpr int accepted_by_some_run = 1;

template <class System>
void add_access_accepted(System& system) {
    system.add_property({"access-accepted", "each thread that keeps asking for an access is served in the end, in every fair run",
                         model::PropertyKind::always_accepted});
}

/// For cases where others can keep a thread from beginning: it is not blocked for good, whatever they do from then on.
template <class System>
void add_access_acceptable(System& system) {
    system.add_property(
        {"access-accepted",
         "each thread that keeps asking for an access can be served: from every reachable state some run accepts it",
         model::PropertyKind::always_accepted, accepted_by_some_run});
}

/// Where a thread may have several accesses to a block under way, and those of a kind complete in their order.
template <class System>
void add_each_access_completes(System& system) {
    system.add_each_completed("access-completes",
                              "every access completes, if no message or fair action is postponed forever: while a thread's loads "
                              "of a block are under way, or its stores, one of these completes in the end");
}

}  // namespace tandem::specs
