// G-TSC's part of the TLA+ export, in the words of the paper: names, and a property of every state.
#pragma once

#include "model/description.hpp"
#include "protocols/gtsc/config.hpp"

namespace tandem::gtsc {

model::TlaWords tla_words(const Config& config);

}  // namespace tandem::gtsc
