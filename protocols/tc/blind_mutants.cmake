# More deliberately broken texts, in the form of mutants.cmake, which includes this: written from the paper and the text alone, before anyone who wrote them had seen a property.
# They measure what `tandem check tc --thorough` finds.

mutant(requests-past-merged l1.hpp
  LINE [[const bool requested = entry.awaits_data();]]
  BECOMES [[const bool requested = !entry.loads.empty();]]
  SO "a new load does not join loads that a late fill has left over but sends a request of its own, and they may wait forever (II-D, V-B)")
# Harm: 1 SM, 2 warps, 1 block, any variant: W0's merged load is left over by a late fill, W1 loads again and again (each fill late), and W0's is never requested (starvation; safety holds).

mutant(requests-past-the-invalidated l1.hpp
  LINE [[const bool requested = entry.awaits_data();]]
  BECOMES [[const bool requested = entry.awaits_data() && !entry.invalidated;]]
  SO "a load that finds an invalidated fill under way sends its own request and is served by the old fill, and its own fill comes when nobody expects or invalidates it (II-D)"
  REFUTES fence-visible VARIANT weak SHAPE "sms=1,warps=3,blocks=1,lease=1")
# Harm: weak rc, 1 SM, 3 warps, 1 block: W0 load A, W1 store A, W2 load A (second Read), first fill serves both, W0 stores A, second fill installs the copy from before that store, W0 reads it after its acknowledgement.

mutant(atomic-leaves-fill l1.hpp
  LINE [[if (entry.awaits_data()) entry.invalidated = true;]]
  BECOMES [[if (entry.awaits_data() && op.kind == AccessKind::store) entry.invalidated = true;]]
  SO "an atomic does not invalidate a fill that is under way to its SM (II-D)"
  REFUTES fence-visible VARIANT weak SHAPE "sms=1,warps=2,blocks=1,lease=1,atomics=1")
# Harm: weak rc, atomics=1, 1 SM, 2 warps, 1 block: W0 load A, W1 atomic A (private at L2), old fill is installed, W1 loads A after its atomic and hits the old data.

mutant(merged-kept-when-requested-again l1.hpp
  LINE [[entry->merged.clear();]]
  SO "loads that are requested again stay among the merged ones, and a fill answers them twice (II-D, V-B)"
  REFUTES no-text-error SHAPE "sms=1,warps=3,blocks=1,lease=1")
# Harm: 1 SM, 2 warps, 1 block, any variant: W1 merges with W0's load, the fill is late, W1's load is requested again, the next fill is in time and answers W1 twice.

mutant(under-way-forgets-merged l1.hpp
  LINE [[return entry && (bool(entry->loads.contains(w)) || bool(entry->merged.contains(w)) || bool(entry->writes.contains(w)));]]
  BECOMES [[return entry && (bool(entry->loads.contains(w)) || bool(entry->writes.contains(w)));]]
  SO "a warp whose load has joined another's may load the block again, and gets one answer for two loads (II-B, II-D)"
  REFUTES issue-order VARIANT weak SHAPE "sms=1,warps=3,blocks=1,lease=1")
# Harm: rc, 1 SM, 2 warps, 1 block: W0 load A, W1 load A (merged), W1 load A again; one answer, the second load stays outstanding forever and W1's fences never pass.

mutant(fence-one-tick-early l1.hpp
  LINE [[if (ctx.config().patience == Patience::patient && now(ctx) <= warps[w].gwct) return ctx.stall_until(warps[w].gwct, Outcome::stalled_gwct);]]
  BECOMES [[if (ctx.config().patience == Patience::patient && now(ctx) < warps[w].gwct) return ctx.stall_until(warps[w].gwct, Outcome::stalled_gwct);]]
  SO "a fence passes in the last tick in which old copies may be read (II-D, GWCT)"
  REFUTES fence-visible VARIANT weak SHAPE "tiny")
# Harm: weak rc, 2 SMs, 1 warp, 1 block for the copy (2 for message passing): SM1 holds a lease on A, SM0 stores A and passes its fence in the lease's last tick, SM1 still hits the old A in that tick.

