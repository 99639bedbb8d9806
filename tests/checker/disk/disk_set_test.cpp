// The set of states on disk against std::map: levels, forms of strings that change, memory that does not suffice, a full disk,
// and files that are damaged.
#include "checker/disk/disk_set.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include "model/usage_error.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {
namespace {

namespace fs = std::filesystem;
using checker::CheckpointReader;
using checker::CheckpointWriter;
using checker::DiskSet;
using checker::Parts;
using checker::StateForm;
using checker::StateString;
using checker::StoreFolder;

/// A set on disk beside a map from states to levels.
struct BothSets {
    BothSets(const fs::path& path, std::size_t bytes, int threads, StateForm::Widths widths)
        : folder(path), widths(std::move(widths)), set(folder, bytes, threads, this->widths) {}

    void put(const Parts& parts, std::size_t thread = 0) {
        level.push_back(parts);
        const StateString string = set.form().string_of(parts);
        const auto asleep = static_cast<std::uint32_t>(parts[0] * 7 + parts[1]);
        if (set.put(thread, string, asleep)) return;
        set.flush();
        REQUIRE(set.put(thread, string, asleep));
        ++flushes;
    }
    void widen(const StateForm::Widths& to) {
        widths = to;
        REQUIRE(set.widen(to));
    }
    void finish_level() {
        std::atomic<std::uint64_t> found = 0;
        set.finish_level([&](int, const checker::StateList& list) { found += list.size(); });
        std::uint64_t added = 0;
        for (const Parts& parts : level) added += known.emplace(parts, levels).second;
        CHECK(found == added);
        ++levels;
        level.clear();
        CHECK(set.states() == known.size());
    }
    /// Each level has its states, and each of them once.
    void compare() const {
        std::map<Parts, int> stored;
        int twice = 0;
        for (int l = 0; l < levels; ++l)
            set.any(l, l + 1, 1, [&](const StateString& string) {
                twice += !stored.emplace(set.form().parts_of(string), l).second;
                return false;
            });
        CHECK(twice == 0);
        CHECK(stored == known);
        check_frontier();
    }
    void check_frontier() const {
        const checker::Run* const run = set.frontier();
        std::uint64_t expected = 0;
        for (const auto& one : known) expected += one.second == levels - 1;
        CHECK((run ? run->states : 0) == expected);
        if (!run) return;
        std::vector<std::uint32_t> asleep(run->states);
        set.read_asleep(0, asleep);
        checker::RunReader reader;
        std::size_t at = 0, right = 0;
        reader.read_blocks(*run, 0, run->blocks.size(), {true, false}, [&](std::size_t, const checker::StateList& list) {
            for (std::size_t i = 0; i < list.size(); ++i, ++at) {
                const Parts parts = set.form().parts_of(list[i]);
                right += known.at(parts) == levels - 1 && asleep[at] == parts[0] * 7 + parts[1];
            }
        });
        CHECK(right == expected);
    }
    void save(const fs::path& to) {
        CheckpointWriter out(to, {});
        set.save(out);
        out.finish();
        set.keep();
    }
    void restore(const fs::path& from) {
        CheckpointReader in(from, {}, true);
        std::vector<std::uint32_t> counts;
        for (const auto width : widths) counts.push_back(1u << width);
        set.restore(in, counts);
    }

    StoreFolder folder;
    StateForm::Widths widths;
    DiskSet set;
    std::map<Parts, int> known;
    std::vector<Parts> level;
    int levels = 0, flushes = 0;
};

Parts drawn(std::mt19937_64& random, const StateForm::Widths& widths) {
    Parts parts{};
    for (std::size_t s = 0; s < widths.size(); ++s) parts[s] = static_cast<checker::Number>(random() >> (64 - widths[s]));
    return parts;
}

void fill(BothSets& sets, int levels, int states, std::uint64_t seed, int threads = 1) {
    std::mt19937_64 random(seed);
    for (int l = 0; l < levels; ++l) {
        for (int i = 0; i < states; ++i) {
            const Parts parts = drawn(random, sets.widths);
            sets.put(parts, static_cast<std::size_t>(i % threads));
            if (i % 3 == 0) sets.put(parts, static_cast<std::size_t>((i + 1) % threads));
        }
        sets.finish_level();
    }
}

constexpr std::size_t enough = std::size_t{16} << 20;

}  // namespace

