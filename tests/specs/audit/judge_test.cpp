// What the engine says of traces, against the definition of the models, machines with store buffers, and known verdicts.
#include <doctest/doctest.h>

#include <algorithm>

#include "specs/audit/audit.hpp"
#include "specs/audit/seen_order.hpp"
#include "tests/specs/audit/by_definition.hpp"
#include "tests/specs/audit/random_trace.hpp"

namespace tandem::tests {

namespace {

audit::Operation load_of(std::uint32_t thread, std::uint32_t address, std::uint64_t value) {
    return {value, 0, thread, address, 0, audit::Kind::load};
}
audit::Operation store_of(std::uint32_t thread, std::uint32_t address, std::uint64_t value) {
    return {0, value, thread, address, 0, audit::Kind::store};
}
audit::Operation swap_of(std::uint32_t thread, std::uint32_t address, std::uint64_t reads, std::uint64_t writes) {
    return {reads, writes, thread, address, 0, audit::Kind::swap};
}
audit::Operation fence_of(std::uint32_t thread) { return {0, 0, thread, 0, 0, audit::Kind::fence}; }

audit::Trace trace_of(std::vector<audit::Operation> operations) {
    audit::Trace trace;
    trace.operations = std::move(operations);
    for (const audit::Operation& o : trace.operations) {
        trace.threads = std::max(trace.threads, o.thread + 1);
        trace.addresses = std::max(trace.addresses, o.address + 1);
    }
    return trace;
}

/// The names of the models that allow the trace. Those of scopes are in scoped_test.cpp, but for hrf, which is sc here.
std::string allowing(const audit::Trace& trace) {
    std::string names;
    for (const audit::Model& model : audit::models) {
        if (model.scoping != audit::Scoping::none && model.scoping != audit::Scoping::hrf_inclusive) continue;
        const audit::Answer answer = audit::judge(trace, model, {}).answer;
        CHECK(answer != audit::Answer::undecided);
        if (answer == audit::Answer::allowed) names += (names.empty() ? "" : " ") + std::string(model.name);
    }
    return names;
}

/// Whether an order is one that the definition accepts: each thread's pairs in order, each load with the value it must have.
bool explains(const audit::Trace& trace, const audit::Order& order, const std::vector<audit::Id>& memory_order) {
    if (memory_order.size() != trace.operations.size()) return false;
    std::vector<std::size_t> place(memory_order.size());
    for (std::size_t i = 0; i < memory_order.size(); ++i) place[memory_order[i]] = i;
    for (const audit::Edge& e : audit::local_order(trace, order))
        if (place[e.from] > place[e.to]) return false;
    std::vector<std::uint64_t> memory(trace.addresses, 0);
    for (const audit::Id id : memory_order) {
        const audit::Operation& o = trace.operations[id];
        if (o.loads()) {
            std::uint64_t value = memory[o.address];
            for (audit::Id p = 0; p < id; ++p) {
                const audit::Operation& own = trace.operations[p];
                if (own.thread == o.thread && own.stores() && own.address == o.address && place[p] > place[id])
                    value = own.writes;
            }
            if (value != o.reads) return false;
        }
        if (o.stores()) memory[o.address] = o.writes;
    }
    return std::all_of(trace.finals.begin(), trace.finals.end(),
                       [&](const audit::Final& f) { return memory[f.address] == f.value; });
}

Chances chances_of(int k) {
    Chances chances;
    chances.threads = 2 + static_cast<std::uint32_t>(k % 3);
    chances.addresses = 1 + static_cast<std::uint32_t>(k % 4);
    chances.operations = 5 + static_cast<std::size_t>(k % 7);
    chances.values_once = k % 5 != 0;
    chances.times = k % 7 == 1;
    chances.finals = k % 4 == 1;
    return chances;
}

}  // namespace

TEST_SUITE("specs/audit") {
    TEST_CASE("on random traces the engine says what the definition says, and the machines for sc, tso and pso") {
        std::mt19937 random(60);
        std::size_t allowed = 0, cycles = 0, searched = 0, several = 0;
        for (int k = 0; k < 700; ++k) {
            const audit::Trace trace = random_trace(random, chances_of(k));
            for (const audit::Model& model : audit::models) {
                const audit::Verdict verdict = audit::judge(trace, model, {});
                const bool is_allowed = verdict.answer == audit::Answer::allowed;
                CAPTURE(k);
                CAPTURE(model.name);
                CHECK(is_allowed == some_order_explains(trace, model.order));
                const std::string name = model.name;
                if (name == "sc" || name == "tso" || name == "pso") CHECK(is_allowed == machine_accepts(trace, name));
                const audit::Matched matched = audit::match(trace);
                const std::vector<audit::Edge> edges = audit::first_edges(trace, matched, model.order);
                audit::Saturation saturation(trace, matched, edges, model.order.store_store);
                if (saturation.run({}) == audit::Saturation::Ending::closed) {
                    audit::Schedule looks_ahead(trace, matched, edges);
                    CHECK(is_allowed == (looks_ahead.run(~std::uint64_t{0}, {}, &saturation) == audit::Schedule::Ending::found));
                } else {
                    CHECK_FALSE(is_allowed);
                }
                if (is_allowed && model.scoping != audit::Scoping::ptx) CHECK(explains(trace, model.order, verdict.order));
                allowed += is_allowed;
                several += verdict.several > 0;
                if (!is_allowed) ++(verdict.by_cycle ? cycles : searched);
            }
        }
        CHECK(allowed > 500);
        CHECK(cycles > 500);
        CHECK(searched > 20);
        CHECK(several > 200);
    }

    TEST_CASE("stores that were seen to replace each other explain a trace if that was right, and change no verdict if not") {
        std::mt19937 random(64);
        int right = 0, wrong = 0;
        for (int k = 0; k < 300; ++k) {
            Chances chances = chances_of(k);
            chances.values_once = true;
            audit::Trace trace = random_trace(random, chances);
            for (const audit::Model& model : audit::models) {
                CAPTURE(k);
                CAPTURE(model.name);
                trace.replaced.clear();
                const audit::Verdict verdict = audit::judge(trace, model, {});
                const audit::Matched matched = audit::match(trace);
                const bool is_allowed = verdict.answer == audit::Answer::allowed;
                // Of each address, by a memory order that explains it, and by chance.
                std::vector<audit::Id> by_chance(trace.operations.size());
                for (audit::Id i = 0; i < by_chance.size(); ++i) by_chance[i] = i;
                std::shuffle(by_chance.begin(), by_chance.end(), random);
                for (const std::vector<audit::Id>& order : {verdict.order, by_chance}) {
                    trace.replaced.clear();
                    std::vector<audit::Id> latest(trace.addresses, audit::none);
                    for (const audit::Id id : order) {
                        const audit::Operation& o = trace.operations[id];
                        if (!o.stores()) continue;
                        if (latest[o.address] != audit::none) trace.replaced.push_back({latest[o.address], id});
                        latest[o.address] = id;
                    }
                    if (trace.replaced.empty()) continue;
                    const std::vector<audit::Id> found = audit::order_as_seen(trace, matched, model.order);
                    if (!found.empty()) CHECK(explains(trace, model.order, found));
                    if (is_allowed && order == verdict.order) CHECK_FALSE(found.empty());
                    ++(found.empty() ? wrong : right);
                    CHECK((audit::judge(trace, model, {}).answer == audit::Answer::allowed) == is_allowed);
                }
            }
        }
        CHECK(right > 200);
        CHECK(wrong > 200);
    }

    TEST_CASE("what is left of a forbidden trace by search heeds nothing that was seen of the whole") {
        std::mt19937 random(65);
        int shrunk = 0;
        for (int k = 0; k < 60; ++k) {
            Chances chances = chances_of(k);
            chances.values_once = true;
            audit::Trace trace = random_trace(random, chances);
            const audit::Model& model = audit::models[0];
            if (audit::judge(trace, model, {}).answer != audit::Answer::forbidden) continue;
            std::vector<audit::Id> latest(trace.addresses, audit::none);
            for (audit::Id i = 0; i < trace.operations.size(); ++i) {
                const audit::Operation& o = trace.operations[i];
                if (!o.stores()) continue;
                if (latest[o.address] != audit::none) trace.replaced.push_back({latest[o.address], i});
                latest[o.address] = i;
            }
            const audit::Part part = audit::shrink_by_search(trace, model, {});
            CHECK(part.trace.replaced.empty());  // operations have other numbers there
            CHECK_FALSE(some_order_explains(part.trace, model.order));
            shrunk += part.origin.size() < trace.operations.size();
        }
        CHECK(shrunk > 5);
    }

    TEST_CASE("a cycle is one, rests on what was known before, and its part is forbidden by itself and can lose no operation") {
        std::mt19937 random(61);
        std::size_t proofs = 0, reasons = 0;
        for (int k = 0; k < 400; ++k) {
            Chances chances = chances_of(k);
            chances.operations += 20;
            const audit::Trace trace = run_with_a_wrong_load(random, chances);
            const audit::Model& model = audit::models[static_cast<std::size_t>(k) % audit::models.size()];
            const audit::Verdict verdict = audit::judge(trace, model, {});
            if (!verdict.by_cycle) continue;
            const audit::Part least = audit::shrink(trace, model, verdict.part, {});
            CHECK_FALSE(some_order_explains(least.trace, model.order));
            CHECK_FALSE(audit::prove(least.trace, model, {}).cycle.empty());
            const audit::Proof proof = audit::prove(trace, model, {});
            if (proof.cycle.empty()) continue;
            ++proofs;
            for (std::size_t i = 0; i < proof.cycle.size(); ++i)
                CHECK(proof.edges[proof.cycle[i]].to == proof.edges[proof.cycle[(i + 1) % proof.cycle.size()]].from);
            for (std::size_t e = 0; e < proof.premises.size(); ++e) {
                const auto& path = proof.premises[e];
                if (path.empty()) continue;
                ++reasons;
                const audit::Edge& edge = proof.edges[e];
                CHECK(proof.edges[path.front()].from == (edge.why == audit::Why::from_read ? edge.via : edge.from));
                CHECK(proof.edges[path.back()].to == (edge.why == audit::Why::from_read ? edge.to : edge.via));
                for (std::size_t i = 0; i < path.size(); ++i) {
                    CHECK(path[i] < e);
                    if (i + 1 < path.size()) CHECK(proof.edges[path[i]].to == proof.edges[path[i + 1]].from);
                }
            }
        }
        CHECK(proofs > 100);
        CHECK(reasons > 50);
    }

    TEST_CASE("the idioms are allowed where their relaxation is") {
        const auto sb = trace_of({store_of(0, 1, 1), load_of(0, 0, 0), store_of(1, 0, 1), load_of(1, 1, 0)});
        CHECK(allowing(sb) == "tso pso wmo rmo rc");
        // Each thread sees its own store before the other does.
        const auto passed_on = trace_of(
            {store_of(0, 1, 1), load_of(0, 1, 1), load_of(0, 0, 0), store_of(1, 0, 1), load_of(1, 0, 1), load_of(1, 1, 0)});
        CHECK(allowing(passed_on) == "tso pso wmo rmo rc");
        const auto sb_fenced =
            trace_of({store_of(0, 1, 1), fence_of(0), load_of(0, 0, 0), store_of(1, 0, 1), fence_of(1), load_of(1, 1, 0)});
        CHECK(allowing(sb_fenced) == "");
        const auto mp = trace_of({store_of(0, 0, 1), store_of(0, 1, 1), load_of(1, 1, 1), load_of(1, 0, 0)});
        CHECK(allowing(mp) == "pso wmo rmo rc");
        const auto mp_fence = trace_of({store_of(0, 0, 1), fence_of(0), store_of(0, 1, 1), load_of(1, 1, 1), load_of(1, 0, 0)});
        CHECK(allowing(mp_fence) == "wmo rmo rc");
        const auto lb = trace_of({load_of(0, 0, 1), store_of(0, 1, 1), load_of(1, 1, 1), store_of(1, 0, 1)});
        CHECK(allowing(lb) == "wmo rmo rc");
        const auto two_loads = trace_of({store_of(0, 0, 1), load_of(1, 0, 1), load_of(1, 0, 0)});
        CHECK(allowing(two_loads) == "rmo");
        const auto iriw = trace_of({store_of(0, 0, 1), store_of(1, 1, 1), load_of(2, 0, 1), fence_of(2), load_of(2, 1, 0),
                                    load_of(3, 1, 1), fence_of(3), load_of(3, 0, 0)});
        CHECK(allowing(iriw) == "");
        const auto one_value_twice = trace_of({swap_of(0, 0, 0, 1), swap_of(1, 0, 0, 2)});
        CHECK(allowing(one_value_twice) == "");
    }

    TEST_CASE("an answer before the next request orders loads in wmo and rmo, and not in rc") {
        auto mp = trace_of({store_of(0, 0, 1), fence_of(0), store_of(0, 1, 1), load_of(1, 1, 1), load_of(1, 0, 0)});
        mp.times.resize(5);
        mp.times[3] = {100, 110};
        mp.times[4] = {115, audit::no_time};
        CHECK(allowing(mp) == "rc");
        mp.times[4].begin = 110;  // not after the answer
        CHECK(allowing(mp) == "wmo rmo rc");
    }

    TEST_CASE("a part of a trace keeps by which moment an operation was asked for, though the one that says so is left out") {
        auto trace = trace_of({store_of(2, 0, 1), load_of(1, 0, 1), load_of(1, 1, 0), load_of(1, 0, 0)});
        trace.times = {{}, {3, 4}, {5, 6}, {}};
        CHECK(audit::judge(trace, audit::models[4], {}).answer == audit::Answer::forbidden);
        const audit::Model& rmo = audit::models[4];
        const audit::Verdict verdict = audit::judge(trace, rmo, {});
        const audit::Part least = audit::shrink(trace, rmo, verdict.part, {});
        CHECK(least.trace.operations.size() == 3);
        CHECK_FALSE(some_order_explains(least.trace, rmo.order));
    }

    TEST_CASE("a final value is the last store's, and an address that is stored to does not end as it began") {
        auto w = trace_of({store_of(0, 0, 1), store_of(0, 0, 2)});
        w.finals = {{0, 2, 3}};
        CHECK(allowing(w) == "sc tso pso wmo rmo rc hrf");
        w.finals = {{0, 1, 3}};
        CHECK(allowing(w) == "");
        w.finals = {{0, 0, 3}};
        CHECK(allowing(w) == "");
        // Two stores of the final value: not whichever comes first must be the last.
        auto twice = trace_of({store_of(0, 0, 1), store_of(1, 0, 1), store_of(1, 0, 2)});
        twice.finals = {{0, 1, 4}};
        CHECK(allowing(twice) == "sc tso pso wmo rmo rc hrf");
        w.finals = {{0, 7, 3}};
        CHECK_THROWS_WITH_AS(audit::judge(w, audit::models[0], {}), "nobody stores the value 7 that is final here",
                             audit::BadTrace);
        w.finals = {{0, 1, 3}, {0, 2, 4}};
        CHECK_THROWS_WITH_AS(audit::judge(w, audit::models[0], {}), "this address has another final value in line 3",
                             audit::BadTrace);
    }

    TEST_CASE("two stores of one value are legal, and the load takes the one that fits") {
        // The load of 1 is after 0's second store, or else 2 would have been overwritten by it.
        const auto fits = trace_of({store_of(0, 0, 1), store_of(0, 0, 2), store_of(0, 0, 1), load_of(1, 0, 2), load_of(1, 0, 1)});
        CHECK(allowing(fits) == "sc tso pso wmo rmo rc hrf");
        const auto never =
            trace_of({store_of(0, 0, 1), store_of(0, 0, 1), store_of(0, 0, 2), load_of(1, 0, 2), load_of(1, 0, 1)});
        CHECK(allowing(never) == "rmo");
        const audit::Verdict verdict = audit::judge(never, audit::models[0], {});
        CHECK(verdict.several == 1);
        CHECK_FALSE(verdict.by_cycle);
    }

    TEST_CASE("what led a long run astray is learned from its surroundings, whatever the order of the lines") {
        // A run of 3 threads in one memory, logged thread by thread: nothing says which store came first.
        std::mt19937 random(62);
        std::vector<std::vector<audit::Operation>> threads(3);
        std::vector<std::uint64_t> memory(4, 0);
        std::uint64_t next = 1;
        for (int i = 0; i < 3000; ++i) {
            const auto thread = static_cast<std::uint32_t>(random() % 3), address = static_cast<std::uint32_t>(random() % 4);
            if (random() % 2 == 0) {
                threads[thread].push_back(load_of(thread, address, memory[address]));
            } else {
                memory[address] = next;
                threads[thread].push_back(store_of(thread, address, next++));
            }
        }
        std::vector<audit::Operation> operations;
        for (const auto& thread : threads) operations.insert(operations.end(), thread.begin(), thread.end());
        audit::Trace trace = trace_of(operations);
        const audit::Verdict verdict = audit::judge(trace, audit::models[0], {});
        CHECK(verdict.answer == audit::Answer::allowed);
        CHECK(verdict.parts > 0);
        CHECK(explains(trace, audit::models[0].order, verdict.order));
        // One load of a value that was overwritten long before is found among them all.
        for (audit::Operation& o : trace.operations)
            if (o.thread == 2 && o.kind == audit::Kind::load && o.reads > 1400) {
                const std::uint64_t late = o.reads;
                for (const audit::Operation& s : trace.operations)
                    if (s.thread == 0 && s.stores() && s.address == o.address && s.writes + 400 < late) o.reads = s.writes;
                break;
            }
        const audit::Verdict broken = audit::judge(trace, audit::models[0], {});
        CHECK(broken.answer == audit::Answer::forbidden);
        CHECK(broken.by_cycle);
        CHECK(audit::shrink(trace, audit::models[0], broken.part, {}).trace.operations.size() < 30);
    }

    TEST_CASE("a run of a TSO machine is allowed without a search, in the order of time or thread by thread") {
        Chances chances;
        chances.threads = 16;
        chances.addresses = 16;
        chances.operations = 6000;
        for (const bool by_thread : {false, true}) {
            std::mt19937 random(66);
            const audit::Trace trace = run_of_tso(random, chances, by_thread);
            audit::Limits limits;
            limits.deadline = std::chrono::steady_clock::now() + std::chrono::minutes(10);  // sanitizers are slow
            for (const char* name : {"tso", "pso", "rmo"}) {
                CAPTURE(name);
                const auto model = std::find_if(audit::models.begin(), audit::models.end(),
                                                [&](const audit::Model& m) { return m.name == std::string(name); });
                const audit::Verdict verdict = audit::judge(trace, *model, limits);
                CHECK(verdict.answer == audit::Answer::allowed);
                CHECK(verdict.tried == 0);
                CHECK(explains(trace, model->order, verdict.order));
            }
            CHECK(audit::judge(trace, audit::models[0], limits).answer == audit::Answer::forbidden);
        }
    }

    TEST_CASE("out of time, nothing is decided") {
        audit::Limits limits;
        limits.deadline = std::chrono::steady_clock::now();
        const auto mp = trace_of({store_of(0, 0, 1), store_of(0, 1, 1), load_of(1, 1, 1), load_of(1, 0, 0)});
        CHECK(audit::judge(mp, audit::models[0], limits).answer == audit::Answer::undecided);
    }
}

}  // namespace tandem::tests
