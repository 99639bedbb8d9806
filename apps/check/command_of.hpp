// The command that asks for a check, for a reader who wants to see it again.
#pragma once

#include "apps/check/check.hpp"

namespace tandem::apps {

/// The protocol as the user has named it: its folder, if it has one.
std::string called(const std::string& protocol);

/// "tandem check gtsc --shape wide --walks 12": the system, the properties and the walks; limits and files are left out.
std::string command_of(const CheckOptions& options);

}  // namespace tandem::apps
