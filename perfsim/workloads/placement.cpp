// Placement of a circuit's blocks on a grid by simulated annealing (Betz and Rose, "VPR", FPL 1997). A lane proposes to exchange
// the blocks of two places, locks both, and computes by how much the length of their nets would change. It exchanges them if the
// length shrinks, or by chance. A lane that cannot lock both makes another proposal. Positions of blocks are written under locks
// on one SM and read on others: it needs coherence.
//
// Nets have two blocks. The blocks of neighbouring nets may move while a lane computes: annealing tolerates that, as in parallel
// VPR. It does not tolerate that places lose or duplicate a block. So this is checked, with the length that the kernel itself
// finds at the end.
#include <algorithm>
#include <array>
#include <cmath>

#include "perfsim/workloads/lanes.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/synchronise.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr std::uint32_t nets = 4, stages = 4;
constexpr int proposals = 192;  // of warps, in each stage, at size 1
constexpr std::array<float, stages> temperatures{16, 8, 4, 2};

class Placement final : public Workload {
public:
    explicit Placement(const WorkloadOptions& options)
        : seed_(options.seed),
          backoff_(backoff_of(options, {})),
          proposals_(proposals * options.size),
          width_(8 * static_cast<std::uint32_t>(std::lround(16 * std::sqrt(options.size)))),
          places_(width_ * width_) {}

    void run(Simulation& simulation) override {
        make_circuit();
        Memory& memory = simulation.memory();
        net_ = memory.allocate(net_host_);
        block_at_ = memory.allocate(block_at_host_);
        place_of_ = memory.allocate(place_of_host_);
        lock_ = memory.allocate(places_);
        length_ = memory.allocate(1);
        Launch launch = resident_launch(simulation.description(), 6, [this](Warp& w) { return kernel(w); });
        // As many warps as the machine holds share the proposals, if there are enough proposals.
        launch.blocks = std::min(launch.blocks, std::max(1, proposals_ / launch.warps_per_block));
        all_ = GridBarrier(memory, launch, backoff_);
        simulation.run(launch);
    }

    /// Each block is in one place, which says so; the length of all nets is what the kernel found, and less than before.
    std::string check(const Memory& memory) const override {
        const auto block_at = memory.read(block_at_), place_of = memory.read(place_of_);
        for (std::uint32_t p = 0; p < places_; ++p)
            if (block_at[p] >= places_ || place_of[block_at[p]] != p)
                return fmt::format("place {} says that it has block {}, which is elsewhere", p, block_at[p]);
        const std::uint32_t length = length_of(place_of), found = memory.read(length_)[0], before = length_of(place_of_host_);
        if (found != length) return fmt::format("the kernel found a length of {}, and {} is right", found, length);
        if (length >= before) return fmt::format("the length was {} and is {}: it has not shrunk", before, length);
        return "";
    }

private:
    /// A block's nets go to the four that would surround it in a perfect placement; the first placement is at random.
    void make_circuit() {
        std::mt19937_64 random(seed_);
        net_host_.resize(std::size_t(places_) * nets);
        for (std::uint32_t b = 0; b < places_; ++b) {
            const std::uint32_t x = b % width_, y = b / width_;
            const std::array<std::uint32_t, nets> around{(x + 1) % width_ + y * width_, (x + width_ - 1) % width_ + y * width_,
                                                         x + (y + 1) % width_ * width_, x + (y + width_ - 1) % width_ * width_};
            std::copy(around.begin(), around.end(), net_host_.begin() + b * nets);
        }
        block_at_host_.resize(places_);
        for (std::uint32_t p = 0; p < places_; ++p) block_at_host_[p] = p;
        for (std::uint32_t i = places_; i > 1; --i) std::swap(block_at_host_[i - 1], block_at_host_[random() % i]);
        place_of_host_.resize(places_);
        for (std::uint32_t p = 0; p < places_; ++p) place_of_host_[block_at_host_[p]] = p;
    }
    std::uint32_t distance(std::uint32_t p, std::uint32_t q) const {
        const auto apart = [](std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; };
        return apart(p % width_, q % width_) + apart(p / width_, q / width_);
    }
    std::uint32_t length_of(const std::vector<std::uint32_t>& place_of) const {
        std::uint32_t sum = 0;
        for (std::uint32_t b = 0; b < places_; ++b)
            for (std::uint32_t n = 0; n < nets; ++n) sum += distance(place_of[b], place_of[net_host_[b * nets + n]]);
        return sum;
    }

