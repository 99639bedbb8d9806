// Remote-scope promotion with a seeded bug: what each generated source of one includes.
#pragma once

#include "apps/seeded_bug.hpp"
#include "protocols/rsp/components.hpp"
#include "protocols/rsp/protocol.hpp"
