// What runs a litmus test on processors: threads on processors of their own meet before each run of the test, each time at
// another place of memory. The parts that make a weak behaviour likelier are called noise: the order of places, how places share
// lines, lines that were fetched or flushed before, and pauses after the threads have met. In the manner of the tool litmus
// (Alglave, Maranget, Sarkar, Sewell, TACAS 2011).
#include "apps/run/program_text.hpp"

namespace tandem::apps {

const char* const cpu_harness_start = R"c(#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t word;
typedef uint64_t uword;
#define NOINLINE __attribute__((noinline, unused))
#define HIDE(v) __extension__({ word hidden_ = (v); __asm__ volatile("" : "+r"(hidden_)); hidden_; })
#define HIDDEN_PLACE(p) __extension__({ void* place_ = (p); __asm__ volatile("" : "+r"(place_)); place_; })

// Keeps the label of a thread's first access apart from the function's own.
#define BEGIN __asm__ volatile("nop")
)c";

const char* const cpu_harness_end = R"c(
enum { batch = 2048, line = 128, noise_prefetch = 1, noise_flush = 2, noise_pause = 4, noise_order = 8, noise_layout = 16 };

static const struct test_of* test;
static int test_number, noise, size, processors[1024], processor_count;
static char* memory;
static size_t location_stride, place_stride;
static word* results;
static int order[batch], * met, ended;
static pthread_barrier_t begin, done;

static uint64_t next(uint64_t* state) {  // xorshift64*
    *state ^= *state >> 12; *state ^= *state << 25; *state ^= *state >> 27;
    return *state * 2685821657736338717ULL;
}
static char* place(int location, int i) { return memory + location * location_stride + i * place_stride; }

static void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}
static void disturb(char* p, uint64_t chance) {
    if ((noise & noise_prefetch) && (chance & 3) == 1) __builtin_prefetch(p, 0);
    if ((noise & noise_prefetch) && (chance & 3) == 2) __builtin_prefetch(p, 1);
#if defined(__x86_64__)
    if ((noise & noise_flush) && (chance & 3) == 3) __builtin_ia32_clflush(p);
#endif
}

struct worker { int thread; uint64_t random; };
static void* work(void* argument) {
    struct worker* me = argument;
    if (processor_count > 0) {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(processors[me->thread % processor_count], &one);
        sched_setaffinity(0, sizeof one, &one);
    }
    for (;;) {
        pthread_barrier_wait(&begin);
        if (ended) return 0;
        for (int k = 0; k < size; ++k) {
            const int i = order[k];
            void* at[most_locations];
            const uint64_t chance = next(&me->random);
            for (int l = 0; l < test->locations; ++l) at[l] = place(l, i), disturb(at[l], chance >> (2 * l));
            __atomic_fetch_add(&met[16 * k], 1, __ATOMIC_RELAXED);
            for (int spins = 0; __atomic_load_n(&met[16 * k], __ATOMIC_RELAXED) < test->threads; ++spins) {
                relax();
                if (spins > 2000) sched_yield(), spins = 0;
            }
            if (noise & noise_pause)
                for (int pauses = (chance >> 40) & 15; pauses > 8; --pauses) relax();
            run_thread(test_number, me->thread, at, results + (size_t)i * most_observed);
        }
        pthread_barrier_wait(&done);
    }
}

static word content(const char* p) {
    if (test->bytes == 8) { word v; memcpy(&v, p, 8); return v; }
    int v;
    memcpy(&v, p, 4);
    return v;
}
static void put(char* p, word v) {
    const int narrow = (int)v;
    if (test->bytes == 8) memcpy(p, &v, 8); else memcpy(p, &narrow, 4);
}

