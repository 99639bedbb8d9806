# More deliberately broken texts, in the form of mutants.cmake, which includes this: written from the paper and the text alone, before anyone who wrote them had seen a property.
# They measure what `tandem check gtsc --thorough` finds.

mutant(uncovered-load-dropped l1.hpp
  LINE [[if (entry->unused()) mshr.drop(a);]]
  BECOMES [[if (entry->requests == 0 && entry->stores.empty()) mshr.drop(a);]]
  SO "the MSHR frees its entry when the last response has come, with the loads that the lease does not cover (V-B, Fig. 11)"
  REFUTES access-accepted SHAPE "sms=1,warps=2,blocks=1,lease=1,ts=5")
# Harm: mshr, 1 SM, 2 warps, 2 blocks: W1, whose timestamp block B has moved on, merges with W0's miss of A; the fill covers W0 only, and W1 is never answered.

mutant(ack-clears-all-stores l1.hpp
  IN [[warp.outstanding -= 1;]]
  LINE [[mshr.place(m.address).stores.erase(m.warp);]]
  BECOMES [[mshr.place(m.address).stores.clear();]]
  SO "the answer to one warp's store or atomic strikes all warps' stores to the block off the MSHR entry (V-B, III-A)"
  REFUTES locked-unchanged SHAPE "sms=1,warps=2,blocks=1,lease=1,ts=5")
# Harm: rc, 1 SM: 2 warps with atomics=1 (W0's answer comes, W1 then hits the copy from before its own atomic), or 3 warps with stores only, or 2 and unordered: W1 reads a block before its own store to it.

mutant(first-lane-decides l1.hpp
  LINE [[op.blocks.each([&](Address<D> a) { possible = possible && may_access(op, a, ctx); });]]
  BECOMES [[bool first = true; op.blocks.each([&](Address<D> a) { possible = first ? may_access(op, a, ctx) : possible; first = false; });]]
  SO "an instruction asks only for the first of its blocks whether an access stands against it (II-A, IV-A2)"
  REFUTES issue-order VARIANT rc SHAPE "sms=1,warps=1,blocks=2,lease=1,ts=4,capacity=2,lanes=2")
# Harm: rc, lanes=2, 1 SM, 1 warp, 2 blocks: while W0's load of B is out, W0 loads A B; the MSHR has one place for both loads of B, one of them is never answered, and a fence waits for ever (also: a block that another warp's store has locked is stored to).

mutant(served-load-ends-instruction l1.hpp
  LINE [[warps[w].outstanding -= 1;]]
  BECOMES [[warps[w].outstanding = {};]]
  SO "the first load of a warp that is served counts as all that the warp has outstanding (II-B)"
  REFUTES issue-order VARIANT rc SHAPE "sms=1,warps=1,blocks=2,lease=1,ts=4,capacity=2,lanes=2")
# Harm: sc with lanes=2, 1 warp, 2 blocks: W0 loads A B, A comes, and W0 goes on to its next instruction before B has come; in rc a fence passes after one of two loads.

mutant(ack-sets-warp-ts-back l1.hpp
  LINE [[warp.ts = model::later(warp.ts, m.wts);]]
  BECOMES [[warp.ts = m.wts;]]
  SO "an acknowledgement sets the warp's timestamp to its own, even if the warp is further already (III-C, Fig. 7b)"
  REFUTES warp-ts-monotone VARIANT rc SHAPE "sms=1,warps=1,blocks=2,lease=1,ts=4,capacity=2,lanes=2")
# Harm: sc with lanes=2 or rc, 2 SMs, 2 blocks: W0 stores A and B, A is performed late (others hold a lease on it) and B early, B's acknowledgement comes last, and W0's next load is performed before its store of A.

