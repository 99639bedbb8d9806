# Deliberately broken texts of the mutex scheme, with all repairs: one line each is changed (cmake/mutants.cmake), and tests/mutants sees that it is caught.

set(searched_only YES)
set(broken_texts Lsc QueueingLsc)

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

mutant(given-back-at-once cpu.hpp
  LINE [[if (entry.requests == 0 && ctx.config().late_mutexes == LateMutexes::given_back) return release(thread, m.address, ctx);]]
  BECOMES [[if (ctx.config().late_mutexes == LateMutexes::given_back) return release(thread, m.address, ctx);]]
  SO "a mutex is given back as it comes, while a store waits for it (7)"
  REFUTES no-deadlock VARIANT repaired SHAPE cpus,cores=1,cpus=1 STEPS 8)

mutant(oldest-forwarded cpu.hpp
  LINE [[if (thread.store_buffer.items[i].block == block) apu::add_younger(data, thread.store_buffer.items[i].data);]]
  BECOMES [[if (!data && thread.store_buffer.items[i].block == block) apu::add_younger(data, thread.store_buffer.items[i].data);]]
  SO "a load gets the data of the oldest store to its block in the buffer (3.2)"
  REFUTES own-store-read VARIANT repaired SHAPE data STEPS 9)

mutant(not-forwarded cpu.hpp
  LINE [[if (thread.store_buffer.items[i].block == block) apu::add_younger(data, thread.store_buffer.items[i].data);]]
  BECOMES [[if (thread.store_buffer.items[i].block == block) data.reset();]]
  SO "a load does not see the stores in its own buffer (3.2)"
  REFUTES load-latest VARIANT repaired SHAPE cpus,cores=1,cpus=1,blocks=1,values=2 STEPS 8)

mutant(loads-stay-in-mrf cpu.hpp
  LINE [[for (int more = 1; more < ctx.config().mrf && !thread.mrf.empty() && !thread.mrf.front().store; ++more) pop(thread, ctx);]]
  SO "requests of loads stay in the MRF when the store that they follow has retired (14)"
  REFUTES mutex-needed VARIANT repaired SHAPE cpus,cores=1,cpus=1,blocks=1 STEPS 8)

mutant(counted-once cpu.hpp
  LINE [[entry.requests += 1;]]
  BECOMES [[entry.requests = 1;]]
  SO "two requests for a mutex count as one (6.3)"
  REFUTES mutex-counted VARIANT repaired SHAPE cpus,cores=1,cpus=1,blocks=1 STEPS 5)

mutant(head-skipped cpu.hpp
  LINE [[const Buffered<D> store = thread.store_buffer.pop();]]
  BECOMES [[const Buffered<D> store = thread.store_buffer.pop(); if (store.in_mrf && thread.mrf.size.index() > 1) thread.mrf.push(thread.mrf.pop());]]
  SO "what is popped as a store retires is not the MRF's head (11)"
  REFUTES mrf-follows-stores VARIANT repaired SHAPE cpus,cores=1,cpus=1,buffered=2 STEPS 8)

# ---- the GMM -----------------------------------------------------------------------------------------------------------------------------

mutant(store-meets-fill cu.hpp
  LINE [[return holds(w, config.mutex_of(a), config) && !(of && of->awaits_data());]]
  BECOMES [[return holds(w, config.mutex_of(a), config) && (!of || true);]]
  SO "a store does not wait for its block, which is on its way to GL1 and becomes valid"
  REFUTES tcd-covers VARIANT repaired SHAPE wavefronts STEPS 10)

mutant(one-mutex-will-do cu.hpp
  LINE [[instruction.each([&](Address<D> a) { all = all && holds(w, config.mutex_of(a), config); });]]
  BECOMES [[instruction.each([&](Address<D> a) { all = all || holds(w, config.mutex_of(a), config); });]]
  SO "a younger instruction is issued while its mutex is asked for (5)"
  REFUTES early-held VARIANT repaired,one-by-one SHAPE cus,values=1 STEPS 9)

mutant(nack-taken-for-ack cu.hpp
  LINE [[const bool acquired = bool(m.kind == Kind::MuAck);]]
  BECOMES [[const bool acquired = true;]]
  SO "a nack counts as an acquisition (6.4)"
  REFUTES mutex-exclusive VARIANT without-wavefronts-queue SHAPE cus,values=1 STEPS 6)

