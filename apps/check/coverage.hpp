// What a verdict of `tandem check` does not count: properties that this shape gives no room to fail, and outcomes that it gives
// no room to happen.
//
// Neither is a refutation. But where it is known what a shape exercises, an outcome that is missing there besides is one that the
// text has lost, and counts. It is known of the systems in the record of a protocol's outcomes (outcome_record.hpp). Without a
// record each shape that `tandem list` names exercises all of them, in the sound variant.
#pragma once

#include "apps/check/check.hpp"

namespace tandem::apps {

/// How the names of outcomes begin among the properties.
inline constexpr std::string_view can_happen = "can-happen:";

/// Whether the name asked for is this property: a name stands for its family too ("can-happen").
bool asked(const std::string& wanted, const std::string& name);
bool any_asked(const std::vector<std::string>& wanted, const std::string& name);

/// Whether the network has a property of that name, or of that family, that may be refuted in its shape.
bool says_something(const model::Network& network, const std::string& wanted);

/// Whether the variant, but for seeded bugs, is the one whose outcomes are known.
bool is_sound_variant(const Protocol& protocol, const std::string& variant);

/// Whether the description says that this property does not hold there.
bool is_known_failure(const Protocol& protocol, const Selection& selection, const std::string& property);

/// Throws UsageError if a property that was asked for by name says nothing in the network's shape.
void refuse_what_says_nothing(const model::Network& network, const std::vector<std::string>& wanted);

/// Sets aside what does not count (PropertyReport::aside). Outcomes that were asked for by name always count.
void set_aside(const model::Network& network, const CheckOptions& options, CheckReport& report);

/// "`--shape small` does": a named shape in which this variant shows the outcome, or else the sound one; empty if none is known.
std::string exercised_by(const Protocol& protocol, const std::string& variant, const std::string& outcome);

/// The properties that a base of the description states and this system has not: the author's `add_properties` hides the base's.
std::vector<std::string> not_stated(const Protocol& protocol, const model::Network& network);

/// What this system cannot show and another shape of the same variant could, which the settings accept.
std::vector<model::NotShown> not_shown(const Protocol& protocol, const Selection& selection);

}  // namespace tandem::apps
