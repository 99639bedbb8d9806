// What a verdict of `tandem check` does not count: properties that this shape gives no room to fail, and outcomes that it gives no room to happen.
//
// Neither is a refutation. But where it is known what a shape exercises (the shapes that `tandem list` names, in the default variant) an outcome that is
// missing there besides is one that the text has lost, and counts.
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

/// Throws UsageError if a property that was asked for by name says nothing in the network's shape.
void refuse_what_says_nothing(const model::Network& network, const std::vector<std::string>& wanted);

/// Sets aside what does not count (PropertyReport::aside). Outcomes that were asked for by name always count.
void set_aside(const model::Network& network, const CheckOptions& options, CheckReport& report);

/// "`--shape small` does": the named shapes of a protocol in which the default variant shows this outcome; empty if there is none.
std::string exercised_by(const Protocol& protocol, const std::string& outcome);

}  // namespace tandem::apps
