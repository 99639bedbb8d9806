// One step of n bodies under gravity by Barnes and Hut's octree (Nature 1986), after Burtscher and Pingali's GPU version (GPU
// Computing Gems, 2011). All threads insert bodies into one tree, with a lock for each child of a cell. Each cell then gets its
// mass and centre when all its children, which it counts, have theirs. Each warp then walks the tree for its 32 bodies together.
// One launch does all three, so SMs read what others have written: it needs coherence.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

#include "perfsim/workloads/body_tree.hpp"
#include "perfsim/workloads/lanes.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/synchronise.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr std::uint32_t bits = body_bits, children = 8;
constexpr std::uint32_t most_steps = 4096;  // if others' work stays invisible a warp waits in vain, and ends after so many
// A scheduler stays with the warp that it issued last, and a polling warp is always ready. So it would keep the warp that holds
// the lock from continuing for ever.
constexpr std::uint32_t patience = 512;     // polls in a row, before it pauses between them

class BarnesHut final : public Workload {
public:
    explicit BarnesHut(const WorkloadOptions& options)
        : seed_(options.seed),
          backoff_(backoff_of(options, {})),
          bodies_(2048 * static_cast<std::uint32_t>(options.size)),
          cells_(2 * bodies_) {}

    void run(Simulation& simulation) override {
        host_ = clustered_bodies(bodies_, seed_);
        Memory& memory = simulation.memory();
        for (std::uint32_t d = 0; d < 3; ++d) {
            std::vector<std::uint32_t> coordinate;
            for (const Body& b : host_) coordinate.push_back(b.at[d]);
            position_[d] = memory.allocate(coordinate);
            force_[d] = memory.allocate(bodies_);
        }
        child_ = memory.allocate(std::size_t(cells_) * children);
        lock_ = memory.allocate(std::size_t(cells_) * children);
        parent_ = memory.allocate(cells_);
        ready_ = memory.allocate(cells_);
        point_ = memory.allocate(std::size_t(cells_) * 4);
        used_ = memory.allocate(std::vector<std::uint32_t>{1});  // cell 0 is the root
        const Launch launch = resident_launch(simulation.description(), 8, [this](Warp& w) { return kernel(w); });
        all_ = GridBarrier(memory, launch, backoff_);
        simulation.run(launch);
    }

    /// Accurate to one part in 10000 of each body's force, as a host computes it from its own tree in the same order.
    std::string check(const Memory& memory) const override {
        if (gave_up_)
            return fmt::format("a warp has given up: {} times it found a lock taken, or a cell's children without their masses",
                               most_steps);
        const BodyTree tree(host_);
        std::array<std::vector<std::uint32_t>, 3> found;
        for (std::size_t d = 0; d < 3; ++d) found[d] = memory.read(force_[d]);
        const std::uint32_t cells = memory.read(used_)[0];
        if (cells != tree.cells()) return fmt::format("the tree has {} cells, and {} are right", cells, tree.cells());
        for (std::uint32_t b = 0; b < bodies_; ++b) {
            const auto force = tree.force_on(b);
            const double size =
                std::sqrt(double(force[0]) * force[0] + double(force[1]) * force[1] + double(force[2]) * force[2]);
            for (std::size_t d = 0; d < 3; ++d)
                if (!near(number(found[d][b]), force[d], 0, 1e-4 * size))
                    return mismatch("force", b, number(found[d][b]), force[d]);
        }
        return "";
    }

private:
    // A child is 0, or 1 + a body, or 1 + bodies + a cell.
    bool is_cell(std::uint32_t child) const { return child > bodies_; }
    std::uint32_t cell_of(std::uint32_t child) const { return child - 1 - bodies_; }

    // ---- the kernel
    Kernel kernel(Warp& w) {
        std::uint32_t met = 0;
        const std::uint32_t stride = w.threads();
        for (std::uint32_t first = w.first_thread(); first < bodies_; first += stride) co_await insert(w, first);
        co_await all_.meet(w, met);
        const Lanes used = co_await w.atomic(AtomicOperation::add, every(used_.at(0)), Lanes{}, 1);
        const std::uint32_t cells = std::min(used[0], cells_);
        for (std::uint32_t first = w.first_thread(); first < cells; first += stride) co_await summarise(w, cells, first);
        co_await all_.meet(w, met);
        for (std::uint32_t first = w.first_thread(); first < bodies_; first += stride) co_await walk(w, first);
    }

    Kernel load_bodies(Warp& w, const Lanes& body, std::uint32_t mask, std::array<Body, lane_count>& out) {
        std::array<Load, 3> parts;
        for (std::size_t d = 0; d < 3; ++d) co_await w.begin(parts[d], position_[d].at(body), mask);
        for (Load& part : parts) co_await w.finish(part);
        for (std::uint32_t l = 0; l < lane_count; ++l)
            for (std::size_t d = 0; d < 3; ++d) out[l].at[d] = parts[d].words[l];
    }