mutant(fence-waits-for-stores-only l1.hpp
  LINE [[if (warp.outstanding != 0) return ctx.stall(Outcome::stalled_fence);]]
  BECOMES [[bool stores = false; mshr.each([&](Address<D>, MshrEntry<D>& entry) { stores = stores || entry.stores.contains(op.warp); }); if (stores) return ctx.stall(Outcome::stalled_fence);]]
  SO "a fence waits for the warp's stores and not for its loads (II-B)"
  REFUTES issue-order VARIANT rc SHAPE "sms=1,warps=2,blocks=1,lease=1,ts=4,atomics=1")
# Harm: rc, 2 SMs, 2 blocks: W0 loads A (miss), passes a fence, loads B from its cache at an old moment, and then gets an A that is newer than its B.

mutant(covered-by-the-present l1.hpp
  LINE [[if (!readable(*C, w, ctx) || load.warp_ts > C->rts) return ctx.did(Outcome::load_not_covered);]]
  BECOMES [[if (!readable(*C, w, ctx) || warps[w].ts > C->rts) return ctx.did(Outcome::load_not_covered);]]
  SO "a waiting load is held against its warp's timestamp of now, while the renewal asks for that of its issue (V-B, Fig. 11)"
  REFUTES covered-load-hits VARIANT rc SHAPE "sms=1,warps=1,blocks=2,lease=1,ts=4,capacity=2,lanes=2")
# Harm: rc (or sc with lanes=2), 1 warp, 2 blocks: while W0's load of A waits, its store of B moves W0 beyond A's lease; each renewal asks for the old moment, the lease stays as it is, and the load starves amid renewals.

mutant(mem-ts-from-wts l2.hpp
  LINE [[mem_ts = model::later(mem_ts, C->rts);]]
  BECOMES [[mem_ts = model::later(mem_ts, C->wts);]]
  SO "an eviction remembers when the block was written and not until when it is leased (IV-C, Fig. 6)"
  REFUTES single-writer SHAPE "sms=1,warps=2,blocks=1,lease=1/2,ts=5")
# Harm: 2 SMs, 2 blocks (or 1 block and several leases): a reader with a late timestamp has stretched A's lease beyond wts + lease; L2 evicts and refetches A, and another SM's store is performed in the lease that the first still reads under.

mutant(clean-after-reset l2.hpp
  LINE [[dram[a] = C->data;]]
  BECOMES [[if (C->wts > 1) dram[a] = C->data;]]
  SO "L2 takes a block with wts 1 for one that nobody has written, which after a reset all are, and does not write it back (V-C, V-D)"
  REFUTES no-store-lost SHAPE "sms=1,warps=2,blocks=1,lease=1/2,ts=5")
# Harm: any variant, 1 SM, 1 warp, 2 blocks: a store of A, a reset that a store of B causes, L2 evicts A, a load of A: the store is lost.

mutant(store-skips-dram l2.hpp
  LINE [[lines.place(m.address).awaiting_dram = true;]]
  BECOMES [[lines.place(m.address).awaiting_dram = bool(m.kind != MessageKind::BusWr);]]
  SO "a store that misses in L2 does not wait for DRAM, and so is performed without regard to mem_ts (IV-B, Fig. 6)"
  REFUTES no-store-lost SHAPE "sms=1,warps=2,blocks=1,lease=1,ts=5")
# Harm: 2 SMs, 1 warp each, 1 block: SM1 holds a lease on A, L2 evicts A, SM0 stores A; the store is performed at SM0's own timestamp, in SM1's lease.

mutant(fill-data-only-for-reads l2.hpp
  LINE [[C->data = dram[a];]]
  BECOMES [[if (C->waiting.front().message.kind == MessageKind::BusRd) C->data = dram[a];]]
  SO "data from DRAM is not taken when the first request that waits is going to write, though an atomic reads it first (Fig. 6)"
  REFUTES no-store-lost SHAPE "sms=1,warps=2,blocks=1,lease=1,ts=5")
