# Deliberately broken texts of BL: one line each is changed (cmake/mutants.cmake), and tests/mutants sees that it is caught.

set(broken_texts Baseline)

mutant(atomic-answers-new l2.hpp
  LINE [[const Value<D> found = model::perform(line.data, m.data);]]
  BECOMES [[model::perform(line.data, m.data); const Value<D> found = line.data;]]
  SO "L2 answers an atomic with the new data"
  REFUTES rmw-atomic SHAPE small,atomics=1 STEPS 5)

mutant(atomic-torn l2.hpp
  LINE [[ctx.send(NodeKind::sm, from, {.kind = MessageKind::AtomicData, .address = m.address, .warp = m.warp, .data = found});]]
  BECOMES [[ctx.send(NodeKind::sm, from, {.kind = MessageKind::AtomicData, .address = m.address, .warp = m.warp, .data = this->dram[m.address]});]]
  SO "an atomic reads in DRAM and writes in L2: another store comes between"
  REFUTES rmw-atomic SHAPE small,atomics=1 STEPS 7)

mutant(answer-to-another sm.hpp
  LINE [[if (m.kind != MessageKind::WriteDone) ctx.load_returned(m.warp, m.address, m.data, 0);]]
  BECOMES [[Thread<D> taker = m.warp; if (auto* others = pending.find(m.address)) others->warps.each([&](Thread<D> w) { taker = w; }); if (m.kind != MessageKind::WriteDone) ctx.load_returned(taker, m.address, m.data, 0);]]
  SO "what an access has found is given to another warp that waits for the block"
  REFUTES rmw-atomic SHAPE sms=1,warps=2,blocks=1,atomics=1 STEPS 6)

mutant(answer-lost sm.hpp
  LINE [[if (m.kind != MessageKind::WriteDone) ctx.load_returned(m.warp, m.address, m.data, 0);]]
  BECOMES [[if (m.kind == MessageKind::AtomicData) ctx.load_returned(m.warp, m.address, m.data, 0);]]
  SO "a load is complete, and its warp does not get what it has found"
  REFUTES load-answer SHAPE small STEPS 6)

mutant(load-returns-zero sm.hpp
  LINE [[if (m.kind != MessageKind::WriteDone) ctx.load_returned(m.warp, m.address, m.data, 0);]]
  BECOMES [[if (m.kind != MessageKind::WriteDone) ctx.load_returned(m.warp, m.address, m.kind == MessageKind::ReadData ? Value<D>(0) : m.data, 0);]]
  SO "a load returns to its warp something else than it has found at L2"
  REFUTES load-answer SHAPE small STEPS 5)

mutant(atomic-twice dram_queue.hpp
  LINE [[line->data = dram[action.block];]]
  BECOMES [[line->data = dram[action.block]; if (!line->waiting.empty() && line->waiting.front().message.kind == MessageKind::Atomic) model::perform(line->data, line->waiting.front().message.data);]]
  SO "an atomic that waits for DRAM is performed when the block comes, and once more when its turn comes"
  REFUTES rmw-atomic SHAPE small,atomics=1 STEPS 5)

mutant(store-forgotten l2.hpp
  LINE [[model::overwrite(line.data, m.data);]]
  BECOMES [[return ctx.send(NodeKind::sm, from, {.kind = MessageKind::WriteDone, .address = m.address, .warp = m.warp});]]
  SO "L2 acknowledges a store, forgets it and does not say that it was performed"
  REFUTES store-performed SHAPE small STEPS 5)
