// A write-through cache and its FIFO of dirty addresses (2.3, Fig. 4). Lines are written in place, and written through to the
// next level when the FIFO reaches them. There is "a FIFO at each cache level": L1 and, with several components, L2 are built
// from this.
//
// A line is readable, dirty, or both. A line that is dirty and not readable was invalidated before it was written through.
// "Write-no-allocate" (5) is taken to mean that a store does not fetch its block. Its data stay here until they reach the FIFO's
// head; otherwise there would be nothing to write then.
#pragma once

#include "protocols/rsp/messages.hpp"

namespace tandem::rsp {

template <class D>
struct Line {
    Flag<D> readable{}, dirty{};
    Value<D> data{};     // of the block, if readable
    Value<D> written{};  // what of it is dirty
    BOOST_DESCRIBE_CLASS(Line, (), (readable, dirty, data, written), (), ())

    void clear_unused() {
        if (!readable) data = {};
        if (!dirty) written = {};
    }
};

BOOST_DEFINE_FIXED_ENUM_CLASS(EntryKind, std::uint8_t,
    write,             // an address that was written
    // the marker of an access that waits for what was written before it: of a wavefront, or at an L2 of a compute unit
    release,
    promotion,         // one that a remote operation has sent
    system_promotion)  // of the system's scope, where there are several components

template <class D>
struct Entry {
    Enum<D, EntryKind> kind{};
    Address<D> address{};   // a promotion's: what the remote operation is about
    Thread<D> wavefront{};  // of a release at an L1; at an L2 its address says which it is
    Flag<D> stalls{};       // of a promotion
    BOOST_DESCRIBE_CLASS(Entry, (), (kind, address, wavefront, stalls), (), ())

    void clear_unused() {
        if (kind != EntryKind::release) wavefront = {};
    }
};

/// Loads that wait for their line, and atomic accesses to be performed in it. Those that wait are wavefronts at an L1, and
/// compute units at an L2.
template <class D, Sort S, class Accesses>
struct Waiting {
    Flag<D> requested{};   // a Read is under way
    // what the Read brings may be old: the cache was invalidated meanwhile, or has written the block through
    Flag<D> superseded{};
    model::Set<D, S> loads;     // it serves them even so, for they were issued before
    model::Set<D, S> merged;    // it does not serve these
    Accesses accesses;
    BOOST_DESCRIBE_CLASS(Waiting, (), (requested, superseded, loads, merged, accesses), (), ())

    /// The Read's answer lacks a write that those who wait may have to see.
    void miss() {
        superseded = true;
        loads.each([&](auto who) { merged.insert(who); });
        loads.clear();
    }
    bool awaits_data() const { return bool(requested); }
    bool unused() const { return !requested && loads.empty() && merged.empty() && accesses.empty(); }
};

/// `MshrEntry` is what waits for a line (`Waiting` or more). `Level` says where writes are sent, and names the outcomes there.
template <class D, class MshrEntry, class Level>
struct WriteThroughCache {
    static constexpr int most_entries = 8;  // markers of up to 4 wavefronts, and writes
    model::Cache<D, Line<D>> lines;
    model::Table<D, Sort::address, MshrEntry> mshr;
    model::Fifo<D, Entry<D>, most_entries> fifo;
    Counter<D, most_entries> writes_queued{};     // entries that are writes
    Counter<D, most_entries> markers{};           // and the others
    /// A write on its way waits at the next level in the queue of its block, or in one of two banks' channels, four messages
    /// each, there and back.
    static constexpr int most_in_flight = baseline::most_waiting * model::Concrete::max_extent + 2 * 4 * 2;
    Counter<D, most_in_flight> writes_in_flight{};  // written through and not acknowledged
    BOOST_DESCRIBE_CLASS(WriteThroughCache, (), (lines, mshr, fifo, writes_queued, markers, writes_in_flight), (), ())

    /// The line, if it can be read.
    Line<D>* readable(Address<D> a) {
        Line<D>* line = lines.find(a);
        return line && line->readable ? line : nullptr;
    }
    bool dirty(Address<D> a) {
        const Line<D>* line = lines.find(a);
        return line && line->dirty;
    }
    /// Whether blocks can be written: the FIFO has room for those not yet in it.
    template <class Config>
    bool can_write(const model::Set<D, Sort::address>& blocks, const Config& config) {
        int more = 0;
        blocks.each([&](Address<D> a) { more += !dirty(a); });
        return bool(writes_queued <= config.writes - more);
    }
    template <class Config>
    bool can_write(Address<D> a, const Config& config) { return dirty(a) || bool(writes_queued < config.writes); }

    /// "Every write inserts its address at the FIFO's tail (time 1)", unless it is there already. There must be room.
    void write(Address<D> a, const Value<D>& data) {
        Line<D>& line = lines.place(a);
        if (line.readable) model::overwrite(line.data, data);
        note_written(a, line, data);
        if (!line.readable && model::covers_block(line.written)) {
            line.readable = true;
            line.data = line.written;
        }
    }
    /// A read-modify-write of a readable line. Returns what it found.
    Value<D> modify(Address<D> a, Line<D>& line, const Value<D>& operation) {
        const Value<D> found = model::perform(line.data, operation);
        note_written(a, line, model::named_by(operation, line.data));
        return found;
    }

    /// Data from the next level as seen here: dirty data are newer.
    Value<D> seen(Address<D> a, Value<D> data) {
        if (dirty(a)) model::overwrite(data, lines.find(a)->written);
        return data;
    }
    void fill(Address<D> a, const Value<D>& data) {
        const Value<D> newest = seen(a, data);
        Line<D>& line = lines.place(a);
        line.data = newest;
        line.readable = true;
    }

    /// "Acquire operations simply invalidate all caches encompassed by the acquire's scope."
    void invalidate(auto& ctx) {
        lines.each([&](Address<D> a, Line<D>& line) {
            if (line.dirty && ctx.config().invalidation == Invalidation::keeps_writes) {
                line.readable = false;
                ctx.did(Level::dirty_line_invalidated);
            } else {
                lines.drop(a);
            }
        });
        mshr.each([&](Address<D>, MshrEntry& entry) {
            if (entry.requested) entry.superseded = true;
        });
    }

    void mark(const Entry<D>& marker) {
        fifo.push(marker);
        markers += 1;
    }

    /// The write at the FIFO's head: "its associated cache block is written to the next level of the hierarchy (if necessary)".
    void write_through(auto& ctx) {
        const Address<D> a = fifo.pop().address;
        writes_queued -= 1;
        Line<D>* line = lines.find(a);
        if (!line || !line->dirty) return ctx.did(Level::nothing_to_write);
        Level::send(Message<D>{.kind = MessageKind::WriteThrough, .address = a, .data = line->written}, ctx);
        writes_in_flight += 1;
        if (MshrEntry* entry = mshr.find(a); entry && entry->requested) entry->miss();
        line->dirty = false;
        if (!line->readable) lines.drop(a);
        ctx.did(Level::written_through);
    }

    /// A clean line leaves the cache; a dirty one must be written through first.
    void evict(Address<D> a, auto& ctx) {
        if (!lines.find(a) || dirty(a) || mshr.find(a)) return ctx.stall(Outcome::nothing_to_do);
        lines.drop(a);
        ctx.did(Level::evicted);
    }

private:
    void note_written(Address<D> a, Line<D>& line, const Value<D>& data) {
        if (line.dirty) return model::combine(line.written, data);
        line.written = data;
        line.dirty = true;
        fifo.push({.kind = EntryKind::write, .address = a});
        writes_queued += 1;
    }
};

}  // namespace tandem::rsp