mutant(fence-waits-for-writes-only l1.hpp
  LINE [[if (warps[w].outstanding != 0) return ctx.stall(Outcome::stalled_fence);]]
  BECOMES [[bool writing = false; mshr.each([&](Address<D>, const MshrEntry<D>& entry) { writing = writing || bool(entry.writes.contains(w)); }); if (writing) return ctx.stall(Outcome::stalled_fence);]]
  SO "a fence waits for its warp's writes and not for its loads (II-B, II-D)"
  REFUTES issue-order VARIANT weak SHAPE "sms=1,warps=3,blocks=1,lease=1")
# Harm: rc (strong or weak), 2 SMs, 1 warp, 2 blocks: SM0 has a copy of A, issues load B, passes the fence, hits old A; then SM1 stores A, fences, stores B, and SM0's load B returns the new value.

mutant(gwct-not-of-atomics l1.hpp
  LINE [[warps[m.warp].gwct = model::later(warps[m.warp].gwct, m.expiry);]]
  BECOMES [[if (m.kind == MessageKind::WriteAck) warps[m.warp].gwct = model::later(warps[m.warp].gwct, m.expiry);]]
  SO "a warp does not note when what its atomic has written will be visible (II-D, GWCT)"
  REFUTES fence-visible VARIANT weak SHAPE "tiny,atomics=1")
# Harm: weak rc, atomics=1, 2 SMs, 1 warp, 1 block: SM1 holds a lease on A, SM0 does an atomic on A and passes its fence at once, SM1 still hits the old A.

mutant(gwct-as-of-a-new-lease l2.hpp
  LINE [[if (!alone) visible = line.expiry;]]
  BECOMES [[if (!alone) visible = clock(ctx) + lease(ctx);]]
  SO "L2 computes a write's GWCT from the lease that it would grant now, not from those that it has granted (II-D)"
  REFUTES fence-visible VARIANT weak SHAPE "tiny,lease=1/2")
# Harm: weak rc, 2 SMs, 1 warp, several leases (any with 1/2/4, or predicted, where the store has just shortened the lease): SM1 got the long lease, SM0's GWCT is that of a short one, its fence passes and SM1 still reads old data; with one lease nothing shows.

mutant(rereading-forgets-sharers l2.hpp
  LINE [[line.shared = leased && (line.shared || line.holder != from);]]
  BECOMES [[line.shared = leased && line.holder != from;]]
  SO "an SM that reads a shared line once more counts as its only lease holder (II-D)"
  REFUTES fence-visible VARIANT weak SHAPE "tiny")
# Harm: weak rc, 2 SMs, 1 warp, 1 block: SM1 and then SM0 read A, SM0 evicts its copy and reads A again, SM0's store counts as private (no GWCT), its fence passes and SM1 still hits the old A.

mutant(lease-drawn-twice l2.hpp
  LINE [[ctx.send(NodeKind::sm, from, {.kind = MessageKind::Fill, .address = m.address, .data = line.data, .expiry = line.expiry});]]
  BECOMES [[ctx.send(NodeKind::sm, from, {.kind = MessageKind::Fill, .address = m.address, .data = line.data, .expiry = clock(ctx) + lease(ctx)});]]
  SO "the lease that a fill brings is chosen anew and is not the one that L2 has noted (II-D)"
  REFUTES fence-visible VARIANT weak SHAPE "tiny,lease=1/2")
# Harm: choice any with several leases (1/2/4), strong or weak, 2 SMs, 1 warp, 1 block: L2 notes 1 tick and sends 4, SM0's store is performed (or its fence passes) after 1, SM1 still hits its old copy; with one lease, or predicted, nothing shows.

mutant(weak-forgets-at-eviction l2.hpp
  LINE [[return ctx.config().inclusion == Inclusion::inclusive && unexpired(line, ctx);]]
  BECOMES [[return ctx.config().inclusion == Inclusion::inclusive && ctx.config().atomicity == Atomicity::strong && unexpired(line, ctx);]]
  SO "with TC-Weak, where no store waits, a line may leave L2 during its lease, and GWCT does not know of that lease (II-D2)"
  REFUTES fence-visible VARIANT weak SHAPE "tiny")
