// What the TLA+ export says of G-TSC in the words of the paper: names, and the property that it states of every state.
#pragma once

#include "model/description.hpp"
#include "protocols/gtsc/config.hpp"

namespace tandem::gtsc {

model::TlaWords tla_words(const Config& config);

}  // namespace tandem::gtsc