    /// Inserts 32 bodies, one for each lane. Distant bodies go together; otherwise all lanes would want the same lock.
    Kernel insert(Warp& w, std::uint32_t first) {
        Lanes body, cell{}, depth{};
        for (std::uint32_t l = 0; l < lane_count; ++l)
            body[l] = static_cast<std::uint32_t>(std::uint64_t(first + l) % lane_count * (bodies_ / lane_count) +
                                                 (first + l) / lane_count);
        std::array<Body, lane_count> here, other;
        co_await load_bodies(w, body, w.all(), here);
        std::uint32_t left = w.all(), polls = 0;
        Pauses pauses(backoff_);
        for (std::uint32_t step = 0; left != 0 && step < most_steps; ++step) {
            Lanes slot{};
            for (std::uint32_t l = 0; l < lane_count; ++l)
                if (left >> l & 1) slot[l] = cell[l] * children + here[l].octant(depth[l]);
            const Lanes seen = co_await w.load(child_.at(slot), left);
            co_await w.compute(6);
            // A cell stays a cell, so an old copy that says so is right. One that does not is looked at again under the lock.
            const std::uint32_t down = lanes_where(left, [&](std::uint32_t l) { return is_cell(seen[l]); });
            for (std::uint32_t l = 0; l < lane_count; ++l)
                if (down >> l & 1) cell[l] = cell_of(seen[l]), ++depth[l];
            const std::uint32_t want = left & ~down;
            if (want == 0) continue;
            const Lanes taken = co_await w.compare_and_swap(lock_.at(slot), Lanes{}, every(1), want);
            const std::uint32_t won = lanes_where(want, [&](std::uint32_t l) { return taken[l] == 0; });
            if (won == 0) {
                if (++polls >= patience) co_await w.pause(pauses.next());
                continue;
            }
            polls = 0;
            pauses = Pauses(backoff_);
            co_await w.acquire();
            const Lanes now = co_await w.load(child_.at(slot), won);
            const std::uint32_t empty = lanes_where(won, [&](std::uint32_t l) { return now[l] == 0; });
            const std::uint32_t split = lanes_where(won, [&](std::uint32_t l) { return now[l] != 0 && !is_cell(now[l]); });
            co_await w.compute(4);
            Lanes children_of_slot = body;
            for (auto& b : children_of_slot) ++b;
            if (split != 0) {
                // The other body moves into a new cell, which takes its place.
                Lanes whose{};
                for (std::uint32_t l = 0; l < lane_count; ++l)
                    if (split >> l & 1) whose[l] = now[l] - 1;
                co_await load_bodies(w, whose, split, other);
                const Lanes made = co_await w.atomic(AtomicOperation::add, every(used_.at(0)), every(1), split);
                Lanes inner{}, parents{};
                for (std::uint32_t l = 0; l < lane_count; ++l)
                    if (split >> l & 1) {
                        if (made[l] >= cells_ || depth[l] + 1 >= bits) co_return;  // only if others' work is invisible
                        inner[l] = child_.at(made[l] * children + other[l].octant(depth[l] + 1));
                        parents[l] = parent_.at(made[l]);
                        children_of_slot[l] = 1 + bodies_ + made[l];
                    }
                co_await w.store(inner, now, split);
                co_await w.store(parents, cell, split);
                co_await w.release();
            }
            co_await w.store(child_.at(slot), children_of_slot, empty | split);
            co_await w.release();
            co_await w.atomic(AtomicOperation::exchange, lock_.at(slot), Lanes{}, won);
            left &= ~empty;
        }
        if (left != 0) gave_up_ = true;
    }

    /// Computes 32 cells' masses and centres, one for each lane, from the last cell to the first: children are made after their
    /// parents.
    Kernel summarise(Warp& w, std::uint32_t cells, std::uint32_t first) {
        const std::uint32_t mine = first_lanes(cells - first) & w.all();
        Lanes cell{};
        for (std::uint32_t l = 0; l < lane_count; ++l)
            if (mine >> l & 1) cell[l] = cells - 1 - (first + l);
        std::array<Lanes, children> child;
        Lanes inner{};  // children that are cells
        for (std::uint32_t c = 0; c < children; ++c) {
            Lanes slot{};
            for (std::uint32_t l = 0; l < lane_count; ++l) slot[l] = cell[l] * children + c;
            child[c] = co_await w.load(child_.at(slot), mine);
            for (std::uint32_t l = 0; l < lane_count; ++l) inner[l] += (mine >> l & 1) && is_cell(child[c][l]);
        }
        const Lanes parent = co_await w.load(parent_.at(cell), mine);
        std::uint32_t left = mine;
        Pauses pauses(backoff_);
        for (std::uint32_t step = 0; left != 0 && step < most_steps; ++step) {
            const Lanes ready = co_await w.atomic(AtomicOperation::add, ready_.at(cell), Lanes{}, left);
            const std::uint32_t now = lanes_where(left, [&](std::uint32_t l) { return ready[l] == inner[l]; });
            if (now == 0) {
                co_await w.pause(pauses.next());
                continue;
            }
            pauses = Pauses(backoff_);
            co_await w.acquire();
            std::array<Point, lane_count> sum{};
            for (std::uint32_t c = 0; c < children; ++c) co_await add_children(w, child[c], now, sum);
            for (std::uint32_t part = 0; part < 4; ++part) {
                Lanes to{}, value{};
                for (std::uint32_t l = 0; l < lane_count; ++l)
                    if (now >> l & 1) to[l] = point_.at(4 * cell[l] + part), value[l] = word(centred(sum[l])[part]);
                co_await w.compute(4);
                co_await w.store(to, value, now);
            }
            co_await w.release();
            co_await w.atomic(AtomicOperation::add, ready_.at(parent), every(1),
                              now & ~lanes_where(now, [&](std::uint32_t l) { return cell[l] == 0; }));
            left &= ~now;
        }
        if (left != 0) gave_up_ = true;
    }

