# Deliberately broken texts of G-TSC: one line each is changed (cmake/mutants.cmake), and tests/mutants sees that it is caught.

set(broken_texts Gtsc)

mutant(no-lease-check l1.hpp
  LINE [[if (C && readable(*C, w, ctx) && warp.ts <= C->rts) {]]
  BECOMES [[if (C && readable(*C, w, ctx)) {]]
  SO "a load hits a block whose lease has expired (IV-A1)"
  REFUTES load-value SHAPE sms=1,warps=2,blocks=1,lease=1,ts=5 STEPS 9)

mutant(load-resets-warp-ts l1.hpp
  LINE [[warps[w].ts = model::later(warps[w].ts, when);]]
  BECOMES [[warps[w].ts = 1;]]
  SO "a load sets its warp's timestamp back (III-C)"
  REFUTES warp-ts-monotone SHAPE sms=1,warps=1,blocks=1,lease=1,ts=4 STEPS 8)

mutant(fence-lets-one-pass l1.hpp
  LINE [[if (warp.outstanding != 0) return ctx.stall(Outcome::stalled_fence);]]
  BECOMES [[if (warp.outstanding != 0 && warp.outstanding != 1) return ctx.stall(Outcome::stalled_fence);]]
  SO "a fence does not wait for the last access (II-B)"
  REFUTES issue-order VARIANT rc SHAPE sms=1,warps=1,blocks=1,lease=1,ts=4 STEPS 2)

mutant(acknowledged-twice l1.hpp
  IN [[return serve(m.address, ctx);]]
  LINE [[ctx.store_completed(m.warp, m.address, m.wts);]]
  BECOMES [[ctx.store_completed(m.warp, m.address, m.wts), ctx.store_completed(m.warp, m.address, m.wts);]]
  SO "a warp is told of its store twice (Fig. 7b)"
  REFUTES answers-match SHAPE sms=1,warps=1,blocks=1,lease=1,ts=4 STEPS 5)

mutant(store-in-the-lease l2.hpp
  LINE [[Moment<D> wts = model::later(C.rts + 1, old ? Moment<D>(1) : m.warp_ts);]]
  BECOMES [[Moment<D> wts = model::later(C.rts, old ? Moment<D>(1) : m.warp_ts);]]
  SO "a store is performed at the end of the lease that others read under, not after it (Fig. 5)"
  REFUTES single-writer SHAPE tiny STEPS 6)

mutant(lost-mem-ts l2.hpp
  LINE [[mem_ts = model::later(mem_ts, C->rts);]]
  SO "an eviction forgets the lease of the block (IV-C, Fig. 6)"
  REFUTES load-value SHAPE tiny STEPS 10)

mutant(no-write-back l2.hpp
  LINE [[dram[a] = C->data;]]
  SO "an eviction drops the data (V-C)"
  REFUTES no-store-lost SHAPE sms=1,warps=1,blocks=1,lease=1,ts=3 STEPS 5)

mutant(renewed-stale-data l2.hpp
  LINE [[if (!old && m.wts == C.wts) {]]
  BECOMES [[if (!old && m.wts != 0) {]]
  SO "L2 renews the lease of data that has been overwritten (Fig. 4)"
  REFUTES load-value SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 11)

mutant(lost-request l2.hpp
  LINE [[C->waiting.push({.from = ctx.sender(), .message = m});]]
  SO "a request for a block that DRAM is read for is dropped (IV-B)"
  REFUTES no-deadlock SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 9)

mutant(lease-one-too-long l1.hpp
  LINE [[if (C && readable(*C, w, ctx) && warp.ts <= C->rts) {]]
  BECOMES [[if (C && readable(*C, w, ctx) && warp.ts <= C->rts + 1) {]]
  SO "a load hits one moment after the lease (IV-A1)"
  REFUTES load-value SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 9)

mutant(load-leaves-warp-ts l1.hpp
  LINE [[warps[w].ts = model::later(warps[w].ts, when);]]
  SO "a load does not advance its warp's timestamp (IV-A1)"
  REFUTES warp-ts-latest SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 8)

mutant(load-before-its-version l1.hpp
  LINE [[const Moment<D> when = model::later(issued, C.wts);]]
  BECOMES [[const Moment<D> when = issued;]]
  SO "a load is performed at warp_ts even if the version it reads begins later (IV-A1)"
  REFUTES load-value SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 8)

mutant(fill-from-the-start l2.hpp
  LINE [[C->wts = mem_ts;]]
  BECOMES [[C->wts = 1;]]
  SO "data from DRAM counts as old as the program, not as mem_ts (III-B, Fig. 6)"
  REFUTES load-value SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 11)

mutant(dram-lease-without-mem-ts l2.hpp
  LINE [[C->rts = mem_ts + ctx.choose_moment(ctx.config().grants());]]
  BECOMES [[C->rts = Moment<D>(1) + ctx.choose_moment(ctx.config().grants());]]
  SO "the lease of data from DRAM does not reach beyond mem_ts (Fig. 6)"
  REFUTES load-value SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 13)

mutant(ack-keeps-old-lease l1.hpp
  IN [[C->state = LineState::valid;]]
  LINE [[C->wts = m.wts;]]
  SO "an acknowledgement leaves the block's wts (Fig. 7b)"
  REFUTES load-value SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 9)

mutant(ack-leaves-warp-ts l1.hpp
  LINE [[warp.ts = model::later(warp.ts, m.wts);]]
  SO "an acknowledgement does not advance the warp's timestamp (Fig. 7b)"
  REFUTES warp-ts-latest SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 5)

mutant(ack-unlocks-any l1.hpp
  LINE [[const bool own = C && C->state == LineState::store_pending && C->writer == m.warp;]]
  BECOMES [[const bool own = C && C->state == LineState::store_pending;]]
  SO "an acknowledgement unlocks the block that another warp's store has locked (V-A)"
  REFUTES single-writer SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 9)

mutant(leases-survive-reset l1.hpp
  LINE [[lines.clear();]]
  SO "an SM keeps its leases through a reset (V-D)"
  REFUTES single-writer SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 11)

mutant(warp-ts-survives-reset l1.hpp
  IN [[lines.clear();]]
  LINE [[for (auto& warp : warps.items) warp.ts = 1;]]
  SO "an SM keeps its warps' timestamps through a reset (V-D)"
  REFUTES warp-ts-latest SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 11)

mutant(wts-survives-reset l2.hpp
  LINE [[C.wts = 1;]]
  SO "a reset of L2 leaves the blocks' wts (V-D)"
  REFUTES load-value SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 17)

mutant(same-epoch l2.hpp
  LINE [[epoch = !epoch;]]
  SO "L2 resets and tells nobody (V-D)"
  REFUTES single-writer SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 10)

mutant(locked-block-readable l1.hpp
  LINE [[if (C.state == LineState::valid || ctx.config().visibility == Visibility::unsafe) return true;]]
  BECOMES [[if (C.state == LineState::valid || ctx.config().visibility != Visibility::keep_old) return true;]]
  SO "a block is read before its store is acknowledged (V-A)"
  REFUTES load-value SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 8)

mutant(load-never-done l1.hpp
  LINE [[warps[w].outstanding -= 1;]]
  SO "a load that has waited is never taken off what its warp has outstanding (V-B)"
  REFUTES no-deadlock SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 8)

mutant(epoch-ignored l1.hpp
  LINE [[epoch = m.epoch;]]
  SO "an SM keeps counting from the reset before in what it sends (V-D)"
  REFUTES load-value SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 11)

mutant(lease-shortened l2.hpp
  LINE [[Moment<D> rts = model::later(C.rts, (old ? Moment<D>(1) : m.warp_ts) + lease);]]
  BECOMES [[Moment<D> rts = (old ? Moment<D>(1) : m.warp_ts) + lease;]]
  SO "a read shortens the lease that others hold (Fig. 4)"
  REFUTES load-value SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 13)

mutant(store-without-data l2.hpp
  LINE [[model::overwrite(C.data, m.data);]]
  SO "L2 takes the timestamps of a store and not its data (Fig. 5)"
  REFUTES no-store-lost SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 4)

mutant(fill-without-wts l1.hpp
  IN [[void fill(const Message<D>& m, auto& ctx) {]]
  LINE [[C->wts = m.wts;]]
  SO "a fill leaves the block's wts (Fig. 8)"
  REFUTES load-value SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 8)

mutant(fill-without-data l1.hpp
  IN [[void fill(const Message<D>& m, auto& ctx) {]]
  LINE [[C->data = m.data;]]
  SO "a fill brings a new lease and leaves the old data (Fig. 8)"
  REFUTES single-writer SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 5)

mutant(never-unlocked l1.hpp
  LINE [[C->state = LineState::valid;]]
  SO "an acknowledgement does not unlock the block (Fig. 7b)"
  REFUTES no-deadlock SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 11)

mutant(evicted-with-requests l2.hpp
  LINE [[if (!C || C->awaiting_dram || !C->waiting.empty()) return ctx.stall(Outcome::stalled_nothing_to_do);]]
  BECOMES [[if (!C || C->awaiting_dram) return ctx.stall(Outcome::stalled_nothing_to_do);]]
  SO "L2 evicts a block with the requests that wait for it (V-C)"
  REFUTES no-deadlock SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 5)

mutant(overwritten-mem-ts l2.hpp
  LINE [[mem_ts = model::later(mem_ts, C->rts);]]
  BECOMES [[mem_ts = C->rts;]]
  SO "mem_ts remembers only the block evicted last (IV-C, Fig. 6)"
  REFUTES load-value SHAPE sms=1,warps=2,blocks=2,lease=1,ts=3 STEPS 17)

mutant(served-without-lease l1.hpp
  LINE [[if (!readable(*C, w, ctx) || load.warp_ts > C->rts) return ctx.did(Outcome::load_not_covered);]]
  BECOMES [[if (!readable(*C, w, ctx)) return ctx.did(Outcome::load_not_covered);]]
  SO "a load that waits in the MSHR is served under a lease that does not cover it (V-B, Fig. 11)"
  REFUTES load-value SHAPE warps STEPS 15)

mutant(no-renewal l1.hpp
  LINE [[request(a, latest, ctx);]]
  BECOMES [[return ctx.stall(Outcome::stalled_nothing_to_do);]]
  SO "loads that the lease does not cover wait and are not renewed for (V-B, Fig. 11)"
  REFUTES access-completes SHAPE sms=1,warps=2,blocks=2,values=1,lease=1,ts=4)

mutant(never-renewed l1.hpp
  LINE [[{.kind = MessageKind::BusRd, .address = a, .wts = C ? C->wts : Moment<D>(0), .warp_ts = warp_ts, .epoch = epoch});]]
  BECOMES [[{.kind = MessageKind::BusRd, .address = a, .wts = C ? Moment<D>(0) : Moment<D>(0), .warp_ts = warp_ts, .epoch = epoch});]]
  SO "a request never says which version L1 has, so that L2 sends the data each time (IV-A1)"
  REFUTES can-happen:read_renewed SHAPE sms=1,warps=1,blocks=2,lease=1,ts=4)

mutant(renewal-without-block l1.hpp
  LINE [[{.kind = MessageKind::BusRd, .address = a, .wts = C ? C->wts : Moment<D>(0), .warp_ts = warp_ts, .epoch = epoch});]]
  BECOMES [[{.kind = MessageKind::BusRd, .address = a, .wts = C ? C->wts : Moment<D>(1), .warp_ts = warp_ts, .epoch = epoch});]]
  SO "a miss says that L1 has the first version, and L2 renews what is not there (IV-A1)"
  REFUTES access-completes SHAPE sms=1,warps=1,blocks=1,lease=1,ts=3)

mutant(lease-ignores-warp-ts l2.hpp
  LINE [[Moment<D> rts = model::later(C.rts, (old ? Moment<D>(1) : m.warp_ts) + lease);]]
  BECOMES [[Moment<D> rts = model::later(C.rts, (old ? Moment<D>(1) : C.wts) + lease);]]
  SO "a lease is counted from the version, and may end before the reader's timestamp (Fig. 4)"
  REFUTES access-completes SHAPE sms=1,warps=1,blocks=2,lease=1,ts=4)

mutant(store-ignores-warp-ts l2.hpp
  LINE [[Moment<D> wts = model::later(C.rts + 1, old ? Moment<D>(1) : m.warp_ts);]]
  BECOMES [[Moment<D> wts = C.rts + 1;]]
  SO "a store is performed at a moment before what its warp did earlier (Fig. 5)"
  REFUTES warp-ts-latest SHAPE sms=1,warps=1,blocks=2,lease=1,ts=4 STEPS 19)

mutant(fill-over-store l1.hpp
  LINE [[if (C && ctx.config().response == Response::guarded && (C->state == LineState::store_pending || m.wts < C->wts)) {]]
  BECOMES [[if (C && ctx.config().response == Response::guarded && m.wts < C->wts) {]]
  SO "a fill replaces the data of a block that a store has locked (V-A, Fig. 8)"
  REFUTES single-writer VARIANT forward-all SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 11)

mutant(old-copy-kept l1.hpp
  LINE [[if (C->state == LineState::store_pending && ctx.config().visibility == Visibility::keep_old) model::overwrite(C->data, *C->new_data);]]
  SO "the old copy stays, under the lease of the new data (V-A, option 2)"
  REFUTES single-writer VARIANT keep-old SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 8)

mutant(mshr-entry-dropped l1.hpp
  LINE [[if (entry->unused()) mshr.drop(a);]]
  BECOMES [[if (entry->loads.empty()) mshr.drop(a);]]
  SO "the MSHR forgets a store that is outstanding (V-B)"
  REFUTES single-writer VARIANT rc SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 9)

mutant(never-answered l1.hpp
  LINE [[if (entry && entry->requests != 0) entry->requests -= 1;]]
  BECOMES [[if (entry && entry->requests != 0) entry->requests -= 0;]]
  SO "the MSHR does not notice that a request is answered (V-B)"
  REFUTES no-deadlock SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 14)

mutant(reset-too-soon l2.hpp
  LINE [[return ctx.config().reset == Reset::paper || lagging.empty();]]
  BECOMES [[return ctx.config().reset == Reset::paper || true;]]
  SO "L2 resets again before all SMs have followed (V-D)"
  REFUTES single-writer SHAPE tiny STEPS 9)

mutant(reset-not-wanted l2.hpp
  LINE [[reset_wanted = true;]]
  SO "a request waits for a reset that L2 announces to nobody (V-D)"
  REFUTES no-deadlock SHAPE tiny STEPS 9)

mutant(told-once l2.hpp
  LINE [[told.erase(sm);]]
  SO "an SM is told of one reset and of none after it (V-D)"
  REFUTES no-deadlock SHAPE tiny STEPS 17)

mutant(never-follows l2.hpp
  LINE [[lagging.erase(sm);]]
  SO "L2 does not notice that an SM has followed a reset (V-D)"
  REFUTES access-completes SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4)

mutant(reset-not-answered l1.hpp
  LINE [[else reset_unanswered = true;  // BusReset]]
  SO "an SM hears of a reset and does not say so (V-D)"
  REFUTES access-completes SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4)

mutant(waiting-loads-survive-reset l1.hpp
  LINE [[entry.loads.each([&](Thread<D>, WaitingLoad<D>& load) { load.warp_ts = 1; });]]
  BECOMES [[entry.loads.each([&](Thread<D>, WaitingLoad<D>&) {});]]
  SO "loads in the MSHR keep their timestamps through a reset (V-D)"
  REFUTES access-completes SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4)

mutant(lease-one-too-short l1.hpp
  LINE [[if (C && readable(*C, w, ctx) && warp.ts <= C->rts) {]]
  BECOMES [[if (C && readable(*C, w, ctx) && warp.ts < C->rts) {]]
  SO "a load misses at the last moment of the lease (IV-A1)"
  REFUTES covered-load-hits SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 12)

mutant(renewed-after-reset l2.hpp
  LINE [[if (!old && m.wts == C.wts) {]]
  BECOMES [[if (m.wts == C.wts) {]]
  SO "L2 renews the lease of a copy from before a reset, which the SM gives up (V-D)"
  REFUTES renewal-has-data SHAPE warps STEPS 16)

mutant(evicted-while-waited-for l1.hpp
  LINE [[if (!lines.find(a) || mshr.find(a)) return ctx.stall(Outcome::stalled_nothing_to_do);]]
  BECOMES [[if (!lines.find(a)) return ctx.stall(Outcome::stalled_nothing_to_do);]]
  SO "an SM evicts a block that a renewal is on its way for (IV-D)"
  REFUTES renewal-has-data SHAPE sms=1,warps=1,blocks=2,lease=1,ts=4 STEPS 14)

mutant(parked-not-stale l2.hpp
  LINE [[C.waiting.each([&](Request<D>& request) { request.message.epoch = epoch; });  // all are stale from now on]]
  BECOMES [[C.waiting.each([&](Request<D>& request) { if (request.message.epoch == epoch) request.message.epoch = epoch; });]]
  SO "a request that waits through two resets counts as recent (V-D)"
  REFUTES renewal-has-data SHAPE warps STEPS 22)

mutant(renewal-of-locked-block l1.hpp
  LINE [[} else if (pending && ctx.config().response == Response::guarded) {]]
  BECOMES [[} else if (pending && ctx.config().response != Response::guarded) {]]
  SO "a renewal moves the lease of a block that a store has locked (V-A)"
  REFUTES locked-unchanged SHAPE warps STEPS 14)

mutant(two-stores-at-once l1.hpp
  LINE [[} else if (stores_to_copy && C->state == LineState::store_pending) {]]
  BECOMES [[} else if (stores_to_copy && C->state == LineState::store_pending && C->writer == op.warp) {]]
  SO "a second warp stores to a block that a store has locked (IV-A2)"
  REFUTES locked-unchanged SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4 STEPS 8)

mutant(older-fill l1.hpp
  LINE [[if (C && ctx.config().response == Response::guarded && (C->state == LineState::store_pending || m.wts < C->wts)) {]]
  BECOMES [[if (C && ctx.config().response == Response::guarded && C->state == LineState::store_pending) {]]
  SO "a fill that was overtaken replaces a newer copy (Fig. 8)"
  REFUTES copy-never-older VARIANT unordered,forward-all SHAPE sms=1,warps=2,blocks=1,values=1,lease=1,ts=4,capacity=2 STEPS 11)

mutant(mem-ts-survives-reset l2.hpp
  IN [[void reset_timestamps(auto& ctx) {]]
  LINE [[mem_ts = 1;]]
  SO "a reset leaves mem_ts (V-D)"
  REFUTES reset-starts-again SHAPE tiny STEPS 9)

mutant(store-in-the-lease-after-reset l2.hpp
  LINE [[wts = C.rts + 1;]]
  BECOMES [[wts = C.rts;]]
  SO "the store that causes a reset is performed in the lease that the reset gives (V-D, Fig. 5)"
  REFUTES reset-starts-again SHAPE tiny STEPS 4)

mutant(stale-taken-as-recent l2.hpp
  LINE [[Moment<D> wts = model::later(C.rts + 1, old ? Moment<D>(1) : m.warp_ts);]]
  BECOMES [[Moment<D> wts = model::later(C.rts + 1, m.warp_ts);]]
  SO "a store's timestamp from before a reset counts after it (V-D)"
  REFUTES stale-counts-as-1 SHAPE sms=1,warps=2,blocks=1,lease=1,ts=6 STEPS 13)

mutant(stale-read-taken-as-recent l2.hpp
  LINE [[Moment<D> rts = model::later(C.rts, (old ? Moment<D>(1) : m.warp_ts) + lease);]]
  BECOMES [[Moment<D> rts = model::later(C.rts, m.warp_ts + lease);]]
  SO "a load's timestamp from before a reset counts after it (V-D)"
  REFUTES stale-counts-as-1 SHAPE warps STEPS 10)

mutant(announced-again l2.hpp
  LINE [[told.insert(sm);]]
  SO "an SM is told of the same reset again and again (V-D)"
  REFUTES reset-told-once SHAPE tiny STEPS 7)

mutant(reset-wanted-for-ever l2.hpp
  LINE [[reset_wanted = false;]]
  SO "L2 tells the SMs of a reset when nobody waits for the next (V-D)"
  REFUTES reset-told-once SHAPE tiny STEPS 13)

mutant(overtakes-waiting l2.hpp
  LINE [[} else if (C->awaiting_dram || !C->waiting.empty() || !answer(ctx.sender(), m, *C, ctx)) {]]
  BECOMES [[} else if (C->awaiting_dram || !answer(ctx.sender(), m, *C, ctx)) {]]
  SO "a request is answered before those that wait for its block"
  REFUTES access-completes SHAPE sms=2,warps=1,blocks=1,values=1,lease=1,ts=3)

mutant(store-overtakes-own-load l1.hpp
  LINE [[if (outstanding(op.warp, a)) {]]
  BECOMES [[if (outstanding(op.warp, a) && (op.kind != AccessKind::store || mshr.find(a)->stores.contains(op.warp))) {]]
  SO "a warp stores to a block while its load of that block waits (III-A)"
  REFUTES program-order VARIANT rc SHAPE sms=1,warps=2,blocks=1,lease=1,ts=5 STEPS 17)

mutant(load-overtakes-own-store l1.hpp
  LINE [[if (outstanding(op.warp, a)) {]]
  BECOMES [[if (outstanding(op.warp, a) && (op.kind != AccessKind::load || mshr.find(a)->loads.find(op.warp))) {]]
  SO "a warp loads a block while its store to that block is on its way (III-A)"
  REFUTES program-order VARIANT rc SHAPE sms=1,warps=2,blocks=1,lease=1,ts=5 STEPS 8)

mutant(load-returns-zero l1.hpp
  LINE [[ctx.load_completed(w, a, C.data, when);]]
  BECOMES [[ctx.load_completed(w, a, Value<D>(0), when);]]
  SO "a load returns data that nobody wrote (III-C)"
  REFUTES load-value SHAPE tiny STEPS 5)

# What atomics return, and what acknowledgements are worth.

mutant(atomic-answers-new l2.hpp
  LINE [[const Value<D> found = model::perform(C.data, m.data);]]
  BECOMES [[model::perform(C.data, m.data); const Value<D> found = C.data;]]
  SO "L2 answers an atomic with the new data"
  REFUTES rmw-atomic SHAPE tiny,atomics=1 STEPS 5)

mutant(atomic-torn l1.hpp
  IN [[if (m.kind == MessageKind::BusAtomAck) {]]
  LINE [[ctx.load_returned(m.warp, m.address, m.data, m.wts);]]
  BECOMES [[ctx.load_returned(m.warp, m.address, lines.find(m.address) ? lines.find(m.address)->data : m.data, m.wts);]]
  SO "an atomic reads the copy in L1 and writes at L2: another store comes between"
  REFUTES rmw-atomic SHAPE sms=1,warps=1,blocks=1,lease=1,ts=7,atomics=1 STEPS 11)

mutant(atomic-answers-another l1.hpp
  IN [[if (m.kind == MessageKind::BusAtomAck) {]]
  LINE [[ctx.load_returned(m.warp, m.address, m.data, m.wts);]]
  BECOMES [[Thread<D> taker = m.warp; mshr.place(m.address).stores.each([&](Thread<D> w) { taker = w; }); ctx.load_returned(taker, m.address, m.data, m.wts);]]
  SO "what an atomic has found is given to another warp that waits for the block"
  REFUTES rmw-atomic SHAPE sms=1,warps=2,blocks=1,lease=1,ts=4,atomics=1 STEPS 6)

mutant(atomic-unanswered l1.hpp
  IN [[if (m.kind == MessageKind::BusAtomAck) {]]
  LINE [[ctx.load_returned(m.warp, m.address, m.data, m.wts);]]
  SO "an atomic is complete, and its warp does not get what it has found"
  REFUTES rmw-atomic SHAPE tiny,atomics=1 STEPS 5)

mutant(atomic-twice l2.hpp
  LINE [[C->data = dram[a];]]
  BECOMES [[C->data = dram[a]; if (!C->waiting.empty() && C->waiting.front().message.kind == MessageKind::BusAtom) model::perform(C->data, C->waiting.front().message.data);]]
  SO "an atomic that waits for DRAM is performed when the block comes, and once more when its turn comes"
  REFUTES rmw-atomic SHAPE tiny,atomics=1 STEPS 5)

mutant(store-forgotten l2.hpp
  LINE [[model::overwrite(C.data, m.data);]]
  BECOMES [[return ctx.send(NodeKind::l1, from, {.kind = MessageKind::BusWrAck, .address = m.address, .warp = m.warp, .wts = C.wts, .rts = C.rts, .epoch = epoch}), true;]]
  SO "L2 acknowledges a store, forgets it and does not say that it was performed (Fig. 5)"
  REFUTES store-performed SHAPE tiny STEPS 5)

mutant(store-unreported l2.hpp
  IN [[model::overwrite(C.data, m.data);]]
  LINE [[ctx.store_performed(from, m.warp, m.address, m.data, wts);]]
  SO "L2 performs stores and never says when, so that no load can be held against them"
  REFUTES store-performed SHAPE tiny STEPS 5)

mutant(forwards-without-limit l1.hpp
  LINE [[ctx.stall(Outcome::stalled_forwarding);]]
  BECOMES [[return true;]]
  SO "an SM forwards more requests for a block than L2 has places for (V-B, V-D)"
  REFUTES no-deadlock VARIANT forward-all SHAPE sms=2,warps=2,blocks=2,lease=1,ts=4)

# Resets of several banks (V-D), which are two here, with a block each.

mutant(bank-resets-alone l2.hpp
  LINE [[if (!all_follow(ctx)) {]]
  BECOMES [[if (ctx.index() != 0 && lagging.empty()) return reset_timestamps(ctx), ctx.did(Outcome::overflow_reset), true; else if (!all_follow(ctx)) {]]
  SO "a bank resets its own timestamps as if it were the only one, and tells no other (V-D)"
  REFUTES no-deadlock SHAPE "sms=1,warps=2,blocks=2,values=1,lease=1,ts=3,banks=2" STEPS 10)

mutant(each-bank-decides l2.hpp
  LINE [[if (ctx.config().banks_agree() && (ctx.index() != 0 || unready != 0)) return false;]]
  SO "each bank resets when its own SMs have followed, and signals it to the others: two may do so at once (V-D)"
  REFUTES answers-match SHAPE "sms=1,warps=2,blocks=2,values=1,lease=1,ts=3,banks=2" STEPS 12)

mutant(other-banks-not-awaited l2.hpp
  LINE [[if (ctx.config().banks_agree() && (ctx.index() != 0 || unready != 0)) return false;]]
  BECOMES [[if (ctx.config().banks_agree() && ctx.index() != 0) return false;]]
  SO "the first bank resets again when its own SMs have followed, and does not wait for other banks (V-D)"
  REFUTES no-deadlock SHAPE "sms=1,warps=2,blocks=2,values=1,lease=1,ts=3,banks=2" STEPS 24)

mutant(signal-lost l2.hpp
  LINE [[if (bank != ctx.index()) ctx.send(NodeKind::l2, bank, {.kind = MessageKind::ResetSignal, .epoch = epoch});]]
  BECOMES [[static_cast<void>(bank);]]
  SO "a reset is signalled to no other bank (V-D)"
  REFUTES no-deadlock SHAPE "sms=1,warps=2,blocks=2,values=1,lease=1,ts=3,banks=2" STEPS 8)

mutant(signal-leaves-leases l2.hpp
  IN [[if (m.kind == MessageKind::ResetSignal) {]]
  LINE [[reset_timestamps(ctx);]]
  BECOMES [[const Moment<D> before = mem_ts; reset_timestamps(ctx); mem_ts = before;]]
  SO "a bank that follows another's reset leaves its mem_ts (V-D)"
  REFUTES reset-starts-again SHAPE "sms=1,warps=2,blocks=2,values=1,lease=1,ts=3,banks=2" STEPS 10)

mutant(ahead-taken-as-stale l2.hpp
  LINE [[if (ahead(m, ctx)) return ctx.stall(Outcome::request_ahead);]]
  SO "a bank that the signal has not reached answers a request that is ahead of it by its timestamps from before the reset (V-D)"
  REFUTES warp-ts-latest SHAPE "sms=1,warps=2,blocks=2,values=1,lease=1,ts=3,banks=2" STEPS 17)

mutant(heard-elsewhere l2.hpp
  LINE [[if (!request || !ctx.config().banks_agree())]]
  SO "an SM's request counts as a sign that nothing from before the reset is on its way to it, though it was told by another bank (V-D)"
  REFUTES no-deadlock SHAPE "sms=1,warps=2,blocks=2,values=1,lease=1,ts=3,banks=2,capacity=2" STEPS 12)

mutant(overflow-not-told l2.hpp
  LINE [[if (!reset_wanted && ctx.config().banks_agree() && ctx.index() != 0) ctx.send(NodeKind::l2, 0, {.kind = MessageKind::Overflow, .epoch = epoch});]]
  SO "a bank does not tell the first one that a request waits for a reset (V-D)"
  REFUTES no-deadlock SHAPE "sms=1,warps=2,blocks=2,values=1,lease=1,ts=3,banks=2" STEPS 6)

mutant(follower-not-counted l2.hpp
  LINE [[unready -= 1;]]
  SO "the first bank does not note that the SMs have followed at another one (V-D)"
  REFUTES no-deadlock SHAPE "sms=1,warps=2,blocks=2,values=1,lease=1,ts=3,banks=2" STEPS 19)

mutant(older-response-adopted l1.hpp
  LINE [[if (ctx.config().banks_agree() && newer && unheard != 0) return old_response(m, ctx);]]
  SO "an SM takes an answer from before the reset, of a bank that lags, for one from after the next (V-D)"
  REFUTES no-deadlock SHAPE "sms=1,warps=2,blocks=2,values=1,lease=1,ts=3,banks=2" STEPS 20)

mutant(older-fill-kept l1.hpp
  LINE [[ctx.did(Outcome::old_response);]]
  BECOMES [[ctx.did(Outcome::old_response); if (m.kind == MessageKind::BusFill) return fill(m, ctx);]]
  SO "an SM reads after a reset what a bank has answered before it (V-D)"
  REFUTES load-value SHAPE "sms=2,warps=1,blocks=2,values=2,lease=1,ts=3,banks=2")

mutant(older-answer-not-served l1.hpp
  IN [[void old_response(const Message<D>& m, auto& ctx) {]]
  LINE [[answered(m.address);]]
  SO "an answer from before the reset leaves the request for the block outstanding, so that it is not sent again (V-D)"
  REFUTES no-deadlock SHAPE "sms=1,warps=2,blocks=2,values=1,lease=1,ts=3,banks=2" STEPS 22)

mutant(answers-before-asked l1.hpp
  LINE [[if (unheard == 0) reset_unanswered = true;]]
  BECOMES [[reset_unanswered = true;]]
  SO "an SM answers all banks when the first has asked, though others may still have answers from before the reset on their way (V-D)"
  REFUTES no-text-error SHAPE "sms=1,warps=2,blocks=2,values=1,lease=1,ts=3,banks=2" STEPS 17)

include(${CMAKE_CURRENT_LIST_DIR}/blind_mutants.cmake)

mutant(store-sent-empty l1.hpp
  LINE [[{.kind = MessageKind::BusWr, .address = a, .warp = w, .warp_ts = warp.ts, .data = data, .epoch = epoch});]]
  BECOMES [[{.kind = MessageKind::BusWr, .address = a, .warp = w, .warp_ts = warp.ts, .epoch = epoch});]]
  SO "a store goes to L2 without its data (Fig. 4)"
  REFUTES store-performed SHAPE tiny STEPS 4)
