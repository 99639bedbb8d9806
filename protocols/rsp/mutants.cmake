# Deliberately broken texts of remote-scope promotion, with all three repairs: one line each is changed (cmake/mutants.cmake), and tests/mutants
# sees that it is caught.

set(broken_header properties.hpp)
# With several components L2 has a FIFO as well, and memory is a level beyond it.
set(broken_texts Rsp RspOfComponents)
set(only_in_Rsp l2.hpp)
set(only_in_RspOfComponents component_l2.hpp memory.hpp)

mutant(marker-not-awaited cu.hpp
  LINE [[if (this->writes_in_flight != 0) return ctx.stall(Outcome::nothing_to_do);]]
  SO "a marker does not wait until what was written before it is at L2 (2.3)"
  REFUTES message-passing VARIANT repaired SHAPE tiny STEPS 19)

mutant(synchronization-goes-on cu.hpp
  LINE [[if (promotions != 0) return ctx.stall(Outcome::stalled_promotion);]]
  SO "synchronization does not stall at an L1 that a remote operation flushes (4.4.1)"
  REFUTES rmw-atomic VARIANT repaired SHAPE tiny STEPS 18)

mutant(waiting-access-goes-on cu.hpp
  LINE [[if (promotions != 0 || at_l2(a)) return;]]
  BECOMES [[if (at_l2(a)) return;]]
  SO "an access that waits for its line is performed though synchronization stalls (4.4.1)"
  REFUTES rmw-atomic VARIANT repaired SHAPE tiny STEPS 17)

mutant(others-not-invalidated cu.hpp
  IN [[case MessageKind::Invalidate:]]
  LINE [[this->invalidate(ctx);]]
  SO "rm_rel.3 and rm_ar.4 leave the other L1s as they are (4.2)"
  REFUTES message-passing VARIANT repaired SHAPE tiny STEPS 25)

mutant(others-only-resume promotions.hpp
  LINE [[sweep = access == AccessKind::load ? Sweep::resume : Sweep::invalidate;]]
  BECOMES [[sweep = Sweep::resume;]]
  SO "L2 lets the other L1s go on without telling them to invalidate (4.2)"
  REFUTES message-passing VARIANT repaired SHAPE tiny STEPS 25)