    /// Adds the points of one child of each lane's cell, be it a body or a cell.
    Kernel add_children(Warp& w, const Lanes& child, std::uint32_t among, std::array<Point, lane_count>& sum) {
        std::array<Point, lane_count> points;
        co_await load_points(w, child, lanes_where(among, [&](std::uint32_t l) { return child[l] != 0; }), points);
        for (std::uint32_t l = 0; l < lane_count; ++l)
            if ((among >> l & 1) && child[l] != 0) add_point(sum[l], points[l]);
        co_await w.compute(8);
    }
    Kernel load_points(Warp& w, const Lanes& child, std::uint32_t mask, std::array<Point, lane_count>& points) {
        const std::uint32_t cells = lanes_where(mask, [&](std::uint32_t l) { return is_cell(child[l]); });
        Lanes body{};
        for (std::uint32_t l = 0; l < lane_count; ++l)
            if ((mask & ~cells) >> l & 1) body[l] = child[l] - 1;
        std::array<Body, lane_count> bodies{};
        if (mask & ~cells) co_await load_bodies(w, body, mask & ~cells, bodies);
        std::array<Load, 4> parts;
        for (std::uint32_t part = 0; part < 4; ++part) {
            Lanes from{};
            for (std::uint32_t l = 0; l < lane_count; ++l)
                if (cells >> l & 1) from[l] = point_.at(4 * cell_of(child[l]) + part);
            co_await w.begin(parts[part], from, cells);
        }
        for (Load& part : parts) co_await w.finish(part);
        for (std::uint32_t l = 0; l < lane_count; ++l)
            for (std::uint32_t part = 0; part < 4; ++part)
                points[l][part] = cells >> l & 1 ? number(parts[part].words[l])
                                  : part == 3    ? mass_of(body[l])
                                                 : static_cast<float>(bodies[l].at[part]);
    }

    /// The force on 32 bodies. The warp goes wherever one of the bodies has to, and a lane rests where its own body need not go.
    Kernel walk(Warp& w, std::uint32_t first) {
        Lanes body;
        for (std::uint32_t l = 0; l < lane_count; ++l) body[l] = first + l;
        std::array<Body, lane_count> here;
        co_await load_bodies(w, body, w.all(), here);
        std::array<std::array<float, 3>, lane_count> force{};
        co_await descend(w, here, force, 0, 0, w.all());
        for (std::uint32_t d = 0; d < 3; ++d) {
            Lanes result;
            for (std::uint32_t l = 0; l < lane_count; ++l) result[l] = word(force[l][d]);
            co_await w.store(force_[d].from(first), result, w.all());
        }
    }
    Kernel descend(Warp& w, const std::array<Body, lane_count>& here, std::array<std::array<float, 3>, lane_count>& force,
                   std::uint32_t cell, std::uint32_t depth, std::uint32_t mask) {
        if (depth >= bits) co_return;  // only if others' work is invisible
        const Lanes child = co_await w.load(child_.from(cell * children), first_lanes(children));
        std::array<Point, lane_count> points;
        co_await load_points(w, child, lanes_where(first_lanes(children), [&](std::uint32_t l) { return child[l] != 0; }),
                             points);
        for (std::uint32_t c = 0; c < children; ++c) {
            if (child[c] == 0) continue;
            co_await w.compute(12);  // distance, comparison, vote, force
            std::uint32_t open = 0;
            for (std::uint32_t l = 0; l < lane_count; ++l) {
                if (!(mask >> l & 1)) continue;
                const float distance = distance2(here[l], points[c]);
                if (is_cell(child[c]) && !is_far(distance, depth + 1)) open |= 1u << l;
                else attract(here[l], points[c], distance, force[l]);
            }
            if (open != 0) co_await descend(w, here, force, cell_of(child[c]), depth + 1, open);
        }
    }

    std::uint64_t seed_;
    Backoff backoff_;
    std::uint32_t bodies_, cells_;
    std::vector<Body> host_;
    std::array<Buffer, 3> position_, force_;
    Buffer child_, lock_, parent_, ready_, point_, used_;
    GridBarrier all_;
    std::atomic<bool> gave_up_{false};  // warps may run on two threads
};

}  // namespace

std::unique_ptr<Workload> barnes_hut(const WorkloadOptions& options) { return std::make_unique<BarnesHut>(options); }

}  // namespace tandem::perfsim
