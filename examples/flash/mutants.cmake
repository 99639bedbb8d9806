# Seeded bugs: one line of the text is another. `tandem check examples/flash --mutants examples/flash/mutants.cmake` builds each and
# says what kills it.

mutant(mark-ignored processor.hpp
  LINE [[if (marked) return ctx.did(Outcome::dropped_at_once);]]
  SO "a copy that an Inv has overtaken is kept"
  REFUTES data-in-shared-copies STEPS 6)

mutant(not-marked processor.hpp
  LINE [[invalidation_marked = true;]]
  SO "an Inv that comes before the copy is forgotten"
  REFUTES data-in-shared-copies STEPS 6)

mutant(gives-and-keeps processor.hpp
  LINE [[state = exclusive ? State::invalid : State::shared;]]
  BECOMES [[state = exclusive ? State::exclusive : State::shared;]]
  SO "an owner that gives the exclusive copy away keeps it"
  REFUTES one-writer STEPS 6)

mutant(not-pending-after-grant home.hpp
  IN [[return ctx.did(by_home ? Outcome::given_by_home : Outcome::given_exclusive);]]
  LINE [[pending = true;]]
  SO "home serves others while copies are still to be given up"
  REFUTES data-in-shared-copies STEPS 22)

mutant(not-pending-after-forward home.hpp
  IN [[if (dirty && !by_home) {]]
  LINE [[pending = true;]]
  SO "home serves others while a forward is not answered"
  REFUTES data-in-shared-copies STEPS 17)

mutant(head-not-told home.hpp
  LINE [[if (head.present) all.insert(head.item);]]
  SO "the head is not told that somebody writes"
  REFUTES data-in-shared-copies STEPS 5)

mutant(reader-not-noted home.hpp
  LINE [[sharers.insert(m.requestor.item);]]
  SO "who got its copy from the owner is no sharer"
  REFUTES data-in-shared-copies STEPS 10)

mutant(own-copy-stays home.hpp
  LINE [[if (local) state = State::invalid;]]
  SO "home's own copy stays when another processor writes"
  REFUTES data-in-caches)

mutant(written-back-in-vain home.hpp
  IN [[if (m.kind == Kind::Wb) {]]
  LINE [[memory = m.data;]]
  SO "data that are written back do not reach memory"
  REFUTES data-in-memory)

mutant(ack-of-one-suffices home.hpp
  LINE [[if (!model::none_in(awaited)) return ctx.did(Outcome::acknowledged);]]
  SO "the first acknowledgement counts as the last"
  REFUTES data-in-shared-copies SHAPE usual)
