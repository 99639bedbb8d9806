// Particles are divided into an octree until no part has more than 32, by workers with dynamic load balancing. Each warp has a
// queue of tasks with a lock. It takes the task that it added last, and steals another's oldest when it has none (Cederman and
// Tsigas, "On dynamic load balancing on graphics processors", Graphics Hardware 2008). While the kernel runs, SMs read queues and
// particles that others have written: it needs coherence.
#include <algorithm>
#include <array>

#include "perfsim/workloads/lanes.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/synchronise.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr std::uint32_t octants = 8, bits_of_axis = 10, dealt_out = 2;  // levels of the tree done by the host
constexpr std::uint32_t leaf = 32, places = 512, task_words = 4, most_failures = 2000;

struct Task {
    std::uint32_t first, count, depth, buffer;
};

/// Of a position with 10 bits for each coordinate.
std::uint32_t octant(std::uint32_t position, std::uint32_t depth) {
    const std::uint32_t bit = bits_of_axis - 1 - depth;
    return (position >> bit & 1) | (position >> (bits_of_axis + bit) & 1) << 1 | (position >> (2 * bits_of_axis + bit) & 1) << 2;
}

class OctreePartition final : public Workload {
public:
    explicit OctreePartition(const WorkloadOptions& options)
        : seed_(options.seed),
          backoff_(backoff_of(options, octree_backoff)),
          particles_(16384 * static_cast<std::uint32_t>(options.size)) {}

    void run(Simulation& simulation) override {
        make_particles();
        const auto& sms = simulation.description().sms;
        const int blocks = std::min(sms.thread_blocks, sms.warps);
        // all the warps that the machine holds
        const Launch launch{sms.count * blocks, sms.warps / blocks, [this](Warp& w) { return kernel(w); }};
        workers_ = static_cast<std::uint32_t>(launch.blocks * launch.warps_per_block);
        Memory& memory = simulation.memory();
        position_[0] = memory.allocate(host_);
        std::vector<std::uint32_t> names(particles_);
        for (std::uint32_t i = 0; i < particles_; ++i) names[i] = i;
        name_[0] = memory.allocate(names);
        position_[1] = memory.allocate(particles_);
        name_[1] = memory.allocate(particles_);
        depth_ = memory.allocate(particles_);
        make_queues(memory);
        done_ = memory.allocate(1);
        simulation.run(launch);
    }

    /// Each particle is in a leaf, of the right depth.
    std::string check(const Memory& memory) const override {
        std::vector<std::uint32_t> right(particles_), all(particles_);
        for (std::uint32_t i = 0; i < particles_; ++i) all[i] = i;
        divide(all, 0, right);
        const auto found = memory.read(depth_);
        for (std::uint32_t i = 0; i < particles_; ++i)
            if (found[i] != right[i]) return mismatch("depth", i, found[i], right[i]);
        if (const auto done = memory.read(done_)[0]; done != particles_)
            return fmt::format("{} particles were put into leaves, and {} are right", done, particles_);
        return "";
    }

private:
    /// In clusters of different sizes, sorted by the octants of the levels that the host has done.
    void make_particles() {
        std::mt19937_64 random(seed_);
        std::array<std::array<std::uint32_t, 3>, 12> middle;
        for (auto& m : middle)
            for (auto& x : m) x = static_cast<std::uint32_t>(random() % 1024);
        for (std::uint32_t i = 0; i < particles_; ++i) {
            const std::size_t cluster = random() % middle.size();
            const std::uint64_t radius = 16u << cluster % 5;
            std::uint32_t position = 0;
            for (std::uint32_t d = 0; d < 3; ++d)
                position |= static_cast<std::uint32_t>((middle[cluster][d] + random() % radius + random() % radius) % 1024)
                            << (bits_of_axis * d);
            host_.push_back(position);
        }
        std::stable_sort(host_.begin(), host_.end(), [](std::uint32_t a, std::uint32_t b) { return top(a) < top(b); });
    }
    static std::uint32_t top(std::uint32_t position) {
        std::uint32_t path = 0;
        for (std::uint32_t d = 0; d < dealt_out; ++d) path = octants * path + octant(position, d);
        return path;
    }
    /// The workers' queues. Each has a block with the numbers of the oldest task and of the next place, a block with the lock,
    /// and the tasks.
    void make_queues(Memory& memory) {
        std::vector<std::uint32_t> ends(std::size_t(workers_) * words_per_block),
            tasks(std::size_t(workers_) * places * task_words);
        std::uint32_t worker = 0;
        for (std::uint32_t first = 0; first < particles_; worker = (worker + 1) % workers_) {
            std::uint32_t count = 1;
            while (first + count < particles_ && top(host_[first + count]) == top(host_[first])) ++count;
            const Task task{first, count, dealt_out, 0};
            std::uint32_t& next = ends[worker * words_per_block + 1];
            const std::array<std::uint32_t, task_words> packed{task.first, task.count, task.depth, task.buffer};
            std::copy(packed.begin(), packed.end(), tasks.begin() + (worker * places + next++) * task_words);
            first += count;
        }
        ends_ = memory.allocate(ends);
        lock_ = memory.allocate(ends.size());
        tasks_ = memory.allocate(tasks);
    }
    void divide(const std::vector<std::uint32_t>& members, std::uint32_t depth, std::vector<std::uint32_t>& right) const {
        if (depth >= dealt_out && (members.size() <= leaf || depth == bits_of_axis)) {
            for (const std::uint32_t i : members) right[i] = depth;
            return;
        }
        std::array<std::vector<std::uint32_t>, octants> parts;
        for (const std::uint32_t i : members) parts[octant(host_[i], depth)].push_back(i);
        for (const auto& part : parts)
            if (!part.empty()) divide(part, depth + 1, right);
    }

