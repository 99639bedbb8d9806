# Seeded bugs: one line of the text is another. `tandem check examples/dragon --mutants examples/dragon/mutants.cmake` builds each
# and says what kills it.

mutant(turn-before-held protocol.hpp
  LINE [[if (entry.phase == Phase::holding && entry.holding.empty()) {]]
  BECOMES [[if (entry.phase == Phase::holding) {]]
  SO "the writer has its turn before all others hold"
  REFUTES single-writer STEPS 14)

mutant(reads-on protocol.hpp
  LINE [[line.held = true;]]
  SO "a cache says that it holds, and reads on"
  REFUTES single-writer STEPS 16)

mutant(old-owner-stays protocol.hpp
  LINE [[line.state = State::shared;  // the writer is going to be the owner]]
  SO "the owner stays responsible for the block, beside the one who writes"
  REFUTES one-owner STEPS 16)

mutant(supplier-stays-alone protocol.hpp
  LINE [[if (line.state == State::exclusive) line.state = State::shared;]]
  SO "who has supplied a clean block still writes it without asking"
  REFUTES single-writer STEPS 11)

mutant(supplier-forgets-dirt protocol.hpp
  LINE [[if (line.state == State::modified) line.state = State::owned;]]
  BECOMES [[if (line.state == State::modified) line.state = State::shared;]]
  SO "who has supplied a modified block forgets that memory does not have it"
  REFUTES no-store-lost STEPS 14)

mutant(leaver-stays-listed protocol.hpp
  LINE [[if (m.left) leaves(from, entry);]]
  SO "who is leaving is still sent the update"
  REFUTES no-store-lost STEPS 25)

mutant(silent-store protocol.hpp
  LINE [[line.state = State::modified;]]
  IN [[if (line.state == State::exclusive || line.state == State::modified) {]]
  SO "a store to an exclusive line leaves no trace"
  REFUTES no-store-lost STEPS 9)

mutant(reader-not-listed protocol.hpp
  LINE [[entry.sharers.insert(from);]]
  IN [[if (m.kind == MessageKind::Got) {]]
  SO "who was supplied by the owner is not listed, and misses updates"
  REFUTES single-writer STEPS 15)

mutant(store-needs-no-turn protocol.hpp
  LINE [[if (line.access.loads()) return this->complete(m.address, line, ctx);]]
  BECOMES [[return this->complete(m.address, line, ctx);]]
  SO "a store that has missed writes as soon as it has the block"
  REFUTES single-writer STEPS 10)

mutant(answered-at-the-door protocol.hpp
  LINE [[if (entry.waiting.empty()) return true;]]
  SO "a request that nothing delays is answered where it arrives, and waits for room in the channel of its answer"
  REFUTES access-completes)

mutant(recalled-too-soon protocol.hpp
  LINE [[if (entry.sharers.empty()) entry.phase = Phase::idle;]]
  BECOMES [[entry.phase = Phase::idle;]]
  SO "one answer to a recall is taken for all"
  REFUTES no-text-error STEPS 19)
