# Deliberately broken texts of the APU: one line each is changed (cmake/mutants.cmake), and tests/mutants sees that it is caught.

set(broken_texts Apu QueueingApu)
set(only_in_QueueingApu queueing.hpp)

# ---- the probe filter

mutant(reader-unknown directory.hpp
  IN [[if (!elsewhere) entry.owner = serving.core;]]
  LINE [[entry.in_cpus = true;]]
  SO "the filter does not note a CPU that reads (2.1)"
  REFUTES filter-covers SHAPE small STEPS 3)

mutant(gl2-unknown directory.hpp
  LINE [[entry.in_gl2 = true;]]
  SO "the filter does not note that GL2 reads (2.1)"
  REFUTES filter-covers SHAPE small STEPS 4)

mutant(exclusive-unknown directory.hpp
  LINE [[if (!elsewhere) entry.owner = serving.core;]]
  SO "the filter does not note who has a block exclusively (2.1)"
  REFUTES filter-covers SHAPE small STEPS 3)

mutant(owner-unknown directory.hpp
  IN [[} else if (serving.request == Kind::RFO) {]]
  LINE [[entry.owner = serving.core;]]
  SO "the filter does not note who has asked for ownership (2.1)"
  REFUTES filter-covers SHAPE cpus STEPS 4)

mutant(eviction-only-told gl2.hpp
  LINE [[lines.drop(a);]]
  SO "GL2 says that it evicts a block, and keeps it (2.2)"
  REFUTES filter-covers SHAPE small STEPS 6)

mutant(victim-kept cpu_cache.hpp
  IN [[const bool owns = line->writable();]]
  LINE [[lines.drop(a);]]
  SO "a CPU writes back what it evicts, and keeps it"
  REFUTES filter-covers SHAPE small STEPS 5)

mutant(probed-writer-stays cpu_cache.hpp
  LINE [[line->state = LineState::shared;]]
  SO "who owns a block that another reads may go on storing to it (2.1)"
  REFUTES filter-covers SHAPE small STEPS 9)

