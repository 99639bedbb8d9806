// Searches one system with `checker::Search` and with the device, compares all counts, and says how long each took.
//
// The device's first run is cold: it knows no row, and what it asks for the host computes as the search does, by running
// handlers. The other runs are warm. So the cost of expanding and inserting stands alone.
#include <dlfcn.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <fmt/core.h>
#include <iostream>
#include <unordered_map>

#include "bench/gpu/explore.h"
#include "checker/in_parallel.hpp"
#include "checker/search.hpp"
#include "engines/registry.hpp"

namespace {

using namespace tandem;
using checker::Components, checker::Number, checker::Parts, checker::Row;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

[[noreturn]] void fail(const std::string& why, int status = 2) {
    std::cerr << "gpu: " << why << "\n";
    std::exit(status);
}

/// The functions of explore.h, from a library.
struct Device {
    explicit Device(const std::string& path) {
        void* const library = dlopen(path.c_str(), RTLD_NOW);
        if (!library) fail(dlerror());
        const auto find = [&]<class Function>(Function*& function, const char* name) {
            function = reinterpret_cast<Function*>(dlsym(library, name));
            if (!function) fail(path + " has no function " + name);
        };
        find(make, "spike_new"), find(device, "spike_device"), find(start, "spike_start"), find(work, "spike_work"),
            find(questions, "spike_questions");
        find(answer, "spike_answer"), find(next_level, "spike_next_level");
    }
    decltype(&spike::spike_new) make;
    decltype(&spike::spike_device) device;
    decltype(&spike::spike_start) start;
    decltype(&spike::spike_work) work;
    decltype(&spike::spike_questions) questions;
    decltype(&spike::spike_answer) answer;
    decltype(&spike::spike_next_level) next_level;
};

/// What the device's questions are answered from.
class Answers {
public:
    Answers(Components& components, int threads) : components_(components), threads_(threads) {}

    void give(const Device& device, spike::Explorer* explorer, std::uint64_t count) {
        questions_.resize(count);
        answers_.resize(count);
        rows_.assign(count, nullptr);
        device.questions(explorer, questions_.data());
        checker::in_parallel(threads_, [&](int t) {
            for (std::uint64_t i = checker::share<std::uint64_t>(0, count, t, threads_);
                 i < checker::share<std::uint64_t>(0, count, t + 1, threads_); ++i)
                find(i);
        });
        const std::size_t from = words_.size();
        for (std::uint64_t i = 0; i < count; ++i)
            if (rows_[i]) answers_[i].value = place_of(*rows_[i]) + 2;
        device.answer(explorer, words_.data() + from, from, words_.size() - from, answers_.data(), count);
        asked += count;
    }
    std::size_t words() const { return words_.size(); }
    std::uint64_t asked = 0;

private:
    void find(std::uint64_t i) {
        const spike::Question& q = questions_[i];
        answers_[i].question = q;
        if (q.kind == spike::row) rows_[i] = &components_.row(static_cast<int>(q.where), q.number);
        else if (q.kind == spike::receive) rows_[i] = &components_.receive(static_cast<int>(q.where), q.number, q.message);
        else if (q.kind == spike::push)
            answers_[i].value = plus_one(components_.push({static_cast<std::uint16_t>(q.where / spike::most_lanes),
                                                           static_cast<std::uint16_t>(q.where % spike::most_lanes), q.message},
                                                          q.number));
        else answers_[i].value = plus_one(components_.observe(q.number, q.message));
    }
    static std::uint32_t plus_one(Number number) { return number == Components::none ? spike::never : number + 1; }

    std::uint32_t place_of(const Row& row) {
        const auto [at, is_new] = places_.try_emplace(&row, static_cast<std::uint32_t>(words_.size()));
        if (!is_new) return at->second;
        std::uint32_t others = 0;
        for (const auto& step : row.steps()) others += !step.plain;
        words_.push_back(row.plain | std::uint32_t{row.moves} << 16);
        words_.push_back(static_cast<std::uint32_t>(row.deliveries().size()) | others << 16);
        words_.insert(words_.end(), row.next().begin(), row.next().end());
        for (const auto& d : row.deliveries())
            words_.insert(words_.end(), {d.message, d.rest, d.channel | std::uint32_t{d.receiver} << 16});
        for (const auto& step : row.steps()) {
            if (step.plain) continue;
            words_.insert(words_.end(), {step.next, step.events, step.postings | (step.error != 0 ? 1u << 16 : 0u)});
            for (const auto& posting : step.elsewhere()) {
                if (posting.lane >= spike::most_lanes) fail("a slot has more channels than this takes");
                words_.insert(words_.end(), {posting.slot * spike::most_lanes + posting.lane, posting.message});
            }
        }
        return at->second;
    }

    Components& components_;
    const int threads_;
    std::vector<spike::Question> questions_;
    std::vector<spike::Answer> answers_;
    std::vector<const Row*> rows_;
    std::vector<std::uint32_t> words_;
    std::unordered_map<const Row*, std::uint32_t> places_;
};

struct Run {
    std::vector<std::uint64_t> level_sizes;
    std::uint64_t states = 0, transitions = 0, successors = 0, stuck = 0, rounds = 0;
    double seconds = 0, answering = 0;  // the whole run, and of it what the host took
};

Run explore(const Device& device, spike::Explorer* explorer, const std::vector<std::uint64_t>& initial, Answers* answers) {
    Run run;
    const auto start = Clock::now();
    device.start(explorer, initial.data(), static_cast<std::uint32_t>(initial.size()));
    do {
        spike::Report report;
        for (;;) {
            device.work(explorer, answers != nullptr, &report);
            ++run.rounds;
            if (report.failed) fail(fmt::format("the device has failed: {:#x} (explore.h, Report::failed)", report.failed), 3);
            if (report.put_aside == 0) break;
            const auto asked = Clock::now();
            answers->give(device, explorer, report.questions);
            run.answering += since(asked);
        }
        run.level_sizes.push_back(report.end - report.begin);
        run.transitions += report.transitions;
        run.successors += report.successors;
        run.stuck += report.stuck;
        run.states = report.states;
    } while (device.next_level(explorer));
    run.seconds = since(start);
    return run;
}

}  // namespace

