# Deliberately broken texts of the mutex scheme, with all repairs: one line each is changed (cmake/mutants.cmake), and tests/mutants sees that it is caught.

set(searched_only YES)
set(copied cpu.hpp cu.hpp directory.hpp gl2.hpp pool.hpp)
set(texts_of_mutant "Lsc Cu Cpu Gl2 Directory MutexPool")

# ---- the CMM -----------------------------------------------------------------------------------------------------------------------------

mutant(commits-without-its-mutex cpu.hpp
  LINE [[if (!room || !youngest_has || !thread.holds(ctx.config().mutex_of(head.block))) return ctx.stall(Outcome::nothing_to_do);]]
  BECOMES [[if (!room || !youngest_has) return ctx.stall(Outcome::nothing_to_do);]]
  SO "an instruction commits when the youngest store has its mutex, and it has none (6.2)"
  REFUTES early-held VARIANT repaired SHAPE cpus,cores=1,cpus=1 STEPS 8)

mutant(hit-does-not-wait cpu.hpp
  LINE [[if (ctx.config().stores_wait && !has_mutex(thread, a, ctx)) return ctx.stall(Outcome::nothing_to_do);]]
  SO "a store that hits does not wait for its mutex"
  REFUTES early-load-stable VARIANT repaired SHAPE cpus,mutexes=1 STEPS 16)

mutant(arrival-does-not-wait cpu.hpp
  LINE [[if (ctx.config().stores_wait && !has_mutex(thread, a, ctx)) return ctx.did(Outcome::awaits_mutex);]]
  BECOMES [[if (!ctx.config().stores_wait && !has_mutex(thread, a, ctx)) return ctx.did(Outcome::awaits_mutex);]]
  SO "a store is performed when its block arrives, without its mutex"
  REFUTES early-load-stable VARIANT repaired SHAPE cpus,mutexes=1 STEPS 15)

mutant(mutex-kept cpu.hpp
  LINE [[if (mutex.requests == 0 && mutex.status == MutexStatus::acquired) release(thread, entry.mutex, ctx);]]
  BECOMES [[if (mutex.requests == 7 && mutex.status == MutexStatus::acquired) release(thread, entry.mutex, ctx);]]
  SO "a mutex stays when its count is 0 (12)"
  REFUTES mutex-needed VARIANT repaired SHAPE cpus,blocks=1 STEPS 6)

# ---- the GMM -----------------------------------------------------------------------------------------------------------------------------

mutant(store-meets-fill cu.hpp
  LINE [[if (instruction.store && fills(instruction.blocks)) return ctx.stall(Outcome::stalled_block);]]
  SO "a store does not wait for its block, which is on its way to GL1 and becomes valid"
  REFUTES tcd-covers VARIANT repaired SHAPE wavefronts STEPS 10)

mutant(one-mutex-will-do cu.hpp
  LINE [[instruction.blocks.each([&](Address<D> a) { all = all && holds(w, ctx.config().mutex_of(a), ctx.config()); });]]
  BECOMES [[instruction.blocks.each([&](Address<D> a) { all = all || holds(w, ctx.config().mutex_of(a), ctx.config()); });]]
  SO "a younger instruction is issued while its mutex is asked for (5)"
  REFUTES early-held VARIANT repaired SHAPE cus,values=1 STEPS 9)

mutant(nack-taken-for-ack cu.hpp
  LINE [[const bool acquired = bool(m.kind == Kind::MuAck);]]
  BECOMES [[const bool acquired = true;]]
  SO "a nack counts as an acquisition (6.4)"
  REFUTES mutex-exclusive VARIANT without-wavefronts-queue SHAPE cus,values=1 STEPS 6)

mutant(invalidation-ignored cu.hpp
  IN [[ctx.did(gl1.find(m.address) ? Outcome::gl1_invalidated : Outcome::false_positive);]]
  LINE [[gl1.drop(m.address);]]
  SO "GL1 acknowledges an invalidation and keeps its copy (6.1, step 2)"
  REFUTES inv-before-ack VARIANT repaired SHAPE cus,blocks=1 STEPS 15)

