#include "perfsim/traces/memory_requests.hpp"

#include <algorithm>
#include <bit>

namespace tandem::perfsim {

namespace {

/// Fills one request after the other.
class Packing {
public:
    explicit Packing(std::vector<MemoryRequest>& requests) : requests_(requests) {}
    void make_room(std::size_t words) {
        if (used_ + words <= lane_count) return;
        requests_.emplace_back();
        used_ = 0;
    }
    void put(Address word) {
        requests_.back().addresses[used_] = word;
        requests_.back().mask |= std::uint32_t(1) << used_++;
    }

private:
    std::vector<MemoryRequest>& requests_;
    std::size_t used_ = lane_count;
};

/// Each block with all its words, which fit into one request.
void pack_by_block(std::vector<Address>& words, std::uint32_t block_bytes, std::vector<MemoryRequest>& requests) {
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    Packing packing(requests);
    for (auto begin = words.begin(); begin != words.end();) {
        const auto end =
            std::find_if(begin, words.end(), [&](Address word) { return word / block_bytes != *begin / block_bytes; });
        packing.make_room(static_cast<std::size_t>(end - begin));
        for (; begin != end; ++begin) packing.put(*begin);
    }
}

}  // namespace

int requests_of(const TraceInstruction& instruction, const TraceSpaces& spaces, std::uint64_t warp, const TraceMap& map,
                std::uint32_t block_bytes, std::vector<MemoryRequest>& requests) {
    requests.clear();
    std::array<TraceWords, trace_lanes> words;
    int lanes = 0, most = 0;
    for (std::uint32_t left = instruction.mask; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        TraceWords& of_lane = words[static_cast<std::size_t>(lane)] = words_of_lane(instruction, lane, spaces, warp);
        lanes += of_lane.count > 0;
        most = std::max(most, of_lane.count);
    }
    if (most == 1) {
        MemoryRequest& request = requests.emplace_back();
        for (std::size_t lane = 0; lane < trace_lanes; ++lane) {
            if (words[lane].count == 0) continue;
            request.addresses[lane] = map.at(words[lane].addresses[0]);
            request.mask |= std::uint32_t(1) << lane;
        }
    } else if (instruction.opcode.kind == TraceKind::atomic) {
        Packing packing(requests);
        for (const TraceWords& of_lane : words) {
            packing.make_room(static_cast<std::size_t>(of_lane.count));
            for (int i = 0; i < of_lane.count; ++i) packing.put(map.at(of_lane.addresses[static_cast<std::size_t>(i)]));
        }
    } else if (most > 1) {
        std::vector<Address> all;
        for (const TraceWords& of_lane : words)
            for (int i = 0; i < of_lane.count; ++i) all.push_back(map.at(of_lane.addresses[static_cast<std::size_t>(i)]));
        pack_by_block(all, block_bytes, requests);
    }
    return lanes;
}

void split_by_block(std::vector<MemoryRequest>& requests, std::uint32_t block_bytes) {
    std::vector<MemoryRequest> split;
    for (const MemoryRequest& request : requests)
        for (std::uint32_t left = request.mask; left != 0;) {
            const auto block_of = [&](std::uint32_t lanes) {
                return request.addresses[static_cast<std::size_t>(std::countr_zero(lanes))] / block_bytes;
            };
            std::uint32_t together = 0;
            for (std::uint32_t others = left; others != 0; others &= others - 1)
                if (block_of(others) == block_of(left)) together |= others & -others;
            split.push_back({request.addresses, together});
            left &= ~together;
        }
    requests = std::move(split);
}

}  // namespace tandem::perfsim