mutant(invalidation-ignored cu.hpp
  IN [[ctx.did(lines.find(m.address) ? Outcome::gl1_invalidated : Outcome::false_positive);]]
  LINE [[lines.drop(m.address);]]
  SO "GL1 acknowledges an invalidation and keeps its copy (6.1, step 2)"
  REFUTES inv-before-ack VARIANT repaired SHAPE cus,blocks=1 STEPS 15)

mutant(released-too-early cu.hpp
  LINE [[if (stores_pending(w)) return;]]
  SO "a wavefront releases its mutexes as any of its stores is acknowledged (6.4)"
  REFUTES early-held VARIANT without-stores-in-order SHAPE cus,values=1 STEPS 24)

mutant(never-released cu.hpp
  LINE [[if (m.kind != Kind::Data) release(m.wavefront, m.address, ctx);]]
  SO "a wavefront keeps its mutexes when its stores are done (6.4)"
  REFUTES mutex-needed VARIANT repaired SHAPE cus,values=1 STEPS 8)

mutant(writer-keeps-copy cu.hpp
  IN [[const Address<D> a = part.block;]]
  LINE [[lines.drop(a);]]
  SO "a store leaves the old copy in its GL1 (6.1)"
  REFUTES inv-before-ack VARIANT repaired SHAPE cus,blocks=1 STEPS 12)

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

mutant(transferred-silently pool.hpp
  LINE [[answer({.kind = Kind::MuAck, .address = m.address, .core = next.core, .wavefront = next.thread}, ctx);]]
  BECOMES [[static_cast<void>(next);]]
  SO "the pool does not tell the next requester that the mutex is its own (6.5)"
  REFUTES mutex-not-lost VARIANT repaired SHAPE cus,values=1 STEPS 11)

mutant(never-free pool.hpp
  LINE [[mutex.taken = false;]]
  SO "a mutex that is released stays taken (6.5)"
  REFUTES mutex-not-lost VARIANT repaired SHAPE cus,values=1 STEPS 9)

mutant(given-and-free pool.hpp
  LINE [[mutex.taken = true;]]
  SO "a mutex that is given is not marked as taken (6.5)"
  REFUTES mutex-not-lost VARIANT repaired SHAPE cpus,cores=1,cpus=1 STEPS 2)

# ---- GL2 and the TCD ---------------------------------------------------------------------------------------------------------------------

mutant(sharer-not-noted gl2.hpp
  LINE [[tcd[answered.core].insert(m.address);]]
  SO "who gets a block from the directory is no sharer in the TCD (6.1)"
  REFUTES tcd-covers VARIANT repaired SHAPE cus,values=1 STEPS 5)

mutant(hit-not-noted gl2.hpp
  LINE [[tcd[from].insert(m.address);]]
  SO "who gets a block from GL2 is no sharer in the TCD (6.1)"
  REFUTES tcd-covers VARIANT repaired SHAPE cus,values=1 STEPS 7)

mutant(eviction-of-all gl2.hpp
  LINE [[if (!ctx.config().false_positives) tcd[ctx.sender()].erase(m.address);]]
  BECOMES [[if (!ctx.config().false_positives) for (auto& of : tcd.items) of.erase(m.address);]]
  SO "what one GL1 has evicted no GL1 has (6.1, step 3)"
  REFUTES tcd-covers VARIANT repaired SHAPE cus,blocks=1,values=1,evictions=1 STEPS 10)

mutant(told-too-early gl2.hpp
  LINE [[if (lines.find(a) || asked.find(a) || probed.find(a) || shared(a)) return;]]
  BECOMES [[if (lines.find(a) || asked.find(a) || probed.find(a)) return;]]
  SO "GL2 tells the directory of an eviction while GL1s have the block (6.1, step 4)"
  REFUTES filter-covers-gl1 VARIANT repaired SHAPE tiny STEPS 7)

mutant(probe-stops-at-gl2 gl2.hpp
  IN [[probed.place(m.address) = true;]]
  LINE [[invalidate(m.address, nullptr, ctx);]]
  SO "an invalidation of the directory is not forwarded to GL1s, as in the baseline (6.1, step 1)"
  REFUTES data-value VARIANT repaired SHAPE tiny STEPS 15)

mutant(acknowledged-at-once gl2.hpp
  LINE [[if (!awaited[a].empty()) return ctx.stall(Outcome::nothing_to_do);]]
  SO "GL2 answers a probe before the GL1s have answered (6.1)"
  REFUTES single-writer VARIANT repaired SHAPE tiny STEPS 15)

mutant(old-copy-in-gl2 gl2.hpp
  LINE [[if (Value<D>* line = lines.find(m.address)) model::overwrite(*line, answered.data);]]
  SO "GL2 keeps its old copy when a write-through is complete"
  REFUTES inv-before-ack VARIANT repaired SHAPE cus,blocks=1 STEPS 12)

