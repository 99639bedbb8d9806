// A breadth-first search on one GPU, of states as tuples of component numbers (explore.h). nvcc makes it for a device. Any C++ compiler makes a program of one thread of it, so that it can be tested without one.
//
// A thread takes one slot of one state: it reads the slot's row, and for each message that may be delivered from there the receiver's. Successors go into a set of keys at once: buckets of four keys, one
// sector of memory, in which keys stand from the left on and are never removed. Whoever puts a key there appends it to the store, which is the next level's work.
#include "explore.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#ifdef __CUDACC__
#define ON_DEVICE __device__ __forceinline__
#else
#define ON_DEVICE inline
#endif

namespace spike {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using ull = unsigned long long;

constexpr u64 no_key = ~u64{0};

// ---- what differs between a GPU and a processor ----
#ifdef __CUDACC__
void require(cudaError_t status, const char* what) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(3);
}
template <class T> T* allocate(u64 count) {
    T* at = nullptr;
    if (cudaMalloc(&at, count * sizeof(T)) != cudaSuccess) return nullptr;
    return at;
}
void release(void* at) { cudaFree(at); }
void fill(void* at, int byte, u64 bytes) { require(cudaMemset(at, byte, bytes), "memset"); }
template <class T> void to_device(T* at, const T* from, u64 count) { require(cudaMemcpy(at, from, count * sizeof(T), cudaMemcpyHostToDevice), "copy"); }
template <class T> void to_host(T* at, const T* from, u64 count) { require(cudaMemcpy(at, from, count * sizeof(T), cudaMemcpyDeviceToHost), "copy"); }
ON_DEVICE u64 add(u64* at, u64 n) { return atomicAdd(reinterpret_cast<ull*>(at), static_cast<ull>(n)); }
ON_DEVICE u64 exchange_if(u64* at, u64 expected, u64 desired) { return atomicCAS(reinterpret_cast<ull*>(at), static_cast<ull>(expected), static_cast<ull>(desired)); }
ON_DEVICE u32 exchange_if(u32* at, u32 expected, u32 desired) { return atomicCAS(at, expected, desired); }
ON_DEVICE void set_bits(u32* at, u32 bits) { atomicOr(at, bits); }
/// The threads of a warp that are here together take their places by one addition.
ON_DEVICE u64 next_place(u64* at) {
    const unsigned here = __activemask(), lane = threadIdx.x & 31, first = __ffs(here) - 1;
    u64 base = 0;
    if (lane == first) base = add(at, __popc(here));
    base = __shfl_sync(here, base, first);
    return base + __popc(here & ((1u << lane) - 1));
}
ON_DEVICE u64 sum_of_warp(u64 n) {
    for (int step = 16; step > 0; step /= 2) n += __shfl_xor_sync(~0u, n, step);
    return n;
}
ON_DEVICE void read(const u64* bucket, u64 (&keys)[4]) {
    const ulonglong2 low = __ldcg(reinterpret_cast<const ulonglong2*>(bucket)), high = __ldcg(reinterpret_cast<const ulonglong2*>(bucket) + 1);
    keys[0] = low.x, keys[1] = low.y, keys[2] = high.x, keys[3] = high.y;
}
#else
template <class T> T* allocate(u64 count) { return static_cast<T*>(std::malloc(count * sizeof(T))); }
void release(void* at) { std::free(at); }
void fill(void* at, int byte, u64 bytes) { std::memset(at, byte, bytes); }
template <class T> void to_device(T* at, const T* from, u64 count) { std::memcpy(at, from, count * sizeof(T)); }
template <class T> void to_host(T* at, const T* from, u64 count) { std::memcpy(at, from, count * sizeof(T)); }
ON_DEVICE u64 add(u64* at, u64 n) { return (*at += n) - n; }
template <class T> ON_DEVICE T exchange_if(T* at, T expected, T desired) {
    const T was = *at;
    if (was == expected) *at = desired;
    return was;
}
ON_DEVICE void set_bits(u32* at, u32 bits) { *at |= bits; }
ON_DEVICE u64 next_place(u64* at) { return add(at, 1); }
ON_DEVICE u64 sum_of_warp(u64 n) { return n; }
ON_DEVICE void read(const u64* bucket, u64 (&keys)[4]) { std::memcpy(keys, bucket, sizeof keys); }
#endif

