// The threads that judge obligations, and what comes of it.
#include "checker/liveness.hpp"

#include "checker/in_parallel.hpp"
#include "checker/liveness_judge.hpp"
#include "checker/obligations.hpp"

namespace tandem::checker {

namespace {

using liveness::Abandoned, liveness::Judge, liveness::Shared;

void work(Shared& shared, int thread) {
    try {
        Judge judge(shared, thread);
        for (;;) {
            const std::size_t which = shared.next++;
            if (which >= shared.obligations.size() || shared.stop || which > shared.first_broken) return;
            if (auto lasso = judge.judge(which)) {
                std::lock_guard lock(shared.mutex);
                if (which < shared.first_broken) {
                    shared.first_broken = which;
                    shared.lasso = std::move(lasso);
                }
            }
            ++shared.judged;
        }
    } catch (const Abandoned&) {
    } catch (const std::bad_alloc&) {
        shared.give_up("the memory for liveness ran out");
    } catch (...) {
        std::lock_guard lock(shared.mutex);
        shared.error = std::current_exception();
        shared.stop = true;
    }
}

}  // namespace

LivenessResult judge_liveness(Search& search, const SearchResult& searched, const LivenessOptions& options) {
    LivenessResult result;
    if (!search.symmetry().trivial() && (!search.options().data_alone || options.answers >= 0)) {
        result.reason = "liveness is judged without symmetry reduction, or with that of data alone";
        return result;
    }
    if (searched.ending != Ending::complete) {
        result.reason = "liveness is judged only when all states have been found";
        return result;
    }
    Shared shared(search, options);
    shared.obligations = liveness::obligations(search, options, [&] { return shared.ended() != nullptr; });
    if (const char* const why = shared.ended()) shared.give_up(why);
    in_parallel(options.threads, [&](int t) { work(shared, t); });
    if (shared.error) std::rethrow_exception(shared.error);
    result.obligations = shared.met;
    result.states = shared.states;
    result.bytes = shared.most_bytes;
    result.seconds = shared.seconds();
    result.lasso = std::move(shared.lasso);
    result.reason = shared.reason;
    if (result.lasso) result.verdict = Verdict::refuted, result.reason.clear();
    else if (shared.reason.empty()) result.verdict = Verdict::holds;
    if (!search.symmetry().trivial()) result.lasso.reset();
    return result;
}

}  // namespace tandem::checker
