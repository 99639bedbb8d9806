// Logs with scopes against the models' texts: a trace becomes a litmus test whose condition is what its loads have read, and the
// engine of axiomatic models says whether an execution ends so, and whether it has a race. The two share no line that judges.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>

#include <fmt/format.h>

#include "specs/audit/audit.hpp"
#include "specs/audit/meetings.hpp"
#include "specs/audit/per_scope.hpp"
#include "specs/audit/races.hpp"
#include "specs/axiomatic/library.hpp"
#include "specs/axiomatic/outcomes.hpp"
#include "specs/litmus/parser.hpp"
#include "tests/specs/audit/random_trace.hpp"

namespace tandem::tests {

namespace {

const audit::Model& model_called(const std::string& name) {
    return *std::find_if(audit::models.begin(), audit::models.end(), [&](const audit::Model& m) { return m.name == name; });
}

/// The rows of a program whose threads are columns.
std::string table(const std::vector<std::vector<std::string>>& columns) {
    std::size_t rows = 0;
    for (const auto& column : columns) rows = std::max(rows, column.size());
    std::string out;
    for (std::size_t t = 0; t < columns.size(); ++t) out += fmt::format("{} P{}", t == 0 ? "" : " |", t);
    out += " ;\n";
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t t = 0; t < columns.size(); ++t)
            out += (t == 0 ? " " : " | ") + (row < columns[t].size() ? columns[t][row] : "");
        out += " ;\n";
    }
    return out;
}

/// "exists (0:r3=1 /\ x0=2)": registers are numbered as operations are.
std::string condition(const audit::Trace& trace) {
    std::vector<std::string> terms;
    for (audit::Id i = 0; i < trace.operations.size(); ++i)
        if (trace.operations[i].loads())
            terms.push_back(fmt::format("{}:r{}={}", trace.operations[i].thread, i, trace.operations[i].reads));
    for (const audit::Final& f : trace.finals) terms.push_back(fmt::format("x{}={}", f.address, f.value));
    return terms.empty() ? "exists (true)" : fmt::format("exists ({})", fmt::join(terms, " /\\ "));
}

/// The threads of each group, in the words of a scope tree.
std::string tree(const audit::Trace& trace, const std::string& group, const std::string& wave) {
    std::map<std::uint64_t, std::string> groups;
    for (std::uint32_t t = 0; t < trace.threads; ++t) groups[trace.seats[t].group] += fmt::format(" ({} P{})", wave, t);
    std::string out;
    for (const auto& [number, threads] : groups) out += fmt::format(" ({}{})", group, threads);
    return out;
}

std::string as_ptx(const audit::Trace& trace) {
    std::vector<std::vector<std::string>> columns(trace.threads);
    std::string registers;
    for (std::uint32_t t = 0; t < trace.threads; ++t)
        for (std::uint32_t a = 0; a < trace.addresses; ++a) registers += fmt::format("{}:.reg .b64 a{} = x{};\n", t, a, a);
    for (audit::Id i = 0; i < trace.operations.size(); ++i) {
        const audit::Operation& o = trace.operations[i];
        auto& column = columns[o.thread];
        if (o.loads()) registers += fmt::format("{}:.reg .s32 r{};\n", o.thread, i);
        const model::Scope scope = trace.synchronization(i).scope;
        switch (o.kind) {
            case audit::Kind::load:
                column.push_back(fmt::format("ld.cg.s32 r{},[a{}]", i, o.address));
                break;
            case audit::Kind::store:
                column.push_back(fmt::format("st.cg.s32 [a{}],{}", o.address, o.writes));
                break;
            case audit::Kind::swap:
                column.push_back(fmt::format("atom.exch.b32 r{},[a{}],{}", i, o.address, o.writes));
                break;
            case audit::Kind::fence:
                column.push_back(scope == model::Scope::wg    ? "membar.cta"
                                 : scope == model::Scope::cmp ? "membar.gl"
                                                              : "membar.sys");
                break;
        }
    }
    std::string places;
    for (std::uint32_t a = 0; a < trace.addresses; ++a) places += fmt::format("{}x{}: global", a == 0 ? "" : ", ", a);
    return "GPU_PTX log\n{\n" + registers + "}\n" + table(columns) + "ScopeTree(grid" + tree(trace, "cta", "warp") + ")\n" +
           places + "\n" + condition(trace);
}

