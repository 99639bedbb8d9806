// The MOESI directory protocol behind core sides: the open points of both.
#pragma once

#include "protocols/cores/choices.hpp"
#include "protocols/moesi/config.hpp"

namespace tandem::mttop {

struct Config : moesi::Config, cores::Choices {
    /// The cache accepts whatever its core's side lets through.
    Config() {
        consistency = baseline::Consistency::rc;
        banks = 2;
    }
};

}  // namespace tandem::mttop
