# More deliberately broken core sides, in the form of mutants.cmake, which includes this: written from the paper and the text, before their author had seen the properties.

mutant(load-misses-the-cam core_side.hpp FOLDER cores
  LINE [[if (c.buffered() && meets_store(op, ctx)) return take_from_buffer(op, ctx);]]
  SO "TSO: a load does not look at the addresses in the write buffer, and reads its cache (6.3)"
  REFUTES can-happen:forwarded VARIANT tso,forwarding SHAPE tiny)

mutant(cam-of-the-last-block core_side.hpp FOLDER cores
  LINE [[op.blocks.each([&](Address<D> a) { meets = meets || youngest(op.warp, a, ctx) != nullptr; });]]
  BECOMES [[op.blocks.each([&](Address<D> a) { meets = youngest(op.warp, a, ctx) != nullptr; });]]
  SO "of a load's blocks only the last is looked up in the write buffer (6.3)")
# Passes: the load waits for its thread's stores all the same, a line further on, and a store of another thread that is not performed need not be seen.

mutant(oldest-is-forwarded core_side.hpp FOLDER cores
  LINE [[if (store.block == a && (others || store.thread == w)) found = &store;]]
  BECOMES [[if (!found && store.block == a && (others || store.thread == w)) found = &store;]]
  SO "with forwarding a load gets the oldest store to its block in the buffer"
  REFUTES own-store-read VARIANT tso,forwarding SHAPE clusters=1,threads=1,blocks=1 STEPS 3)

mutant(forwards-of-others core_side.hpp FOLDER cores
  LINE [[if (store.block == a && (others || store.thread == w)) found = &store;]]
  BECOMES [[if (store.block == a) found = &store;]]
  SO "with forwarding a load gets what another thread of its core has stored"
  REFUTES write-atomicity VARIANT tso,forwarding,buffer-of-core SHAPE clusters=1,threads=2,blocks=1 STEPS 2)

mutant(rest-is-not-loaded core_side.hpp FOLDER cores
  LINE [[if (!rest.blocks.empty() && !present(rest, ctx)) return false;]]
  SO "of a load whose one block is forwarded the other is never asked for"
  REFUTES issue-order VARIANT tso,forwarding SHAPE clusters=1,threads=1,blocks=2,capacity=2,lanes=2 STEPS 3)

mutant(asks-twice core_side.hpp FOLDER cores
  LINE [[return !stores.empty() && !stores.front().asked && open(stores.front().instruction());]]
  BECOMES [[return !stores.empty() && open(stores.front().instruction());]]
  SO "a store of the write buffer is handed to the cache again, once its line takes one (6.2)")
# Changes nothing: its line takes none until it is performed, and then it leaves the buffer in the same step. As many states with it as without.

mutant(asked-is-forgotten core_side.hpp FOLDER cores
  LINE [[stores.items[0].asked = true;]]
  SO "the write buffer does not note that the cache has its oldest store"
  REFUTES answers-match VARIANT scwb SHAPE clusters=1,threads=1,blocks=1 STEPS 5)

mutant(leaves-at-any-message core_side.hpp FOLDER cores
  LINE [[if (!this->under_way(stores.front().thread, stores.front().block)) stores.pop();]]
  BECOMES [[stores.pop();]]
  SO "a store leaves the write buffer when the cache has been asked, not when it has been performed (6.2)"
  REFUTES issue-order VARIANT tso SHAPE clusters=1,threads=1,blocks=1 STEPS 3)

mutant(shared-buffer-stays-full core_side.hpp FOLDER cores
  LINE [[leave_if_performed(shared);]]
  SO "a store that missed never leaves a buffer that threads share"
  REFUTES no-deadlock VARIANT tso,buffer-of-core SHAPE clusters=1,threads=1,blocks=1 STEPS 10)

mutant(buffers-swapped core_side.hpp FOLDER cores
  LINE [[Queue<D>& buffer_of(const Thread<D>& w, auto& ctx) { return ctx.config().shared_buffer() ? shared : queues[w]; }]]
  BECOMES [[Queue<D>& buffer_of(const Thread<D>& w, auto& ctx) { return ctx.config().shared_buffer() ? queues[w] : shared; }]]
  SO "threads of cores of their own share a write buffer, and those of one core do not (6.2)"
  REFUTES access-completes VARIANT tso,buffer-of-core,awaits-own SHAPE clusters=1,threads=2,blocks=1)

