// Many cores by sorting: the one arrangement of the cores that their states and what is said of them put in order.
//
// Five cores and more have too many renamings to try each. Where `Network::cores_sortable` holds that is not needed. A core's key
// is what its slots hold, and its marks in what all cores share (model/core_marks.hpp). Renaming cores moves keys about and
// changes none, so sorted keys are the same for a whole orbit. Two cores with equal keys may be exchanged, and nothing changes:
// so all arrangements that are sorted give one state, and as many renamings keep it as cores with equal keys have orders. It is
// as exact as trying every renaming.
#pragma once

#include <algorithm>
#include <deque>

#include "checker/components.hpp"

namespace tandem::checker {

class CoreOrder {
public:
    /// With fewer cores every renaming is tried, which needs nothing of the protocol.
    static constexpr int least_cores = 5;

    /// `wanted` false: does not sort. `by_content`: the order is the same in every process.
    CoreOrder(Components& components, bool wanted, bool by_content);

    bool sorts() const { return !owned_.empty(); }
    /// n! for n cores, or 1 if it does not sort.
    int renamings() const { return sorts() ? factorial(cores_) : 1; }
    /// Exchanges of two cores that make all renamings.
    std::vector<model::Permutation> exchanges() const;

    /// A state put in order. `from[i]`: which core comes to place i.
    struct Arranged {
        std::array<std::uint8_t, model::max_extent> from{};
        std::array<std::array<Number, max_slots>, model::max_extent> keys{};  // by place
        int ways = 1;  // renamings that keep the state
    };

    /// Sorts the state whose slots hold `parts`.
    Arranged arrange(const Parts& parts) {
        Arranged a;
        std::array<std::array<Number, max_slots>, model::max_extent> keys;
        for (std::size_t k = 0; k < owned_.size(); ++k)
            for (std::size_t c = 0; c < cores(); ++c) keys[c][k] = parts[owned_[k][c]];
        for (std::size_t s = 0; s < shared_.size(); ++s) {
            const Marks& of = marks(s, parts[shared_[s]]);
            for (std::size_t c = 0; c < cores(); ++c) keys[c][owned_.size() + s] = of[c];
        }
        for (std::size_t c = 0; c < cores(); ++c) a.from[c] = static_cast<std::uint8_t>(c);
        std::stable_sort(a.from.begin(), a.from.begin() + cores_,
                         [&](std::size_t x, std::size_t y) { return compare(keys[x], keys[y]) < 0; });
        int equal = 1;
        for (std::size_t i = 0; i < cores(); ++i) {
            a.keys[i] = keys[a.from[i]];
            equal = i > 0 && compare(a.keys[i], a.keys[i - 1]) == 0 ? equal + 1 : 1;
            a.ways *= equal;
        }
        return a;
    }
    /// Which of two states put in order comes first, as far as the keys tell: below 0, 0, above 0.
    int compare(const Arranged& a, const Arranged& b) const {
        for (std::size_t i = 0; i < cores(); ++i)
            if (const int order = compare(a.keys[i], b.keys[i])) return order;
        return 0;
    }
    /// What the slots hold when the cores are arranged so.
    Parts moved(const Parts& parts, const Arranged& a);
    /// Where the slots go.
    Slots moved(Slots slots, const std::array<std::uint8_t, model::max_extent>& from) const {
        Slots image = slots & shared_set_;
        for (const auto& owned : owned_)
            for (std::size_t i = 0; i < cores(); ++i) image |= (slots >> owned[from[i]] & 1) << owned[i];
        return image;
    }
    /// The least of the slots that a slot may go to.
    std::size_t rank(std::size_t slot) const;

    /// The numbers of marks, by which keys are put in order.
    void save(CheckpointWriter& out) const;
    void restore(CheckpointReader& in);

    void forget_old_tables() {
        for (Memo& memo : images_) memo.forget_old_tables();
    }
    std::size_t bytes() const;

private:
    using Marks = std::array<Number, model::max_extent>;  // by core
    using OfCores = std::array<std::uint8_t, model::max_extent>;

    static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
    std::size_t cores() const { return static_cast<std::size_t>(cores_); }
    int compare(const std::array<Number, max_slots>& a, const std::array<Number, max_slots>& b) const {
        const std::size_t length = owned_.size() + shared_.size();
        for (std::size_t k = 0; k < length; ++k)
            if (a[k] != b[k]) return (by_content_ ? before_by_content(k, a[k], b[k]) : a[k] < b[k]) ? -1 : 1;
        return 0;
    }
    /// Whether one comes before another at place k of a key.
    bool before_by_content(std::size_t k, Number a, Number b) const {
        if (k < owned_.size()) return components_.before_by_content(owned_[k][0], a, b);
        const auto& numbers = numbers_[k - owned_.size()];
        return numbers[a].packed < numbers[b].packed;
    }
    const Marks& marks(std::size_t shared, Number number) {
        const auto& known = marks_[shared];
        if (number < known.size())
            if (const Marks* found = known[number].load(std::memory_order_acquire)) [[likely]] return *found;
        return make_marks(shared, number);
    }
    const Marks& make_marks(std::size_t shared, Number number);

    Components& components_;
    const bool by_content_;
    int cores_ = 0;
    std::vector<OfCores> owned_;        // slots, by core: nodes of one kind, or links
    std::vector<std::uint8_t> shared_;  // the other slots
    Slots shared_set_ = 0;
    std::vector<StableVector<std::atomic<const Marks*>>> marks_;  // by place in `shared_`
    std::vector<Interner<SiteEntry>> numbers_;                    // of marks
    std::vector<Memo> images_;                                    // of what is shared, by number and arrangement
    std::deque<Marks> all_marks_;
    mutable SpinLock lock_;
};

}  // namespace tandem::checker
