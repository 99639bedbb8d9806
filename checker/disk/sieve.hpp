// Sorts the candidates of one range of strings, each once, and strikes out those that are known.
//
// Candidates go into a table in which a string's place follows from its first bits, by linear probing. So the table is sorted but
// for what stands together without a gap, and that is a few strings. Known states come sorted, too: one step through both
// lists finds which of them were known.
#pragma once

#include <cassert>
#include <limits>

#include "checker/disk/state_list.hpp"

namespace tandem::checker {

class Sieve {
public:
    /// Begins with strings of which the first `range_bits` bits are the same, `most` of them at most.
    void start(int range_bits, std::size_t most, bool with_more) {
        range_bits_ = range_bits;
        with_more_ = with_more;
        places_ = most + most / 2 + 1;
        const std::size_t slots = places_ + most + 1;  // whatever stands together has room
        table_.mixed.assign(slots, nothing);
        if (table_.tags.size() < slots) table_.tags.resize(slots);
        if (with_more && table_.more.size() < slots) table_.more.resize(slots);
    }

    void add(const StateString& string, std::uint32_t tag) {
        std::size_t at = home(string.mixed);
        for (; table_.mixed[at] != nothing; ++at)
            if (table_.mixed[at] == string.mixed && (!with_more_ || table_.more[at] == string.more)) return;
        table_.mixed[at] = string.mixed;
        table_.tags[at] = tag;
        if (with_more_) table_.more[at] = string.more;
    }

    /// Sorts what was added: nothing is added afterwards.
    void sort();

    /// What was added, sorted, with `padding` mixed words behind that are above all others.
    const StateList& sorted() const { return sorted_; }
    std::size_t count() const { return count_; }
    const std::uint64_t* begin() const { return sorted_.mixed.data(); }

    /// Of known states, sorted: strikes out those of them that were added. A list that does not go on where the last one has
    /// ended comes after `rewind`.
    void rewind() { at_ = 0; }
    void strike(const StateList& known, std::size_t first, std::size_t last);

    /// Leaves those that were not struck out, in `sorted()`, without padding.
    void drop_struck();

    std::size_t bytes() const { return table_.bytes() + sorted_.bytes() + struck_.capacity(); }

private:
    static constexpr std::uint64_t nothing = ~std::uint64_t{0};  // no string's: its last bit is set
    static constexpr std::size_t padding = 17, stride = 16;

    std::size_t home(std::uint64_t mixed) const {
        __extension__ using Wide = unsigned __int128;
        const std::uint64_t rest = range_bits_ == 0 ? mixed : mixed << range_bits_;
        return static_cast<std::size_t>(Wide{rest} * places_ >> 64);
    }
    void move(std::size_t from, std::size_t to);

    int range_bits_ = 0;
    bool with_more_ = false;
    std::size_t places_ = 0, count_ = 0, at_ = 0;
    StateList table_, sorted_;
    std::vector<std::uint8_t> struck_;
};

}  // namespace tandem::checker