    // ---- the kernel
    Kernel kernel(Warp& w) {
        const auto self = static_cast<std::uint32_t>(w.warp());
        std::uint32_t victim = self, failures = 0;
        Pauses pauses(backoff_);
        while (failures < most_failures) {
            Task task{};
            co_await take(w, self, false, task);
            if (task.count == 0) {
                const Lanes done = co_await w.atomic(AtomicOperation::add, every(done_.at(0)), Lanes{}, 1);
                if (done[0] >= particles_) co_return;
                victim = (victim * 5 + 3) % workers_;
                if (victim != self) co_await take(w, victim, true, task);
            }
            if (task.count == 0) {
                ++failures;
                co_await w.pause(pauses.next());
                continue;
            }
            failures = 0;
            pauses = Pauses(backoff_);
            if (task.count <= leaf || task.depth >= bits_of_axis) co_await make_leaf(w, task);
            else co_await split(w, self, task);
        }
    }

    /// The newest task of the worker's own queue, or the oldest of another's, which is skipped if it is locked.
    Kernel take(Warp& w, std::uint32_t queue, bool steal, Task& task) {
        bool locked = false;
        co_await lock(w, queue, steal, locked);
        if (!locked) co_return;
        const Lanes ends = co_await w.load(ends_.from(queue * words_per_block), 3);
        co_await w.compute(3);
        if (ends[1] > ends[0]) {
            const std::uint32_t place = steal ? ends[0] : ends[1] - 1;
            const Lanes packed =
                co_await w.load(tasks_.from((queue * places + place % places) * task_words), first_lanes(task_words));
            task = {packed[0], packed[1], packed[2] & 15, packed[3] & 1};
            if (task.first >= particles_ || task.count > particles_ - task.first) task = {};  // only if others' work is invisible
            Lanes changed = ends;
            if (steal) ++changed[0];
            else --changed[1];
            co_await w.store(ends_.from(queue * words_per_block), changed, steal ? 1 : 2);
        }
        co_await unlock(w, queue);
    }
    Kernel put(Warp& w, std::uint32_t queue, const std::vector<Task>& tasks) {
        bool locked = false;
        co_await lock(w, queue, false, locked);
        const Lanes ends = co_await w.load(ends_.from(queue * words_per_block), 3);
        Lanes where{}, packed{};
        for (std::uint32_t i = 0; i < tasks.size(); ++i)
            for (std::uint32_t part = 0; part < task_words; ++part) {
                where[i * task_words + part] = tasks_.at((queue * places + (ends[1] + i) % places) * task_words + part);
                packed[i * task_words + part] = part == 0   ? tasks[i].first
                                                : part == 1 ? tasks[i].count
                                                : part == 2 ? tasks[i].depth
                                                            : tasks[i].buffer;
            }
        co_await w.compute(4);
        const auto count = static_cast<std::uint32_t>(tasks.size());
        co_await w.store(where, packed, first_lanes(count * task_words));
        co_await w.store(ends_.from(queue * words_per_block), every(ends[1] + count), 2);
        co_await unlock(w, queue);
    }
    Kernel lock(Warp& w, std::uint32_t queue, bool once, bool& locked) {
        for (Pauses pauses(backoff_);;) {
            const Lanes taken = co_await w.compare_and_swap(every(lock_.at(queue * words_per_block)), Lanes{}, every(1), 1);
            locked = taken[0] == 0;
            if (locked) co_await w.acquire();
            if (locked || once) co_return;
            co_await w.pause(pauses.next());
        }
    }
    Kernel unlock(Warp& w, std::uint32_t queue) {
        co_await w.release();
        co_await w.atomic(AtomicOperation::exchange, every(lock_.at(queue * words_per_block)), Lanes{}, 1);
    }