mutant(others-are-under-way core_side.hpp FOLDER cores
  LINE [[if (line.waiting() && line.access.warp == op.warp)]]
  BECOMES [[if (line.waiting() && !(line.access.warp == op.warp))]]
  SO "a thread waits for what others have outstanding, and not for its own (6.1)"
  REFUTES issue-order SHAPE clusters=1,threads=1,blocks=1 STEPS 2)

mutant(atomic-is-no-load core_side.hpp FOLDER cores
  LINE [[if (kind != AccessKind::store) mine.reads = true, mine.reads_block |= same_block;]]
  BECOMES [[if (kind == AccessKind::load) mine.reads = true, mine.reads_block |= same_block;]]
  SO "an outstanding atomic does not count as a load, which a thread waits for (4)"
  REFUTES issue-order VARIANT rmo SHAPE clusters=1,threads=1,blocks=2,atomics=1 STEPS 2)

mutant(atomic-is-no-store core_side.hpp FOLDER cores
  LINE [[if (kind != AccessKind::load) mine.writes = true, mine.writes_block |= same_block;]]
  BECOMES [[if (kind == AccessKind::store) mine.writes = true, mine.writes_block |= same_block;]]
  SO "an outstanding atomic does not count as a store, which a load of its block and a fence wait for (6.4)"
  REFUTES issue-order VARIANT rmo-lr SHAPE clusters=1,threads=1,blocks=2,atomics=1 STEPS 2)

mutant(atomics-are-buffered core_side.hpp FOLDER cores
  LINE [[else if (op.kind == AccessKind::store && ctx.config().buffered()) accepted = buffer(op, ctx);]]
  BECOMES [[else if (ctx.config().buffered()) accepted = buffer(op, ctx);]]
  SO "atomics go to the write buffer like stores (6.3)"
  REFUTES issue-order VARIANT tso SHAPE clusters=1,threads=1,blocks=2,atomics=1 STEPS 2)

mutant(one-block-buffered core_side.hpp FOLDER cores
  LINE [[if (stores.size.number + op.block_count() > ctx.config().waiting) return refuse(Outcome::stalled_buffer, ctx);]]
  BECOMES [[if (stores.size.number > ctx.config().waiting) return refuse(Outcome::stalled_buffer, ctx);]]
  SO "the write buffer takes a store that it has no place for"
  REFUTES no-text-error VARIANT tso SHAPE clusters=1,threads=1,blocks=1,waiting=3 STEPS 4)

mutant(second-load-of-a-block core_side.hpp FOLDER cores
  LINE [[if (c.reorders_loads() && (mine.reads_block || !open(op))) return pass_or_wait(op, ctx);]]
  BECOMES [[if (c.reorders_loads() && !open(op)) return pass_or_wait(op, ctx);]]
  SO "load reordering: a load does not look for an older load of its thread to its block (7.5)"
  REFUTES loads-in-order VARIANT rmo-lr,same-block-in-order SHAPE clusters=1,threads=2,blocks=1 STEPS 5)

mutant(waiting-load-dropped core_side.hpp FOLDER cores
  LINE [[waiting.push({.kind = AccessKind::load, .thread = op.warp, .block = a});]]
  SO "load reordering: a load that its line cannot take is not tried again (7.5)"
  REFUTES issue-order VARIANT rmo-lr SHAPE clusters=1,threads=2,blocks=1 STEPS 3)

mutant(tried-beside-the-older core_side.hpp FOLDER cores
  LINE [[bool may_try(const Operation& load, const Address<D>& a) const { return open(load) && !this->under_way(load.warp, a); }]]
  BECOMES [[bool may_try(const Operation& load, const Address<D>&) const { return open(load); }]]
  SO "load reordering: a waiting load is tried while its thread's older load of the block is outstanding (7.5)")
# Changes nothing: while that load is outstanding the line takes no other. As many states with it as without.

mutant(lane-goes-twice core_side.hpp FOLDER cores
  LINE [[if (ahead.contains(w)) return false;]]
  SO "a lane issues its next instruction before the others of its warp have issued the present one (2.1)"
  REFUTES lanes-in-step VARIANT threads-in-step SHAPE clusters=1,threads=2,blocks=1 STEPS 2)

mutant(warp-never-done core_side.hpp FOLDER cores
  LINE [[if (all) ahead.clear();]]
  SO "a warp's lanes never go on to its next instruction (2.1)"
  REFUTES lanes-in-step VARIANT threads-in-step SHAPE clusters=1,threads=2,blocks=1 STEPS 2)
