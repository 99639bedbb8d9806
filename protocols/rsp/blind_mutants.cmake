# More deliberately broken texts, in the form of mutants.cmake, which includes this: written from the paper and the text alone, before anyone who wrote them had seen a property.
# They measure what `tandem check rsp --thorough` finds.

mutant(awaited-marker-hides-block cu.hpp
  LINE [[if (wavefront.phase != Phase::ready && wavefront.phase != Phase::at_l1 && wavefront.address == a) found = true;]]
  BECOMES [[if (wavefront.phase != Phase::ready && wavefront.phase != Phase::at_l1 && wavefront.phase != Phase::releasing && wavefront.address == a) found = true;]]
  SO "while an access of component scope waits for its marker another wavefront accesses the same block in L1 (4.4.1)"
  REFUTES rmw-atomic VARIANT repaired SHAPE "cus=1,wavefronts=2,beyond=1,values=2")
# Harm: 1 CU, 2 wavefronts, 1 block: L is dirty in L1, W1 exchanges it at cmp scope (marker); when L has been written through and the marker waits for the acknowledgement, W0 exchanges L at wg scope in L1: both find the same value.

mutant(asks-again-too-early cu.hpp
  LINE [[if (entry.requested) return ctx.did(Outcome::load_merged);]]
  BECOMES [[if (entry.requested && !entry.superseded) return ctx.did(Outcome::load_merged);]]
  SO "a load that finds its block's Read superseded sends a second one, which nobody remembers when the first is answered (2.3)"
  REFUTES message-passing VARIANT repaired SHAPE "cus=1,wavefronts=2")
# Harm: 1 CU, 2 wavefronts, 2 blocks: W0 loads A while W1's acquire at cmp scope completes, W1 loads A (second Read); the first answer serves W0, W0 stores A and it is written through, then the second, older answer replaces the line, and W0 does not read its own store.

mutant(late-load-joins-old-read cu.hpp
  LINE [[if (entry.superseded) entry.merged.insert(w);]]
  BECOMES [[if (entry.superseded && entry.loads.empty()) entry.merged.insert(w);]]
  SO "a load that follows an acquire is served by a Read from before it, if another wavefront waits for that (2.3)")
# Harm: 2 CUs, 2 wavefronts on CU0, 2 blocks, banks=2 (or components): the old answer to W0's load of A is under way from one bank, CU1 stores A and releases L at cmp scope, W1 acquires L from the other bank and loads A: it gets W0's old data.

mutant(own-write-unseen cu.hpp
  LINE [[serve_loads(m.address, entry.loads, this->seen(m.address, m.data), ctx);]]
  BECOMES [[serve_loads(m.address, entry.loads, m.data, ctx);]]
  SO "a load whose line was superseded gets what L2 had, without what is still dirty in its own L1 (2.3)"
  REFUTES message-passing VARIANT repaired SHAPE "cus=1,components=2,cus_of_each=1,wavefronts=2,writes=1,values=2,fetches=0,passing=lock")
# Harm: 1 CU, 2 wavefronts, 2 blocks: W0 stores A; W1's acquire at cmp scope makes A dirty and not readable; W0 loads A (Read); W1's second acquire supersedes it; the answer comes while A is still in the FIFO, and W0 does not read its own store.

mutant(superseded-for-good cu.hpp
  LINE [[entry.superseded = false;]]
  SO "a line that was superseded once is superseded whenever it is requested again, and an exchange that waits for it is never performed (2.3)"
  REFUTES access-accepted VARIANT repaired SHAPE "cus=1,wavefronts=2")
# Harm: 2 CUs, 1 wavefront each, 1 block: CU0's exchange of L at wg scope waits for its line when the Invalidate of CU1's rm_ar (or rm_rel) comes; from then on CU0 requests L again and again, and is never served (livelock).

mutant(served-for-loads-only cu.hpp
  LINE [[if ((entry->loads.empty() && entry->accesses.empty()) || !this->can_write(a, ctx.config())) return ctx.stall(Outcome::nothing_to_do);]]
  BECOMES [[if (entry->loads.empty() || !this->can_write(a, ctx.config())) return ctx.stall(Outcome::nothing_to_do);]]
  SO "an access within the work-group that could not be performed when its line came is not performed later (4.4.1)"
  REFUTES access-accepted VARIANT repaired SHAPE "tiny,fetches=0,evictions=0")