mutant(gl2-not-probed directory.hpp
  LINE [[if (m.kind == Kind::RFO && entry.in_gl2) {]]
  BECOMES [[if (m.kind == Kind::RFO && entry.in_gl2 && entry.in_cpus) {]]
  SO "GL2 keeps the block that a CPU stores to"
  REFUTES filter-covers SHAPE small STEPS 7)

# ---- one writer, and its data

mutant(probe-ignored cpu_cache.hpp
  LINE [[lines.drop(m.address);]]
  SO "a CPU acknowledges an invalidation, and keeps its copy"
  REFUTES writer-alone SHAPE cpus STEPS 10)

mutant(gl2-probe-ignored gl2.hpp
  IN [[if (m.kind == Kind::ProbeInv) {]]
  LINE [[lines.drop(m.address);]]
  SO "GL2 acknowledges an invalidation, and keeps its copy"
  REFUTES data-value SHAPE small STEPS 11)

mutant(cpus-not-awaited directory.hpp
  LINE [[if (!entry.serving || !(*entry.serving).awaited.empty() || (*entry.serving).awaits_gl2) return ctx.stall(Outcome::nothing_to_do);]]
  BECOMES [[if (!entry.serving || (*entry.serving).awaits_gl2) return ctx.stall(Outcome::nothing_to_do);]]
  SO "the directory does not wait for the CPUs that it has probed"
  REFUTES writer-alone SHAPE cpus STEPS 7)

mutant(gl2-not-awaited directory.hpp
  LINE [[if (!entry.serving || !(*entry.serving).awaited.empty() || (*entry.serving).awaits_gl2) return ctx.stall(Outcome::nothing_to_do);]]
  BECOMES [[if (!entry.serving || !(*entry.serving).awaited.empty()) return ctx.stall(Outcome::nothing_to_do);]]
  SO "the directory does not wait for GL2"
  REFUTES writer-alone SHAPE small STEPS 9)

mutant(store-to-shared cpu.hpp
  IN [[if (line && line->waiting()) return ctx.stall(Outcome::nothing_to_do);]]
  LINE [[if (line && line->writable()) {]]
  BECOMES [[if (line && line->readable()) {]]
  SO "a CPU stores to a copy that it shares"
  REFUTES writer-alone SHAPE small STEPS 9)

mutant(victim-lost directory.hpp
  LINE [[if (!written) memory[m.address] = m.data;]]
  SO "memory does not take what an owner writes back"
  REFUTES data-value SHAPE small STEPS 6)

mutant(probe-data-lost directory.hpp
  LINE [[if (m.kind == Kind::ProbeAckData && !written) memory[m.address] = m.data;]]
  SO "memory does not take what a probed owner sends"
  REFUTES data-value SHAPE small STEPS 10)

mutant(gl2-keeps-old gl2.hpp
  LINE [[if (Value<D>* line = lines.find(m.address)) model::overwrite(*line, answered.data);]]
  SO "GL2 keeps its old copy when a write-through is complete"
  REFUTES data-value SHAPE cus STEPS 8)

mutant(atomic-keeps-old gl2.hpp
  LINE [[if (atomic) lines.drop(m.address);]]
  BECOMES [[if (atomic) ctx.did(Outcome::gl2_forwarded);]]
  SO "GL2 keeps its old copy when the directory performs an atomic"
  REFUTES data-value SHAPE cus,atomics=1 STEPS 8)

mutant(victim-overtaken directory.hpp
  LINE [[if (entry.owner && *entry.owner == serving.core) return ctx.stall(Outcome::stalled_victim);]]
  SO "a request overtakes what its CPU has evicted"
  REFUTES data-value SHAPE small STEPS 9)

# ---- read-modify-writes

mutant(atomic-answers-new directory.hpp
  LINE [[const auto found = model::perform(memory[a], serving.data);]]
  BECOMES [[model::perform(memory[a], serving.data); const auto found = memory[a];]]
  SO "an atomic of a CU reads what it writes"
  REFUTES rmw-atomic SHAPE cus,atomics=1 STEPS 3)

mutant(rmw-answers-new cpu.hpp
  LINE [[const auto found = model::perform(line.data, data);]]
  BECOMES [[model::perform(line.data, data); const auto found = line.data;]]
  SO "a CPU's read-modify-write reads what it writes"
  REFUTES rmw-atomic SHAPE cpus,atomics=1 STEPS 3)

mutant(atomic-torn directory.hpp
  LINE [[if (entry.in_cpus) probe_cpus(m.address, serving, ctx);]]
  BECOMES [[if (entry.in_cpus && m.kind != Kind::Atomic) probe_cpus(m.address, serving, ctx);]]
  SO "an atomic of a CU reads memory, and a CPU has stored to its own copy"
  REFUTES rmw-atomic SHAPE small,atomics=1 STEPS 6)

mutant(rmw-in-shared cpu.hpp
  IN [[ctx.store_issued(op.warp, a, op.data);]]
  LINE [[if (line && line->writable()) {]]
  BECOMES [[if (line && line->readable()) {]]
  SO "a CPU's read-modify-write is performed in a copy that it shares"
  REFUTES filter-covers SHAPE small,atomics=1 STEPS 7)

# ---- the GPU's synchronization

mutant(acquire-keeps-gl1 cu.hpp
  LINE [[lines.clear();]]
  SO "an acquire invalidates nothing (2.2)"
  REFUTES acquire-fresh SHAPE small STEPS 13)

mutant(acquire-alone-keeps-gl1 cu.hpp
  LINE [[if (model::fence_acquires(op.order)) invalidate(ctx);]]
  BECOMES [[if (model::fence_acquires(op.order) && releases) invalidate(ctx);]]
  SO "an acquire that is no release as well invalidates nothing (2.2)"
  REFUTES acquire-fresh SHAPE small STEPS 13)

mutant(acquire-before-its-load cu.hpp
  LINE [[mshr.each([&](Address<D>, const UnderWay& of) { waits = waits || (releases ? of.has(op.warp) : of.reads(op.warp)); });]]
  BECOMES [[mshr.each([&](Address<D>, const UnderWay& of) { waits = waits || (releases && of.has(op.warp)); });]]
  SO "an acquire does not wait for the load before it"
  REFUTES acquire-fresh SHAPE small STEPS 12)

mutant(store-read-early cu.hpp
  LINE [[lines.drop(a);]]
  BECOMES [[lines.place(a) = data;]]
  SO "a store leaves its data in GL1, where another wavefront reads them before the directory has performed it"
  REFUTES write-atomicity SHAPE threads STEPS 2)

# ---- what is waited for

mutant(write-never-over cu.hpp
  LINE [[of.writes.erase(m.wavefront);]]
  SO "a wavefront does not see that its store is complete"
  REFUTES access-accepted SHAPE cus)

mutant(victim-not-noted directory.hpp
  IN [[if (!written) memory[m.address] = m.data;]]
  LINE [[entry.owner.reset();]]
  SO "the owner that has written a block back still counts as its owner, and its next request waits for good"
  REFUTES access-completes SHAPE small)

mutant(two-at-gl2 gl2.hpp
  LINE [[return asked.find(m.address) && !early;]]
  BECOMES [[return asked.find(m.address) && !early && m.kind != Kind::RdBlk;]]
  SO "GL2 asks for a block while it waits for an answer, and answers one of the two"
  REFUTES no-deadlock SHAPE cus STEPS 13)

# ---- GL1s that are coherent by hardware (9.1, Fig. 16)

mutant(probe-stops-at-gl2 gl2.hpp
  LINE [[return broadcast(m.address, nullptr, ctx);]]
  SO "an invalidation of the directory is not forwarded to the GL1s, as in the baseline (2.2)"
  REFUTES data-value VARIANT hardware-coherent SHAPE small STEPS 13)

mutant(write-not-broadcast gl2.hpp
  LINE [[if (ctx.config().broadcasts()) broadcast(m.address, &write.core, ctx);]]
  SO "a write-through of one GL1 is not broadcast to the others"
  REFUTES data-value VARIANT hardware-coherent SHAPE cus STEPS 8)

mutant(first-answer-will-do gl2.hpp
  IN [[void act(const Action& action, auto& ctx) {]]
  LINE [[if (!this->awaited[a].empty()) return ctx.stall(Outcome::nothing_to_do);]]
  SO "GL2 goes on before the GL1s have answered"
  REFUTES data-value VARIANT hardware-coherent SHAPE cus STEPS 9)

mutant(inv-only-acknowledged cu.hpp
  IN [[ctx.did(lines.find(m.address) ? Outcome::gl1_invalidated : Outcome::inv_missed);]]
  LINE [[lines.drop(m.address);]]
  SO "GL1 acknowledges an invalidation and keeps its copy"
  REFUTES data-value VARIANT hardware-coherent SHAPE cus STEPS 12)

mutant(probe-not-answered invalidations.hpp
  LINE [[ctx.send(Node::directory, 0, {.kind = Kind::Gl2ProbeAck, .address = a});]]
  BECOMES [[static_cast<void>(ctx);]]
  SO "GL2 does not answer the directory's invalidation"
  REFUTES no-deadlock VARIANT hardware-coherent SHAPE small STEPS 15)

# ---- requests that wait (queueing.hpp)

mutant(waits-without-data queueing.hpp
  LINE [[behind.push({.kind = m.kind, .core = ctx.sender(), .wavefront = m.wavefront, .data = m.data});]]
  BECOMES [[behind.push({.kind = m.kind, .core = ctx.sender(), .wavefront = m.wavefront});]]
  SO "a write-through that waits at GL2 loses its data"
  REFUTES release-covers VARIANT queues SHAPE cus STEPS 13)

mutant(release-does-not-wait cu.hpp
  LINE [[if (waits) return ctx.stall(Outcome::stalled_fence);]]
  SO "a release does not wait for the acknowledgements of write-throughs (2.2)"
  REFUTES release-covers SHAPE cus STEPS 2)

mutant(release-waits-for-loads-only cu.hpp
  LINE [[mshr.each([&](Address<D>, const UnderWay& of) { waits = waits || (releases ? of.has(op.warp) : of.reads(op.warp)); });]]
  BECOMES [[mshr.each([&](Address<D>, const UnderWay& of) { waits = waits || (releases ? bool(of.loads.contains(op.warp)) : of.reads(op.warp)); });]]
  SO "a release waits for loads, and not for the acknowledgements of write-throughs (2.2)"
  REFUTES release-covers SHAPE cus STEPS 2)

mutant(serves-two queueing.hpp
  LINE [[if (entry.serving) return Base::go_on(action.block, entry, ctx);]]
  BECOMES [[if (entry.serving && entry.waiting.empty()) return Base::go_on(action.block, entry, ctx);]]
  SO "the directory begins with the next request of a block while it awaits answers for one"
  REFUTES no-deadlock VARIANT queues SHAPE cpus STEPS 13)

# ---- a thread's own stores (written without sight of the properties)

mutant(forwards-oldest-store cpu.hpp
  LINE [[if (store.block == block) add_younger(data, store.data);]]
  BECOMES [[if (store.block == block && !data) add_younger(data, store.data);]]
  SO "of two stores of a thread in the store buffer, its load gets the older one's data"
  REFUTES own-store-read SHAPE cpus STEPS 3)

mutant(atomic-passes-fill cu.hpp
  LINE [[fill = fill || (!of->loads.empty() && (op.kind != AccessKind::load || of->outdated));]]
  BECOMES [[fill = fill || (!of->loads.empty() && (op.kind == AccessKind::store || of->outdated));]]
  SO "an atomic does not wait for a fill, which then brings the block as it was before"
  REFUTES own-store-read SHAPE threads,atomics=1 STEPS 11)

# ---- instructions that store to several blocks (written without sight of the properties)

mutant(second-block-forgets-fill cu.hpp
  LINE [[fill = fill || (!of->loads.empty() && (op.kind != AccessKind::load || of->outdated));]]
  BECOMES [[fill = (!of->loads.empty() && (op.kind != AccessKind::load || of->outdated));]]
  SO "of an instruction's blocks only the last that is under way decides whether it waits for a fill"
  REFUTES own-store-read SHAPE cores=1,cpus=0,threads=2,blocks=2,values=2,capacity=2,lanes=2 STEPS 16)

mutant(older-of-two-is-silent cpu.hpp
  LINE [[ctx.store_completed(t, store.block, 0);]]
  BECOMES [[if (threads[t].store_buffer.empty()) ctx.store_completed(t, store.block, 0);]]
  SO "of two stores in a CPU's buffer the thread learns only that the younger is done"
  REFUTES access-completes SHAPE cpus)

mutant(early-line-taken-at-once cpu_cache.hpp
  LINE [[lines.place(a) = {.state = LineState::reading};]]
  BECOMES [[lines.place(a) = {.state = LineState::shared};]]
  SO "a load that asks early takes its line for valid before the data are there (2.1)"
  REFUTES data-value SHAPE early STEPS 1)