    Kernel make_leaf(Warp& w, const Task& task) {
        for (std::uint32_t i = 0; i < task.count; i += lane_count) {
            const std::uint32_t mask = first_lanes(task.count - i);
            const Lanes name = co_await w.load(name_[task.buffer].from(task.first + i), mask);
            Lanes where{};
            for (std::uint32_t l = 0; l < lane_count; ++l)
                if (mask >> l & 1) where[l] = depth_.at(name[l]);
            co_await w.compute(2);
            co_await w.store(where, every(task.depth), mask);
        }
        co_await w.atomic(AtomicOperation::add, every(done_.at(0)), every(task.count), 1);
    }

    /// Sorts the task's particles by octant into the other buffer, and makes a task of each octant.
    Kernel split(Warp& w, std::uint32_t self, const Task& task) {
        std::array<std::uint32_t, octants> count{}, next{};
        for (std::uint32_t i = 0; i < task.count; i += lane_count) {
            const std::uint32_t mask = first_lanes(task.count - i);
            const Lanes position = co_await w.load(position_[task.buffer].from(task.first + i), mask);
            for (std::uint32_t l = 0; l < lane_count; ++l)
                if (mask >> l & 1) ++count[octant(position[l], task.depth)];
            co_await w.compute(3 + 2 * static_cast<int>(octants));  // a vote for each octant
        }
        next[0] = task.first;
        for (std::uint32_t o = 1; o < octants; ++o) next[o] = next[o - 1] + count[o - 1];
        std::vector<Task> parts;
        for (std::uint32_t o = 0; o < octants; ++o)
            if (count[o] > 0) parts.push_back({next[o], count[o], task.depth + 1, task.buffer ^ 1});
        for (std::uint32_t i = 0; i < task.count; i += lane_count) {
            const std::uint32_t mask = first_lanes(task.count - i);
            Load position, name;
            co_await w.begin(position, position_[task.buffer].from(task.first + i), mask);
            co_await w.begin(name, name_[task.buffer].from(task.first + i), mask);
            co_await w.finish(position);
            co_await w.finish(name);
            Lanes to{}, to_name{};
            for (std::uint32_t l = 0; l < lane_count; ++l)
                if (mask >> l & 1) {
                    const std::uint32_t place = std::min(next[octant(position.words[l], task.depth)]++, particles_ - 1);
                    to[l] = position_[task.buffer ^ 1].at(place);
                    to_name[l] = name_[task.buffer ^ 1].at(place);
                }
            co_await w.compute(4 + 2 * static_cast<int>(octants));
            co_await w.store(to, position.words, mask);
            co_await w.store(to_name, name.words, mask);
        }
        co_await w.release();
        co_await put(w, self, parts);
    }

    std::uint64_t seed_;
    Backoff backoff_;
    std::uint32_t particles_, workers_ = 0;
    std::vector<std::uint32_t> host_;
    std::array<Buffer, 2> position_, name_;
    Buffer depth_, ends_, lock_, tasks_, done_;
};

}  // namespace

std::unique_ptr<Workload> octree_partition(const WorkloadOptions& options) { return std::make_unique<OctreePartition>(options); }

}  // namespace tandem::perfsim