# Harm: 2 CUs, 1 wavefront each, 1 block: CU0's exchange of L at wg scope gets its line while CU1's rm_acq stalls synchronization there; after the Resume the line is there and the exchange waits for good. A full FIFO when the line comes does the same.

mutant(empty-fifo-not-awaited cu.hpp
  LINE [[if (!op.synchronization.remote) return releases(op.synchronization) || this->dirty(a);]]
  BECOMES [[if (!op.synchronization.remote) return (releases(op.synchronization) && !fifo.empty()) || this->dirty(a);]]
  SO "a release that finds the FIFO empty does not wait for the writes that have left it and are not at L2 yet (2.3)"
  REFUTES message-passing VARIANT repaired SHAPE "cus=2,wavefronts=2,values=2,banks=2,writes=1,sharing=local/global")
# Harm: 2 CUs, 1 wavefront each, 2 blocks, banks=2 (or memory=1 with A missing in L2): CU0 stores A, it is written through and on its way; CU0 releases L at cmp scope without a marker; CU1 acquires L and reads the old A.

mutant(resume-forgets-another cu.hpp
  LINE [[promotions -= 1;]]
  BECOMES [[promotions = {};]]
  SO "synchronization goes on at an L1 when the first of two remote operations that stall it is over (4.4.1)"
  REFUTES rmw-atomic VARIANT repaired SHAPE "cus=3,components=2,cus_of_each=2,values=2,writes=1,fetches=0,sharing=local,passing=lock")
# Harm: 2 CUs, 2 wavefronts on CU1, 2 blocks, banks=2 (or remote operations of cmp and of sys scope in components): CU1 has an rm_ar on L and an rm_acq on M under way at once; the end of rm_acq lets CU0 exchange L at wg scope in L1 after its flush and before rm_ar's exchange at L2: both find the same value.

