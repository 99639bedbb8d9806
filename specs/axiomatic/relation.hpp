// Sets of events and relations over events, as bits: at most 64 events, with one word for each event's successors.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace tandem::specs {

inline constexpr int max_events = 64;

using EventSet = std::uint64_t;

inline EventSet all_events(int n) { return n == 64 ? ~EventSet{0} : (EventSet{1} << n) - 1; }

class Relation {
public:
    /// The empty relation over events 0..n-1.
    explicit Relation(int n = 0) : n_(n) { for (int i = 0; i < n; ++i) rows_[i] = 0; }
    Relation(const Relation& other) { *this = other; }
    Relation& operator=(const Relation& other) {
        n_ = other.n_;
        for (int i = 0; i < n_; ++i) rows_[i] = other.rows_[i];
        return *this;
    }
    static Relation identity(EventSet set, int n) {
        Relation r(n);
        for (int i = 0; i < n; ++i) r.rows_[i] = set & EventSet{1} << i;
        return r;
    }
    static Relation product(EventSet from, EventSet to, int n) {
        Relation r(n);
        for (int i = 0; i < n; ++i) r.rows_[i] = from >> i & 1 ? to : 0;
        return r;
    }

    int size() const { return n_; }
    EventSet row(int i) const { return rows_[i]; }
    EventSet& row(int i) { return rows_[i]; }
    bool has(int a, int b) const { return rows_[a] >> b & 1; }
    void add(int a, int b) { rows_[a] |= EventSet{1} << b; }

    friend bool operator==(const Relation& a, const Relation& b) {
        for (int i = 0; i < a.n_; ++i)
            if (a.rows_[i] != b.rows_[i]) return false;
        return a.n_ == b.n_;
    }
    Relation& operator|=(const Relation& r) { for (int i = 0; i < n_; ++i) rows_[i] |= r.rows_[i]; return *this; }
    Relation& operator&=(const Relation& r) { for (int i = 0; i < n_; ++i) rows_[i] &= r.rows_[i]; return *this; }
    Relation& operator-=(const Relation& r) { for (int i = 0; i < n_; ++i) rows_[i] &= ~r.rows_[i]; return *this; }

    bool empty() const {
        for (int i = 0; i < n_; ++i)
            if (rows_[i]) return false;
        return true;
    }
    EventSet domain() const {
        EventSet set = 0;
        for (int i = 0; i < n_; ++i)
            if (rows_[i]) set |= EventSet{1} << i;
        return set;
    }
    EventSet range() const {
        EventSet set = 0;
        for (int i = 0; i < n_; ++i) set |= rows_[i];
        return set;
    }
    Relation complement() const {
        Relation r(n_);
        for (int i = 0; i < n_; ++i) r.rows_[i] = ~rows_[i] & all_events(n_);
        return r;
    }
    Relation inverse() const {
        Relation r(n_);
        for (int i = 0; i < n_; ++i)
            for (EventSet s = rows_[i]; s; s &= s - 1) r.rows_[std::countr_zero(s)] |= EventSet{1} << i;
        return r;
    }
    /// First this, then `next`.
    Relation then(const Relation& next) const {
        Relation r(n_);
        for (int i = 0; i < n_; ++i)
            for (EventSet s = rows_[i]; s; s &= s - 1) r.rows_[i] |= next.rows_[std::countr_zero(s)];
        return r;
    }
    Relation closure() const {
        Relation r = *this;
        for (int k = 0; k < n_; ++k)
            for (int i = 0; i < n_; ++i)
                if (r.has(i, k)) r.rows_[i] |= r.rows_[k];
        return r;
    }
    bool irreflexive() const {
        for (int i = 0; i < n_; ++i)
            if (has(i, i)) return false;
        return true;
    }
    /// Removes events while some event leads to no remaining event; events of a cycle are never removed.
    bool acyclic() const {
        EventSet left = domain();
        for (bool more = true; more && left;) {
            more = false;
            for (EventSet s = left; s; s &= s - 1)
                if (const int i = std::countr_zero(s); !(rows_[i] & left)) left &= ~(EventSet{1} << i), more = true;
        }
        return left == 0;
    }

private:
    int n_ = 0;
    std::array<EventSet, max_events> rows_;
};

}  // namespace tandem::specs
