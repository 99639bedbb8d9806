// The protocols that the program knows, in the commands' words.
#pragma once

#include "apps/common/usage_error.hpp"
#include "engines/registry.hpp"

namespace tandem::apps {

using engines::broken_group, engines::free_system;
using engines::Entry, engines::Examined, engines::ExaminedSystem, engines::Explored, engines::Played, engines::Protocol,
    engines::Selection;
using engines::protocol, engines::protocols;

}  // namespace tandem::apps
