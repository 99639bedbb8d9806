# Deliberately broken texts of the MOESI directory protocol: one line each is changed (cmake/mutants.cmake), and tests/mutants sees that it is caught.
#
# Every row of the tables of transient states (README.md) is left out or changed once. A row is named as there: the state, and what comes.

set(broken_texts Moesi QueueingMoesi)
set(only_in_QueueingMoesi queueing_directory.hpp)

# ---- transient states of a cache

mutant(is-data l1.hpp
  LINE [[if (line.state == State::reading) return read(m, line, ctx);]]
  SO "IS, data: a reader takes them for a writer's"
  REFUTES writer-alone SHAPE tiny STEPS 8)

mutant(is-data-alone l1.hpp
  LINE [[line.state = !alone ? State::shared : m.dirty ? State::modified : State::exclusive;]]
  BECOMES [[line.state = m.dirty ? State::modified : State::exclusive;]]
  SO "IS, data: a reader takes any data for exclusive"
  REFUTES writer-alone SHAPE tiny STEPS 8)

mutant(is-inv l1.hpp
  LINE [[if (line->state == State::reading || line->state == State::writing) return ctx.did(Outcome::no_copy_acknowledged);  // the INV is of an earlier copy]]
  BECOMES [[if (line->state == State::writing) return ctx.did(Outcome::no_copy_acknowledged);]]
  SO "IS, INV of an earlier copy: the load is forgotten"
  REFUTES writer-alone VARIANT silent SHAPE tiny STEPS 20)

mutant(im-inv l1.hpp
  LINE [[if (line->state == State::reading || line->state == State::writing) return ctx.did(Outcome::no_copy_acknowledged);  // the INV is of an earlier copy]]
  BECOMES [[if (line->state == State::reading) return ctx.did(Outcome::no_copy_acknowledged);]]
  SO "IM, INV of an earlier copy: the store is forgotten"
  REFUTES answers-match VARIANT silent SHAPE tiny STEPS 20)

mutant(im-data l1.hpp
  LINE [[line.acks.tell(m, counts(ctx));]]
  IN [[if (line.state == State::reading) return read(m, line, ctx);]]
  SO "IM, data: whose acknowledgements it awaits is not noted, and it writes at once"
  REFUTES writer-alone SHAPE tiny STEPS 16)

mutant(im-ack l1.hpp
  LINE [[else from.insert(sender);]]
  SO "IM, ACK before the data: it is forgotten"
  REFUTES acks-add-up SHAPE tiny STEPS 14)

mutant(sm-data l1.hpp
  LINE [[if (line.state == State::reading) return read(m, line, ctx);]]
  BECOMES [[if (line.state == State::reading || line.state == State::upgrading) return read(m, line, ctx);]]
  SO "SM, data: it takes them for a reader's"
  REFUTES no-store-lost SHAPE tiny STEPS 17)

mutant(sm-inv l1.hpp
  LINE [[if (line->state == State::upgrading) line->state = State::writing;]]
  BECOMES [[if (line->state == State::upgrading) return;]]
  SO "SM, INV: it keeps its copy"
  REFUTES writer-alone SHAPE tiny STEPS 15)

mutant(sm-inv-forgets l1.hpp
  LINE [[if (line->state == State::upgrading) line->state = State::writing;]]
  BECOMES [[if (line->state == State::writing) return;]]
  SO "SM, INV: the store that waits is forgotten with the copy"
  REFUTES answers-match SHAPE tiny STEPS 19)

mutant(om-own-getx l1.hpp
  LINE [[if (upgrades && m.requestor == ctx.core()) {]]
  BECOMES [[if (upgrades && line.state == State::writing) {]]
  SO "OM, its own GETX: it answers itself as it would another"
  REFUTES no-text-error SHAPE tiny STEPS 12)

mutant(om-fwd-gets l1.hpp
  LINE [[if (line.state == State::owner_upgrading) return;]]
  SO "OM, FWD_GETS: it becomes O, and forgets its store"
  REFUTES no-text-error SHAPE tiny STEPS 20)

mutant(om-fwd-getx l1.hpp
  LINE [[if (upgrades) line.state = State::writing;]]
  BECOMES [[if (upgrades) return;]]
  SO "OM, FWD_GETX of another: it keeps its copy"
  REFUTES writer-alone SHAPE tiny STEPS 14)

mutant(om-fwd-getx-forgets l1.hpp
  LINE [[if (upgrades) line.state = State::writing;]]
  BECOMES [[if (line.state == State::writing) return;]]
  SO "OM, FWD_GETX of another: the store that waits is forgotten with the block"
  REFUTES answers-match SHAPE tiny STEPS 18)

mutant(om-ack l1.hpp
  LINE [[if (line.state == State::awaiting_acks) return write_if_acknowledged(m.address, line, ctx);]]
  SO "awaiting acknowledgements, ACK: nobody sees that it was the last"
  REFUTES no-deadlock SHAPE tiny STEPS 15)

mutant(om-ack-of-whom l1.hpp
  LINE [[else if (told) from.erase(sender);]]
  BECOMES [[else if (told) return;]]
  SO "awaiting acknowledgements, ACK: it is not taken off"
  REFUTES acks-add-up SHAPE tiny STEPS 14)

mutant(si-inv l1.hpp
  LINE [[if (line.leaving()) line.state = State::invalid_leaves;]]
  BECOMES [[if (line.leaving() && line.state != State::shared_leaves) line.state = State::invalid_leaves;]]
  SO "SI, INV: it is I, and WB_ACK ends another access"
  REFUTES answers-match SHAPE tiny STEPS 22)

mutant(si-inv-stays l1.hpp
  LINE [[if (line.leaving()) line.state = State::invalid_leaves;]]
  BECOMES [[if (line.state == State::shared_leaves) return; if (line.leaving()) line.state = State::invalid_leaves;]]
  SO "SI, INV: it keeps its copy, and when the write-back of what was E is refused, reads it"
  REFUTES writer-alone VARIANT mesi SHAPE tiny STEPS 19)

mutant(oi-fwd-gets l1.hpp
  LINE [[if (ctx.config().has_owned()) return void(line.state = leaves ? State::owned_leaves : State::owned);]]
  BECOMES [[if (ctx.config().has_owned()) return void(line.state = State::owned);]]
  SO "OI or MI, FWD_GETS: it does not leave any more, and WB_ACK takes the block from a store that waits"
  REFUTES owner-known SHAPE tiny STEPS 12)

mutant(oi-fwd-getx l1.hpp
  LINE [[if (line.leaving()) line.state = State::invalid_leaves;]]
  BECOMES [[if (line.state == State::owned_leaves) return; if (line.leaving()) line.state = State::invalid_leaves;]]
  SO "OI, FWD_GETX: it takes itself for the owner"
  REFUTES owner-known SHAPE tiny STEPS 15)

mutant(oi-wb-nack l1.hpp
  LINE [[const bool owned = bool(line.state == State::owned_leaves);]]
  BECOMES [[const bool owned = bool(line.state == State::invalid_leaves);]]
  SO "OI, WB_NACK: it is S, and nobody owns the block"
  REFUTES owner-known SHAPE tiny STEPS 12)

mutant(oi-wb-nack-ignored l1.hpp
  LINE [[line.state = owned ? State::owned : State::shared;]]
  SO "OI, WB_NACK: it waits for an answer to its PUTX for good"
  REFUTES access-accepted SHAPE tiny)

mutant(mi-fwd-gets l1.hpp
  LINE [[if (ctx.config().has_owned()) return void(line.state = leaves ? State::owned_leaves : State::owned);]]
  BECOMES [[if (ctx.config().has_owned()) return void(line.state = leaves ? line.state : Enum<D, State>(State::owned));]]
  SO "MI, FWD_GETS: it takes itself for the only one that has the block"
  REFUTES owner-known SHAPE tiny STEPS 10)

mutant(mi-fwd-getx l1.hpp
  LINE [[if (line.leaving()) line.state = State::invalid_leaves;]]
  BECOMES [[if (line.leaving() && line.state != State::modified_leaves) line.state = State::invalid_leaves;]]
  SO "MI, FWD_GETX: it is I, and WB_NACK makes it S"
  REFUTES single-writer SHAPE tiny STEPS 12)

mutant(mi-wb-ack l1.hpp
  LINE [[if (line.state == State::exclusive_leaves) tell_directory(Kind::WRITEBACK_CLEAN_ACK, m.address, ctx);]]
  BECOMES [[if (line.state == State::exclusive_leaves || line.state == State::modified_leaves) tell_directory(Kind::WRITEBACK_CLEAN_ACK, m.address, ctx);]]
  SO "MI, WB_ACK: it says that nobody has written the block"
  REFUTES no-store-lost SHAPE tiny STEPS 8)

mutant(oi-wb-ack l1.hpp
  LINE [[else if (owner) ctx.send(NodeKind::directory, ctx.config().home(m.address), {.kind = Kind::WRITEBACK_DATA, .address = m.address, .data = line.data});]]
  BECOMES [[else if (owner) ctx.did(Outcome::put_done);]]
  SO "OI or MI, WB_ACK: it sends no data, and the directory awaits them"
  REFUTES no-deadlock SHAPE tiny STEPS 9)

mutant(ii-wb-nack l1.hpp
  LINE [[if (line.state == State::invalid_leaves) {]]
  BECOMES [[if (line.state == State::invalid) {]]
  SO "II, WB_NACK: it is S"
  REFUTES single-writer SHAPE tiny STEPS 12)

mutant(ii-wb-ack l1.hpp
  IN [[else if (owner) ctx.send(NodeKind::directory, ctx.config().home(m.address), {.kind = Kind::WRITEBACK_DATA, .address = m.address, .data = line.data});]]
  LINE [[this->lines.drop(m.address);]]
  BECOMES [[if (line.state != State::invalid_leaves) this->lines.drop(m.address);]]
  SO "II, WB_ACK of a PUTS: the block is never free for an access again"
  REFUTES access-accepted SHAPE tiny)

# ---- transient states of the directory

mutant(one-reader-ends-all directory.hpp
  LINE [[return ctx.config().readers == Readers::together && m.kind == Kind::GETS && entry.serving == Serving::reader && entry.holders != Holders::nobody && !entry.awaited.contains(from);]]
  BECOMES [[return ctx.config().readers == Readers::together && m.kind == Kind::GETS && entry.serving == Serving::reader && entry.holders != Holders::nobody && (entry.busy() || !entry.awaited.contains(from));]]
  SO "SS, GETS of a cache whose UNBLOCK is on its way: one UNBLOCK ends two reads"
  REFUTES one-transaction VARIANT silent,together SHAPE tiny STEPS 18)

mutant(is-getx directory.hpp
  LINE [[serve(Serving::reader, from, entry);]]
  SO "IS, SS or OO: others' requests do not wait for a reader"
  REFUTES one-transaction SHAPE tiny STEPS 2)

mutant(mo-getx directory.hpp
  LINE [[serve(Serving::reader_of_writer, from, entry);]]
  SO "MO: others' requests do not wait for who reads a modified block"
  REFUTES one-transaction SHAPE tiny STEPS 6)

mutant(mo-unblock directory.hpp
  LINE [[if (!ctx.config().has_owned()) entry.awaited.insert(entry.owner);  // which writes the block back]]
  SO "MO, UNBLOCK: the directory does not wait for the data that the owner writes back"
  REFUTES one-transaction VARIANT mesi SHAPE tiny STEPS 9)

mutant(mo-written-back directory.hpp
  LINE [[if (shares) entry.sharers.insert(from);]]
  SO "MO, data written back: the owner keeps a copy that the directory does not know of"
  REFUTES sharers-covered VARIANT mesi SHAPE tiny STEPS 10)

mutant(mo-owner directory.hpp
  LINE [[if (entry.holders == Holders::writer && ctx.config().has_owned()) entry.holders = Holders::owner_and_sharers;]]
  SO "MO, UNBLOCK: the directory takes the owner for one that may write, and refuses its PUTO for good"
  REFUTES owner-known SHAPE tiny STEPS 9)

mutant(mm-getx directory.hpp
  LINE [[serve(Serving::writer, from, entry);]]
  SO "MM: others' requests do not wait for a writer"
  REFUTES one-transaction SHAPE tiny STEPS 2)

mutant(mm-owner directory.hpp
  LINE [[entry.owner = from;]]
  SO "MM, UNBLOCK_EXCLUSIVE: the directory keeps the old owner"
  REFUTES owner-known SHAPE tiny STEPS 4)

mutant(mi-put directory.hpp
  LINE [[if (taken) serve(Serving::put, from, entry);]]
  SO "MI, OS: others' requests do not wait for the data that an owner writes back"
  REFUTES one-transaction SHAPE tiny STEPS 7)

mutant(mi-data directory.hpp
  LINE [[if (m.kind == Kind::WRITEBACK_DATA) memory[m.address] = m.data;]]
  BECOMES [[if (m.kind == Kind::WRITEBACK_DATA) ctx.did(Outcome::written_back);]]
  SO "MI, data written back: memory does not take them"
  REFUTES no-store-lost SHAPE tiny STEPS 8)

mutant(mi-owner directory.hpp
  LINE [[entry.holders = model::none_in(entry.sharers) ? Holders::nobody : Holders::sharers;]]
  SO "MI, data written back: the directory keeps the owner that has left"
  REFUTES owner-known SHAPE tiny STEPS 8)

# ---- the rest

mutant(store-hits-shared l1.hpp
  LINE [[if (access.loads() ? line.readable() : line.writable()) {]]
  BECOMES [[if (access.loads() ? line.readable() : line.stable() && line.state != State::invalid) {]]
  SO "a store hits a block that others share"
  REFUTES single-writer SHAPE tiny STEPS 9)

mutant(exclusive-stays-clean l1.hpp
  LINE [[if (!access.loads()) line.state = State::modified;]]
  SO "a store leaves E, and the block is not written back"
  REFUTES no-store-lost SHAPE tiny STEPS 9)

mutant(dirty-forgotten l1.hpp
  LINE [[ctx.send(NodeKind::l1, m.requestor, {.kind = Kind::DATA_EXCLUSIVE, .address = m.address, .dirty = true, .data = line.data});]]
  BECOMES [[ctx.send(NodeKind::l1, m.requestor, {.kind = Kind::DATA_EXCLUSIVE, .address = m.address, .data = line.data});]]
  SO "a modified block migrates as one that nobody has written"
  REFUTES no-store-lost VARIANT migratory SHAPE tiny STEPS 13)

mutant(inv-unanswered l1.hpp
  LINE [[ctx.send(NodeKind::l1, m.requestor, {.kind = Kind::ACK, .address = m.address});]]
  SO "an invalidation is not acknowledged"
  REFUTES acks-add-up SHAPE tiny STEPS 13)

mutant(counted-twice l1.hpp
  LINE [[if (counts) got += 1;]]
  BECOMES [[if (counts) got += 2;]]
  SO "an acknowledgement counts as two"
  REFUTES acks-add-up VARIANT counts SHAPE small STEPS 14)

mutant(writes-unacknowledged l1.hpp
  LINE [[if (!line.acks.all(counts(ctx))) {]]
  BECOMES [[if (!line.acks.all(counts(ctx)) && line.state == State::awaiting_acks) {]]
  SO "a writer does not wait for acknowledgements"
  REFUTES writer-alone SHAPE tiny STEPS 12)

mutant(unblocked-as-reader l1.hpp
  LINE [[tell_directory(alone ? Kind::UNBLOCK_EXCLUSIVE : Kind::UNBLOCK, m.address, ctx);]]
  BECOMES [[tell_directory(Kind::UNBLOCK, m.address, ctx);]]
  SO "a reader that got the block exclusively says that it shares it"
  REFUTES owner-known SHAPE tiny STEPS 4)

mutant(writer-keeps-copy l1.hpp
  LINE [[else lose(m.address, line);]]
  BECOMES [[else return;]]
  SO "M, FWD_GETX: an owner gives its block and keeps it"
  REFUTES writer-alone SHAPE tiny STEPS 8)

mutant(owner-leaves-as-sharer l1.hpp
  LINE [[if (line.state == State::owned) return leave(State::owned_leaves, Kind::PUTO, a, line, ctx);]]
  BECOMES [[if (line.state == State::owned) return leave(State::owned_leaves, Kind::PUTS, a, line, ctx);]]
  SO "O leaves with PUTS, and its data come to a directory that awaits none"
  REFUTES one-transaction SHAPE tiny STEPS 12)

mutant(reader-unknown directory.hpp
  IN [[return ctx.did(Outcome::unblocked);]]
  LINE [[entry.sharers.insert(from);]]
  SO "a reader does not become a sharer"
  REFUTES sharers-covered SHAPE tiny STEPS 9)

mutant(sharers-not-told directory.hpp
  LINE [[model::send_to_all(others, NodeKind::l1, Message{.kind = Kind::INV, .address = a, .requestor = from}, ctx);]]
  SO "sharers are not told that somebody writes"
  REFUTES acks-add-up SHAPE tiny STEPS 12)

mutant(exclusive-beside-sharers directory.hpp
  LINE [[else ctx.send(NodeKind::l1, from, {.kind = entry.holders == Holders::nobody && ctx.config().has_exclusive() ? Kind::DATA_EXCLUSIVE : Kind::DATA, .address = a, .data = memory[a]});]]
  BECOMES [[else ctx.send(NodeKind::l1, from, {.kind = ctx.config().has_exclusive() ? Kind::DATA_EXCLUSIVE : Kind::DATA, .address = a, .data = memory[a]});]]
  SO "a reader gets the block exclusively beside sharers"
  REFUTES writer-alone SHAPE tiny STEPS 16)

mutant(old-put-taken directory.hpp
  LINE [[const bool taken = entry.holders == with_owner && entry.owner == from;]]
  BECOMES [[const bool taken = bool(entry.holders == with_owner);]]
  SO "the write-back of one who owns the block no longer is taken"
  REFUTES no-deadlock SHAPE tiny STEPS 14)

mutant(warp-never-free core_cache.hpp FOLDER baseline
  LINE [[warps[line.access.warp].outstanding -= 1;]]
  SO "a completed access still counts as outstanding"
  REFUTES access-accepted SHAPE tiny)

mutant(fence-lets-one-pass access.hpp FOLDER baseline
  LINE [[if (node.warps[op.warp].outstanding != 0) ctx.stall(Outcome::stalled_fence);]]
  BECOMES [[if (node.warps[op.warp].outstanding > 1) ctx.stall(Outcome::stalled_fence);]]
  SO "a fence does not wait for the last access"
  REFUTES issue-order VARIANT rc SHAPE tiny STEPS 2)

# ---- what takes atomics, or two alternatives at once (written without sight of the properties)

mutant(atomic-leaves-exclusive-clean l1.hpp
  LINE [[if (!access.loads()) line.state = State::modified;]]
  BECOMES [[if (access.kind == model::AccessKind::store) line.state = State::modified;]]
  SO "an atomic leaves an exclusive block clean, so that it is evicted without its data"
  REFUTES no-store-lost SHAPE tiny,atomics=1 STEPS 9)

mutant(reader-joins-its-own-read directory.hpp
  LINE [[return ctx.config().readers == Readers::together && m.kind == Kind::GETS && entry.serving == Serving::reader && entry.holders != Holders::nobody && !entry.awaited.contains(from);]]
  BECOMES [[static_cast<void>(from); return ctx.config().readers == Readers::together && m.kind == Kind::GETS && entry.serving == Serving::reader && entry.holders != Holders::nobody;]]
  SO "a cache's second read joins its first, and one UNBLOCK ends both"
  REFUTES one-transaction VARIANT silent,together SHAPE threads,atomics=1 STEPS 18)

# ---- what strangers have seeded, and what only other variants than the default show

mutant(mi-fwd-gets-stays l1.hpp
  LINE [[line.state = leaves ? State::shared_leaves : State::shared;]]
  BECOMES [[line.state = State::shared;]]
  SO "MI, FWD_GETS, without O: it is S, and forgets that it leaves"
  REFUTES sharers-covered VARIANT mesi SHAPE tiny STEPS 15)

mutant(reader-served-while-busy queueing_directory.hpp
  LINE [[if (entry.busy() && !Base::joins(request, first.from, entry, ctx)) return ctx.stall(Outcome::nothing_to_do);]]
  BECOMES [[if (entry.busy() && first.kind != Kind::GETS) return ctx.stall(Outcome::nothing_to_do);]]
  SO "a directory at which requests wait answers a reader while it serves another"
  REFUTES one-transaction VARIANT queues SHAPE tiny STEPS 9)
