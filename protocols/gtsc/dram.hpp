// The memory behind L2 (Section IV-C): it answers reads and takes the blocks that L2 evicts. It keeps no timestamp of a
// block; `mem_ts` in L2 stands for all of them (V-C).
#pragma once

#include "protocols/gtsc/config.hpp"
#include "protocols/gtsc/messages.hpp"

namespace tandem::gtsc {

template <class D>
struct Dram {
    model::Array<D, Sort::address, Value<D>> blocks;
    BOOST_DESCRIBE_CLASS(Dram, (), (blocks), (), ())

    /// Memory may hold anything at the start: initial state number `which` lists the blocks' values as digits.
    void start(const Config& config, int which) {
        for (int a = 0; a < config.shape[Sort::address]; ++a, which /= config.shape[Sort::value]) blocks[a] = which % config.shape[Sort::value];
    }
    static int contents(const Config& config) {
        int count = 1;
        for (int a = 0; a < config.shape[Sort::address]; ++a) count *= config.shape[Sort::value];
        return count;
    }
    bool idle() const { return true; }

    template <class Context>
    void receive(const Message<D>& m, Context& ctx) {
        if (m.kind == MessageKind::DRAMRd) {
            ctx.send(NodeKind::l2, 0, {.kind = MessageKind::DRAMFill, .address = m.address, .data = blocks[m.address]});
            ctx.did(Outcome::dram_read);
        } else {
            blocks[m.address] = m.data;
            ctx.did(Outcome::dram_written);
        }
    }
};

}  // namespace tandem::gtsc
