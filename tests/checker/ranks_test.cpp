// Ranks: messages arrive whole and in order, and all end like the first that fails.
#include <doctest/doctest.h>

#include <atomic>

#include "checker/ranks/ranks.hpp"
#include "tests/checker/ranks_as_threads.hpp"

namespace {

using namespace tandem::checker;

constexpr int sizes[] = {1, 2, 3, 4, 7};

}  // namespace

TEST_CASE("ranks: what each says is known to all, in the order of the ranks") {
    for (const int size : sizes) {
        std::atomic<int> right = 0;
        as_ranks(size, [&](Transport& transport) {
            Ranks ranks(transport);
            bool all_right = true;
            for (int round = 0; round < 50; ++round) {
                const auto all = ranks.gather(1000 * round + ranks.rank());
                all_right = all_right && all.size() == static_cast<std::size_t>(size);
                for (int r = 0; all_right && r < size; ++r) all_right = all[static_cast<std::size_t>(r)] == 1000 * round + r;
            }
            right += all_right && ranks.leave({}).failure.empty();
        });
        CHECK(right == size);
    }
}

TEST_CASE("ranks: messages of a search arrive once and in order, while others gather") {
    constexpr std::uint32_t messages = 200;
    for (const int size : sizes) {
        std::atomic<int> right = 0;
        as_ranks(size, [&](Transport& transport) {
            Ranks ranks(transport);
            for (std::uint32_t i = 0; i < messages; ++i)
                for (int to = 0; to < size; ++to)
                    if (to != ranks.rank()) {
                        Bytes message;
                        put(message, std::vector<std::uint32_t>(i, i));
                        ranks.send(to, std::move(message));
                    }
            bool all_right = ranks.gather(ranks.rank()).size() == static_cast<std::size_t>(size);
            std::vector<std::uint32_t> next(static_cast<std::size_t>(size), 0);
            Ranks::Patience patience;
            for (std::uint32_t left = messages * static_cast<std::uint32_t>(size - 1); left > 0;) {
                int from;
                Bytes message;
                if (!ranks.receive(from, message)) {
                    patience.wait();
                    continue;
                }
                BytesReader reader(message);
                const std::uint32_t expected = next[static_cast<std::size_t>(from)]++;
                all_right = all_right && reader.get_vector<std::uint32_t>() == std::vector<std::uint32_t>(expected, expected) &&
                            reader.left() == 0;
                --left, patience.met();
            }
            right += all_right && ranks.leave({}).failure.empty();
        });
        CHECK(right == size);
    }
}

TEST_CASE("ranks: where one fails, all that wait for it end with its words and its status") {
    for (const int size : sizes)
        for (int failing = 0; failing < size; ++failing) {
            std::atomic<int> right = 0;
            as_ranks(size, [&](Transport& transport) {
                Ranks ranks(transport);
                Ranks::End mine;
                if (ranks.rank() == failing) mine = {3, "memory is full"};
                else
                    try {
                        ranks.gather(0);
                    } catch (const RankFailed& failure) {
                        mine = {failure.status, failure.what()};
                    }
                const auto end = ranks.leave(mine);
                right += mine.status == 3 && end.status == 3 && end.failure == "memory is full";
            });
            CHECK(right == size);
        }
}

TEST_CASE("ranks: two that come to different gatherings fail, and a message that is cut off is not read past its end") {
    std::atomic<int> refused = 0;
    as_ranks(2, [&](Transport& transport) {
        Ranks ranks(transport);
        Ranks::End mine;
        try {
            if (ranks.rank() == 1) {
                Bytes message;
                put(message, std::uint32_t{7});
                put(message, std::uint8_t{1});  // like the gathered data
                transport.send(0, std::move(message));
            }
            ranks.gather(0);
        } catch (const std::exception& error) {
            mine = {3, error.what()};
        }
        refused += ranks.leave(mine).failure == "two ranks are at different places";
    });
    CHECK(refused == 2);

    Bytes message;
    put(message, std::vector<int>{1, 2, 3});
    message.pop_back();
    CHECK_THROWS_WITH(BytesReader(message).get_vector<int>(), "a message of another rank is cut off");
}
