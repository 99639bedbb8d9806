// What runs a litmus test on a GPU, with the four incantations of ptx-litmus.txt, 4.3: memory stress, general bank conflicts,
// thread synchronisation and thread randomisation. The scope tree says which threads share a block and a warp. A launch runs the
// test in many places of memory. Testing threads wait for each other only so long, since blocks need not run side by side.
#include "apps/run/program_text.hpp"

namespace tandem::apps {

const char* const cuda_harness_start = R"c(#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

typedef long long word;
typedef unsigned long long uword;
__device__ __forceinline__ word HIDE(word v) { asm volatile("" : "+l"(v)); return v; }
__device__ __forceinline__ void* HIDDEN_PLACE(void* p) { asm volatile("" : "+l"(p)); return p; }

#define BEGIN
)c";

const char* const cuda_harness_end = R"c(
enum { stress = 1, bank_conflicts = 2, synchronisation = 4, randomisation = 8 };
enum { places = 64, block_size = 256, stress_blocks = 64, line = 128, idle = -1, beside = 1 << 30, scratch_words = 1 << 16 };

struct launch {
    int test, locations, threads, bytes, incantations, conflict;
    unsigned random;
    int shared[most_locations];
    const int* roles;          // by thread: place * most_threads + the test's thread; with `beside`, a thread of its warp
    const int* place_of_block;
    char *cells, *offsets;     // the test's locations, and those of threads beside
    word *results, *discarded;
    int* met;
    volatile unsigned* scratch;
};

__device__ static char* cell_at(const launch& l, int location, int place) {
    return l.cells + ((size_t)place * most_locations + location) * line;
}
__device__ static void copy_cell(char* to, const char* from, int bytes) {
    if (bytes == 8) *(volatile long long*)to = *(volatile const long long*)from;
    else *(volatile int*)to = *(volatile const int*)from;
}