/// The device's memory, as a kernel sees it.
struct View {
    Sizes sizes;
    u64* store;
    u64* set;
    unsigned char* changes;  // by state of the level: whether a step leads to another state
    u32* row_at[max_slots];  // by slot and number: the place of the row + 2; 0 if nobody knows it, 1 if it has been asked for
    u32* rows;
    u64* memo_keys;
    u32* memo_values;        // 0 while it has only been asked for
    u64* aside[2];           // pieces of work that wait
    Question* questions;
    struct Counters {
        u64 states, transitions, successors, put_aside, questions, stuck;
        u32 failed;
    }* counters;
    u64 begin, end;
    u64 most_aside, most_questions;
};

ON_DEVICE u64 hash_of(u64 key) {
    key ^= key >> 31;
    key *= 0x9e3779b97f4a7c15u;
    key ^= key >> 29;
    key *= 0xbf58476d1ce4e5b9u;
    return key ^ key >> 32;
}
ON_DEVICE u32 get(u64 key, Field f) { return static_cast<u32>(key >> f.shift) & f.mask; }
/// The key with another number in a field. A number that outgrows its field is told.
ON_DEVICE u64 with(const View& v, u64 key, Field f, u32 number) {
    if (number >= f.mask) set_bits(&v.counters->failed, 8);
    return (key & ~(static_cast<u64>(f.mask) << f.shift)) | static_cast<u64>(number) << f.shift;
}

ON_DEVICE bool insert(const View& v, u64 key) {
    const u64 buckets = (u64{1} << v.sizes.set_bits) / 4;
    u64 at = hash_of(key) & (buckets - 1);
    for (u64 tries = 0; tries < 256; ++tries, at = (at + 1) & (buckets - 1)) {
        u64* bucket = v.set + 4 * at;
        u64 keys[4];
        read(bucket, keys);
        for (int i = 0; i < 4; ++i) {
            if (keys[i] == key) return false;
            if (keys[i] != no_key) continue;
            const u64 was = exchange_if(bucket + i, no_key, key);
            if (was == no_key) return true;
            if (was == key) return false;
        }
    }
    set_bits(&v.counters->failed, 2);
    return false;
}

/// One thread's piece of work: a slot of a state.
struct Piece {
    const View& v;
    u64 state;          // its key
    u32 transitions = 0, successors = 0;
    bool changes = false;

    ON_DEVICE explicit Piece(const View& v, u64 state) : v(v), state(state) {}

    ON_DEVICE void ask(u32 kind, u32 where, u32 number, u32 message) const {
        const u64 place = next_place(&v.counters->questions);
        if (place < v.most_questions) v.questions[place] = {kind, where, number, message};
    }
    /// The answer to a question about two numbers: 0 if it is not known yet, and then it has been asked for.
    ON_DEVICE u32 known(u32 kind, u32 where, u32 number, u32 message) const {
        const u64 key = static_cast<u64>(kind) << 62 | static_cast<u64>(where) << (2 * number_bits) | static_cast<u64>(number) << number_bits | message;
        const u64 mask = (u64{1} << v.sizes.memo_bits) - 1;
        u64 at = hash_of(key) & mask;
        for (u32 tries = 0; tries < 4096; ++tries, at = (at + 1) & mask) {
            u64 found = v.memo_keys[at];
            if (found == no_key) {
                found = exchange_if(v.memo_keys + at, no_key, key);
                if (found == no_key) {
                    ask(kind, where, number, message);
                    return 0;
                }
            }
            if (found == key) return v.memo_values[at];
        }
        set_bits(&v.counters->failed, 4);
        return 0;
    }
    /// The row of what a slot holds, or null.
    ON_DEVICE const u32* row_of(u32 slot) const {
        const u32 number = get(state, v.sizes.fields[slot]);
        u32* at = v.row_at[slot] + number;
        const u32 place = *at;
        if (place >= 2) return v.rows + place - 2;
        if (place == 0 && exchange_if(at, 0u, 1u) == 0) ask(row, slot, number, 0);
        return nullptr;
    }

