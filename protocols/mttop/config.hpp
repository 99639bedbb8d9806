// The MOESI directory protocol behind core sides: what either leaves open.
#pragma once

#include "protocols/cores/choices.hpp"
#include "protocols/moesi/config.hpp"

namespace tandem::mttop {

struct Config : moesi::Config, cores::Choices {
    /// The cache takes whatever its core's side lets it have.
    Config() {
        consistency = baseline::Consistency::rc;
        banks = 2;
    }
};

}  // namespace tandem::mttop
