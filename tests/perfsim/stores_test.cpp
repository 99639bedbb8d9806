// The stores of texts against maps.
#include "perfsim/stores.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>

namespace tandem::tests {

using namespace perfsim;

namespace {

struct Item {
    int number = 0;
};
using ByWarp = model::Table<Timed, model::Sort::thread, Item>;

struct Entry {
    bool waits = false;
    bool awaits_data() const { return waits; }
};
using MshrFile = model::Table<Timed, model::Sort::address, Entry>;

std::vector<std::pair<int, int>> contents(const ByWarp& table) {
    std::vector<std::pair<int, int>> items;
    table.each([&](WarpName w, const Item& item) { items.push_back({static_cast<int>(w.index()), item.number}); });
    return items;
}

}  // namespace

TEST_SUITE("perfsim/stores") {
    TEST_CASE("a table by warp holds a few items and many, in the order of the names, and so does a copy of it") {
        for (const unsigned most : {4u, 64u}) {
            ByWarp table;
            std::map<int, int> right;
            std::mt19937 random(3);
            for (int step = 0; step < 20'000; ++step) {
                const int warp = static_cast<int>(random() % most);
                const WarpName name(warp);
                REQUIRE((table.find(name) != nullptr) == right.contains(warp));
                if (step % 1000 == 999) {
                    table.clear();
                    right.clear();
                } else if (random() % 3 == 0) {
                    table.drop(name);
                    right.erase(warp);
                } else if (right.contains(warp)) {
                    REQUIRE(table.place(name).number == right[warp]);
                } else {
                    REQUIRE(table.place(name).number == 0);
                    table.place(name).number = right[warp] = step;
                }
                const std::vector<std::pair<int, int>> all(right.begin(), right.end());
                REQUIRE(contents(table) == all);
                REQUIRE(table.empty() == right.empty());
                if (step % 100 != 0) continue;
                ByWarp copy;
                copy.place(name).number = -1;
                copy = table;
                REQUIRE(contents(copy) == all);
                // Items visited by `each` may be dropped.
                copy.each([&](WarpName w, Item& item) {
                    REQUIRE(item.number == right[static_cast<int>(w.index())]);
                    if (item.number % 2 == 0) copy.drop(w);
                });
                for (const auto& [w, number] : right) REQUIRE((copy.find(WarpName(w)) != nullptr) == (number % 2 != 0));
            }
        }
    }

    TEST_CASE("an MSHR file knows how many of its entries wait for data, and whether all do") {
        MshrFile file;
        std::map<int, bool> right;
        std::mt19937 random(5);
        for (int step = 0; step < 20'000; ++step) {
            const int number = static_cast<int>(random() % 100);
            const Block block(static_cast<std::uint32_t>(number));
            if (random() % 3 == 0) {
                file.drop(block);
                right.erase(number);
            } else {
                file.place(block).waits = right[number] = random() % 4 != 0;
                file.recount(block);
            }
            const auto waiting = std::count_if(right.begin(), right.end(), [](const auto& entry) { return entry.second; });
            REQUIRE(file.awaiting() == waiting);
            REQUIRE(file.all_await() == (waiting == static_cast<long>(right.size())));
        }
    }
}

}  // namespace tandem::tests