__global__ void run_tests(launch l) {
    __shared__ word area[most_locations];
    const int place = l.place_of_block[blockIdx.x];
    if (threadIdx.x == 0 && place >= 0)
        for (int x = 0; x < l.locations; ++x)
            if (l.shared[x]) copy_cell((char*)&area[x], cell_at(l, x, place), l.bytes);
    __syncthreads();
    const int role = l.roles[blockIdx.x * blockDim.x + threadIdx.x];
    if (role >= 0) {
        const int thread = role & (most_threads - 1), tested = (role & ~beside) / most_threads;
        void* at[most_locations];
        if (role & beside) {
            const int apart = l.conflict ? 128 : 8;
            for (int x = 0; x < l.locations; ++x)
                at[x] = l.offsets + ((size_t)tested * most_locations + x) * 4096 + (threadIdx.x & 31) * apart;
        } else {
            for (int x = 0; x < l.locations; ++x) at[x] = l.shared[x] ? (void*)&area[x] : (void*)cell_at(l, x, tested);
            if (l.incantations & synchronisation) {
                atomicAdd(&l.met[tested], 1);
                for (int turns = 0; turns < 2048 && *(volatile int*)&l.met[tested] < l.threads; ++turns) {}
            }
        }
        word* out = l.results + (size_t)tested * most_observed;
        if (role & beside) out = l.discarded + (size_t)(blockIdx.x * blockDim.x + threadIdx.x) * most_observed;
        run_thread(l.test, thread, at, out);
    } else if (l.incantations & stress) {
        unsigned where = l.random ^ ((blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u);
        for (int turn = 0; turn < 64; ++turn) {
            where = where * 1664525u + 1013904223u;
                l.scratch[(where >> 8) & (scratch_words - 1)] += where;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0 && place >= 0)
        for (int x = 0; x < l.locations; ++x)
            if (l.shared[x]) copy_cell(cell_at(l, x, place), (const char*)&area[x], l.bytes);
}

static void must(cudaError_t e) {
    if (e != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(e)), std::exit(3);
}
template <class T> static T* on_device(size_t n) {
    void* p;
    must(cudaMalloc(&p, n * sizeof(T)));
    must(cudaMemset(p, 0, n * sizeof(T)));
    return (T*)p;
}
static uint64_t next(uint64_t& state) {  // xorshift64*
    state ^= state >> 12; state ^= state << 25; state ^= state >> 27;
    return state * 2685821657736338717ULL;
}

int main(int argc, char** argv) {
    if (argc < 6) return std::fprintf(stderr, "test iterations seed - incantations\n"), 2;
    int cards = 0;
    if (cudaGetDeviceCount(&cards) != cudaSuccess || cards == 0) return std::fprintf(stderr, "there is no GPU\n"), 9;
    cudaDeviceProp card;
    must(cudaGetDeviceProperties(&card, 0));
    std::printf("card %s\n", card.name);
    launch l{};
    l.test = std::atoi(argv[1]);
    const test_of& test = tests[l.test];
    uint64_t left = std::strtoull(argv[2], 0, 10), random = std::strtoull(argv[3], 0, 10) * 2 + 1;
    l.incantations = std::atoi(argv[5]);
    l.locations = test.locations, l.threads = test.threads, l.bytes = test.bytes;
    std::memcpy(l.shared, test.shared, sizeof l.shared);
    int blocks = 0;
    for (int t = 0; t < test.threads; ++t) blocks = test.blocks[t] >= blocks ? test.blocks[t] + 1 : blocks;
    const int test_blocks = places * blocks, all_blocks = test_blocks + (l.incantations & stress ? stress_blocks : 0);
    const size_t cells = (size_t)places * most_locations * line, offsets = (size_t)places * most_locations * 4096;
    l.cells = on_device<char>(cells), l.offsets = on_device<char>(offsets);
    l.results = on_device<word>((size_t)places * most_observed);
    l.discarded = on_device<word>((size_t)all_blocks * block_size * most_observed);
    l.met = on_device<int>(places);
    l.scratch = on_device<unsigned>(scratch_words);
    int* roles = on_device<int>((size_t)all_blocks * block_size);
    int* place_of_block = on_device<int>(all_blocks);
    l.roles = roles, l.place_of_block = place_of_block;
    std::vector<char> memory(cells);
    std::vector<word> results((size_t)places * most_observed);
    std::map<std::vector<std::pair<int, word>>, uint64_t> states;
    while (left > 0) {
        const int size = left < places ? (int)left : (int)places;
        left -= size;
        std::vector<int> role((size_t)all_blocks * block_size, idle), place(all_blocks, -1), block(test_blocks);
        for (int b = 0; b < test_blocks; ++b) block[b] = b;
        if (l.incantations & randomisation)
            for (int b = test_blocks - 1; b > 0; --b) std::swap(block[b], block[next(random) % (b + 1)]);
        for (int p = 0; p < size; ++p) {
            int warp_at[most_threads];  // by thread, in its block
            for (int t = 0; t < test.threads; ++t) {
                const int at = block[p * blocks + test.blocks[t]];
                place[at] = p;
                int warp = -1, used = 0;
                for (int s = 0; s < t; ++s) {
                    if (test.blocks[s] != test.blocks[t]) continue;
                    used |= 1 << warp_at[s];
                    if (test.warps[s] == test.warps[t]) warp = warp_at[s];
                }
                const bool alone = warp < 0;
                while (warp < 0 || (alone && (used >> warp & 1)))
                    warp = l.incantations & randomisation ? (int)(next(random) % (block_size / 32)) : warp + 1;
                warp_at[t] = warp;
                int* lanes = &role[(size_t)at * block_size + warp * 32];
                int lane = l.incantations & randomisation ? (int)(next(random) & 31) : 0;
                while (lanes[lane] >= 0 && !(lanes[lane] & beside)) lane = (lane + 1) & 31;
                lanes[lane] = p * most_threads + t;
                if (l.incantations & bank_conflicts)
                    for (int other = 0; other < 32; ++other)
                        if (lanes[other] == idle) lanes[other] = beside | (p * most_threads + t);
            }
            for (int x = 0; x < test.locations; ++x) {
                const value v = test.initial[x];
                const size_t row = (size_t)p * most_locations;
                const word n = v.location < 0 ? v.number : (word)(l.cells + (row + v.location) * line) + v.number;
                const int narrow = (int)n;
                std::memcpy(&memory[(row + x) * line], test.bytes == 8 ? (const void*)&n : &narrow, test.bytes);
            }
        }
        must(cudaMemcpy(l.cells, memory.data(), cells, cudaMemcpyHostToDevice));
        must(cudaMemcpy(roles, role.data(), role.size() * sizeof(int), cudaMemcpyHostToDevice));
        must(cudaMemcpy(place_of_block, place.data(), place.size() * sizeof(int), cudaMemcpyHostToDevice));
        must(cudaMemset(l.met, 0, places * sizeof(int)));
        l.random = (unsigned)next(random), l.conflict = (int)(next(random) >> 40 & 1);
        run_tests<<<all_blocks, block_size>>>(l);
        must(cudaGetLastError());
        must(cudaMemcpy(memory.data(), l.cells, cells, cudaMemcpyDeviceToHost));
        must(cudaMemcpy(results.data(), l.results, results.size() * sizeof(word), cudaMemcpyDeviceToHost));
        for (int p = 0; p < size; ++p) {
            std::vector<std::pair<int, word>> state;
            for (int o = 0; o < test.observed; ++o) {
                const observed at = test.places[o];
                word v = results[(size_t)p * most_observed + o];
                if (at.thread < 0) {
                    const char* from = &memory[((size_t)p * most_locations + at.index) * line];
                    int narrow;
                    std::memcpy(&narrow, from, 4), v = narrow;
                    if (test.bytes == 8) std::memcpy(&v, from, 8);
                }
                int location = -1;
                for (int x = 0; x < test.locations; ++x)
                    if (v == (word)(l.cells + ((size_t)p * most_locations + x) * line)) location = x;
                state.push_back({location, location < 0 ? v : 0});
            }
            ++states[state];
        }
    }
    for (const auto& entry : states) {
        std::printf("%llu", (unsigned long long)entry.second);
        for (const auto& part : entry.first) std::printf(" %d:%lld", part.first, part.second);
        std::printf("\n");
    }
    std::printf("end\n");
    return 0;
}
)c";

}  // namespace tandem::apps