    ON_DEVICE void found(u64 next) {
        ++successors;
        if (!insert(v, next)) return;
        const u64 place = next_place(&v.counters->states);
        if (place < v.sizes.states) v.store[place] = next;
        else set_bits(&v.counters->failed, 1);
    }

    /// The steps of a row at `slot`, from a key from which the message received is taken already. False if something is not known.
    template <bool emit>
    ON_DEVICE bool take(const u32* row, u64 before, u32 slot) {
        const Field field = v.sizes.fields[slot];
        const u32 moves = row[0] >> 16, deliveries = row[1] & 0xffff, others = row[1] >> 16;
        if (emit) {
            transitions += row[0] & 0xffff;
            changes |= moves != 0;
            for (u32 i = 0; i < moves; ++i) found(with(v, before, field, row[head_words + i]));
        }
        bool complete = true;
        const u32* step = row + head_words + moves + delivery_words * deliveries;
        for (u32 i = 0; i < others; ++i) {
            const u32 postings = step[2] & 0xffff, error = step[2] >> 16;
            u64 next = with(v, before, field, step[0]);
            bool enabled = true;
            for (u32 p = 0; p < postings && enabled; ++p) {
                const u32 place = step[step_words + posting_words * p], message = step[step_words + posting_words * p + 1];
                const Field to = v.sizes.fields[place / most_lanes];
                const u32 with_it = known(push, place, get(next, to), message);
                if (with_it == 0) complete = false;
                if (with_it == 0 || with_it == never) enabled = false;
                else next = with(v, next, to, with_it - 1);
            }
            if (enabled && v.sizes.monitor < v.sizes.slots && step[1] != 0) {
                const Field watched = v.sizes.fields[v.sizes.monitor];
                const u32 after = known(observe, 0, get(next, watched), step[1]);
                if (after == 0) complete = false;
                if (after == 0 || after == never) enabled = false;
                else next = with(v, next, watched, after - 1);
            }
            if (emit && enabled) {
                if (error) {
                    set_bits(&v.counters->failed, 16);
                } else {
                    ++transitions;
                    if (next != state) {
                        changes = true;
                        found(next);
                    }
                }
            }
            step += step_words + posting_words * postings;
        }
        return complete;
    }

    template <bool emit>
    ON_DEVICE bool walk(u32 slot) {
        const u32* own = row_of(slot);
        if (!own) return false;
        bool complete = take<emit>(own, state, slot);
        const u32 moves = own[0] >> 16, deliveries = own[1] & 0xffff;
        const u32* delivery = own + head_words + moves;
        for (u32 d = 0; d < deliveries; ++d, delivery += delivery_words) {
            const u32 message = delivery[0], rest = delivery[1], channel = delivery[2] & 0xffff, receiver = delivery[2] >> 16;
            const u32 place = known(receive, channel, get(state, v.sizes.fields[receiver]), message);
            if (place == 0) complete = false;
            else complete &= take<emit>(v.rows + place - 2, with(v, state, v.sizes.fields[slot], rest), receiver);
        }
        return complete;
    }
};

/// Piece `item` of the level, or false if it must wait. `asking`: rows may be missing, so the piece is looked through before anything of it counts.
template <bool asking>
ON_DEVICE void work_on(const View& v, u64 item, u64* aside, u64& transitions, u64& successors) {
    const u64 position = v.begin + item / v.sizes.rows_per_state;
    const u32 slot = static_cast<u32>(item % v.sizes.rows_per_state);
    Piece piece(v, v.store[position]);
    if (asking && !piece.walk<false>(slot)) {
        const u64 place = next_place(&v.counters->put_aside);
        if (place < v.most_aside) aside[place] = item;
        return;
    }
    if (!piece.walk<true>(slot)) set_bits(&v.counters->failed, 32);
    if (piece.changes) v.changes[position - v.begin] = 1;
    transitions += piece.transitions;
    successors += piece.successors;
}

