#include "specs/audit/matched.hpp"

#include <algorithm>
#include <string>

namespace tandem::audit {

namespace {

/// Numbers values of addresses in the order in which they come. One flat table, of which at most half is in use.
class Values {
public:
    explicit Values(std::size_t most) {
        std::size_t size = 64;
        while (size < 2 * most) size *= 2;
        cells_.assign(size, none);
        keys_.reserve(most);
    }
    Class insert(std::uint32_t address, std::uint64_t value) {
        const std::size_t cell = cell_of(address, value);
        if (cells_[cell] == none) {
            cells_[cell] = static_cast<Class>(keys_.size());
            keys_.push_back({value, address});
        }
        return cells_[cell];
    }
    Class find(std::uint32_t address, std::uint64_t value) const { return cells_[cell_of(address, value)]; }
    std::size_t size() const { return keys_.size(); }

private:
    struct Key {
        std::uint64_t value;
        std::uint32_t address;
    };
    std::size_t cell_of(std::uint32_t address, std::uint64_t value) const {
        std::uint64_t hash = (value + 0x9E3779B97F4A7C15u * (address + std::uint64_t{1}));
        hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9u;
        hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBu;
        std::size_t cell = (hash ^ (hash >> 31)) & (cells_.size() - 1);
        while (cells_[cell] != none && (keys_[cells_[cell]].value != value || keys_[cells_[cell]].address != address))
            cell = (cell + 1) & (cells_.size() - 1);
        return cell;
    }
    std::vector<Class> cells_;
    std::vector<Key> keys_;
};

/// For each thread and address the latest store: threads are few, so a row a thread where that is small, and else by sorting.
void find_own(const Trace& trace, std::vector<Id>& own) {
    const std::size_t count = trace.operations.size();
    own.assign(count, none);
    const std::size_t cells = std::size_t{trace.threads} * trace.addresses;
    if (cells <= 4 * count + 4096) {
        std::vector<Id> latest(cells, none);
        for (Id i = 0; i < count; ++i) {
            const Operation& o = trace.operations[i];
            if (o.kind == Kind::fence) continue;
            Id& last = latest[std::size_t{o.thread} * trace.addresses + o.address];
            if (o.loads()) own[i] = last;
            if (o.stores()) last = i;
        }
        return;
    }
    std::vector<Id> order;
    for (Id i = 0; i < count; ++i)
        if (trace.operations[i].kind != Kind::fence) order.push_back(i);
    const auto key = [&](Id i) { return std::uint64_t{trace.operations[i].thread} << 32 | trace.operations[i].address; };
    std::stable_sort(order.begin(), order.end(), [&](Id a, Id b) { return key(a) < key(b); });
    Id last = none;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || key(order[i]) != key(order[i - 1])) last = none;
        const Operation& o = trace.operations[order[i]];
        if (o.loads()) own[order[i]] = last;
        if (o.stores()) last = order[i];
    }
}

}  // namespace

Matched match(const Trace& trace) {
    const std::size_t count = trace.operations.size();
    Matched m;
    m.read.assign(count, none);
    m.written.assign(count, none);
    m.source.assign(count, none);
    std::size_t stores = 0;
    for (const Operation& o : trace.operations) stores += o.stores();
    Values values(trace.addresses + stores);
    // The classes of what memory holds at first come first, one an address.
    m.at_first.resize(trace.addresses);
    for (std::uint32_t a = 0; a < trace.addresses; ++a) m.at_first[a] = values.insert(a, 0);
    std::vector<Id> writer(trace.addresses + stores, none);
    m.writers.assign(trace.addresses + stores, 0);
    for (std::uint32_t a = 0; a < trace.addresses; ++a) {
        m.writers[a] = 1;
        writer[a] = initial;
    }
    for (Id i = 0; i < count; ++i) {
        const Operation& o = trace.operations[i];
        if (!o.stores()) continue;
        const Class c = values.insert(o.address, o.writes);
        m.written[i] = c;
        if (m.writers[c]++ == 0) writer[c] = i;
    }
    m.writers.resize(values.size());
    m.readers.assign(values.size(), 0);
    m.first_reader.assign(count + 1, 0);
    for (Id i = 0; i < count; ++i) {
        const Operation& o = trace.operations[i];
        if (!o.loads()) continue;
        const Class c = values.find(o.address, o.reads);
        if (c == none) throw BadTrace(o.line, "nobody stores the value " + std::to_string(o.reads) + " that is loaded here");
        m.read[i] = c;
        ++m.readers[c];
        if (m.writers[c] > 1) ++m.several;
        else {
            m.source[i] = writer[c];
            if (writer[c] != initial) ++m.first_reader[writer[c] + 1];
        }
    }
    for (std::size_t i = 0; i < count; ++i) m.first_reader[i + 1] += m.first_reader[i];
    m.reader_at.resize(m.first_reader[count]);
    auto next = m.first_reader;
    for (Id i = 0; i < count; ++i)
        if (m.source[i] < initial) m.reader_at[next[m.source[i]]++] = i;
    m.last_value.assign(trace.addresses, none);
    m.final_line.assign(trace.addresses, 0);
    for (const Final& f : trace.finals) {
        const Class c = values.find(f.address, f.value);
        if (c == none) throw BadTrace(f.line, "nobody stores the value " + std::to_string(f.value) + " that is final here");
        if (m.last_value[f.address] != none && m.last_value[f.address] != c)
            throw BadTrace(f.line, "this address has another final value in line " + std::to_string(m.final_line[f.address]));
        m.last_value[f.address] = c;
        m.final_line[f.address] = f.line;
    }
    find_own(trace, m.own);
    return m;
}

}  // namespace tandem::audit