mutant(acquire-does-not-invalidate cu.hpp
  LINE [[if (wavefront.acquires && ctx.config().acquire_invalidates == AcquireInvalidates::after) {]]
  BECOMES [[if (false) {]]
  SO "a remote acquire keeps what its own L1 holds (rm_acq.2)"
  REFUTES message-passing VARIANT repaired SHAPE tiny STEPS 26)

mutant(own-write-overtaken write_through.hpp
  LINE [[if (MshrEntry* entry = mshr.find(a); entry && entry->requested) entry->miss();]]
  SO "a line that comes from L2 is taken for new though it was written through meanwhile"
  REFUTES message-passing VARIANT repaired SHAPE tiny STEPS 6)

mutant(fill-after-invalidation write_through.hpp
  LINE [[if (entry.requested) entry.superseded = true;]]
  BECOMES [[if (entry.requested) entry.superseded = false;]]
  SO "a line that was requested before its L1 was invalidated is kept, though another bank has answered later"
  REFUTES message-passing VARIANT repaired SHAPE "tiny,banks=2" STEPS 21)

mutant(own-copy-kept cu.hpp
  LINE [[if (lines.find(m.address) && !this->dirty(m.address)) {]]
  BECOMES [[if (false) {]]
  SO "an L1 keeps its copy of a block that its own wavefront has written at L2"
  REFUTES message-passing VARIANT repaired SHAPE tiny STEPS 18)

mutant(write-through-lost l2.hpp
  IN [[} else if (m.kind == MessageKind::WriteThrough) {]]
  LINE [[model::overwrite(line.data, m.data);]]
  SO "L2 acknowledges what an L1 writes through and does not take it"
  REFUTES no-dirty-data-lost VARIANT repaired SHAPE tiny STEPS 4)

mutant(still-dirty write_through.hpp
  LINE [[line->dirty = false;]]
  SO "a line that has been written through counts as dirty, and is not put into the FIFO again"
  REFUTES no-dirty-data-lost VARIANT repaired SHAPE tiny STEPS 5)

mutant(dirty-line-evicted write_through.hpp
  LINE [[if (!lines.find(a) || dirty(a) || mshr.find(a)) return ctx.stall(Outcome::nothing_to_do);]]
  BECOMES [[if (!lines.find(a) || mshr.find(a)) return ctx.stall(Outcome::nothing_to_do);]]
  SO "a dirty line is evicted and forgotten"
  REFUTES no-dirty-data-lost VARIANT repaired SHAPE tiny STEPS 3)

mutant(fill-over-dirty write_through.hpp
  LINE [[if (dirty(a)) model::overwrite(data, lines.find(a)->written);]]
  BECOMES [[if (false) model::overwrite(data, lines.find(a)->written);]]
  SO "a line that comes from L2 replaces what is dirty in L1"
  REFUTES message-passing VARIANT repaired SHAPE tiny STEPS 5)

mutant(exchange-only-reads promotions.hpp
  LINE [[found = model::perform(held, m.data);]]
  BECOMES [[found = held;]]
  SO "a read-modify-write at L2 does not write"
  REFUTES rmw-atomic VARIANT repaired SHAPE tiny STEPS 17)

mutant(exchange-answers-new promotions.hpp
  LINE [[found = model::perform(held, m.data);]]
  BECOMES [[model::perform(held, m.data), found = held;]]
  SO "L2 answers a read-modify-write with the new data"
  REFUTES rmw-atomic VARIANT repaired SHAPE "tiny,fetches=0,evictions=0" STEPS 14)

mutant(exchange-twice promotions.hpp
  LINE [[found = model::perform(held, m.data);]]
  BECOMES [[model::perform(held, m.data), found = model::perform(held, m.data);]]
  SO "a read-modify-write at L2 is performed twice"
  REFUTES rmw-atomic VARIANT repaired SHAPE "tiny,fetches=0,evictions=0" STEPS 14)

mutant(l1-exchange-answers-new write_through.hpp
  LINE [[const Value<D> found = model::perform(line.data, operation);]]
  BECOMES [[model::perform(line.data, operation); const Value<D> found = line.data;]]
  SO "L1 answers a read-modify-write within the work-group with the new data"
  REFUTES rmw-atomic VARIANT repaired SHAPE tiny STEPS 2)

mutant(answer-to-another cu.hpp
  LINE [[ctx.load_completed(w, a, this->modify(a, line, data), 0);]]
  BECOMES [[Thread<D> taker = w; if (auto* entry = mshr.find(a)) entry->accesses.each([&](Thread<D> other) { if (other != w) taker = other; }); ctx.load_completed(taker, a, this->modify(a, line, data), 0);]]
  SO "what an exchange in L1 has found is given to another wavefront that waits for the line"
  REFUTES rmw-atomic VARIANT repaired SHAPE "cus=1,wavefronts=2" STEPS 3)

mutant(turn-never-seen promotions.hpp
  LINE [[found = held;]]
  BECOMES [[found = 0;]]
  SO "a load at L2 always finds 0"
  REFUTES message-passing VARIANT repaired SHAPE "tiny,fetches=0,evictions=0" STEPS 21)

mutant(requestor-never-resumes cu.hpp
  LINE [[if (wavefront.remote && stalls(wavefront.access, ctx.config())) resume(ctx);  // Fig. 7, time 6]]
  SO "synchronization at the requestor's L1 is not enabled again"
  REFUTES no-deadlock VARIANT repaired SHAPE "tiny,fetches=0" STEPS 34)

mutant(next-not-admitted promotions.hpp
  IN [[if (sweep != Sweep::none || promotions.empty()) return ctx.stall(Outcome::nothing_to_do);]]
  LINE [[begin(ctx);]]
  SO "a remote operation that has waited for another is forgotten"
  REFUTES operation-completes VARIANT repaired SHAPE tiny)

mutant(flushes-not-counted promotions.hpp
  IN [[unanswered.erase(part);]]
  LINE [[if (unanswered.empty()) swept(ctx);]]
  BECOMES [[if (unanswered.empty() && promotions.empty()) swept(ctx);]]
  SO "L2 does not notice that all L1s have flushed"
  REFUTES operation-completes VARIANT repaired SHAPE tiny)

mutant(resume-not-acknowledged cu.hpp
  IN [[case MessageKind::Resume:]]
  LINE [[return acknowledge(m, ctx);]]
  BECOMES [[return;]]
  SO "an L1 does not answer when it lets synchronization go on"
  REFUTES operation-completes VARIANT repaired SHAPE tiny)

mutant(wavefront-never-free cu.hpp
  LINE [[wavefronts[w].outstanding -= 1;]]
  SO "a load is never taken off what its wavefront has outstanding, and the wavefront never issues again"
  REFUTES access-accepted VARIANT repaired SHAPE tiny)

# Several components.
set(pair "tiny,components=2,writes=1,values=2,fetches=0,evictions=0,passing=lock")

mutant(l2-not-flushed component_l2.hpp
  LINE [[if (!m.releases && !this->dirty(m.address)) return to_memory(access, ctx);]]
  BECOMES [[if (!this->dirty(m.address)) return to_memory(access, ctx);]]
  SO "a release of the system's scope flushes L1 and not L2 (2.3)"
  REFUTES message-passing VARIANT repaired SHAPE "${pair}" STEPS 20)

mutant(l2-not-invalidated component_l2.hpp
  LINE [[if (passing.place(m.address).acquires && ctx.config().acquire_invalidates == AcquireInvalidates::after) invalidate_here(ctx);]]
  SO "an acquire of the system's scope invalidates L1 and not L2 (2.3)"
  REFUTES message-passing VARIANT repaired SHAPE "${pair}" STEPS 40)

mutant(l2-write-lost component_l2.hpp
  IN [[if (!this->can_write(m.address, ctx.config())) return ctx.stall(Outcome::stalled_fifo_full);]]
  LINE [[this->write(m.address, m.data);]]
  SO "L2 acknowledges what an L1 writes through and does not take it"
  REFUTES no-dirty-data-lost VARIANT repaired SHAPE "${pair}" STEPS 4)

mutant(l2-marker-not-awaited component_l2.hpp
  LINE [[if (this->writes_in_flight != 0) return ctx.stall(Outcome::nothing_to_do);]]
  SO "L2 tells memory that it has flushed before what it has written is there (2.3)"
  REFUTES message-passing VARIANT repaired SHAPE "${pair},sharing=local" STEPS 47)

mutant(others-l2-not-invalidated component_l2.hpp
  LINE [[if (ctx.config().component_of(m.core) != ctx.index()) invalidate_here(ctx);]]
  SO "rm_rel.3 and rm_ar.4 invalidate L1s and not the L2s between them and memory (4.2)"
  REFUTES message-passing VARIANT repaired SHAPE "${pair},sharing=local" STEPS 47)

mutant(l2-synchronization-goes-on component_l2.hpp
  LINE [[if (stalling != 0 || passing.find(m.address)) return false;]]
  BECOMES [[if (passing.find(m.address)) return false;]]
  SO "accesses of component scope do not stall at an L2 that a remote operation flushes (4.4.1)"
  REFUTES rmw-atomic VARIANT repaired SHAPE "${pair},sharing=component" STEPS 33)

mutant(l2-exchange-only-reads component_l2.hpp
  LINE [[else found = this->modify(m.address, *this->readable(m.address), m.data);]]
  BECOMES [[else found = this->readable(m.address)->data;]]
  SO "a read-modify-write of component scope does not write at an L2 that has memory behind it"
  REFUTES rmw-atomic VARIANT repaired SHAPE "${pair},sharing=component" STEPS 7)

mutant(l2-exchange-answers-new component_l2.hpp
  LINE [[else found = this->modify(m.address, *this->readable(m.address), m.data);]]
  BECOMES [[else this->modify(m.address, *this->readable(m.address), m.data), found = this->readable(m.address)->data;]]
  SO "an L2 that has memory behind it answers a read-modify-write of component scope with the new data"
  REFUTES rmw-atomic VARIANT repaired SHAPE "${pair},sharing=component" STEPS 7)

mutant(left-write-unseen component_l2.hpp
  LINE [[if (WaitingAtL2<D>* entry = mshr.find(a); entry && entry->old) entry->data = this->seen(a, entry->data);]]
  BECOMES [[if (WaitingAtL2<D>* entry = mshr.find(a); entry && entry->old) static_cast<void>(entry);]]
  SO "a Read that waits at L2 is answered without a write that has left meanwhile (2.3)"
  REFUTES message-passing VARIANT repaired SHAPE "cus=1,components=2,cus_of_each=1,wavefronts=2,writes=1,values=2,fetches=0,evictions=0,passing=lock" STEPS 21)

include(${CMAKE_CURRENT_LIST_DIR}/blind_mutants.cmake)
