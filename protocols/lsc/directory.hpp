// The system directory is that of the APU: "does not interfere with the underlying coherence mechanism" (lsc.txt, 5).
#pragma once

#include "protocols/apu/queueing.hpp"
#include "protocols/lsc/messages.hpp"

namespace tandem::lsc {

template <class D> using Directory = apu::Directory<D, Words>;
template <class D> using QueueingDirectory = apu::QueueingDirectory<D, Words>;

}  // namespace tandem::lsc
