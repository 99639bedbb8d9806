# Deliberately broken core sides: one line of protocols/cores/core_side.hpp each is changed (cmake/mutants.cmake), and tests/mutants sees that it is caught, in front of MOESI.

set(searched_only YES)
set(broken_texts Mttop)

mutant(loads-not-awaited core_side.hpp FOLDER cores
  LINE [[if (waits_for_loads(op.kind, ctx) && mine.reads) return ctx.stall(Outcome::stalled_warp_busy);]]
  SO "a thread goes on while its load is outstanding"
  REFUTES issue-order SHAPE clusters=1,threads=1,blocks=2 STEPS 2)

mutant(stores-not-awaited core_side.hpp FOLDER cores
  LINE [[if (op.kind != AccessKind::fence && ctx.config().side == Side::scsimple && mine.writes) return ctx.stall(Outcome::stalled_warp_busy);]]
  SO "SCsimple: a thread goes on while its store is outstanding"
  REFUTES issue-order SHAPE clusters=1,threads=1,blocks=2 STEPS 2)

mutant(buffered-loads-pass core_side.hpp FOLDER cores
  LINE [[return ctx.config().side != Side::rmo_lr || kind != AccessKind::load;]]
  BECOMES [[return ctx.config().side == Side::scsimple;]]
  SO "a thread with a write buffer issues further accesses while a load is outstanding"
  REFUTES issue-order VARIANT tso SHAPE clusters=1,threads=1,blocks=2 STEPS 2)

mutant(atomic-passes-loads core_side.hpp FOLDER cores
  LINE [[if (ctx.config().side == Side::rmo_lr_stores) return bool(kind == AccessKind::atomic);]]
  BECOMES [[if (ctx.config().side == Side::rmo_lr_stores) return false;]]
  SO "an atomic does not wait for loads that are outstanding"
  REFUTES issue-order VARIANT rmo-lr-stores SHAPE clusters=1,threads=1,blocks=2,atomics=1 STEPS 2)

mutant(fence-passes-buffer core_side.hpp FOLDER cores
  LINE [[if (c.side == Side::tso) waits = waits || must_drain(w, ctx);]]
  BECOMES [[if (c.side == Side::tso) waits = waits && must_drain(w, ctx);]]
  SO "TSO: a fence does not wait for the buffer"
  REFUTES issue-order VARIANT tso SHAPE tiny STEPS 2)

mutant(fence-passes-stores core_side.hpp FOLDER cores
  LINE [[else if (c.side != Side::scwb) waits = waits || mine.writes;]]
  SO "RMO: a fence does not wait for stores"
  REFUTES issue-order VARIANT rmo SHAPE tiny STEPS 2)

mutant(fence-passes-loads core_side.hpp FOLDER cores
  LINE [[bool waits = mine.reads && !(c.reorders_loads() && c.fences == FencesWait::for_stores);]]
  BECOMES [[bool waits = mine.reads && !c.reorders_loads();]]
  SO "load reordering: a fence waits for stores only"
  REFUTES issue-order VARIANT rmo-lr SHAPE tiny STEPS 2)

mutant(buffer-not-drained core_side.hpp FOLDER cores
  LINE [[if (c.side == Side::scwb && c.prefetched == Prefetched::read_again && must_drain(op.warp, ctx)) return refuse(Outcome::stalled_buffer, ctx);]]
  SO "SCwb: a load does not wait for the buffer"
  REFUTES issue-order VARIANT scwb SHAPE clusters=1,threads=1,blocks=2 STEPS 2)

mutant(load-passes-own-store core_side.hpp FOLDER cores
  LINE [[if (mine.writes_block) return refuse(Outcome::stalled_same_block, ctx);  // "If a load hits in the CAM, it stalls until the matching store updates the cache" (6.4)]]
  SO "load reordering: a load passes a store of its thread to its block"
  REFUTES issue-order VARIANT rmo-lr SHAPE tiny STEPS 2)

mutant(atomic-passes-buffer core_side.hpp FOLDER cores
  LINE [[if (ctx.config().buffered() && must_drain(op.warp, ctx)) return refuse(Outcome::stalled_buffer, ctx);]]
  SO "an atomic does not wait for the buffer"
  REFUTES issue-order VARIANT tso SHAPE clusters=1,threads=1,blocks=2,atomics=1 STEPS 2)

mutant(store-passes-own-load core_side.hpp FOLDER cores
  LINE [[if (mine.reads_block || mine.writes_block) return refuse(Outcome::stalled_same_block, ctx);]]
  BECOMES [[if (mine.reads_block && mine.writes_block) return refuse(Outcome::stalled_same_block, ctx);]]
  SO "a store passes a load of its thread to its block"
  REFUTES issue-order VARIANT rmo-lr-stores SHAPE tiny STEPS 5)

mutant(waits-for-others-only core_side.hpp FOLDER cores
  LINE [[if (store.thread == w || ctx.config().awaits == Awaits::all) found = true;]]
  BECOMES [[if (store.thread != w) found = true;]]
  SO "a fence waits for the stores of other threads in the buffer, and not for its own"
  REFUTES issue-order VARIANT tso,buffer-of-core,awaits-own SHAPE clusters=1,threads=2,blocks=1 STEPS 2)

mutant(last-in-first-out core_side.hpp FOLDER cores
  LINE [[stores.push({.kind = AccessKind::store, .thread = op.warp, .block = a, .data = data});]]
  BECOMES [[stores.push({.kind = AccessKind::store, .thread = op.warp, .block = a, .data = data}); if (stores.size.number == 2 && !stores.front().asked) std::swap(stores.items[0], stores.items[1]);]]
  SO "the youngest store leaves the buffer first"
  REFUTES buffer-fifo VARIANT tso SHAPE clusters=1,threads=1,blocks=2 STEPS 2)

mutant(leaves-before-asked core_side.hpp FOLDER cores
  LINE [[if (stores.empty() || !stores.front().asked) return;]]
  BECOMES [[if (stores.empty()) return;]]
  SO "a store leaves the buffer and has not been performed"
  REFUTES issue-order VARIANT tso SHAPE tiny STEPS 9)

mutant(reads-invalid-line core_side.hpp FOLDER cores
  LINE [[return ctx.config().same_block == SameBlock::any_order && line && line->readable();]]
  BECOMES [[return ctx.config().same_block == SameBlock::any_order && line;]]
  SO "load reordering: a younger load reads a line that has no data"
  REFUTES load-value VARIANT rmo-lr SHAPE tiny STEPS 2)

mutant(tries-what-nobody-loads core_side.hpp FOLDER cores
  LINE [[if (!found || !may_try(op, action.block)) return ctx.stall(Outcome::nothing_to_do);]]
  BECOMES [[if (!may_try(op, action.block)) return ctx.stall(Outcome::nothing_to_do);]]
  SO "a load that no thread has issued is tried again"
  REFUTES answers-match VARIANT rmo-lr SHAPE tiny STEPS 3)

mutant(tried-load-stays core_side.hpp FOLDER cores
  LINE [[take_oldest(waiting, action.block);]]
  SO "a load that was tried again is tried once more"
  REFUTES answers-match VARIANT rmo-lr SHAPE tiny STEPS 6)

mutant(forgets-waiting-loads core_side.hpp FOLDER cores
  LINE [[if (!taken && load.block == block) taken = true;]]
  BECOMES [[if (load.block == block) taken = !taken;]]
  SO "of the loads that wait for a block all but one are forgotten"
  REFUTES issue-order VARIANT rmo-lr SHAPE tiny STEPS 7)

include(${CMAKE_CURRENT_LIST_DIR}/blind_mutants.cmake)