std::string as_lisa(const audit::Trace& trace) {
    std::vector<std::vector<std::string>> columns(trace.threads);
    for (audit::Id i = 0; i < trace.operations.size(); ++i) {
        const audit::Operation& o = trace.operations[i];
        const audit::Synchronization how = trace.synchronization(i);
        std::string tags;
        if (how.order != model::Order::plain) {
            tags = how.order == model::Order::relaxed   ? "relaxed"
                   : how.order == model::Order::acquire ? how.remote ? "rm_acq" : "acquire"
                   : how.order == model::Order::release ? how.remote ? "rm_rel" : "release"
                   : how.remote                         ? "rm_ar"
                                                        : "acq_rel";
            constexpr const char* scopes[] = {"wi", "wv", "wg", "cmp", "sys"};
            tags += std::string(",") + scopes[static_cast<std::size_t>(how.scope)];
        }
        if (o.kind == audit::Kind::load) columns[o.thread].push_back(fmt::format("r[{}] r{} x{}", tags, i, o.address));
        if (o.kind == audit::Kind::store) columns[o.thread].push_back(fmt::format("w[{}] x{} {}", tags, o.address, o.writes));
        if (o.kind == audit::Kind::swap)
            columns[o.thread].push_back(fmt::format("rmw[{}] r{} {} x{}", tags, i, o.writes, o.address));
    }
    std::string filter = condition(trace);
    return "LISA log\n{\n}\n" + table(columns) + "scopes: (sys (cmp" + tree(trace, "wg", "wv") + "))\n" + "filter" +
           filter.substr(std::string("exists").size()) + "\n" + filter;
}

/// Threads in groups, and fences of all scopes.
audit::Trace with_scopes(audit::Trace trace, std::mt19937& random) {
    trace.seats.resize(trace.threads);
    for (std::uint32_t t = 0; t < trace.threads; ++t) trace.seats[t] = {t, random() % 2, 0};
    trace.synchronizations.resize(trace.operations.size());
    for (audit::Id i = 0; i < trace.operations.size(); ++i)
        if (trace.operations[i].kind == audit::Kind::fence)
            trace.synchronizations[i].scope =
                std::array{model::Scope::wg, model::Scope::wg, model::Scope::cmp, model::Scope::sys}[random() % 4];
    return trace;
}

/// Orders and scopes of accesses; some are ordinary.
void give_orders(audit::Trace& trace, std::mt19937& random) {
    using model::Order;
    std::erase_if(trace.operations, [](const audit::Operation& o) { return o.kind == audit::Kind::fence; });
    trace.synchronizations.assign(trace.operations.size(), {});
    for (audit::Id i = 0; i < trace.operations.size(); ++i) {
        const audit::Operation& o = trace.operations[i];
        audit::Synchronization& how = trace.synchronizations[i];
        if (o.kind != audit::Kind::swap && random() % 5 == 0) continue;
        how.scope = std::array{model::Scope::wv,  model::Scope::wg,  model::Scope::wg, model::Scope::cmp,
                               model::Scope::cmp, model::Scope::cmp, model::Scope::sys}[random() % 7];
        how.order = o.kind == audit::Kind::load    ? std::array{Order::acquire, Order::acquire, Order::relaxed}[random() % 3]
                    : o.kind == audit::Kind::store ? std::array{Order::release, Order::release, Order::relaxed}[random() % 3]
                                                   : Order::acquire_release;
        how.remote = how.order != Order::relaxed && random() % 4 == 0;
    }
}

}  // namespace

