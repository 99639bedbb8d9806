# Deliberately broken texts of Temporal Coherence: one line each is changed (cmake/mutants.cmake), and tests/mutants sees that it is caught.

set(broken_texts Tc)

mutant(no-lease-check l1.hpp
  LINE [[if (line && now(ctx) <= line->expiry) {]]
  BECOMES [[if (line) {]]
  SO "a load hits a copy whose lease has expired (II-D)"
  REFUTES no-stale-load SHAPE tiny STEPS 9)

mutant(lease-one-too-short-at-l2 l2.hpp
  LINE [[static bool unexpired(const L2Line<D>& line, auto& ctx) { return bool(clock(ctx) <= line.expiry); }]]
  BECOMES [[static bool unexpired(const L2Line<D>& line, auto& ctx) { return bool(clock(ctx) < line.expiry); }]]
  SO "L2 takes a lease for over in its last tick (II-D)"
  REFUTES no-stale-load SHAPE tiny STEPS 10)

mutant(lease-from-arrival l1.hpp
  LINE [[lines.place(m.address) = {.data = m.data, .expiry = m.expiry};]]
  BECOMES [[lines.place(m.address) = {.data = m.data, .expiry = now(ctx) + ctx.config().furthest()};]]
  SO "a copy counts its lease from when it came, not from when L2 gave it"
  REFUTES no-stale-load SHAPE tiny STEPS 11)

mutant(lease-replaced l2.hpp
  LINE [[line.expiry = model::later(line.expiry, clock(ctx) + lease(ctx));]]
  BECOMES [[line.expiry = clock(ctx) + lease(ctx);]]
  SO "a short lease makes L2 forget a longer one (II-D)"
  REFUTES no-stale-load SHAPE tiny,lease=1/3 STEPS 13)

mutant(lease-not-noted l2.hpp
  LINE [[line.expiry = model::later(line.expiry, clock(ctx) + lease(ctx));]]
  SO "a read does not extend the lease, so no copy can ever be read (II-D)"
  REFUTES can-happen:load_hit SHAPE tiny)

mutant(serves-all-waiting l1.hpp
  LINE [[} else if (now(ctx) <= m.expiry) {]]
  BECOMES [[} else if (true) {]]
  SO "a fill whose lease is over serves loads that were issued after L2 had answered (docs/findings.md, 14)"
  REFUTES no-stale-load SHAPE sms=2,warps=2,blocks=1,lease=1 STEPS 10)

mutant(atomic-does-not-wait l2.hpp
  LINE [[if (m.kind == MessageKind::Read || ctx.config().atomicity == Atomicity::weak) return false;]]
  BECOMES [[if (m.kind != MessageKind::Write || ctx.config().atomicity == Atomicity::weak) return false;]]
  SO "an atomic does not wait for leases, though it writes (II-D)"
  REFUTES no-stale-load SHAPE tiny,atomics=1 STEPS 8)

mutant(write-lost l2.hpp
  LINE [[model::overwrite(line.data, m.data);]]
  SO "L2 acknowledges a store and does not perform it"
  REFUTES no-store-lost SHAPE tiny STEPS 4)

mutant(never-acknowledged l2.hpp
  LINE [[ctx.send(NodeKind::sm, from, {.kind = MessageKind::WriteAck, .address = m.address, .warp = m.warp, .expiry = visible});]]
  SO "a store is not acknowledged"
  REFUTES no-deadlock SHAPE tiny STEPS 7)

mutant(not-requested-again l1.hpp
  IN [[entry->merged.clear();]]
  LINE [[ctx.send(NodeKind::l2, ctx.config().home(action.block), {.kind = MessageKind::Read, .address = action.block});]]
  SO "loads that a fill came too late for are not requested again (docs/findings.md, 14)"
  REFUTES no-deadlock SHAPE warps STEPS 12)

mutant(write-never-over l1.hpp
  LINE [[entry.writes.erase(m.warp);]]
  BECOMES [[entry.writes.insert(m.warp);]]
  SO "an acknowledged store still counts as under way"
  REFUTES access-accepted SHAPE tiny)

mutant(fence-ignores-accesses l1.hpp
  LINE [[if (warps[w].outstanding != 0) return ctx.stall(Outcome::stalled_fence);]]
  SO "a fence passes while accesses of its warp are under way (II-B)"
  REFUTES fence-visible VARIANT weak SHAPE tiny STEPS 2)

mutant(copy-kept-by-store l1.hpp
  LINE [[if (lines.find(a)) lines.drop(a);]]
  SO "a store leaves the old copy in its own L1, which L2 takes for gone"
  REFUTES fence-visible VARIANT weak SHAPE tiny STEPS 10)

mutant(fill-not-invalidated l1.hpp
  LINE [[if (entry.awaits_data()) entry.invalidated = true;]]
  SO "a fill that is under way when its SM stores is installed (docs/findings.md, 15)"
  REFUTES fence-visible VARIANT weak SHAPE warps STEPS 10)

mutant(gwct-forgotten l1.hpp
  LINE [[warps[m.warp].gwct = model::later(warps[m.warp].gwct, m.expiry);]]
  SO "a warp does not note when its write will be visible (II-D)"
  REFUTES fence-visible VARIANT weak SHAPE tiny STEPS 10)

mutant(gwct-of-last-write l1.hpp
  LINE [[warps[m.warp].gwct = model::later(warps[m.warp].gwct, m.expiry);]]
  BECOMES [[warps[m.warp].gwct = m.expiry;]]
  SO "a warp's GWCT is that of its last write, not of all"
  REFUTES fence-visible VARIANT weak SHAPE sms=2,warps=1,blocks=2,lease=1 STEPS 15)

mutant(gwct-not-sent l2.hpp
  LINE [[if (!alone) visible = line.expiry;]]
  SO "the acknowledgement of an early write has no GWCT (II-D)"
  REFUTES fence-visible VARIANT weak SHAPE tiny STEPS 10)

mutant(everyone-alone l2.hpp
  LINE [[const bool alone = !line.shared && line.holder == from;]]
  BECOMES [[const bool alone = !bool(line.shared);]]
  SO "a write counts as private when somebody else is the only lease holder"
  REFUTES fence-visible VARIANT weak SHAPE tiny STEPS 10)

mutant(last-reader-alone l2.hpp
  LINE [[line.shared = leased && (line.shared || line.holder != from);]]
  BECOMES [[line.shared = false;]]
  SO "the last reader counts as the only lease holder"
  REFUTES fence-visible VARIANT weak SHAPE tiny STEPS 13)

mutant(acknowledged-twice l1.hpp
  LINE [[ctx.store_completed(m.warp, m.address, 0);]]
  BECOMES [[ctx.store_completed(m.warp, m.address, 0), ctx.store_completed(m.warp, m.address, 0);]]
  SO "a warp is told of its store twice"
  REFUTES answers-match SHAPE tiny STEPS 5)

mutant(warp-never-free l1.hpp
  LINE [[warps[m.warp].outstanding -= 1;]]
  SO "a store is never taken off what its warp has outstanding, and the warp never issues again"
  REFUTES access-accepted SHAPE tiny)

# What atomics return, and what acknowledgements are worth.

mutant(atomic-answers-new l2.hpp
  LINE [[const Value<D> found = model::perform(line.data, m.data);]]
  BECOMES [[model::perform(line.data, m.data); const Value<D> found = line.data;]]
  SO "L2 answers an atomic with the new data"
  REFUTES rmw-atomic SHAPE tiny,atomics=1 STEPS 5)

mutant(atomic-answers-new-weak l2.hpp
  LINE [[ctx.send(NodeKind::sm, from, {.kind = MessageKind::AtomAck, .address = m.address, .warp = m.warp, .data = found, .expiry = visible});]]
  BECOMES [[ctx.send(NodeKind::sm, from, {.kind = MessageKind::AtomAck, .address = m.address, .warp = m.warp, .data = line.data, .expiry = visible});]]
  SO "L2 reports what an atomic has found, and sends the new data"
  REFUTES rmw-atomic VARIANT weak SHAPE tiny,atomics=1 STEPS 5)

mutant(atomic-torn l2.hpp
  LINE [[ctx.send(NodeKind::sm, from, {.kind = MessageKind::AtomAck, .address = m.address, .warp = m.warp, .data = found, .expiry = visible});]]
  BECOMES [[ctx.send(NodeKind::sm, from, {.kind = MessageKind::AtomAck, .address = m.address, .warp = m.warp, .data = this->dram[m.address], .expiry = visible});]]
  SO "an atomic reads in DRAM and writes in L2: another store comes between"
  REFUTES rmw-atomic SHAPE tiny,atomics=1 STEPS 7)

mutant(atomic-answers-another l1.hpp
  LINE [[if (m.kind == MessageKind::AtomAck) ctx.load_returned(m.warp, m.address, m.data, 0);]]
  BECOMES [[if (m.kind == MessageKind::AtomAck) { Thread<D> taker = m.warp; entry.writes.each([&](Thread<D> w) { taker = w; }); ctx.load_returned(taker, m.address, m.data, 0); }]]
  SO "what an atomic has found is given to another warp that waits for the block"
  REFUTES rmw-atomic SHAPE warps,atomics=1 STEPS 6)

mutant(atomic-unanswered l1.hpp
  LINE [[if (m.kind == MessageKind::AtomAck) ctx.load_returned(m.warp, m.address, m.data, 0);]]
  SO "an atomic is complete, and its warp does not get what it has found"
  REFUTES rmw-atomic SHAPE tiny,atomics=1 STEPS 5)

mutant(atomic-twice l2.hpp
  LINE [[const Value<D> found = model::perform(line.data, m.data);]]
  BECOMES [[model::perform(line.data, m.data); ctx.store_performed(from, m.warp, m.address, m.data, 0); const Value<D> found = model::perform(line.data, m.data);]]
  SO "an atomic is performed twice"
  REFUTES rmw-atomic SHAPE tiny,atomics=1 STEPS 4)

mutant(store-forgotten l2.hpp
  LINE [[model::overwrite(line.data, m.data);]]
  BECOMES [[return ctx.send(NodeKind::sm, from, {.kind = MessageKind::WriteAck, .address = m.address, .warp = m.warp, .expiry = visible});]]
  SO "L2 acknowledges a store, forgets it and does not say that it was performed"
  REFUTES store-performed SHAPE tiny STEPS 5)

mutant(taken-off-twice l1.hpp
  LINE [[warps[m.warp].outstanding -= 1;]]
  BECOMES [[warps[m.warp].outstanding -= 2;]]
  SO "an acknowledgement takes two accesses of its warp off, and leaves less than none"
  REFUTES no-text-error SHAPE tiny STEPS 5)

mutant(drops-and-stalls l1.hpp
  LINE [[if (!lines.find(action.block)) return ctx.stall(Outcome::nothing_to_do);]]
  BECOMES [[if (lines.drop(action.block); true) return ctx.stall(Outcome::nothing_to_do);]]
  SO "an eviction drops its line and then stalls, which the search undoes and a machine does not"
  REFUTES no-text-error SHAPE tiny STEPS 6)

mutant(eviction-forgets dram_queue.hpp FOLDER baseline
  LINE [[dram[action.block] = line->data;]]
  SO "a line that leaves L2 does not write back to DRAM what has been written to it"
  REFUTES no-store-lost SHAPE tiny STEPS 5)

include(${CMAKE_CURRENT_LIST_DIR}/blind_mutants.cmake)

mutant(store-sent-empty l1.hpp
  LINE [[{.kind = op.kind == AccessKind::store ? MessageKind::Write : MessageKind::Atomic, .address = a, .warp = op.warp, .data = data});]]
  BECOMES [[{.kind = op.kind == AccessKind::store ? MessageKind::Write : MessageKind::Atomic, .address = a, .warp = op.warp});]]
  SO "a store goes to L2 without its data"
  REFUTES store-performed SHAPE tiny STEPS 4)