struct state { word numbers[most_observed]; int locations[most_observed]; uint64_t count; };
static struct state* states;
static size_t state_count, state_room;
static void count(const struct state* s) {
    const size_t observed = test->observed;
    for (size_t k = state_count; k-- > 0;)
        if (memcmp(states[k].numbers, s->numbers, observed * sizeof(word)) == 0 &&
            memcmp(states[k].locations, s->locations, observed * sizeof(int)) == 0) {
            ++states[k].count;
            if (k + 1 < state_count && states[k].count > states[k + 1].count) {  // what is frequent is found soon
                const struct state swapped = states[k];
                states[k] = states[k + 1], states[k + 1] = swapped;
            }
            return;
        }
    if (state_count == state_room) {
        state_room = state_room ? 2 * state_room : 64;
        states = realloc(states, state_room * sizeof *states);
        if (!states) fprintf(stderr, "no memory for so many states\n"), exit(3);
    }
    states[state_count] = *s;
    states[state_count++].count = 1;
}

int main(int argc, char** argv) {
    if (argc < 6) return fprintf(stderr, "test iterations seed processors noise\n"), 2;
    test_number = atoi(argv[1]);
    test = &tests[test_number];
    uint64_t left = strtoull(argv[2], 0, 10), random = strtoull(argv[3], 0, 10) * 2 + 1;
    for (char* p = strtok(argv[4], ","); p && processor_count < 1024; p = strtok(0, ",")) processors[processor_count++] = atoi(p);
    noise = atoi(argv[5]);
    const size_t room = (size_t)batch * most_locations * line;
    memory = aligned_alloc(4096, room);
    results = malloc(sizeof(word) * batch * most_observed);
    met = aligned_alloc(64, sizeof(int) * 16 * batch);
    if (!memory || !results || !met) return fprintf(stderr, "no memory\n"), 3;
    pthread_barrier_init(&begin, 0, test->threads + 1);
    pthread_barrier_init(&done, 0, test->threads + 1);
    pthread_t threads[most_threads];
    struct worker workers[most_threads];
    for (int t = 0; t < test->threads; ++t) {
        workers[t].thread = t, workers[t].random = next(&random) | 1;
        if (pthread_create(&threads[t], 0, work, &workers[t])) return fprintf(stderr, "no thread\n"), 3;
    }
    for (uint64_t b = 0; left > 0; ++b) {
        size = left < batch ? (int)left : batch;
        left -= size;
        switch (noise & noise_layout ? b % 3 : 0) {
            case 0: location_stride = line, place_stride = (size_t)test->locations * line; break;  // a line each
            case 1: location_stride = (size_t)batch * 8, place_stride = 8; break;                // runs share lines
            default: location_stride = 8, place_stride = (size_t)line; break;                   // a run's locations share one
        }
        for (int i = 0; i < size; ++i) order[i] = i;
        if (noise & noise_order)
            for (int i = size - 1; i > 0; --i) {
                const int j = (int)(next(&random) % (uint64_t)(i + 1)), swapped = order[i];
                order[i] = order[j], order[j] = swapped;
            }
        for (int i = 0; i < size; ++i)
            for (int l = 0; l < test->locations; ++l) {
                const struct value v = test->initial[l];
                put(place(l, i), v.location < 0 ? v.number : (word)(intptr_t)place(v.location, i) + v.number);
            }
        memset(met, 0, sizeof(int) * 16 * batch);
        pthread_barrier_wait(&begin);
        pthread_barrier_wait(&done);
        for (int i = 0; i < size; ++i) {
            struct state s;
            memset(&s, 0, sizeof s);
            for (int o = 0; o < test->observed; ++o) {
                const struct observed at = test->places[o];
                const word v = at.thread < 0 ? content(place(at.index, i)) : results[(size_t)i * most_observed + o];
                s.numbers[o] = v, s.locations[o] = -1;
                for (int l = 0; l < test->locations; ++l)
                    if (v == (word)(intptr_t)place(l, i)) s.numbers[o] = 0, s.locations[o] = l;
            }
            count(&s);
        }
    }
    ended = 1;
    pthread_barrier_wait(&begin);
    for (size_t k = 0; k < state_count; ++k) {
        printf("%llu", (unsigned long long)states[k].count);
        for (int o = 0; o < test->observed; ++o) printf(" %d:%lld", states[k].locations[o], (long long)states[k].numbers[o]);
        printf("\n");
    }
    printf("end\n");
    return 0;
}
)c";

}  // namespace tandem::apps
