// A search that is stopped, killed, or out of room continues from its last checkpoint and ends as if nothing had happened.
#include "checker/checkpoint.hpp"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>

#include "checker/search.hpp"
#include "checker/trace.hpp"
#include "model/usage_error.hpp"
#include "tests/checker/same_result.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/toys/counters.hpp"
#include "tests/toys/greetings.hpp"

namespace {

using namespace tandem;
using namespace tandem::toys;
using checker::Ending;
using checker::Search;
using checker::SearchOptions;
using checker::SearchResult;
using tests::check_same_found;
using tests::TemporaryFolder;
namespace fs = std::filesystem;

SearchOptions at_each_level(const fs::path& folder, bool symmetry = false, int threads = 1) {
    SearchOptions options;
    options.symmetry = symmetry;
    options.threads = threads;
    options.checkpoints = {folder, "", 0, {{"system", "a toy"}}};
    return options;
}

SearchOptions resuming(SearchOptions options) {
    options.checkpoints.resume = options.checkpoints.folder;
    return options;
}

/// The forms of the search: with a store of keys, with a compact one, and with one on disk.
enum class Form { keys, compact, disk };
void set_form(SearchOptions& options, Form form) {
    options.compact = form == Form::compact;
    options.store = form == Form::disk ? options.checkpoints.folder : "";
}

/// Runs `work` in a child process, which is killed after so many milliseconds unless it has ended. Returns its status, or -1.
template <class Work>
int in_child(int milliseconds, Work&& work) {
    const pid_t child = fork();
    if (child == 0) {
        work();
        _exit(0);
    }
    for (int waited = 0, status = 0; waited < milliseconds; ++waited, usleep(1000))
        if (waitpid(child, &status, WNOHANG) == child) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    return -1;
}

fs::path last_file(const fs::path& folder) { return checker::part_of_checkpoint(checker::last_checkpoint(folder)); }

std::string says(const model::Network& network, const SearchOptions& options) {
    try {
        Search(network, options).run();
    } catch (const model::UsageError& error) {
        return error.what();
    }
    return "nothing";
}

/// The file of a checkpoint with one word exchanged, and a right sum.
std::string with_word(const std::string& whole, std::size_t at, std::uint32_t word) {
    std::string changed = whole.substr(0, whole.size() - 8);
    std::memcpy(changed.data() + at, &word, sizeof word);
    checker::Checksum sum;
    sum.add(std::as_bytes(std::span(changed)));
    const std::uint64_t value = sum.value();
    changed.append(reinterpret_cast<const char*>(&value), sizeof value);
    return changed;
}

/// A complete search of a toy leaves its last two checkpoints.
void fill(const fs::path& folder) { CHECK(Search(CountersSystem(2, 3).system, at_each_level(folder)).run().checkpoint == 7); }

}  // namespace

TEST_CASE(
    "a search that is killed again and again ends with the same counts, with any number of threads and however its keys grow") {
    for (const auto& [symmetry, form] : {std::pair(false, Form::keys), {true, Form::keys}, {false, Form::compact},
                                         {true, Form::compact}, {false, Form::disk}, {true, Form::disk}}) {
        const CountersSystem counters(4, 14);
        SearchOptions plain;
        plain.symmetry = symmetry;
        const SearchResult expected = Search(counters.system, plain).run();
        const TemporaryFolder folder;
        const fs::path at = folder.path() / "checkpoints";
        int killed = 0;
        for (int delay = 5;; delay += 7, ++killed) {
            SearchOptions options = at_each_level(at, symmetry, 1 + killed % 3);
            set_form(options, form);
            if (checker::has_checkpoint(at)) options = resuming(options);
            if (in_child(delay, [&] { Search(counters.system, options).run(); }) == 0) break;
        }
        CHECK(killed > 0);
        SearchOptions last = resuming(at_each_level(at, symmetry, 2));
        set_form(last, form);
        check_same_found(Search(counters.system, last).run(), expected);
    }
}

TEST_CASE("from each level that a limit ends a search goes on, and the last of them ends as one run does") {
    const GreetingsSystem greetings(3);
    const SearchResult expected = Search(greetings.system, {}).run();
    for (const Form form : {Form::keys, Form::compact, Form::disk}) {
        const TemporaryFolder folder;
        SearchOptions options = at_each_level(folder.path(), true);
        set_form(options, form);
        options.seconds = 1e-9;  // each run ends before its first level has
        options.checkpoints.every = 1000;
        SearchResult found = Search(greetings.system, options).run();
        CHECK(found.ending == Ending::out_of_time);
        CHECK(found.checkpoint == 0);
        options.seconds = 0;
        check_same_found(Search(greetings.system, resuming(options)).run(), expected);
    }
}