int main(int argc, char** argv) try {
    CLI::App app("A search on a GPU beside `tandem check`, of the same system");
    std::string protocol = "gtsc", library = "./libexplore.so";
    engines::Selection selection;
    int threads = 1, runs = 3, row_bits = 28, memo_bits = 24;
    app.add_option("protocol", protocol)->required();
    app.add_option("--variant", selection.variant);
    app.add_option("--shape", selection.shape);
    app.add_flag("--free", selection.free, "Without monitor");
    app.add_option("--threads", threads, "Of the processor's search, and for answering")->check(CLI::Range(1, 256));
    app.add_option("--runs", runs, "Of the device, when it knows all rows")->check(CLI::Range(1, 100));
    app.add_option("--row-bits", row_bits, "Room for 2^N words of rows")->check(CLI::Range(16, 32));
    app.add_option("--memo-bits", memo_bits, "Room for 2^N answers")->check(CLI::Range(10, 30));
    app.add_option("--library", library);
    CLI11_PARSE(app, argc, argv);

    const auto network = engines::protocol(protocol).make(selection, !selection.free);
    if (network->time_passes()) fail("physical time does not pass on the device");
    checker::SearchOptions options;
    options.threads = threads;
    options.memory = std::size_t{100} << 30;
    options.symmetry = false;
    const auto& properties = network->properties();
    for (std::size_t i = 0; i < properties.size(); ++i)
        if (properties[i].name == "no-deadlock") options.properties.push_back(static_cast<int>(i));
    checker::Search search(*network, options);
    const checker::SearchResult result = search.run();
    if (result.ending != checker::Ending::complete)
        fail("the processor's search has not found all states", result.ending == checker::Ending::out_of_memory ? 3 : 2);
    fmt::print("{} {}  {}\n", protocol, selection.variant, selection.shape);
    fmt::print("processor: {} states, {} transitions, {} levels, {:.2f} s on {} threads: {:.2f} million states a second\n",
               result.states, result.transitions, result.level_sizes.size(), result.seconds, threads,
               1e-6 * static_cast<double>(result.states) / result.seconds);

    const checker::Layout layout = checker::Layout::for_components(search.components());
    if (layout.words > 2) fail(fmt::format("a key has {} words of 32 bits: 2 are accepted", layout.words));
    spike::Sizes sizes{};
    sizes.slots = static_cast<std::uint32_t>(layout.slots);
    sizes.rows_per_state = sizes.slots - (network->monitored() ? 1 : 0);
    sizes.monitor = network->monitored() ? sizes.slots - 1 : sizes.slots;
    for (int s = 0; s < layout.slots; ++s) {
        const auto& field = layout.fields[static_cast<std::size_t>(s)];
        if (field.limit >> spike::number_bits) fail("a slot's numbers are larger than this takes");
        sizes.fields[s] = {field.shift, field.limit};
    }
    sizes.states = result.states + 1024;
    while ((std::uint64_t{1} << sizes.set_bits) < result.states + result.states / 2) ++sizes.set_bits;
    sizes.memo_bits = static_cast<std::uint32_t>(memo_bits);
    sizes.row_words = std::uint64_t{1} << row_bits;

    const Device device(library);
    spike::Explorer* const explorer = device.make(&sizes);
    if (!explorer) fail("the device has not the memory", 3);
    Components components(*network, false);
    std::vector<std::uint64_t> initial;
    for (int i = 0; i < network->initial_states(); ++i) {
        std::array<std::uint32_t, 2> key{};
        if (!layout.pack(components.initial(i), key)) fail("an initial state has no key");
        initial.push_back(checker::KeyBits<2>(key).bits[0]);
    }
    Answers answers(components, threads);
    bool same = true;
    std::vector<double> warm;
    for (int i = 0; i <= runs; ++i) {
        const bool cold = i == 0;
        const Run run = explore(device, explorer, initial, cold ? &answers : nullptr);
        if (!cold) warm.push_back(run.seconds);
        same &= run.states == result.states && run.transitions == result.transitions && run.level_sizes == result.level_sizes;
        fmt::print(
            "{}, {}: {} states, {} transitions ({} looked up), {} levels, {} stuck, {:.4f} s: {:.1f} million states a second",
            device.device(), cold ? "cold" : "warm", run.states, run.transitions, run.successors, run.level_sizes.size(),
            run.stuck, run.seconds, 1e-6 * static_cast<double>(run.states) / run.seconds);
        if (cold)
            fmt::print("; {} questions in {} rounds, answered in {:.3f} s, {} MB of rows", answers.asked,
                       run.rounds - run.level_sizes.size(), run.answering, answers.words() >> 18);
        fmt::print("\n");
    }
    std::sort(warm.begin(), warm.end());
    fmt::print("{}; the device's median is {:.1f} times the processor's rate\n",
               same ? "all counts are the same" : "THE COUNTS DIFFER", result.seconds / warm[warm.size() / 2]);
    return same ? 0 : 1;
} catch (const std::exception& error) {
    fail(error.what());
}
