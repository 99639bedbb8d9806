// States of the simulator as states of the finite search (perfsim/to_concrete.hpp), with the same names.
#pragma once

#include "perfsim/to_concrete.hpp"

namespace tandem::agreement {

using perfsim::TooLong;

template <class To, class From>
To to_concrete(const From& from, perfsim::Cycle now = 0) {
    perfsim::SameNames names{now};
    return perfsim::to_concrete<To>(from, names);
}

}  // namespace tandem::agreement
