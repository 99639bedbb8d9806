// One combination in one system, and in all that can tell: searched, or as it is kept.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "apps/explore/digest.hpp"
#include "apps/explore/explore.hpp"
#include "apps/explore/results.hpp"

namespace tandem::apps {

/// What a search says of a variant in a system.
struct SystemVerdict {
    checker::Verdict verdict = checker::Verdict::undecided;
    std::string ending;  // "complete", or why not; or why the variant takes no such system
    bool taken = true;   // false: it takes none
    std::string property, trace, command;
    std::size_t steps = 0;
    std::vector<std::string> listed;  // known failures that it shows
    std::set<std::string> outcomes;
};

/// Judges variants of one protocol; several threads may call it.
class JudgedSystems {
public:
    /// `deadline` in seconds from now, 0 for none; `memory` in bytes and `seconds_to_judge`, of one search. What it is given
    /// outlives it.
    JudgedSystems(const Protocol& protocol, KeptResults& results, std::size_t memory, double seconds_to_judge, double deadline);

    SystemVerdict judge(const std::string& variant, const TellingSystem& system, double seconds);
    /// In the systems that tell something and that it takes, until one refutes it; a word that is listed as broken is looked for
    /// in all that are tried.
    CombinationVerdict judge(const Combination& combination, const std::vector<TellingSystem>& telling,
                             const std::vector<TellingSystem>& tried);
    /// The proof: "proved", "refuted", "undecided", or why there is none.
    std::string prove(const Combination& combination);

    /// Of one search that judges a combination, and of one run.
    double seconds_to_judge() const { return seconds_to_judge_; }
    /// Of one search that looks for a breakage: many do, and find none.
    double seconds_to_tell() const { return seconds_to_judge_ / 30; }
    /// Whether the time is over, or the user has interrupted it.
    bool out_of_time() const;
    double seconds_left() const;                               // 0: no limit
    std::atomic<std::size_t> now{0}, before{0};                // searches of this run, and kept ones that it has used
    std::atomic<std::size_t> proved_now{0}, proved_before{0};  // the same of proofs

private:
    SystemVerdict search(const std::string& variant, const TellingSystem& system, double seconds) const;

    const Protocol& protocol_;
    KeptResults& results_;
    std::size_t memory_;
    double seconds_to_judge_, deadline_;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    std::string digest_, digest_of_proofs_;
};

}  // namespace tandem::apps
