// The edges of cycles: each relates two accesses, and weak memory may fail to preserve it. Names are those of the diy tradition
// (Alglave et al., ptx-litmus.txt, 4.1, and its [6]).
//
//   Rfe Fre Coe     communication with another thread: reads-from, from-read, coherence; Rfi Fri Coi within the thread
//   PodWR PosWR     program order, from a write to a read of a different or of the same location
//   MembarGldWR     the same with a fence between, by its scope: Cta, Gl, Sys; MFencedWR in X86
//   FenceScGpudWR   PTX 6's, by order (Sc, AcqRel) and scope (Cta, Gpu, Sys)
//   DpAddrdR        dependencies of an access on the read before it: Addr, Data (on to writes only), Ctrl
//   IfdR            what follows runs only if the read before returned what the cycle has it return
//   Rmw             a read and a write in one instruction
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tandem::specs {

enum class TestLanguage { x86, lisa, hsa_lisa, ptx, ptx6 };  // hsa_lisa: LISA with HSA's words for scopes

enum class Access : char { read = 'R', write = 'W' };

struct Relaxation {
    enum class Kind { rf, fr, co, program_order, fence, address, data, control, guard, atomic };
    Kind kind = Kind::program_order;
    bool external = false;  // to another thread
    bool same_location = true;
    Access from = Access::read, to = Access::read;
    std::string fence;  // the instruction's scope, "mfence", or the words of a PTX 6 fence
    std::string name;   // "MembarGldWR"
    std::string label;  // "membar.gl", used in test names

    bool communication() const { return kind == Kind::rf || kind == Kind::fr || kind == Kind::co; }
};

/// Whether a name is one that the pattern stands for: * is any letters.
bool matches(std::string_view pattern, std::string_view name);

/// All that a language can express, communication first.
std::vector<Relaxation> relaxations(TestLanguage language);

/// The relaxations with one of the names, in the order of `relaxations`. In a name, * stands for any letters, and Ws is taken for
/// Co. Throws std::invalid_argument for a name that matches none.
std::vector<Relaxation> select_relaxations(TestLanguage language, const std::vector<std::string>& names);

}  // namespace tandem::specs