TEST_CASE("where cores are sorted a search goes on with the same order") {
    const CountersSystem counters(7, 3);
    const TemporaryFolder folder;
    CHECK(Search(counters.system, at_each_level(folder.path(), true)).run().states == 120);
    const std::string last = checker::last_checkpoint(folder.path());
    fs::remove_all(last);  // the previous one still exists, and is complete
    const SearchResult found = Search(counters.system, resuming(at_each_level(folder.path(), true))).run();
    CHECK(found.states == 120);
    CHECK(found.full_states == 16'384);
}

TEST_CASE("what a checkpoint knows to be refuted is refuted in the run that goes on, with its trace") {
    const CountersSystem counters(2, 3);
    for (const Form form : {Form::keys, Form::compact, Form::disk}) {
        const TemporaryFolder folder;
        SearchOptions options = at_each_level(folder.path());
        set_form(options, form);
        options.keep_going = true;
        options.properties = {CountersSystem::in_step, CountersSystem::below_two};
        CHECK(Search(counters.system, options).run().violations.size() == 2);
        Search search(counters.system, resuming(options));
        const SearchResult found = search.run();
        CHECK(found.ending == Ending::complete);
        REQUIRE(found.violations.size() == 2);
        for (const auto& violation : found.violations) CHECK(trace_to(search, violation).steps.size() == 2);
    }
}

TEST_CASE("a checkpoint that is cut off or changed anywhere is refused in words that name the one before") {
    const TemporaryFolder folder;
    const CountersSystem counters(2, 3);
    fill(folder.path());
    const std::string whole = tests::contents(last_file(folder.path()));
    const auto with = [&](const std::string& text) {
        std::ofstream(last_file(folder.path()), std::ios::binary | std::ios::trunc) << text;
        return says(counters.system, resuming(at_each_level(folder.path())));
    };
    for (const std::size_t size : {std::size_t{0}, std::size_t{20}, whole.size() / 2, whole.size() - 1})
        CHECK(with(whole.substr(0, size)).find("level-6` goes on from another") != std::string::npos);
    for (std::size_t at = 60; at < whole.size(); at += 37) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 4);
        CHECK(with(changed).find("is damaged") != std::string::npos);
    }
    CHECK(with("text of something else that is long enough").find("is no checkpoint") != std::string::npos);

    SearchOptions options = at_each_level(folder.path());
    options.checkpoints.resume = folder.path() / "level-6";
    CHECK(Search(counters.system, options).run().states == 16);
    CHECK(says(counters.system, resuming(options)) == "nothing");  // the damaged one was replaced
}

TEST_CASE("a checkpoint that somebody else has made, with a right sum, is refused or read, and harms nothing") {
    int refused = 0, read = 0;
    const auto try_all = [&](const model::Network& network, SearchOptions options, const fs::path& folder) {
        Search(network, options).run();
        options = resuming(options);
        options.seconds = 5;
        options.memory = std::size_t{64} << 20;
        const fs::path file = last_file(folder);
        const std::string whole = tests::contents(file);
        const std::size_t start = whole.find("\n\n") + 2;
        for (std::size_t at = start; at + 12 <= whole.size(); at += 4)
            for (const std::uint32_t flipped : {1u, 0x80u, 0x7FFF'0000u, 0xFFFF'FFFFu}) {
                std::uint32_t word = 0;
                std::memcpy(&word, whole.data() + at, sizeof word);
                const std::string changed = with_word(whole, at, word ^ flipped);
                fs::remove_all(folder / "again");
                fs::create_directories(folder / "again" / file.parent_path().filename());
                std::ofstream(folder / "again" / file.parent_path().filename() / file.filename(), std::ios::binary) << changed;
                options.checkpoints.resume = options.checkpoints.folder = folder / "again";
                CAPTURE(at - start);
                CAPTURE(flipped);
                ++(says(network, options) == "nothing" ? read : refused);
            }
    };
    const TemporaryFolder first, second, third;
    try_all(CountersSystem(2, 3).system, at_each_level(first.path()), first.path());
    try_all(GreetingsSystem(2).system, at_each_level(second.path(), true), second.path());
    SearchOptions compact = at_each_level(third.path());
    compact.compact = true;
    try_all(CountersSystem(2, 3).system, compact, third.path());
    CHECK(refused > 0);
    CHECK(read > 0);  // some words are of no consequence, such as times and counts
}

