// What a text is known to show: a record of the outcomes of its handlers, by system, made when the text was sound. A text that
// shows less in one of these systems has lost an outcome, whatever its variant (coverage.hpp).
//
// The record is a file of the protocol's folder, outcomes.txt; the build copies it to NAME-outcomes beside the module. A line
// has, between tabs, the variant and shape in full, the number of states without a monitor, and the outcomes that do not occur
// there. The number of states says which text it was: a change of the protocol changes it, and an edit of a comment does not.
// `tandem check P --record-outcomes FILE` writes it (record.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "apps/common/catalog.hpp"

namespace tandem::apps {

struct RecordedSystem {
    std::string system;     // as `tandem check` prints it, without the protocol's name
    Selection selection{};  // that chooses it; a file has none
    std::uint64_t states = 0;
    std::vector<std::string> absent{};  // outcomes that do not occur
};

struct OutcomeRecord {
    std::vector<RecordedSystem> systems;

    const RecordedSystem* find(const std::string& system) const;
};

/// The record beside the protocol's module; nothing where there is none. Throws UsageError for a file that is none.
std::optional<OutcomeRecord> outcome_record(const Protocol& protocol);

/// The outcomes that a named shape of the sound variant does not show, as far as a record says so.
std::vector<std::string> not_exercised(const Protocol& protocol, const std::string& shape);

/// A variant's words without seeded bugs.
std::string without_bugs(const Protocol& protocol, const std::string& variant);

/// The words of a variant in full, as a report's first line has them.
std::set<std::string> variant_words(const Protocol& protocol, const Selection& selection);

/// The name that a record gives the system, without seeded bugs.
std::string recorded_name(const Protocol& protocol, const Selection& selection);

std::string as_text(const OutcomeRecord& record);
/// Throws UsageError; `from` names the file.
OutcomeRecord read_outcomes(const std::string& text, const std::string& from);

}  // namespace tandem::apps
