// The dialect of memalloy's models (Wickerson et al., POPL 2017). Its executions have no initial writes, its orders include the
// stronger ones (a REL is any event that releases), its fences are relations, and a read-modify-write is one event.
#pragma once

#include <string>

namespace tandem::specs {

/// What a name means there, as text in our own vocabulary; or null.
const char* memalloy_definition(const std::string& name);

/// A check for its models of languages, which take a read-modify-write for one event: ours has two, so there they mean nothing.
extern const char* const memalloy_flag_of_languages;

}  // namespace tandem::specs