    // ---- the kernel
    Kernel kernel(Warp& w) {
        std::uint32_t met = 0;
        Lanes random;
        for (std::uint32_t l = 0; l < lane_count; ++l)
            random[l] = static_cast<std::uint32_t>(seed_) * 747796405u + (w.first_thread() + l) * 2891336453u + 1;
        for (const float temperature : temperatures) {
            for (int i = w.warp(); i < proposals_; i += w.warps()) co_await propose(w, random, temperature);
            co_await all_.meet(w, met);
        }
        std::uint32_t length = 0;
        const std::uint32_t stride = static_cast<std::uint32_t>(w.warps()) * lane_count;
        for (std::uint32_t b = w.first_thread(); b < places_; b += stride) {
            const Lanes here = co_await w.load(place_of_.from(b));
            Lanes block;
            for (std::uint32_t l = 0; l < lane_count; ++l) block[l] = b + l;
            for (std::uint32_t n = 0; n < nets; ++n) {
                Lanes there;
                co_await far_end(w, block, n, all_lanes, there);
                for (std::uint32_t l = 0; l < lane_count; ++l) length += distance(here[l], there[l]);
                co_await w.compute(6);
            }
        }
        co_await w.atomic(AtomicOperation::add, every(length_.at(0)), every(length), 1);
    }

    /// The positions of the other blocks of nets, by lane.
    Kernel far_end(Warp& w, const Lanes& block, std::uint32_t net, std::uint32_t mask, Lanes& place) {
        Lanes from{};
        for (std::uint32_t l = 0; l < lane_count; ++l)
            if (mask >> l & 1) from[l] = block[l] * nets + net;
        const Lanes other = co_await w.load(net_.at(from), mask);
        place = co_await w.load(place_of_.at(other), mask);
    }

    /// Each lane proposes an exchange.
    Kernel propose(Warp& w, Lanes& random, float temperature) {
        Lanes p, q, lower, upper;
        for (std::uint32_t l = 0; l < lane_count; ++l) {
            p[l] = next(random[l]) % places_;
            q[l] = next(random[l]) % places_;
            lower[l] = lock_.at(std::min(p[l], q[l]));
            upper[l] = lock_.at(std::max(p[l], q[l]));
        }
        co_await w.compute(12);
        const std::uint32_t different = lanes_where(all_lanes, [&](std::uint32_t l) { return p[l] != q[l]; });
        const Lanes first = co_await w.compare_and_swap(lower, Lanes{}, every(1), different);
        const std::uint32_t half = lanes_where(different, [&](std::uint32_t l) { return first[l] == 0; });
        const Lanes second = co_await w.compare_and_swap(upper, Lanes{}, every(1), half);
        const std::uint32_t both = lanes_where(half, [&](std::uint32_t l) { return second[l] == 0; });
        if (both != 0) co_await w.acquire();
        const Lanes u = co_await w.load(block_at_.at(p), both), v = co_await w.load(block_at_.at(q), both);
        std::array<std::int32_t, lane_count> change{};
        for (std::uint32_t n = 0; n < nets; ++n) {
            Lanes of_u{}, of_v{};
            co_await far_end(w, u, n, both, of_u);
            co_await far_end(w, v, n, both, of_v);
            for (std::uint32_t l = 0; l < lane_count; ++l) {
                // The net between the two themselves does not change.
                if (of_u[l] != q[l])
                    change[l] +=
                        static_cast<std::int32_t>(distance(q[l], of_u[l])) - static_cast<std::int32_t>(distance(p[l], of_u[l]));
                if (of_v[l] != p[l])
                    change[l] +=
                        static_cast<std::int32_t>(distance(p[l], of_v[l])) - static_cast<std::int32_t>(distance(q[l], of_v[l]));
            }
            co_await w.compute(16);
        }
        const std::uint32_t accepted = lanes_where(both, [&](std::uint32_t l) {
            const float chance = static_cast<float>(next(random[l]) >> 8) / static_cast<float>(1 << 24);
            return change[l] < 0 || chance < std::exp(-static_cast<float>(change[l]) / temperature);
        });
        co_await w.compute(8);
        Lanes place_of_u{}, place_of_v{};
        for (std::uint32_t l = 0; l < lane_count; ++l)
            if (accepted >> l & 1) place_of_u[l] = place_of_.at(u[l]), place_of_v[l] = place_of_.at(v[l]);
        co_await w.store(block_at_.at(p), v, accepted);
        co_await w.store(block_at_.at(q), u, accepted);
        co_await w.store(place_of_u, q, accepted);
        co_await w.store(place_of_v, p, accepted);
        co_await w.release();
        co_await w.atomic(AtomicOperation::exchange, upper, Lanes{}, both);
        co_await w.atomic(AtomicOperation::exchange, lower, Lanes{}, half);
    }
    static std::uint32_t next(std::uint32_t& state) {  // PCG: O'Neill, 2014
        state = state * 747796405u + 2891336453u;
        const std::uint32_t mixed = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
        return mixed >> 22 ^ mixed;
    }

    std::uint64_t seed_;
    Backoff backoff_;
    int proposals_;
    std::uint32_t width_, places_;
    std::vector<std::uint32_t> net_host_, block_at_host_, place_of_host_;
    Buffer net_, block_at_, place_of_, lock_, length_;
    GridBarrier all_;
};

}  // namespace

std::unique_ptr<Workload> placement(const WorkloadOptions& options) { return std::make_unique<Placement>(options); }

}  // namespace tandem::perfsim