/// An answer becomes known.
ON_DEVICE void learn(const View& v, const Answer& answer) {
    const Question& q = answer.question;
    if (q.kind == row) {
        v.row_at[q.where][q.number] = answer.value;
        return;
    }
    const u64 key = static_cast<u64>(q.kind) << 62 | static_cast<u64>(q.where) << (2 * number_bits) | static_cast<u64>(q.number) << number_bits | q.message;
    const u64 mask = (u64{1} << v.sizes.memo_bits) - 1;
    u64 at = hash_of(key) & mask;
    while (v.memo_keys[at] != key) at = (at + 1) & mask;
    v.memo_values[at] = answer.value;
}

ON_DEVICE void look_whether_stuck(const View& v, u64 i) {
    if (v.changes[i]) return;
    next_place(&v.counters->stuck);
}

#ifdef __CUDACC__
__device__ __forceinline__ u64 first() { return blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x; }
__device__ __forceinline__ u64 stride() { return gridDim.x * static_cast<u64>(blockDim.x); }
template <bool asking>
__global__ void __launch_bounds__(256) work_kernel(View v, u64 items, const u64* waiting, u64* aside) {
    u64 transitions = 0, successors = 0;
    for (u64 i = first(); i < items; i += stride()) work_on<asking>(v, waiting ? waiting[i] : i, aside, transitions, successors);
    __syncwarp();
    transitions = sum_of_warp(transitions);
    successors = sum_of_warp(successors);
    if (threadIdx.x % 32 == 0) add(&v.counters->transitions, transitions), add(&v.counters->successors, successors);
}
__global__ void learn_kernel(View v, const Answer* answers, u64 count) {
    for (u64 i = first(); i < count; i += stride()) learn(v, answers[i]);
}
__global__ void stuck_kernel(View v) {
    for (u64 i = first(); i < v.end - v.begin; i += stride()) look_whether_stuck(v, i);
}
__global__ void put_kernel(View v, const u64* keys, u32 count) {
    for (u64 i = first(); i < count; i += stride()) Piece(v, 0).found(keys[i]);
}
int blocks(u64 items) { return static_cast<int>(items / 256 + 1 < 16384 ? items / 256 + 1 : 16384); }
#endif

struct Explorer {
    View v{};
    std::vector<void*> owned;
    Answer* answers = nullptr;
    u64 most_answers = u64{1} << 20;
    u64 waiting = 0;  // pieces that wait, in aside[turn]
    int turn = 0;
    bool in_level = false;

    template <class T> bool take(T*& at, u64 count) {
        at = allocate<T>(count);
        if (at) owned.push_back(at);
        return at;
    }
    bool take_all(const Sizes& sizes) {
        v.sizes = sizes;
        v.most_questions = u64{1} << 22;
        v.most_aside = sizes.states / 2 * sizes.rows_per_state;
        if (v.most_aside > u64{1} << 28) v.most_aside = u64{1} << 28;
        bool all = take(v.store, sizes.states) && take(v.set, u64{1} << sizes.set_bits) && take(v.changes, sizes.states) && take(v.rows, sizes.row_words) &&
                   take(v.memo_keys, u64{1} << sizes.memo_bits) && take(v.memo_values, u64{1} << sizes.memo_bits) && take(v.aside[0], v.most_aside) &&
                   take(v.aside[1], v.most_aside) && take(v.questions, v.most_questions) && take(v.counters, 1) && take(answers, most_answers);
        for (u32 s = 0; s < sizes.rows_per_state && all; ++s) {
            const u64 numbers = u64{sizes.fields[s].mask} + 1;
            all = take(v.row_at[s], numbers);
            if (all) fill(v.row_at[s], 0, numbers * sizeof(u32));
        }
        if (!all) return false;
        fill(v.memo_keys, 0xff, (u64{1} << sizes.memo_bits) * sizeof(u64));
        fill(v.memo_values, 0, (u64{1} << sizes.memo_bits) * sizeof(u32));
        fill(v.counters, 0, sizeof *v.counters);
        return true;
    }
    ~Explorer() {
        for (void* at : owned) release(at);
    }
    View::Counters counters() const {
        View::Counters c;
        to_host(&c, v.counters, 1);
        return c;
    }
    void set(const View::Counters& c) { to_device(v.counters, &c, 1); }
};

