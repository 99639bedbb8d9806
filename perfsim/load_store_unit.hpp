// What a load/store unit keeps of memory instructions: those on their way to the cache, and the loads whose words have not come.
#pragma once

#include <deque>

#include "perfsim/kernel.hpp"
#include "perfsim/ring.hpp"
#include "perfsim/statistics.hpp"

namespace tandem::perfsim {

/// A memory instruction that the cache has not accepted yet.
struct Pending {
    int warp = 0;
    model::AccessKind kind{};
    Coalesced touched;
    std::vector<Value> parts;  // of a store or an atomic, by block
    Load* load = nullptr;
    bool blocking = false;
    Cycle ready = 0;   // when the tags have been read
    Cycle issued = 0;
    Stall blocked = Stall::pipeline;
    std::uint64_t answers_until_room = 0;  // mshr_full: how many of the network's answers there must have been before there can be room

    /// Bit i: block i is not stored to as a whole.
    std::uint32_t partial = 0;
    bool touches(std::uint32_t block) const { return touched.find(block) >= 0; }
};

/// A load or an atomic whose words have not all come.
struct LoadRecord {
    Coalesced touched;
    Load* load = nullptr;
    int warp = 0;
    bool blocking = false;
    bool by_lane = false;  // an atomic's answer
    Cycle issued = 0;
};

/// The loads under way in an SM, by warp.
class LoadRecords {
public:
    explicit LoadRecords(int warps) : of_warp_(static_cast<std::size_t>(warps)) {}

    LoadRecord& add(int warp) {
        if (free_.empty()) {
            records_.emplace_back();
            free_.push_back(static_cast<int>(records_.size() - 1));
        }
        const int place = free_.back();
        free_.pop_back();
        of_warp_[static_cast<std::size_t>(warp)].push_back(place);
        return records_[static_cast<std::size_t>(place)];
    }
    /// Copies the words of a block to the lanes that want them. When its load misses nothing more, `release` the record.
    LoadRecord& deliver(int warp, std::uint32_t block, const Value& data) {
        for (const int place : of_warp_[static_cast<std::size_t>(warp)]) {
            LoadRecord& record = records_[static_cast<std::size_t>(place)];
            const int at = record.touched.find(block);
            if (at < 0) continue;
            for (std::uint32_t left = record.touched.lanes[static_cast<std::size_t>(at)]; left != 0; left &= left - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(left));
                record.load->words[lane] = data.word(record.by_lane ? static_cast<int>(lane) : record.touched.word[lane]);
            }
            --record.load->missing;
            return record;
        }
        throw std::logic_error("the protocol completes a load that no warp waits for");
    }
    void release(const LoadRecord& record) {
        std::vector<int>& list = of_warp_[static_cast<std::size_t>(record.warp)];
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (&records_[static_cast<std::size_t>(list[i])] != &record) continue;
            free_.push_back(list[i]);
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
            return;
        }
    }
    void cancel_last(int warp) { release(records_[static_cast<std::size_t>(of_warp_[static_cast<std::size_t>(warp)].back())]); }

private:
    std::deque<LoadRecord> records_;
    std::vector<int> free_;
    std::vector<std::vector<int>> of_warp_;
};

}  // namespace tandem::perfsim
