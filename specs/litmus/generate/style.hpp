// In which instructions a test reads and writes: with which cache operator, order and scope, plainly or by a read-modify-write.
// A cycle says what is accessed; each access then has each style that the user names.
//
//   GPU_PTX   cg, ca, plain (no operator), volatile, atom
//   PTX       weak, relaxed.gpu, acquire.cta, release.sys, ...; atom.acq_rel.gpu, ...
//   LISA      plain, rmw, acquire.wg, ...; rmw.release.cmp, ... with the scopes of the tree's words
//   X86       mov, lock
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "specs/litmus/generate/draft.hpp"

namespace tandem::specs {

struct AccessStyle {
    std::string name;
    bool reads = true, writes = true;  // what it is a style of
    bool atomic = false;               // a read-modify-write: one that reads leaves the value, one that writes gets the old one
    std::vector<std::string> words;    // the instruction's modifiers, or tags
};

/// All that a language has; the first is what a test has if nothing is asked for.
const std::vector<AccessStyle>& styles(TestLanguage language);

/// The styles with one of the names, in the order of `styles`; * stands for any letters. Throws std::invalid_argument for a name
/// that matches none, and if no style reads or none writes.
std::vector<const AccessStyle*> select_styles(TestLanguage language, const std::vector<std::string>& names);

/// Gives the accesses of a draft these styles, in all combinations, until visit(draft) is false; returns whether all were
/// visited. The two halves of a read-modify-write have one style: each atomic one that both reads and writes or, if there is
/// none, the language's first.
bool for_each_styling(TestLanguage language, const std::vector<const AccessStyle*>& styles, Draft draft,
                      const std::function<bool(const Draft&)>& visit);

}  // namespace tandem::specs
