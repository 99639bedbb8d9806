// Whether a text treats names alike: a renamed state must offer the renamed steps.
//
// The reduction by symmetry rests on it (Ip and Dill, "Better verification through symmetry"), and a text may break it by any
// handler that looks at a number. So each situation in which a handler runs is tried once more under each generator of the group:
// what holds of these holds of all renamings. A handler that does not even do the same twice is told from that, and by itself
// where nothing is renamed.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/network.hpp"

namespace tandem::checker {

/// The text treats names differently, so a search may not identify states that differ in these. One without symmetry is as good
/// as ever.
class NotSymmetric : public std::invalid_argument {
public:
    explicit NotSymmetric(const std::string& where)
        : std::invalid_argument(
              "the text is not symmetric: " + where +
              "; a function `symmetric` of the protocol that leaves such renamings out is accepted, and --symmetry off"),
          where_(where) {}
    /// "act of counter treats cores 0 and 1 differently, as where ...".
    const std::string& where() const { return where_; }

private:
    std::string where_;
};

/// A handler that does not do the same twice, so that no search of the text means anything: it remembers what handlers do.
class NotRepeatable : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

class Equivariance {
public:
    /// Nothing is checked until there are renamings: of `group` some that generate it, and all of the `others`.
    /// `to_the_label`, of renamings that leave nodes where they are: fair steps must keep their labels, threads must be owed the
    /// same, and what they ask for must be refused in the same situations, whatever it is called afterwards.
    void check(const model::Network& network, std::span<const model::Permutation> group,
               std::span<const model::Permutation> others, bool to_the_label = false);
    bool checks() const { return !renamings_.empty(); }

    /// `steps` are those of `node` in `state`, of its own (`channel` -1, no message) or on the message that it receives. Throws
    /// NotSymmetric, which names the handler and two names that it treats differently; and the cleared member, if reading one is
    /// the reason.
    void require(int node, int channel, const model::Packed& state, const model::Packed* message,
                 const std::vector<model::LocalStep>& steps) const;

private:
    struct Renaming {
        model::Permutation names;
        std::vector<int> node, channel;  // where each goes
    };

    /// What a handler has run on.
    struct Situation {
        int node, channel;
        const model::Packed& state;
        const model::Packed* message;
        const std::vector<model::LocalStep>& steps;
    };
    /// The first step that the renamed situation does not offer, renamed; null if it offers all. `names` are the renaming's, with
    /// or without what is not in use.
    const model::LocalStep* missing(const Situation& of, const Renaming& r, const model::Permutation& names) const;
    /// Whether the renamed situation is due the same as this one (`to_the_label`).
    bool due_alike(const Situation& of, const Renaming& r) const;
    /// The members that `clear_unused` has set back and the handler reads all the same, in words; empty if that is not the
    /// reason.
    std::string cleared_members_read(const Situation& of, const Renaming& r) const;

    const model::Network* network_ = nullptr;
    bool to_the_label_ = false;
    std::vector<Renaming> renamings_;
};

/// Runs the handler once more. Throws NotRepeatable, which names it, if it does not do the same.
void require_same_again(const model::Network& network, int node, int channel, const model::Packed& state,
                        const model::Packed* message, const std::vector<model::LocalStep>& steps);

}  // namespace tandem::checker