mutant(gl2-keeps-probed gl2.hpp
  IN [[if (m.kind == Kind::ProbeInv) {]]
  LINE [[lines.drop(m.address);]]
  SO "GL2 keeps a block that the directory invalidates (2.1)"
  REFUTES single-writer VARIANT repaired SHAPE tiny STEPS 17)

mutant(acknowledged-before-gl1s gl2.hpp
  LINE [[if (kind != Kind::Data && !awaited[m.address].empty()) return ctx.stall(Outcome::stalled_gl2_busy);]]
  SO "GL2 acknowledges a write-through before GL1s have answered, where it sends it on at once (5)"
  REFUTES inv-before-ack VARIANT repaired,invalidates-late SHAPE cus,blocks=1 STEPS 12)

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

mutant(cpus-not-probed directory.hpp FOLDER apu
  LINE [[if (entry.in_cpus) probe_cpus(m.address, serving, ctx);]]
  SO "CPUs keep a block that another cache writes (2.1)"
  REFUTES writer-alone VARIANT repaired SHAPE tiny STEPS 15)

mutant(owner-not-asked directory.hpp FOLDER apu
  LINE [[} else if (entry.owner) {]]
  BECOMES [[} else if (false) {]]
  SO "a read is answered with memory's data while a CPU owns the block (2.1)"
  REFUTES writer-alone VARIANT repaired SHAPE tiny STEPS 7)

mutant(answers-not-awaited directory.hpp FOLDER apu
  LINE [[if (!entry.serving || !(*entry.serving).awaited.empty() || (*entry.serving).awaits_gl2) return ctx.stall(Outcome::nothing_to_do);]]
  BECOMES [[if (!entry.serving || !(*entry.serving).awaited.empty()) return ctx.stall(Outcome::nothing_to_do);]]
  SO "a CPU owns a block before GL2, and GL1s, have given it up"
  REFUTES writer-alone VARIANT repaired SHAPE tiny STEPS 9)

mutant(victim-lost directory.hpp FOLDER apu
  LINE [[if (!written) memory[m.address] = m.data;]]
  SO "memory does not take what an owner writes back (2.1)"
  REFUTES data-value VARIANT repaired SHAPE tiny STEPS 8)

# ---- the data of a store

mutant(write-loses-data gl2.hpp
  LINE [[write = {.kind = atomic ? AccessKind::atomic : AccessKind::store, .core = from, .wavefront = m.wavefront, .data = m.data};]]
  BECOMES [[write = {.kind = atomic ? AccessKind::atomic : AccessKind::store, .core = from, .wavefront = m.wavefront};]]
  SO "GL2 forgets the data of a write-through"
  REFUTES store-performed VARIANT repaired SHAPE tiny STEPS 6)

# ---- stores that need no mutex but their own, atomics, and recalculated hashes ----------------------------------------------------------------

mutant(shared-mutex-given-back cu.hpp
  LINE [[if (!needed && status && *status == MutexStatus::acquired) give_back(wavefronts[w], mutex, ctx);]]
  BECOMES [[if (status && *status == MutexStatus::acquired) give_back(wavefronts[w], mutex, ctx);]]
  SO "a wavefront gives a mutex back when one store is done, and another under the same mutex is not"
  REFUTES early-load-stable VARIANT repaired SHAPE lanes,mutexes=1 STEPS 24)

mutant(load-not-covered cu.hpp
  LINE [[instruction.each([&](Address<D> a) { wavefronts[w].mutexes.place(ctx.config().mutex_of(a)) = MutexStatus::covers_load; });]]
  BECOMES [[{}]]
  SO "a mutex goes with a store that is done, though a load has passed another store under it"
  REFUTES early-held VARIANT repaired SHAPE lanes,blocks=3,mutexes=2 STEPS 16)

mutant(atomic-keeps-gl2 gl2.hpp
  LINE [[if (atomic) lines.drop(m.address);]]
  BECOMES [[if (atomic) static_cast<void>(line);]]
  SO "GL2 keeps its copy of a block on which the directory performs an atomic (7)"
  REFUTES data-value VARIANT repaired SHAPE cus,blocks=1,atomics=1 STEPS 12)

mutant(rmw-does-not-drain cpu.hpp
  LINE [[if (head.atomic) return ctx.stall(Outcome::nothing_to_do);]]
  SO "a read-modify-write does not wait for the store buffer to drain"
  REFUTES mrf-follows-stores VARIANT repaired SHAPE cpus,blocks=1,atomics=1 STEPS 6)

mutant(rmw-returns-its-own cpu.hpp
  LINE [[ctx.load_performed(ctx.core(), t, rmw.block, found, 0);]]
  BECOMES [[ctx.load_performed(ctx.core(), t, rmw.block, line.data, 0);]]
  SO "a read-modify-write reads what it has written"
  REFUTES rmw-atomic VARIANT repaired SHAPE cpus,blocks=1,values=2,atomics=1 STEPS 6)

mutant(sharers-not-replaced gl2.hpp
  LINE [[else if (m.kind == Kind::Rehash) tcd[ctx.sender()].replace(m.address, m.kept);]]
  BECOMES [[else if (m.kind == Kind::Rehash) tcd[ctx.sender()].replace(m.address, {});]]
  SO "new hashes are taken for those of a GL1 that has nothing left (6.1)"
  REFUTES tcd-covers VARIANT repaired SHAPE cus,evictions=1,false_positives=1,values=1 STEPS 12)

# ---- what strangers have seeded, and the shapes of the day missed ----------------------------------------------------------------------------

mutant(told-while-asked gl2.hpp
  LINE [[if (lines.find(a) || asked.find(a) || probed.find(a) || shared(a)) return;]]
  BECOMES [[if (lines.find(a) || probed.find(a) || shared(a)) return;]]
  SO "GL2 tells the directory of an eviction while it asks for the block (6.1, step 4)"
  REFUTES filter-covers VARIANT repaired SHAPE cus,evictions=1,values=1 STEPS 13)

mutant(awaited-mutex-released cu.hpp
  LINE [[if (answered && !awaited(w, mutex, ctx.config())) done.push(mutex);]]
  BECOMES [[if (answered) done.push(mutex);]]
  SO "a wavefront gives back a mutex for which one of its stores waits (6.4)"
  REFUTES no-deadlock VARIANT repaired SHAPE lanes STEPS 24)

mutant(no-load-of-a-wavefront-is-early cu.hpp
  LINE [[if (!ctx.config().asks() && (loads || pending)) return ctx.stall(Outcome::stalled_order);]]
  BECOMES [[if (loads || pending) return ctx.stall(Outcome::stalled_order);]]
  SO "mutexes are asked for, and a load waits for the stores before it all the same: nothing is gained (5)"
  REFUTES can-happen:load_early VARIANT repaired SHAPE cus)

mutant(no-load-of-a-cpu-is-early cpu.hpp
  LINE [[if (head.atomic) return ctx.stall(Outcome::nothing_to_do);]]
  BECOMES [[if (!head.store) return ctx.stall(Outcome::nothing_to_do);]]
  SO "a load at the ROB's head waits until the store buffer has drained: nothing is gained (6.2)"
  REFUTES can-happen:load_early VARIANT repaired SHAPE cpus)

mutant(retired-silently cpu.hpp
  LINE [[ctx.store_completed(t, store.block, 0);]]
  BECOMES [[if (!thread.store_buffer.empty()) ctx.store_completed(t, store.block, 0);]]
  SO "a thread does not learn that the last store in its buffer is done"
  REFUTES access-completes VARIANT repaired SHAPE cpus,blocks=1,values=2,buffered=2)

# ---- a load that asks early ----------------------------------------------------------------------------------------------------------------

mutant(early-line-taken-at-once cpu_cache.hpp FOLDER apu
  LINE [[lines.place(a) = {.state = LineState::reading};]]
  BECOMES [[lines.place(a) = {.state = LineState::shared};]]
  SO "a load that asks early takes its line for valid before the data are there (2.1)"
  REFUTES load-latest VARIANT repaired SHAPE early STEPS 2)

mutant(early-load-takes-over cpu_cache.hpp FOLDER apu
  LINE [[if (lines.find(a)) return ctx.stall(Outcome::nothing_to_do);]]
  BECOMES [[if (lines.find(a) && lines.find(a)->state != LineState::owning) return ctx.stall(Outcome::nothing_to_do);]]
  SO "a load that asks early takes the line of a store that is on its way for its own (2.1)"
  REFUTES answers-match VARIANT repaired SHAPE early STEPS 10)

mutant(nobody-asks-early cpu.hpp
  LINE [[if (action.kind == ActionKind::early) return this->ask_early(action.block, ctx);]]
  BECOMES [[if (action.kind == ActionKind::early) return ctx.stall(Outcome::nothing_to_do);]]
  SO "no CPU asks for a block before its load commits"
  REFUTES can-happen:asked_early VARIANT repaired SHAPE early)
