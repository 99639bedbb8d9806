// The names that a model may use without defining them: sets and relations that executions have, and the definitions and files of
// herd's standard library, in our own words. A definition is compiled where a model uses it, so a library costs nothing.
#pragma once

#include <string>

namespace tandem::specs {

/// Whether an execution has a set of this name. The sets of an architecture are those events whose instruction has such a tag.
bool names_a_set(const std::string& name);
/// The same of relations, apart from rf, co and fr.
bool names_a_relation(const std::string& name);
/// Whether it is one that no execution of ours has anything in: what happens within an instruction beyond data, and translations.
bool names_an_empty_relation(const std::string& name);
/// The same of sets: implicit accesses, page tables, tags, faults, maintenance of caches, branches, and C11's locks.
bool names_an_empty_set(const std::string& name);
/// What a name of herd's is that executions here have nothing of, though a test may: what is computed from it would be wrong. Or
/// null.
const char* names_what_is_not_here(const std::string& name);
/// The text that defines a name of the standard library, or null.
const char* standard_definition(const std::string& name);
/// The text of a file of the standard library, or null; empty if all that it has is known anyway.
const char* standard_file(const std::string& name);
/// The text that stands for a file even where it lies beside the model, for it computes from events that we have not; or null.
const char* replacing_file(const std::string& name);

}  // namespace tandem::specs