# Harm: weak rc inclusive, 2 SMs, 1 warp, 1 block: SM1 holds a lease on A, L2 evicts A, SM0 stores A (fetched again, no lease known, no GWCT), its fence passes and SM1 still hits the old A.

mutant(exclusive-line-leaves l2.hpp
  LINE [[return ctx.config().inclusion == Inclusion::inclusive && unexpired(line, ctx);]]
  BECOMES [[return ctx.config().inclusion == Inclusion::inclusive && bool(line.shared) && unexpired(line, ctx);]]
  SO "a line with only one lease holder leaves L2 during its lease (II-D2)"
  REFUTES single-writer SHAPE "tiny")
# Harm: inclusive, strong or weak, 2 SMs, 1 warp, 1 block: SM1 alone reads A, L2 evicts A, SM0's store finds no lease and is performed and complete while SM1 still hits the old A.

mutant(evicts-with-waiting dram_queue.hpp
  FOLDER baseline
  LINE [[if (line->awaiting_dram || !line->waiting.empty()) return ctx.stall(Outcome::nothing_to_do);]]
  BECOMES [[if (line->awaiting_dram) return ctx.stall(Outcome::nothing_to_do);]]
  SO "a line leaves L2 with the requests that wait in it, and they are never answered (II-D2, II-D3)"
  REFUTES no-deadlock SHAPE "sms=1,warps=3,blocks=1,lease=1")
# Harm: any variant, 1 SM, 1 warp, 1 block for what has waited for DRAM; strong, 2 SMs for a store that waits for a lease: the lease ends, the line is evicted before the store is taken, and the store is lost.

mutant(overtakes-the-waiting dram_queue.hpp
  FOLDER baseline
  LINE [[} else if (line->awaiting_dram || !line->waiting.empty() || must_wait(m, *line, ctx)) {]]
  BECOMES [[} else if (line->awaiting_dram || must_wait(m, *line, ctx)) {]]
  SO "a request that need not wait itself overtakes those that wait for its block (II-D3)"
  REFUTES access-accepted SHAPE "sms=1,warps=3,blocks=1,lease=1")
# Harm: strong, 3 SMs (or 2 with L1 evictions), 1 block: reads overtake a waiting store and extend the lease forever (starvation); weak rc, 1 SM, 2 warps: W1's Read overtakes W0's Write after the DRAM fill, the write is private and W0 then hits the old copy.

mutant(store-overtakes-dram l2.hpp
  LINE [[Queue::receive(m, ctx);]]
  BECOMES [[L2Line<D>* line = this->lines.find(m.address); if (line && line->awaiting_dram && m.kind == MessageKind::Write) write(ctx.sender(), m, *line, ctx); else Queue::receive(m, ctx);]]
  SO "a store to a block that awaits DRAM is performed at once, and the DRAM fill overwrites it (II-D)"
  REFUTES no-store-lost SHAPE "sms=1,warps=3,blocks=1,lease=1")
# Harm: any variant, 2 SMs with 1 warp or 1 SM with 2, 1 block, 2 values: one's load brings A from DRAM, the other's store is acknowledged meanwhile, the fill brings the old data, and the store is lost.

mutant(queue-hurries-store l2.hpp
  LINE [[return ctx.config().patience == Patience::patient && unexpired(line, ctx);]]
  BECOMES [[return ctx.config().patience == Patience::patient && unexpired(line, ctx) && bool(line.waiting.size < 2);]]
  SO "a store stops waiting for leases as soon as another request waits behind it (II-D, II-D3)"
  REFUTES single-writer SHAPE "sms=3,warps=1,blocks=1,lease=1")
# Harm: strong, 3 SMs with 1 warp (or 2 SMs with 2 warps), 1 block: SM1 holds a lease on A, SM0's store waits, another's load or store queues behind it, the store is performed and SM1 still hits the old A.