mutant(system-acquire-keeps-l1 cu.hpp
  LINE [[if (wavefront.acquires && ctx.config().acquire_invalidates == AcquireInvalidates::after) {]]
  BECOMES [[if (wavefront.acquires && !wavefront.system && ctx.config().acquire_invalidates == AcquireInvalidates::after) {]]
  SO "an acquire of the system's scope invalidates L2 and not L1 (2.3, 5)"
  REFUTES message-passing VARIANT repaired SHAPE "tiny,components=2,writes=1,values=2,fetches=0,evictions=0,passing=lock")
# Harm: 2 components with 1 CU each, 2 blocks: CU0 has A in L1; CU1 stores A and releases L at sys scope; CU0 acquires L at sys scope and hits the old A.

mutant(full-fifo-not-pressed cu.hpp
  LINE [[bool presses(const Config& config) const { return bool(this->markers != 0) || bool(this->writes_queued > config.writes - config.lanes); }]]
  BECOMES [[bool presses(const Config& config) const { return bool(this->markers != 0) || bool(this->writes_queued > config.writes); }]]
  SO "a FIFO that is full of writes does not go on before a marker comes, and a store that finds no room waits for good (2.3)")
# Harm: 1 CU, 1 wavefront, writes=1 and 2 data blocks (or writes=2 and 3): the wavefront stores A, then B; no marker is in the FIFO, nothing makes its head go, and the store of B never completes (starvation).

mutant(work-group-goes-to-l2 cu.hpp
  LINE [[if (op.synchronization.scope == Scope::cmp || op.synchronization.scope == Scope::sys) beyond(op, a, ctx);]]
  BECOMES [[if (op.synchronization.scope == Scope::wg || op.synchronization.scope == Scope::cmp || op.synchronization.scope == Scope::sys) beyond(op, a, ctx);]]
  SO "synchronization of the work-group's scope flushes and invalidates L1 and is performed at L2 (2.2, 4.3)"
  REFUTES can-happen:performed_at_l1 VARIANT repaired SHAPE "tiny")
# Harm: 1 CU, 1 wavefront, 2 blocks: a store-release at wg scope puts a marker into the FIFO and goes to L2, an acquire at wg scope empties L1; no value is wrong, but the paper's cheap scope never happens (needless flush and invalidation, "no flush marker is inserted").

mutant(dirty-own-copy-dropped cu.hpp
  LINE [[if (lines.find(m.address) && !this->dirty(m.address)) {]]
  BECOMES [[if (lines.find(m.address)) {]]
  SO "an access that was performed at L2 drops its block from L1 together with what has been written there meanwhile (2.3)")
# Harm: 1 CU, 2 wavefronts, 1 block (race-free if the block has several words): while W0's access to L at cmp scope is at L2, W1 stores to the same block with a plain store; W0's answer drops the dirty line, and W1's write never reaches L2.

mutant(read-under-way-forgotten write_through.hpp
  LINE [[bool unused() const { return !requested && loads.empty() && merged.empty() && accesses.empty(); }]]
  BECOMES [[bool unused() const { return loads.empty() && merged.empty() && accesses.empty(); }]]
  SO "a Read is forgotten when those who wait have been served by a store's line, and its old answer replaces what was written through or evicted meanwhile (2.3)"
  REFUTES message-passing VARIANT repaired SHAPE "cus=1,wavefronts=2")
# Harm: 1 CU, 2 wavefronts, 1 block: W0's load of A is under way, W1 stores A, W0 is served from the line; A is written through (and perhaps evicted), then the old answer fills it, and W1 does not read its own store.

mutant(waiting-load-answered-twice write_through.hpp
  LINE [[loads.clear();]]
  SO "a load that waits while its block is written through is answered by the superseded line and by the next once more (2.3)"
  REFUTES message-passing VARIANT repaired SHAPE "cus=1,wavefronts=2")
# Harm: 1 CU, 2 wavefronts, 1 block: W0's load of A is under way, W1 stores A and it is written through before the answer; W0 is given the old data, and a second answer later. At an L2 of components, with 2 CUs, likewise.

mutant(writes-through-the-line write_through.hpp
  LINE [[Level::send(Message<D>{.kind = MessageKind::WriteThrough, .address = a, .data = line->written}, ctx);]]
  BECOMES [[Level::send(Message<D>{.kind = MessageKind::WriteThrough, .address = a, .data = line->data}, ctx);]]
  SO "what the line holds is written through and not what was written: of a dirty line that was invalidated this is nothing (2.3, 3.2)"
  REFUTES message-passing VARIANT repaired SHAPE "cus=1,wavefronts=2")
# Harm: 1 CU, 1 wavefront, 2 blocks: the wavefront stores A, acquires L at cmp scope (A is dirty and not readable), then A's head of the FIFO writes through no data and the store is lost; with several words in a block, old words also overwrite what another CU has written in it.

mutant(evicted-while-awaited write_through.hpp
  LINE [[if (!lines.find(a) || dirty(a) || mshr.find(a)) return ctx.stall(Outcome::nothing_to_do);]]
  BECOMES [[if (!lines.find(a) || dirty(a)) return ctx.stall(Outcome::nothing_to_do);]]
  SO "a line that has come for those who wait is evicted before they are answered, again and again (2.3)"
  REFUTES operation-completes VARIANT repaired SHAPE "cus=1,components=2,cus_of_each=1,wavefronts=2,writes=1,values=2,fetches=0,passing=lock")
# Harm: components=2, 1 CU, 1 block, evictions: CU0's Read waits at its L2, the line comes from memory and is evicted before the answer, is requested again and evicted again: the load is never answered (starvation; no value is wrong).

mutant(others-stall-after-remote-acquire promotions.hpp
  LINE [[if (sweep != Sweep::resume || stalls(access, ctx.config())) {]]
  BECOMES [[if (sweep != Sweep::resume || locks(ctx.config())) {]]
  SO "after a remote acquire that stalled synchronization the other L1s are not told to go on (4.3, 4.4.1)"
  REFUTES no-deadlock VARIANT repaired SHAPE "tiny,fetches=0,evictions=0")
# Harm: 2 CUs, 1 wavefront each, 1 block: CU1 performs an rm_acq load; from then on every acquire, release and read-modify-write of CU0 stalls for good.

mutant(last-component-left-out memory.hpp
  LINE [[for (int c = 0; c < ctx.config().working(); ++c) f(Core<D>(c * ctx.config().cus_of_each));]]
  BECOMES [[for (int c = 0; c < ctx.config().shape[Sort::core] / ctx.config().cus_of_each; ++c) f(Core<D>(c * ctx.config().cus_of_each));]]
  SO "a remote operation of the system's scope neither flushes nor invalidates a last component that has fewer compute units than the others (4.2)"
  REFUTES no-text-error VARIANT repaired SHAPE "cus=3,components=2,cus_of_each=2,values=2,writes=1,fetches=0,sharing=local,passing=lock")
# Harm: cus=3, components=2, cus_of_each=2, 2 blocks: CU2, alone in the second component, stores A and releases L at wg (or cmp) scope; CU0's rm_acq or rm_ar of L at sys scope does not flush it, and reads the old L and A; an rm_rel by CU0 leaves CU2's copies.

mutant(late-read-answered-old component_l2.hpp
  LINE [[if (entry.superseded || entry.old) entry.merged.insert(ctx.sender());]]
  BECOMES [[if (entry.superseded) entry.merged.insert(ctx.sender());]]
  SO "a Read that comes after its L2 was invalidated is answered with the old data that were kept for those before it (2.3)"
  REFUTES message-passing VARIANT repaired SHAPE "cus=3,components=2,cus_of_each=2,wavefronts=1,values=2,fetches=1")
# Harm: cus=3, components=2 (CU0 and CU1 in the first), 2 blocks: CU0's Read of A waits at L2 with its line there, CU2 stores A and releases L at sys scope, CU1 acquires L at sys scope (L2 is invalidated, the old A kept for CU0) and loads A: it gets the old one.

mutant(old-data-for-nobody component_l2.hpp
  LINE [[answered_old(entry);]]
  SO "an L2 keeps superseded data though nobody may be answered with them, and does not request the block for those who wait (2.3)"
  REFUTES access-accepted VARIANT repaired SHAPE "cus=1,components=2,cus_of_each=1,wavefronts=2,writes=1,values=2,fetches=0,passing=lock")
# Harm: components=2 with CU0 and CU1 in the first, 2 blocks: CU1 has A dirty in L1 and an acquire at sys scope under way; CU0's Read of A misses in L2; CU1's A is written through to L2 and on to memory; the acquire returns and invalidates L2; then memory's answer comes: CU0's load is never answered.

mutant(passing-access-unseen component_l2.hpp
  LINE [[if (stalling != 0 || passing.find(m.address)) return false;]]
  BECOMES [[if (stalling != 0) return false;]]
  SO "an access of component scope is performed at L2 while one of the system's scope to the same block is on its way to memory (4.4.1)"
  REFUTES rmw-atomic VARIANT repaired SHAPE "cus=2,components=2,cus_of_each=2,wavefronts=1,values=2,fetches=0,passing=lock,sharing=component,beyond=1")
# Harm: components=2 with CU0 and CU1 in the first, 1 block that L2 holds: CU0's exchange of L at sys scope is on its way to memory when CU1 exchanges L at cmp scope at L2: both find the same value.

mutant(l2-own-copy-kept component_l2.hpp
  LINE [[if (lines.find(m.address) && !this->dirty(m.address)) lines.drop(m.address);]]
  SO "an L2 keeps its copy of a block that a compute unit of its component has written at memory (2.3)"
  REFUTES message-passing VARIANT repaired SHAPE "cus=2,components=2,cus_of_each=2,wavefronts=2,values=2,sharing=component")
# Harm: components=2, 1 CU (or 2) in the first, 1 block that L2 holds: CU0 stores L with release at sys scope; then it, or CU1 beside it, loads L with acquire at cmp scope and finds the value from before.

mutant(remote-release-only-resumes promotions.hpp
  LINE [[sweep = access == AccessKind::load ? Sweep::resume : Sweep::invalidate;]]
  BECOMES [[sweep = access == AccessKind::atomic ? Sweep::invalidate : Sweep::resume;]]
  SO "after a remote release the other caches are told to go on, and are not invalidated (4.2, rm_rel.3)"
  REFUTES rmw-atomic VARIANT repaired SHAPE "tiny,fetches=0,evictions=0" STEPS 21)
# Harm: 2 CUs, 1 wavefront each, 1 block: CU0 exchanges L at wg scope (L dirty in L1); CU1's rm_rel stores L: CU0 flushes L and keeps it readable, the store is performed at L2, CU0 only resumes and exchanges L at wg scope in L1 again: it finds its own old value, passes by CU1's store and later overwrites it. With a second block A: likewise a stale A, that CU0 had or fetched before.

mutant(own-write-lost-to-waiting-load write_through.hpp
  LINE [[if (MshrEntry* entry = mshr.find(a); entry && entry->requested) entry->miss();]]
  BECOMES [[if (MshrEntry* entry = mshr.find(a); entry && entry->requested) entry->superseded = true;]]
  SO "a load that waits while its block is written through is served by the Read that went out before the write (2.3)"
  REFUTES message-passing VARIANT repaired SHAPE "cus=1,wavefronts=2" STEPS 15)
# Harm: 1 CU, 1 wavefront, 2 blocks: the wavefront stores A, acquires L at cmp scope (A stays dirty and is not readable), loads A (Read goes out), then A's entry comes to the FIFO's head and is written through behind the Read: the answer has the old A and A is no longer dirty here, so the wavefront does not read its own store.

mutant(passes-l2-own-write component_l2.hpp
  LINE [[if (!m.releases && !this->dirty(m.address)) return to_memory(access, ctx);]]
  BECOMES [[if (!m.releases) return to_memory(access, ctx);]]
  SO "an acquire of the system's scope passes by what its L2 has written to the same block and not yet written through (2.3, 4.4.1)"
  REFUTES rmw-atomic VARIANT repaired SHAPE "cus=2,components=2,cus_of_each=2,wavefronts=1,values=2,fetches=0,passing=lock,sharing=component,beyond=1")
# Harm: components=2, 1 CU (or 2) in the first, 1 block: CU0 exchanges L at cmp scope at L2 (L is dirty there); then it, or CU1 beside it, exchanges L at sys scope: this goes to memory at once and finds the same value as the first, and L2's write later overwrites its result.

mutant(line-comes-while-at-l2 cu.hpp
  LINE [[if (promotions != 0 || at_l2(a)) return;]]
  BECOMES [[if (promotions != 0) return;]]
  SO "an access within the work-group that waits for its line is performed in L1 while another wavefront's access to the same block is at L2 (4.4.1)"
  REFUTES rmw-atomic VARIANT repaired SHAPE "cus=1,wavefronts=2,beyond=1,values=2" STEPS 6)
# Harm: 1 CU, 2 wavefronts, 1 block: W1's exchange of L at wg scope misses (Read), W0 exchanges L at cmp scope (Access, behind the Read); L2 answers the Read and then performs W0's; the line comes before Performed and W1 exchanges L in it: both find the same value.

mutant(one-ack-for-all-writes cu.hpp
  LINE [[case MessageKind::WriteDone: return void(this->writes_in_flight -= 1);]]
  BECOMES [[case MessageKind::WriteDone: return void(this->writes_in_flight = {});]]
  SO "the first acknowledgement counts for all writes under way, and a marker at the head does not wait for the others (2.3, 4.3)"
  REFUTES rmw-atomic VARIANT repaired SHAPE "tiny,fetches=0,evictions=0" STEPS 20)
# Harm: 2 CUs, 1 wavefront each, 2 blocks, one bank: CU0 stores A and exchanges L at wg scope; CU1's rm_ar on L puts its marker behind both; A and L are written through, A is acknowledged while L is still on its way, the marker leaves, FlushDone overtakes L, and rm_ar is performed at L2 on the old L: both exchanges find the same value. (banks=2: a release at cmp scope leaves A behind in the same way.)

mutant(sweep-in-the-name-of-the-first memory.hpp
  LINE [[m.core = this->promotions.front().core;]]
  BECOMES [[m.core = first;]]
  SO "a component takes its own first compute unit for the requestor, and leaves it and its L2 out when others are invalidated and resumed (4.2, rm_ar.4; 4.3)"
  REFUTES no-text-error VARIANT repaired SHAPE "cus=2,components=2,cus_of_each=2,wavefronts=2,values=2,sharing=component")
# Harm: components=2, 1 CU each, 1 block: CU1 performs an rm_ar (or rm_acq, rm_rel) on L at sys scope: CU0 flushes and stalls synchronization, and is never told to go on: every later acquire, release or exchange of CU0 waits for good (and its L2 keeps what is old).