TEST_SUITE("checker/disk") {
    TEST_CASE("a set on disk has what was put down, each on the level that found it first, with any number of threads") {
        for (const int threads : {1, 2, 3}) {
            const TemporaryFolder folder;
            BothSets sets(folder.path() / "set", enough, threads, {5, 4, 3});
            fill(sets, 6, 500, 1, threads);
            sets.compare();
            fill(sets, 2, 0, 1);  // levels without states
            sets.compare();
        }
    }

    TEST_CASE("strings of any length are kept, and what numbers need afterwards") {
        const std::vector<StateForm::Widths> all{{1, 1, 1}, {12, 13, 12}, {31, 30, 9}, {31, 31, 31}};
        for (const StateForm::Widths& widths : all) {
            const TemporaryFolder folder;
            BothSets sets(folder.path() / "set", enough, 2, widths);
            fill(sets, 2, 300, 2);
            StateForm::Widths wider = widths;
            for (auto& width : wider) width = static_cast<std::uint8_t>(std::min(31, width + 3));
            std::mt19937_64 random(3);
            for (int i = 0; i < 100; ++i) sets.put(drawn(random, widths));
            sets.widen(wider);
            for (int i = 0; i < 100; ++i) sets.put(drawn(random, wider));
            sets.finish_level();
            sets.compare();
            fill(sets, 3, 200, 4);
            sets.compare();
        }
    }

    TEST_CASE("states whose numbers come to need more bits are kept as they are, or sorted anew while bits are few") {
        for (const StateForm::Widths& widths : std::vector<StateForm::Widths>{{6, 6, 6}, {13, 13, 14}}) {
            const TemporaryFolder folder;
            BothSets sets(folder.path() / "set", enough, 2, widths);
            StateForm::Widths now = widths;
            for (int round = 0; round < 3; ++round) {
                fill(sets, 1, 60'000, 5 + static_cast<std::uint64_t>(round));
                ++now[1];
                sets.widen(now);
            }
            fill(sets, 1, 10'000, 9);
            sets.compare();
        }
    }

    TEST_CASE("levels beyond the memory for them are sorted on disk, and many levels are put together") {
        const TemporaryFolder folder;
        BothSets sets(folder.path() / "set", 1 << 16, 1, {8, 8, 2});
        fill(sets, 60, 1'000, 6);
        CHECK(sets.flushes == 0);
        BothSets small(folder.path() / "small", 1, 1, {8, 8, 4});
        fill(small, 4, 20'000, 7);
        CHECK(small.flushes > 0);
        small.compare();
        sets.compare();
        int files = 0;
        for (const auto& entry : fs::directory_iterator(folder.path() / "set")) files += entry.is_regular_file();
        CHECK(files < 45);
    }

    TEST_CASE("whether states are known is told of all at once") {
        const TemporaryFolder folder;
        BothSets sets(folder.path() / "set", enough, 1, {8, 8, 8});
        fill(sets, 5, 5'000, 8);
        std::vector<StateString> strings;
        for (const auto& one : sets.known) strings.push_back(sets.set.form().string_of(one.first));
        CHECK(sets.set.has_all(strings));
        CHECK(sets.set.has_all({strings[7], strings[9], strings[7]}));
        Parts other{1, 1, 1};
        while (sets.known.contains(other)) ++other[2];
        strings.push_back(sets.set.form().string_of(other));
        CHECK_FALSE(sets.set.has_all(strings));
        CHECK_FALSE(sets.set.has_all({strings.back()}));
    }

    TEST_CASE("a set goes on from what was saved, and what came afterwards leaves no files") {
        const TemporaryFolder folder;
        const fs::path at = folder.path() / "set", saved = folder.path() / "saved";
        std::map<Parts, int> known;
        {
            BothSets sets(at, enough, 2, {8, 8, 8});
            fill(sets, 50, 2'000, 9);
            sets.save(saved);
            known = sets.known;
            fill(sets, 1, 2'000, 10);
        }
        BothSets again(at, enough, 1, {8, 8, 8});
        again.restore(saved);
        again.known = known;
        again.levels = 50;
        again.compare();
        again.set.keep();
        again.set.keep();
        std::size_t files = 0, bytes = 0;
        for (const auto& entry : fs::directory_iterator(at)) ++files, bytes += entry.file_size();
        CHECK(bytes == again.set.disk_bytes());
        fill(again, 2, 2'000, 11);
        again.compare();
    }

    TEST_CASE("a file that is cut off, lacks, or has a changed bit anywhere is refused") {
        const TemporaryFolder folder;
        const fs::path at = folder.path() / "set", saved = folder.path() / "saved";
        {
            BothSets sets(at, enough, 1, {8, 8, 8});
            fill(sets, 3, 200, 12);
            sets.save(saved);
        }
        const auto says = [&] {
            try {
                BothSets(at, enough, 1, {8, 8, 8}).restore(saved);
            } catch (const model::UsageError& error) {
                return std::string(error.what());
            }
            return std::string("nothing");
        };
        CHECK(says() == "nothing");
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(at)) files.push_back(entry.path());
        for (const fs::path& file : files) {
            const std::string whole = contents(file);
            const auto with = [&](const std::string& text) {
                std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
                return says();
            };
            for (std::size_t byte = 0; byte < whole.size(); byte += 41) {
                std::string changed = whole;
                changed[byte] = static_cast<char>(changed[byte] ^ 16);
                CHECK(with(changed).find("is damaged: with another folder") != std::string::npos);
            }
            CHECK(with(whole.substr(0, whole.size() - 1)).find("is damaged") != std::string::npos);
            CHECK(with("").find("is damaged") != std::string::npos);
            fs::remove(file);
            CHECK(says().find("could not be read") != std::string::npos);
            CHECK(with(whole) == "nothing");
        }
    }

    TEST_CASE("a level that the disk has no room for leaves the set as the level before has left it") {
        const TemporaryFolder folder;
        const fs::path at = folder.path() / "set";
        const pid_t child = fork();
        if (child == 0) {
            BothSets sets(at, enough, 2, {10, 10, 10});
            fill(sets, 2, 1'000, 13);
            const std::uint64_t before = sets.set.disk_bytes();
            const rlimit limit{20'000, 20'000};
            setrlimit(RLIMIT_FSIZE, &limit);
            try {
                fill(sets, 1, 50'000, 14);
            } catch (const checker::CheckpointFailed& failed) {
                std::uint64_t states = 0;
                sets.set.any(0, 2, 1, [&](const StateString&) { return ++states, false; });
                const bool same = states == sets.known.size() && sets.set.disk_bytes() == before;
                _exit(same && std::string(failed.what()).find("File too large") != std::string::npos ? 7 : 1);
            }
            _exit(2);
        }
        int status = 0;
        waitpid(child, &status, 0);
        CHECK(WIFEXITED(status));
        CHECK(WEXITSTATUS(status) == 7);
    }

    TEST_CASE("a folder that no search can work in is refused in one line") {
        const TemporaryFolder folder;
        const auto says = [](const fs::path& path) {
            try {
                const StoreFolder opened(path);
            } catch (const model::UsageError& error) {
                return std::string(error.what());
            }
            return std::string("nothing");
        };
        CHECK(says("/dev/null").find("states cannot be stored in '/dev/null'") != std::string::npos);
        CHECK(says("/proc/nowhere").find("states cannot be stored in") != std::string::npos);
        CHECK(says(folder.path() / "new" / "folder") == "nothing");
        const StoreFolder busy(folder.path() / "busy");
        CHECK(says(folder.path() / "busy").find("another search stores its states") != std::string::npos);
        std::ofstream(folder.path() / "letter.txt") << "text";
        CHECK(says(folder.path()).find("which is of no search") != std::string::npos);
        CHECK(says(folder.path() / "letter.txt").find("states cannot be stored in") != std::string::npos);
    }
}

}  // namespace tandem::tests