mutant(one-completion-an-instruction l1.hpp
  LINE [[ctx.store_completed(m.warp, m.address, 0);]]
  BECOMES [[if (warps[m.warp].outstanding == 0) ctx.store_completed(m.warp, m.address, 0);]]
  SO "a store is reported complete only for the block whose acknowledgement comes last (II-A, II-D)"
  REFUTES issue-order SHAPE "sms=1,warps=1,blocks=2,lease=1,capacity=2,lanes=2")
# Harm: lanes=2, 2 blocks, 1 SM, 1 warp, sc or rc (with rc also two single-block stores under way): W0 stores A and B, the one acknowledged first is never complete.

mutant(lane-hit-lets-all-pass l1.hpp
  LINE [[if (!baseline::may_access<Outcome>(*this, op, ctx)) return;]]
  BECOMES [[bool hit = false; op.blocks.each([&](Address<D> a) { const L1Line<D>* line = lines.find(a); hit = hit || (line && bool(now(ctx) <= line->expiry)); }); if (!(hit && op.kind == AccessKind::load && ctx.config().consistency == Consistency::rc) && !baseline::may_access<Outcome>(*this, op, ctx)) return;]]
  SO "a load that hits with one of its lanes is not held back by what its warp has under way to the other blocks (II-A, II-B)"
  REFUTES issue-order VARIANT rc SHAPE "sms=1,warps=1,blocks=2,lease=1,capacity=2,lanes=2")
# Harm: rc, lanes=2, 2 blocks, 1 SM, 1 warp: load B under way, A is a hit; load {A,B} twice: the second and third load of B become one merged entry, and one of them is never answered; with one lane nothing shows.

mutant(expired-never-said l1.hpp
  LINE [[{.kind = MessageKind::Read, .address = a, .expired = line && ctx.config().choice == LeaseChoice::predicted});]]
  BECOMES [[{.kind = MessageKind::Read, .address = a, .expired = line && now(ctx) <= line->expiry && ctx.config().choice == LeaseChoice::predicted});]]
  SO "a read never says that its SM has an expired copy, and predicted leases are never lengthened (II-D3)"
  REFUTES can-happen:lease_lengthened VARIANT weak,predicted SHAPE "tiny,lease=1/2")
# Harm: predicted with at least two leases, 1 SM, 1 warp, 1 block: whatever happens the prediction stays at the first lease; lease_lengthened (and so lease_shortened) never happens.

mutant(prediction-below-zero l2.hpp
  LINE [[} else if (line && !line->awaiting_dram && unexpired(*line, ctx) && prediction != 0) {]]
  BECOMES [[} else if (line && !line->awaiting_dram && unexpired(*line, ctx)) {]]
  SO "a store that finds a lease shortens the prediction even where it is the shortest (II-D3)"
  REFUTES no-text-error VARIANT weak,predicted SHAPE "tiny,lease=1/2")
# Harm: predicted (any number of leases), 1 SM, 1 warp, 1 block: load A, store A during its lease: the prediction falls below the first lease, and no lease belongs to it.

mutant(requests-again-at-once l1.hpp
  LINE [[if (!entry.merged.empty()) ctx.did(Outcome::merged_not_covered);]]
  BECOMES [[if (!entry.merged.empty()) { entry.loads = entry.merged; entry.merged.clear(); ctx.send(NodeKind::l2, ctx.config().home(m.address), {.kind = MessageKind::Read, .address = m.address}); ctx.did(Outcome::merged_not_covered); ctx.did(Outcome::requested_again); }]]
  SO "a fill that leaves loads over can be taken only when a new request can be sent, and full channels wait for each other (II-D, V-B)"
  REFUTES access-accepted SHAPE "sms=1,warps=3,blocks=1,lease=1")
# Harm: 1 SM, 2 warps, 2 blocks, rc (or 3 warps, sc), capacity=1: a late Fill A with a merged load is at SM0, Read B (B present in L2) fills the channel to L2; L2 cannot answer B, SM0 cannot take Fill A: nothing is delivered any more.