# ---- the mutex pool ----------------------------------------------------------------------------------------------------------------------

mutant(transferred-and-free pool.hpp
  LINE [[const Requester<D> next = mutex.waiting.pop();]]
  BECOMES [[const Requester<D> next = mutex.waiting.pop(); mutex.taken = false;]]
  SO "a mutex that goes to the next requester becomes free (6.5)"
  REFUTES mutex-not-lost VARIANT repaired SHAPE cus,values=1 STEPS 11)

mutant(waiting-forgotten pool.hpp
  LINE [[if (mutex.waiting.empty()) {]]
  BECOMES [[{]]
  SO "a release frees the mutex, whoever waits for it (6.5)"
  REFUTES no-deadlock VARIANT repaired SHAPE cus,values=1 STEPS 13)

mutant(given-twice pool.hpp
  LINE [[const bool nacks = bool(mutex.taken);]]
  BECOMES [[const bool nacks = false;]]
  SO "the pool gives a wavefront a mutex that is taken (6.5)"
  REFUTES mutex-exclusive VARIANT without-wavefronts-queue SHAPE cus,values=1 STEPS 6)

# ---- GL2 and the TCD ---------------------------------------------------------------------------------------------------------------------

mutant(sharer-not-noted gl2.hpp
  LINE [[tcd[m.address].insert(answered.core);]]
  SO "who gets a block from the directory is no sharer in the TCD (6.1)"
  REFUTES tcd-covers VARIANT repaired SHAPE cus,values=1 STEPS 5)

mutant(hit-not-noted gl2.hpp
  LINE [[tcd[m.address].insert(ctx.sender());]]
  SO "who gets a block from GL2 is no sharer in the TCD (6.1)"
  REFUTES tcd-covers VARIANT repaired SHAPE cus,values=1 STEPS 7)

mutant(eviction-of-all gl2.hpp
  IN [[void evicted(const Address<D>& a, auto& ctx) {]]
  LINE [[tcd[a].erase(ctx.sender());]]
  BECOMES [[tcd[a].clear();]]
  SO "what one GL1 has evicted no GL1 has (6.1, step 3)"
  REFUTES tcd-covers VARIANT repaired SHAPE cus,blocks=1,values=1,evictions=1 STEPS 10)

mutant(told-too-early gl2.hpp
  LINE [[if (lines.find(a) || asked.find(a) || probed.contains(a) || !tcd[a].empty()) return;]]
  BECOMES [[if (lines.find(a) || asked.find(a) || probed.contains(a)) return;]]
  SO "GL2 tells the directory of an eviction while GL1s have the block (6.1, step 4)"
  REFUTES filter-covers-gl1 VARIANT repaired SHAPE tiny STEPS 7)

mutant(probe-stops-at-gl2 gl2.hpp
  IN [[probed.insert(m.address);]]
  LINE [[invalidate(m.address, ctx);]]
  SO "an invalidation of the directory is not forwarded to GL1s, as in the baseline (6.1, step 1)"
  REFUTES data-value VARIANT repaired SHAPE tiny STEPS 15)

mutant(acknowledged-at-once gl2.hpp
  LINE [[if (!awaited[a].empty()) return ctx.stall(Outcome::nothing_to_do);]]
  SO "GL2 answers a probe before the GL1s have answered (6.1)"
  REFUTES single-writer VARIANT repaired SHAPE tiny STEPS 15)

# ---- the directory -----------------------------------------------------------------------------------------------------------------------

mutant(gl2-not-probed directory.hpp FOLDER apu
  LINE [[if (m.kind == Kind::RFO && entry.in_gl2) {]]
  BECOMES [[if (false) {]]
  SO "a read for ownership leaves GL2's copy, and those of GL1s (2.1)"
  REFUTES writer-alone VARIANT repaired SHAPE tiny STEPS 8)

mutant(gpu-bit-not-set directory.hpp FOLDER apu
  LINE [[entry.in_gl2 = true;]]
  SO "the probe filter does not note what GL2 has (2.1)"
  REFUTES filter-covers VARIANT repaired SHAPE tiny STEPS 4)