# Harm: atomics=1, 1 SM, 1 warp, 1 block, 2 values: an atomic is the first request for a block that only DRAM has, and finds 0 instead of what memory holds.

mutant(atomic-untracked l1.hpp
  IN [[void atomic(Thread<D> w, Address<D> a, Value<D> operation, auto& ctx) {]]
  LINE [[mshr.place(a).stores.insert(w);]]
  SO "an atomic has no MSHR entry, so that its warp may access the block before it is answered (V-B, III-A)"
  REFUTES issue-order VARIANT rc SHAPE "sms=1,warps=2,blocks=1,lease=1,ts=4,atomics=1")
# Harm: rc, atomics=1, 1 SM, 1 warp, 1 block: W0 has a copy of A, issues an atomic on A and then loads A: it hits what was there before its own atomic (or, unordered, its read overtakes the atomic).

mutant(atomic-ack-moves-wts l1.hpp
  LINE [[ctx.did(Outcome::atomic_returned);]]
  BECOMES [[ctx.did(Outcome::atomic_returned); if (L1Line<D>* copy = lines.find(m.address)) copy->wts = m.wts;]]
  SO "the answer to an atomic gives the old copy in L1 the wts of the new version, whereupon L2 renews it (Fig. 4, Fig. 7b)"
  REFUTES locked-unchanged VARIANT rc SHAPE "sms=1,warps=2,blocks=1,lease=1,ts=4,atomics=1")
# Harm: atomics=1, 1 SM, 1 warp, 1 block: load A, atomic on A, load A: the request names the version that the atomic made, L2 renews, and the warp reads the data from before its atomic.

mutant(keep-old-reads-new l1.hpp
  LINE [[ctx.load_completed(w, a, C.data, when);]]
  BECOMES [[ctx.load_completed(w, a, C.new_data ? *C.new_data : C.data, when);]]
  SO "other warps get the new data of a store that is not acknowledged, under the lease of the old copy (V-A, Fig. 10)"
  REFUTES load-value VARIANT keep-old SHAPE "sms=1,warps=2,blocks=1,lease=1,ts=4")
# Harm: keep-old, 1 SM, 2 warps, 1 block: W0 stores to a block with a copy, W1 loads it before the acknowledgement and sees the store before the moment at which L2 performs it.

mutant(expired-copy-overwritten l1.hpp
  LINE [[if (ctx.config().visibility == Visibility::keep_old) {]]
  BECOMES [[if (ctx.config().visibility == Visibility::keep_old && warp.ts <= C->rts) {]]
  SO "a store keeps the old copy only if the storing warp could still read it; else it overwrites it, and the acknowledgement puts in place new data that was never kept (V-A)"
  REFUTES load-value VARIANT keep-old SHAPE "sms=1,warps=2,blocks=1,lease=1,ts=4")
# Harm: keep-old, 1 SM, 2 blocks: W0's store of B takes it beyond A's lease, then it stores A: a second warp whose timestamp is in the lease reads the new data at once, and even with 1 warp A holds 0 after the acknowledgement.

mutant(locked-block-survives-flush l1.hpp
  LINE [[lines.clear();]]
  BECOMES [[lines.each([&](Address<D> a, L1Line<D>& C) { if (C.state != LineState::store_pending) lines.drop(a); });]]
  SO "a reset leaves the blocks in L1 that a store has locked, and with them the old copy's lease (V-D, V-A)"
  REFUTES single-writer VARIANT keep-old SHAPE "sms=1,warps=2,blocks=1,lease=1,ts=4")
# Harm: keep-old, epoch-reset, 2 SMs, 2 warps on one: W0's store of A is on its way when its SM hears of the reset; W1 goes on reading the old copy under a lease from before the reset, while L2 has a newer version.

mutant(forward-all-merges l1.hpp
  LINE [[if (ctx.config().combining == Combining::mshr && entry.requests != 0) return ctx.did(Outcome::load_merged);]]
  BECOMES [[if (entry.requests != 0) return ctx.did(Outcome::load_merged);]]
  SO "a read miss waits for the outstanding request though all are to be forwarded (V-B)"
  REFUTES forwards-all VARIANT forward-all SHAPE "sms=1,warps=2,blocks=1,lease=1,ts=4")
# Harm: forward-all, 1 SM, 2 warps, 1 block (2 to see the wait): the second miss is not forwarded, and if the lease that comes does not cover it, it is not served by the responses on their way and has to be renewed for.

mutant(one-response-answers-all l1.hpp
  LINE [[if (entry && entry->requests != 0) entry->requests -= 1;]]
  BECOMES [[if (entry && entry->requests != 0) entry->requests = {};]]
  SO "the first response counts as the answer to all requests for the block (V-B, IV-D)"
  REFUTES no-deadlock VARIANT forward-all SHAPE "sms=2,warps=2,blocks=2,lease=1,ts=4")
# Harm: forward-all, 1 SM, 2 warps, 2 blocks: two renewals are asked for, the first serves both warps, the entry goes, the block is evicted, and the second renewal finds no block; or a further request is sent though one is outstanding.

mutant(old-message-follows l2.hpp
  LINE [[if (m.epoch == epoch) follows(ctx.sender(), ctx);]]
  BECOMES [[follows(ctx.sender(), ctx);]]
  SO "any message of an SM counts as a sign that it has followed the reset, even one from before it (V-D)"
  REFUTES warp-ts-latest SHAPE "tiny")
# Harm: epoch-reset, 2 SMs, 1 warp each, 2 blocks: a request for B that SM1 sent before a reset reaches L2 after it and waits for DRAM, L2 resets once more over A, and the answer looks to SM1, which has heard of neither reset, like its own epoch: it keeps A and its timestamp from before both.

mutant(told-though-followed l2.hpp
  LINE [[if (!lagging.contains(sm) || told.contains(sm)) return ctx.stall(Outcome::stalled_nothing_to_do);]]
  BECOMES [[if (told.contains(sm)) return ctx.stall(Outcome::stalled_nothing_to_do);]]
  SO "L2 tells an SM that has followed already, remembers this for good, and does not tell it of the reset after it (V-D)"
  REFUTES access-accepted SHAPE "sms=1,warps=2,blocks=1,lease=1,ts=5")
# Harm: epoch-reset, 2 SMs, 1 warp each, 1 block, three overflows: SM0 has followed the first reset and is told of it all the same while L2 waits for SM1; after the second reset SM0 is idle and is not told, and SM1's request waits for ever.

mutant(reset-answer-behind-requests l2.hpp
  LINE [[L2Line<D>* C = request ? lines.find(m.address) : nullptr;]]
  BECOMES [[L2Line<D>* C = lines.find(m.address);]]
  SO "the answer to a reset, which names no block, waits for room among the requests for the first block, and they wait for it (V-D)"
  REFUTES no-deadlock SHAPE "sms=2,warps=2,blocks=1,lease=1,ts=3")
# Harm: epoch-reset, 4 warps in all (2 SMs with 2, or 4 with 1), 1 block, timestamps of 2 lease + 1: four stores to A fill its queue, the first of them needs a reset, and the lagging SM's BusResetAck is not taken in: deadlock.

mutant(overtaken-renewal l1.hpp
  LINE [[C->rts = model::later(C->rts, m.rts);]]
  BECOMES [[C->rts = m.rts;]]
  SO "a renewal that was overtaken takes back the longer lease that the block has got meanwhile (IV-D, Fig. 7a)")
# Harm: unordered, 1 SM, 2 warps, 2 blocks: W1's renewal is on its way, W0 stores to the block, the acknowledgement [5,7] overtakes the renewal until 4, and the block's lease then ends before it begins (or, forward-all, the shorter of two renewals comes last): needless misses and renewals.