TEST_CASE("a checkpoint with a number that is beyond its field's range is refused") {
    const TemporaryFolder folder;
    const CountersSystem counters(2, 2);  // two bits hold a count, and 3 too
    Search(counters.system, at_each_level(folder.path())).run();
    const SearchOptions options = resuming(at_each_level(folder.path()));
    const std::string whole = tests::contents(last_file(folder.path()));
    const std::size_t at = whole.find(std::string("\1\0\0\0\0\0\0\0\2\0\0\0", 12)) + 8;  // a packed state of one word, which is 2
    REQUIRE(at > 8);
    for (const std::uint32_t count : {2u, 3u, 4u, 0x8000'0002u}) {
        CAPTURE(count);
        std::ofstream(last_file(folder.path()), std::ios::binary) << with_word(whole, at, count);
        CHECK((says(counters.system, options) == "nothing") == (count == 2));
    }
}

TEST_CASE("a checkpoint that says of states that they were expanded, and lacks some that their steps lead to, is refused") {
    const TemporaryFolder folder;
    const CountersSystem shorter(2, 2), longer(2, 3);  // these have the same tables, and 2 can become 3 in one of them only
    CHECK(Search(shorter.system, at_each_level(folder.path())).run().states == 9);
    SearchOptions options = resuming(at_each_level(folder.path()));
    CHECK(says(shorter.system, options) == "nothing");
    CHECK(says(longer.system, options).find("of no search of this system") != std::string::npos);
    options.checkpoints.resume = folder.path() / "level-4";  // which does not call itself complete
    CHECK(says(longer.system, options).find("of no search of this system") != std::string::npos);
}

TEST_CASE("a checkpoint of something else is refused in words that say of what") {
    const TemporaryFolder folder;
    const CountersSystem counters(2, 3);
    fill(folder.path());
    SearchOptions options = resuming(at_each_level(folder.path()));
    options.checkpoints.facts = {{"system", "another toy"}};
    CHECK(says(counters.system, options).find("of another system ('a toy', here 'another toy')") != std::string::npos);
    options.checkpoints.resume = folder.path() / "nowhere";
    CHECK(says(counters.system, options).find("there is no checkpoint in") != std::string::npos);
}

TEST_CASE("a disk without room ends the search and leaves the checkpoint before as it was") {
    const TemporaryFolder folder;
    const CountersSystem counters(4, 14);
    const int status = in_child(60'000, [&] {
        const rlimit limit{40'000, 40'000};
        setrlimit(RLIMIT_FSIZE, &limit);
        const SearchResult found = Search(counters.system, at_each_level(folder.path())).run();
        _exit(found.ending == Ending::no_checkpoint && found.failure.find("File too large") != std::string::npos &&
                      found.checkpoint > 2
                  ? 7
                  : 1);
    });
    CHECK(status == 7);
    CHECK(Search(counters.system, resuming(at_each_level(folder.path()))).run().states == 50'625);
}

TEST_CASE("states on a disk without room end the search, and the same search goes on where there is some") {
    const TemporaryFolder folder;
    const CountersSystem counters(4, 14);
    SearchOptions options = at_each_level(folder.path() / "states");
    set_form(options, Form::disk);
    const int status = in_child(60'000, [&] {
        const rlimit limit{9'000, 9'000};
        setrlimit(RLIMIT_FSIZE, &limit);
        const SearchResult found = Search(counters.system, options).run();
        _exit(found.ending == Ending::no_checkpoint && found.failure.find("File too large") != std::string::npos &&
                      found.checkpoint > 2
                  ? 7
                  : 1);
    });
    CHECK(status == 7);
    CHECK(Search(counters.system, resuming(options)).run().states == 50'625);
    CHECK(Search(counters.system, resuming(options)).run().ending == Ending::complete);  // which it says again
}

TEST_CASE("a search on disk whose checkpoint is damaged says which one to leave out, and goes on without it") {
    const TemporaryFolder folder;
    const CountersSystem counters(3, 6);
    SearchOptions options = at_each_level(folder.path() / "states");
    set_form(options, Form::disk);
    const SearchResult expected = Search(counters.system, options).run();
    const fs::path last = last_file(options.store);
    const std::string whole = tests::contents(last);
    for (std::size_t at = 60; at < whole.size(); at += 37) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 4);
        std::ofstream(last, std::ios::binary | std::ios::trunc) << changed;
        CHECK(says(counters.system, resuming(options)).find("is damaged: without '") != std::string::npos);
    }
    fs::remove_all(last.parent_path());
    check_same_found(Search(counters.system, resuming(options)).run(), expected);
}
