// How a command ends: what a user can mend is a UsageError, and each command has one of these statuses.
#pragma once

#include "model/usage_error.hpp"

namespace tandem::apps {

using model::UsageError;

/// The exit statuses of every command.
enum Status : int { status_holds = 0, status_refuted = 1, status_unusable = 2, status_undecided = 3 };

}  // namespace tandem::apps
