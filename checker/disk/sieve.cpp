#include "checker/disk/sieve.hpp"

#include <algorithm>

namespace tandem::checker {

void Sieve::sort() {
    sorted_.clear();
    const auto push = [&](std::size_t at) {
        sorted_.mixed.push_back(table_.mixed[at]);
        sorted_.tags.push_back(table_.tags[at]);
        if (with_more_) sorted_.more.push_back(table_.more[at]);
    };
    for (std::size_t at = 0; at < table_.mixed.size(); ++at) {
        if (table_.mixed[at] == nothing) continue;
        const std::size_t first = sorted_.size();
        for (; table_.mixed[at] != nothing; ++at) {  // the last slot is free
            push(at);
            const StateString string = sorted_[sorted_.size() - 1];
            const std::uint32_t tag = sorted_.tags.back();
            std::size_t to = sorted_.size() - 1;
            for (; to > first && string < sorted_[to - 1]; --to) move(to - 1, to);
            sorted_.mixed[to] = string.mixed;
            sorted_.tags[to] = tag;
            if (with_more_) sorted_.more[to] = string.more;
        }
    }
    count_ = sorted_.size();
    sorted_.mixed.insert(sorted_.mixed.end(), padding, nothing);
    struck_.assign(count_ + padding, 0);
    at_ = 0;
}

void Sieve::move(std::size_t from, std::size_t to) {
    sorted_.mixed[to] = sorted_.mixed[from];
    sorted_.tags[to] = sorted_.tags[from];
    if (with_more_) sorted_.more[to] = sorted_.more[from];
}

void Sieve::strike(const StateList& known, std::size_t first, std::size_t last) {
    const std::uint64_t* const mine = sorted_.mixed.data();
    std::size_t at = at_;
    for (std::size_t k = first; k < last; ++k) {
        const std::uint64_t mixed = known.mixed[k];
        if (mine[at] < mixed) {
            while (at + stride < count_ && mine[at + stride] < mixed) at += stride;
            while (mine[at] < mixed) ++at;
        }
        if (!with_more_) {
            struck_[at] = static_cast<std::uint8_t>(struck_[at] | (mine[at] == mixed));
            continue;
        }
        for (std::size_t same = at; mine[same] == mixed; ++same)
            if (sorted_.more[same] == known.more[k]) struck_[same] = 1;
    }
    at_ = at;
}

void Sieve::drop_struck() {
    std::size_t left = 0;
    for (std::size_t at = 0; at < count_; ++at)
        if (!struck_[at]) move(at, left++);
    sorted_.mixed.resize(left);
    sorted_.tags.resize(left);
    if (with_more_) sorted_.more.resize(left);
    count_ = left;
}

}  // namespace tandem::checker
