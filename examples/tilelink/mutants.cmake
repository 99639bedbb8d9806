# Seeded bugs: one line of the text is another. `tandem check examples/tilelink --mutants examples/tilelink/mutants.cmake` builds each
# and says what kills it. Those that were bugs of XiangShan's caches are in the README's table, with their places.

# ---- a Release that crosses a Probe

mutant(client-answers-before-release-ack l1.hpp
  LINE [[bool defers(const Message<D>&) const { return bool(awaits == Awaits::release_ack); }]]
  BECOMES [[bool defers(const Message<D>&) const { return false; }]]
  SO "a client answers a Probe while its Release is not acknowledged"
  REFUTES answers-match SHAPE small STEPS 24)

mutant(l2-answers-before-release-ack l2.hpp
  LINE [[if (line.probed && (line.rests() || line.stage == Stage::acquires)) return answer_probe(a, line, ctx);]]
  BECOMES [[if (line.probed && (line.rests() || line.stage == Stage::acquires || line.stage == Stage::releases)) return answer_probe(a, line, ctx);]]
  SO "L2 answers a Probe while its Release is not acknowledged"
  REFUTES no-store-lost VARIANT unordered SHAPE dma,capacity=2 STEPS 17)

mutant(released-data-forgotten memory.hpp
  LINE [[line.given = m.to;]]
  BECOMES [[line.given == Permission::nothing && m.kind == Kind::ProbeAck ? void(line.data = dram[m.address]) : void(line.given = m.to);]]
  SO "a ProbeAck without data after a Release: the block is read from memory again"
  REFUTES no-store-lost SHAPE dma STEPS 20)

mutant(release-waits-for-probe-ack memory.hpp
  LINE [[Line& line = lines.place(m.address);]]
  BECOMES [[Line& line = lines.place(m.address); if (line.busy == Busy::probes && (m.kind == Kind::Release || m.kind == Kind::ReleaseData)) return ctx.stall(Outcome::nothing_to_do);]]
  SO "a manager takes no Release while it waits for the answer to a Probe"
  REFUTES no-deadlock SHAPE small STEPS 20)

mutant(answered-on-the-spot l1.hpp
  LINE [[if (!line.deferred) this->lines.drop(m.address);]]
  BECOMES [[if (line.deferred) to_l2({.kind = Kind::ProbeAck, .address = m.address}, ctx); this->lines.drop(m.address);]]
  SO "channel D waits for room in channel C: ReleaseAck is received when the Probe can be answered"
  REFUTES no-deadlock SHAPE blocks STEPS 31)

# ---- serialization until GrantAck

mutant(l2-awaits-no-grant-ack l2.hpp
  LINE [[line.stage = Stage::granted;]]
  BECOMES [[line.stage = Stage::rests;]]
  SO "L2 goes on to the next request when it has granted one"
  REFUTES grants-alone SHAPE small STEPS 8)

mutant(memory-awaits-no-grant-ack memory.hpp
  LINE [[line.busy = Busy::granted;]]
  BECOMES [[line.busy = Busy::no;]]
  SO "the memory side goes on to the next request when it has granted one"
  REFUTES grants-alone SHAPE small STEPS 6)

mutant(probe-waits-for-grant l2.hpp
  LINE [[if (line.probed && (line.rests() || line.stage == Stage::acquires)) return answer_probe(a, line, ctx);]]
  BECOMES [[if (line.probed && line.rests()) return answer_probe(a, line, ctx);]]
  SO "L2 answers no Probe of a block that it has asked for"
  REFUTES no-deadlock SHAPE small STEPS 23)

# ---- upgrades

mutant(upgrade-as-asked l2.hpp
  LINE [[const bool upgrades = bool(line.branches.contains(client)), alone = line.branches.empty() && !line.tip;]]
  BECOMES [[const bool upgrades = bool(line.serving.from == Permission::branch), alone = line.branches.empty() && !line.tip;]]
  SO "a client that had a Branch when it asked gets no data, though it has lost the Branch meanwhile"
  REFUTES rmw-atomic SHAPE dma,atomics=1 STEPS 30)

