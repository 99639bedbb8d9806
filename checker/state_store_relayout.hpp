// A store that takes over all states of another, whose keys are narrower, or those of a checkpoint.
#pragma once

#include "checker/state_store.hpp"

namespace tandem::checker {

template <int W, class Hash>
template <int V, class Transform>
bool StateStore<W, Hash>::take_over(StateStore<V, Hash>& old, Transform&& transform, int threads) {
    assert(end() == 0);
    const std::size_t lines = lines_for(old.end());
    if (old.end() > lines * TagIndex::keys_per_line) return false;
    reserved_.store(old.end(), std::memory_order_relaxed);
    holes_.store(old.holes_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    old.index_.close();
    index_.close();
    index_.start(lines);

    in_parallel(threads, [&](int t) {
        constexpr Position stride = Position{1} << 20;
        const Position last = share<Position>(0, end(), t + 1, threads);
        for (Position begin = share<Position>(0, end(), t, threads); begin < last;) {
            const Position stop = begin + std::min(stride, last - begin);
            for (Position p = begin; p < stop; ++p) keys()[p] = old.is_hole(p) ? hole : transform(old.key(p));
            old.array_.release(begin * sizeof(old.key(0)), stop * sizeof(old.key(0)));
            begin = stop;
        }
    });
    index_all(threads);
    return true;
}

template <int W, class Hash>
template <class Read>
bool StateStore<W, Hash>::restore(Position end, Position states, Read&& read, int threads) {
    assert(this->end() == 0);
    const std::size_t lines = lines_for(end);
    if (end > lines * TagIndex::keys_per_line) return false;
    reserved_.store(end, std::memory_order_relaxed);
    holes_.store(end - states, std::memory_order_relaxed);
    index_.close();
    index_.start(lines);
    read(std::span(static_cast<std::byte*>(array_.data()), std::size_t{end} * sizeof(Key)));
    index_all(threads);
    return true;
}

template <int W, class Hash>
void StateStore<W, Hash>::index_all(int threads) {
    in_parallel(threads, [&](int t) {
        std::array<std::uint64_t, batch> hash;
        const Position last = share<Position>(0, end(), t + 1, threads);
        for (Position begin = share<Position>(0, end(), t, threads); begin < last;) {
            const Position stop = begin + std::min<Position>(batch, last - begin);
            for (Position p = begin; p < stop; ++p) __builtin_prefetch(index_.home(hash[p - begin] = hash_of(key(p))), 1);
            for (Position p = begin; p < stop; ++p)
                if (!is_hole(p)) index_.add(hash[p - begin], p);
            begin = stop;
        }
    });
}

}  // namespace tandem::checker
