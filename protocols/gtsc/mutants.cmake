# Deliberately broken texts of G-TSC: one line each is changed (cmake/mutants.cmake), and tests/mutants sees that it is caught.

mutant(no-lease-check l1.hpp
  LINE [[if (C && readable(*C, w, ctx) && warp.ts <= C->rts) {]]
  BECOMES [[if (C && readable(*C, w, ctx)) {]]
  SO "a load hits a block whose lease has expired (IV-A1)"
  REFUTES load-value SHAPE sms=1,warps=2,blocks=1,lease=1,ts=5 STEPS 9)

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
  REFUTES access-completes SHAPE tiny STEPS 32)