mutant(granted-data-not-kept l2.hpp
  LINE [[if (m.kind == Kind::GrantData) line.data = m.data;]]
  BECOMES [[if (m.kind == Kind::GrantData && line.serving.from == Permission::nothing) line.data = m.data;]]
  SO "L2 does not keep the data of a Grant for an upgrade, though it has lost its Branch meanwhile"
  REFUTES no-store-lost SHAPE dma,atomics=1 STEPS 28)

# ---- who is probed

mutant(one-sharer-probed l2.hpp
  LINE [[if (cap == Permission::nothing) line.branches.each([&](Core<D> c) { line.awaited.insert(c); });]]
  BECOMES [[if (cap == Permission::nothing) line.branches.each([&](Core<D> c) { if (line.awaited.empty() && (!spared || c != *spared)) line.awaited.insert(c); });]]
  SO "of several sharers one is probed"
  REFUTES directories-cover SHAPE small STEPS 20)

mutant(branch-under-dirty-tip-kept l2.hpp
  LINE [[if (cap == Permission::nothing) line.branches.each([&](Core<D> c) { line.awaited.insert(c); });]]
  BECOMES [[if (cap == Permission::nothing && !line.dirty) line.branches.each([&](Core<D> c) { line.awaited.insert(c); });]]
  SO "an L2 with a dirty Tip does not probe the Branches of its clients"
  REFUTES directories-cover SHAPE small STEPS 18)

mutant(get-probes-nobody memory.hpp
  LINE [[if (m.kind == Kind::Acquire || (reads ? line.given != Permission::tip : line.given == Permission::nothing))]]
  BECOMES [[if (m.kind == Kind::Acquire || reads || line.given == Permission::nothing)]]
  SO "a Get is answered without a Probe, though L2 has the Tip"
  REFUTES load-value SHAPE dma STEPS 11)

mutant(put-leaves-branches memory.hpp
  LINE [[if (m.kind == Kind::Acquire || (reads ? line.given != Permission::tip : line.given == Permission::nothing))]]
  BECOMES [[if (m.kind == Kind::Acquire || line.given != Permission::tip)]]
  SO "a Put is performed without a Probe, though L2 has a Branch"
  REFUTES single-writer SHAPE dma STEPS 20)

mutant(evicted-under-a-branch memory.hpp
  LINE [[if (line.given != Permission::nothing) {]]
  BECOMES [[if (line.given == Permission::tip) {]]
  SO "the memory side evicts a block of which L2 has a Branch"
  REFUTES directories-cover SHAPE dma STEPS 18)

# ---- dirty data

mutant(probed-data-not-kept l2.hpp
  LINE [[line.data = m.data;]]
  IN [[if (m.kind == Kind::ReleaseData || m.kind == Kind::ProbeAckData) {]]
  BECOMES [[if (release) line.data = m.data;]]
  SO "L2 does not keep the data of a ProbeAckData"
  REFUTES no-store-lost SHAPE small STEPS 12)

mutant(store-leaves-clean l1.hpp
  LINE [[line.dirty = !line.access.loads();]]
  SO "a store that comes with its Grant does not make the block dirty"
  REFUTES no-store-lost SHAPE small STEPS 10)

# ---- what no thread waits for

mutant(probe-not-passed-on l2.hpp
  LINE [[if (line.probed && (line.rests() || line.stage == Stage::acquires)) return answer_probe(a, line, ctx);]]
  BECOMES [[if (line.probed && !line.tip && (line.rests() || line.stage == Stage::acquires)) return answer_probe(a, line, ctx);]]
  SO "L2 answers a Probe when no client has the Tip, and passes it on to none"
  REFUTES probe-acknowledged SHAPE cores=1,threads=1,blocks=1,values=2 STEPS 12)