extern "C" {

const char* spike_device() {
#ifdef __CUDACC__
    static cudaDeviceProp properties;
    require(cudaGetDeviceProperties(&properties, 0), "device");
    return properties.name;
#else
    return "one thread of a processor, in place of a GPU";
#endif
}

Explorer* spike_new(const Sizes* sizes) {
    auto* e = new Explorer;
    if (e->take_all(*sizes)) return e;
    delete e;
    return nullptr;
}

void spike_start(Explorer* e, const u64* keys, u32 count) {
    View& v = e->v;
    fill(v.set, 0xff, (u64{1} << v.sizes.set_bits) * sizeof(u64));
    e->set({});
    e->waiting = 0, e->in_level = false;
#ifdef __CUDACC__
    u64* given = allocate<u64>(count);
    to_device(given, keys, count);
    put_kernel<<<1, 256>>>(v, given, count);
    require(cudaDeviceSynchronize(), "start");
    release(given);
#else
    for (u32 i = 0; i < count; ++i) Piece(v, 0).found(keys[i]);
#endif
    v.begin = 0, v.end = e->counters().states;
}

void spike_work(Explorer* e, bool ask, Report* report) {
    View& v = e->v;
    View::Counters c = e->counters();
    const bool again = e->in_level;
    if (!again) {
        fill(v.changes, 0, v.end - v.begin);
        c.transitions = c.successors = 0;
    }
    e->in_level = true;
    c.put_aside = c.questions = c.stuck = 0;
    e->set(c);
    const u64* waiting = again ? v.aside[e->turn] : nullptr;
    u64* aside = v.aside[1 - e->turn];
    const u64 items = again ? e->waiting : (v.end - v.begin) * v.sizes.rows_per_state;
#ifdef __CUDACC__
    if (ask) work_kernel<true><<<blocks(items), 256>>>(v, items, waiting, aside);
    else work_kernel<false><<<blocks(items), 256>>>(v, items, waiting, aside);
    stuck_kernel<<<blocks(v.end - v.begin), 256>>>(v);
    require(cudaDeviceSynchronize(), "work");
#else
    u64 transitions = 0, successors = 0;
    for (u64 i = 0; i < items; ++i) {
        const u64 item = waiting ? waiting[i] : i;
        if (ask) work_on<true>(v, item, aside, transitions, successors);
        else work_on<false>(v, item, aside, transitions, successors);
    }
    v.counters->transitions += transitions, v.counters->successors += successors;
    for (u64 i = 0; i < v.end - v.begin; ++i) look_whether_stuck(v, i);
#endif
    c = e->counters();
    e->turn = 1 - e->turn;
    e->waiting = c.put_aside;
    if (c.put_aside > v.most_aside) c.failed |= 64;
    *report = {v.begin, v.end, c.states, c.transitions, c.successors, c.put_aside, c.questions < v.most_questions ? c.questions : v.most_questions, c.stuck, c.failed};
    if (c.questions > v.most_questions) report->failed |= 64;
}

void spike_questions(Explorer* e, Question* questions) {
    const u64 count = e->counters().questions;
    to_host(questions, e->v.questions, count);
}

void spike_answer(Explorer* e, const u32* words, u64 from, u64 count, const Answer* answers, u64 answered) {
    if (count) to_device(e->v.rows + from, words, count);
    for (u64 at = 0; at < answered; at += e->most_answers) {
        const u64 n = answered - at < e->most_answers ? answered - at : e->most_answers;
        to_device(e->answers, answers + at, n);
#ifdef __CUDACC__
        learn_kernel<<<blocks(n), 256>>>(e->v, e->answers, n);
        require(cudaDeviceSynchronize(), "answers");
#else
        for (u64 i = 0; i < n; ++i) learn(e->v, e->answers[i]);
#endif
    }
}

bool spike_next_level(Explorer* e) {
    View& v = e->v;
    v.begin = v.end;
    v.end = e->counters().states;
    e->in_level = false;
    return v.begin < v.end;
}

}  // extern "C"

}  // namespace spike
