// BL with a seeded bug: what its generated sources include.
#pragma once

#include "apps/seeded_bug.hpp"
#include "protocols/baseline/protocol.hpp"