TEST_SUITE("specs/audit") {
    TEST_CASE("ptx says of small traces with scopes what the model's text says of their litmus tests") {
        std::mt19937 random(7);
        const specs::Model text = specs::library_model("ptx");
        int allowed = 0, forbidden = 0, between = 0;
        for (int i = 0; i < 1500; ++i) {
            Chances chances{2 + static_cast<std::uint32_t>(i % 3), 2, 6 + static_cast<std::size_t>(i % 5), i % 3 != 0};
            chances.finals = i % 4 == 0;
            audit::Trace trace = i % 3 == 0 ? random_trace(random, chances) : run_with_a_wrong_load(random, chances);
            // A fence between most operations, as in tests that ask something of fences.
            if (i % 3 != 0)
                for (std::size_t at = trace.operations.size(); at-- > 0;)
                    if (random() % 4 != 0)
                        trace.operations.insert(trace.operations.begin() + static_cast<std::ptrdiff_t>(at),
                                                {0, 0, trace.operations[at].thread, 0, 0, audit::Kind::fence});
            trace = with_scopes(std::move(trace), random);
            const specs::Test test = specs::parse_test("log", as_ptx(trace));
            const bool expected = outcomes(test, text).positive > 0;
            const audit::Answer answer = audit::judge(trace, model_called("ptx"), {}).answer;
            CAPTURE(as_ptx(trace));
            REQUIRE(answer == (expected ? audit::Answer::allowed : audit::Answer::forbidden));
            ++(expected ? allowed : forbidden);
            // How often does it matter how far a fence reaches?
            audit::Trace wide = trace;
            for (audit::Synchronization& how : wide.synchronizations) how.scope = model::Scope::sys;
            between += expected && audit::judge(wide, model_called("ptx"), {}).answer == audit::Answer::forbidden;
        }
        CHECK(allowed > 200);
        CHECK(forbidden > 200);
        CHECK(between > 10);
    }

    TEST_CASE("a run has a race where the text of each HRF model says so of its execution") {
        std::mt19937 random(11);
        for (const auto& names : {std::pair("hrf-direct", "hrf-direct"), std::pair("hrf-indirect", "hrf-indirect"),
                                  std::pair("hrf", "hrf-indirect-relaxed-rsp-pairs")}) {
            const audit::Model& model = model_called(names.first);
            const specs::Model text = specs::library_model(names.second);
            int racing = 0, free = 0;
            for (int i = 0; i < 900; ++i) {
                audit::Trace trace = with_scopes(random_trace(random, {2 + static_cast<std::uint32_t>(i % 2), 2, 6}), random);
                give_orders(trace, random);
                // With two stores to an address, and the last one known, there is one execution that ends so.
                std::array<int, 2> stores{};
                for (const audit::Operation& o : trace.operations) stores[o.address] += o.stores();
                if (stores[0] > 2 || stores[1] > 2 || trace.operations.empty()) continue;
                audit::Verdict verdict = audit::judge(trace, model, {});
                if (verdict.answer != audit::Answer::allowed) continue;
                std::array<std::uint64_t, 2> last{};
                for (const audit::Id id : verdict.order)
                    if (trace.operations[id].stores()) last[trace.operations[id].address] = trace.operations[id].writes;
                for (std::uint32_t a = 0; a < 2; ++a)
                    if (std::any_of(trace.operations.begin(), trace.operations.end(),
                                    [&](const audit::Operation& o) { return o.address == a; }))
                        trace.finals.push_back({a, last[a], 0});
                const auto found = races_of(trace, verdict.order, model.scoping, {}).first;
                CAPTURE(as_lisa(trace));
                CAPTURE(names.first);
                const specs::Outcomes ends = outcomes(specs::parse_test("log", as_lisa(trace)), text);
                REQUIRE(ends.positive > 0);
                const bool expected = ends.flags.contains("heterogeneous-race") || ends.flags.contains("synchronization-race");
                REQUIRE(found.has_value() == expected);
                if (found && found->of_scopes) CHECK(ends.flags.contains("synchronization-race"));
                ++(expected ? racing : free);
            }
            CHECK(racing > 30);
            CHECK(free > 30);
        }
    }

    TEST_CASE("a barrier orders what the threads of its group do before and after it, and nothing of another group") {
        for (const bool together : {true, false}) {
            audit::Trace trace;
            trace.threads = 2;
            trace.addresses = 1;
            trace.seats = {{0, 0, 0}, {1, together ? 0u : 1u, 0}};
            trace.operations.push_back({0, 1, 0, 0, 1, audit::Kind::store});
            audit::Meetings meetings;
            meetings.barrier(trace, 0, 2);
            meetings.barrier(trace, 1, 3);
            trace.operations.push_back({0, 0, 1, 0, 4, audit::Kind::load});  // what was there at first
            trace.synchronizations.resize(trace.operations.size());
            meetings.join(trace, [&](const std::string&) { return trace.addresses++; });
            for (const char* name : {"sc", "rc", "ptx"}) {
                const bool forbidden = audit::judge(trace, model_called(name), {}).answer == audit::Answer::forbidden;
                CHECK(forbidden == together);
            }
            trace.operations.back().reads = 1;
            const audit::Verdict verdict = audit::judge(trace, model_called("hrf"), {});
            REQUIRE(verdict.answer == audit::Answer::allowed);
            CHECK(races_of(trace, verdict.order, audit::Scoping::hrf_inclusive, {}).first.has_value() == !together);
        }
    }

    TEST_CASE("what a launch does comes before what the next one does, in all models") {
        for (const bool launched : {true, false}) {
            audit::Trace trace;
            trace.threads = 2;
            trace.addresses = 1;
            trace.seats = {{0, 0, 0}, {1, 1, 0}};
            audit::Meetings meetings;
            const auto act = [&](std::uint32_t thread, audit::Kind kind, std::uint64_t value) {
                meetings.acts(trace, thread, 0);
                trace.operations.push_back({value, value, thread, 0, 0, kind});
                trace.synchronizations.resize(trace.operations.size());
                trace.synchronizations.back().launch = meetings.launches();
            };
            act(0, audit::Kind::store, 1);
            if (launched) meetings.launch(trace, 0);
            act(1, audit::Kind::load, 0);  // what was there at first
            meetings.join(trace, [&](const std::string&) { return trace.addresses++; });
            for (const char* name : {"sc", "rc", "ptx"})
                CHECK((audit::judge(trace, model_called(name), {}).answer == audit::Answer::forbidden) == launched);
            for (audit::Operation& o : trace.operations)
                if (o.kind == audit::Kind::load && o.address == 0) o.reads = 1;
            const audit::Verdict verdict = audit::judge(trace, model_called("hrf"), {});
            REQUIRE(verdict.answer == audit::Answer::allowed);
            CHECK(races_of(trace, verdict.order, audit::Scoping::hrf_inclusive, {}).first.has_value() == !launched);
        }
    }

    TEST_CASE("of a trace with many operations ptx says what holds whether fences reach all threads or not") {
        std::mt19937 random(3);
        const Chances chances{8, 16, audit::most_operations_per_scope + 1000};
        audit::Trace sound = with_scopes(run_of_tso(random, chances, false), random);
        CHECK(audit::judge(sound, model_called("ptx"), {}).answer == audit::Answer::allowed);
        // A load that reads an older store than an earlier load of its thread, behind a fence of the system.
        audit::Trace stale = sound;
        stale.operations.push_back({0, 1, 0, 16, 0, audit::Kind::store});
        stale.operations.push_back({0, 2, 0, 16, 0, audit::Kind::store});
        stale.operations.push_back({2, 0, 1, 16, 0, audit::Kind::load});
        stale.operations.push_back({0, 0, 1, 0, 0, audit::Kind::fence});
        stale.operations.push_back({1, 0, 1, 16, 0, audit::Kind::load});
        stale.addresses = 17;
        stale.synchronizations.resize(stale.operations.size());
        const audit::Verdict verdict = audit::judge(stale, model_called("ptx"), {});
        CHECK(verdict.answer == audit::Answer::forbidden);
        CHECK(verdict.part.size() < 100);
        // A last value that two stores have, among many others.
        audit::Trace last;
        last.threads = 3;
        last.addresses = 17;
        for (std::uint64_t i = 1; i < audit::most_operations_per_scope; ++i)
            last.operations.push_back({0, i, 2, 0, 0, audit::Kind::store});
        for (const std::uint32_t thread : {0u, 1u})
            for (const std::uint64_t value : {1u, 2u}) last.operations.push_back({0, value, thread, 16, 0, audit::Kind::store});
        last.synchronizations.resize(last.operations.size());
        last.finals.push_back({16, 1, 0});
        CHECK(audit::judge(last, model_called("ptx"), {}).answer != audit::Answer::allowed);
    }
}

}  // namespace tandem::tests
