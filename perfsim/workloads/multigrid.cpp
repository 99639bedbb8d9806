// A multigrid solver, as the benchmark HPGMG has it in finite volumes (Adams et al., "HPGMG 1.0", LBNL 2014): V-cycles on a cube
// of cells, down to 4 x 4 x 4. Here the equation is Poisson's, with 0 at the cube's sides.
//
// A launch is a pass over one level: a smoother, the residual, its restriction to the next coarser level (a mean of 8 cells), or
// the interpolation of that level's correction (the same for 8 cells). The smoother is a weighted Jacobi step; HPGMG's own are
// Chebyshev's and Gauss-Seidel's in colours.
#include "perfsim/workloads/flat.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr float weight = 6.0f / 7;  // of a Jacobi step

/// A cell's value and its six neighbours', in the order of `neighbours`.
using Cross = std::array<float, 7>;

/// h^2 times the operator. A side of the cube is halfway between a cell and one outside, which so has the negative of its value.
float applied(const Cross& u) { return 6 * u[0] - (u[1] + u[2] + u[3] + u[4] + u[5] + u[6]); }

class Multigrid final : public Workload {
    static constexpr std::uint32_t finest = 32, coarsest = 4;
    static constexpr int smooths = 2, smooths_at_the_bottom = 8;
    static constexpr std::uint32_t outside = 0xffffffff;

    struct Level {
        std::uint32_t n = 0;
        Buffer u, other, right, residual;  // `other` is what a smoother writes
        std::uint32_t cells() const { return n * n * n; }
        float h2() const { return 1 / (static_cast<float>(n) * static_cast<float>(n)); }
    };

public:
    explicit Multigrid(const WorkloadOptions& options) : seed_(options.seed), cycles_(options.size) {}

    void run(Simulation& simulation) override {
        Memory& memory = simulation.memory();
        right_ = random_floats(finest * finest * finest, seed_);
        for (std::uint32_t n = finest; n >= coarsest; n /= 2) {
            Level level{.n = n, .u = {}, .other = {}, .right = {}, .residual = {}};
            level.u = memory.allocate(level.cells());
            level.other = memory.allocate(level.cells());
            level.right = n == finest ? memory.allocate(words(right_)) : memory.allocate(level.cells());
            level.residual = memory.allocate(level.cells());
            levels_.push_back(level);
        }
        for (int cycle = 0; cycle < cycles_; ++cycle) v_cycle(simulation, 0);
    }

    /// Accurate to one part in 10000 of the largest value that the same cycles have on a host.
    std::string check(const Memory& memory) const override {
        std::vector<float> right(finest * finest * finest, 0);
        for (int cycle = 0; cycle < cycles_; ++cycle) right = on_host(finest, right, right_);
        double largest = 0;
        for (const float u : right) largest = std::max(largest, std::abs(double(u)));
        const auto found = memory.read(levels_[0].u);
        for (std::size_t i = 0; i < right.size(); ++i)
            if (!near(number(found[i]), right[i], 0, 1e-4 * largest)) return mismatch("u", i, number(found[i]), right[i]);
        return "";
    }

private:
    /// The cells of a cross: `cell` and its neighbours, or `outside`.
    static std::array<std::uint32_t, 7> neighbours(std::uint32_t cell, std::uint32_t n) {
        const std::uint32_t x = cell % n, y = cell / n % n, z = cell / n / n;
        return {cell,
                x > 0 ? cell - 1 : outside,
                x + 1 < n ? cell + 1 : outside,
                y > 0 ? cell - n : outside,
                y + 1 < n ? cell + n : outside,
                z > 0 ? cell - n * n : outside,
                z + 1 < n ? cell + n * n : outside};
    }
    /// The finer level's cell that is the first of the 8 in a coarse cell.
    static std::uint32_t first_inside(std::uint32_t coarse, std::uint32_t n) {
        return 2 * (coarse % n) + 2 * n * (2 * (coarse / n % n) + 2 * n * (2 * (coarse / n / n)));
    }
    static std::uint32_t inside(std::uint32_t first, std::uint32_t which, std::uint32_t n) {
        return first + (which & 1) + 2 * n * ((which >> 1 & 1) + 2 * n * (which >> 2));
    }
    static float smoothed(const Cross& u, float right, float h2) { return u[0] + weight / 6 * (h2 * right - applied(u)); }
    static float residual(const Cross& u, float right, float h2) { return right - applied(u) / h2; }

    // ---- on a host

    static Cross cross(const std::vector<float>& u, std::uint32_t cell, std::uint32_t n) {
        const auto at = neighbours(cell, n);
        Cross values{};
        for (std::size_t k = 0; k < 7; ++k) values[k] = at[k] == outside ? -u[cell] : u[at[k]];
        return values;
    }
    static std::vector<float> on_host(std::uint32_t n, std::vector<float> u, const std::vector<float>& right) {
        const float h2 = 1 / (static_cast<float>(n) * static_cast<float>(n));
        const auto all = static_cast<std::uint32_t>(u.size());
        const auto smooth = [&](int times) {
            for (int s = 0; s < times; ++s) {
                std::vector<float> next(all);
                for (std::uint32_t c = 0; c < all; ++c) next[c] = smoothed(cross(u, c, n), right[c], h2);
                u = next;
            }
        };
        smooth(n == coarsest ? smooths_at_the_bottom : smooths);
        if (n == coarsest) return u;
        std::vector<float> coarse(all / 8);
        for (std::uint32_t c = 0; c < coarse.size(); ++c) {
            float sum = 0;
            for (std::uint32_t k = 0; k < 8; ++k) {
                const std::uint32_t cell = inside(first_inside(c, n / 2), k, n / 2);
                sum += residual(cross(u, cell, n), right[cell], h2);
            }
            coarse[c] = sum / 8;
        }
        const auto correction = on_host(n / 2, std::vector<float>(coarse.size(), 0), coarse);
        for (std::uint32_t c = 0; c < coarse.size(); ++c)
            for (std::uint32_t k = 0; k < 8; ++k) u[inside(first_inside(c, n / 2), k, n / 2)] += correction[c];
        smooth(smooths);
        return u;
    }

    // ---- on the machine

    void v_cycle(Simulation& simulation, std::size_t depth) {
        Level& level = levels_[depth];
        const bool bottom = depth + 1 == levels_.size();
        smooth(simulation, level, bottom ? smooths_at_the_bottom : smooths);
        if (bottom) return;
        Level& coarser = levels_[depth + 1];
        pass(simulation, level.cells(), [this, &level](Warp& w, std::uint32_t first) { return find_residual(w, level, first); });
        pass(simulation, coarser.cells(),
             [this, &level, &coarser](Warp& w, std::uint32_t first) { return restrict_residual(w, level, coarser, first); });
        v_cycle(simulation, depth + 1);
        pass(simulation, coarser.cells(),
             [this, &level, &coarser](Warp& w, std::uint32_t first) { return interpolate(w, level, coarser, first); });
        smooth(simulation, level, smooths);
    }
    void smooth(Simulation& simulation, Level& level, int times) {
        for (int s = 0; s < times; ++s) {
            pass(simulation, level.cells(), [this, &level](Warp& w, std::uint32_t first) { return jacobi(w, level, first); });
            std::swap(level.u, level.other);
        }
    }
    /// A thread a cell.
    template <class Body>
    static void pass(Simulation& simulation, std::uint32_t cells, Body body) {
        const std::uint32_t threads = std::max(cells, 8 * static_cast<std::uint32_t>(lane_count));
        simulation.run(launch_of(threads, [cells, body](Warp& w) -> Kernel { return over(w, cells, body); }));
    }
    template <class Body>
    static Kernel over(Warp& w, std::uint32_t cells, Body body) {
        for (std::uint32_t first = w.first_thread(); first < cells; first += w.threads()) co_await body(w, first);
    }

    /// The crosses of the lanes' cells.
    static Kernel load_crosses(Warp& w, const Level& level, std::uint32_t first, std::array<Cross, lane_count>& crosses) {
        std::array<Load, 7> loads;
        std::array<std::uint32_t, 7> masks{};
        std::array<std::array<std::uint32_t, 7>, lane_count> at{};
        const std::uint32_t mine = lanes_within(w, first, level.cells());
        for (std::uint32_t l = 0; l < w.width(); ++l) at[l] = neighbours((first + l) % level.cells(), level.n);
        co_await w.compute(8);  // places, and what is outside
        for (std::size_t k = 0; k < 7; ++k) {
            masks[k] = lanes_where(mine, [&](std::uint32_t l) { return at[l][k] != outside; });
            Lanes where{};
            for (std::uint32_t l = 0; l < w.width(); ++l) where[l] = level.u.at(at[l][k] == outside ? 0 : at[l][k]);
            if (masks[k] != 0) co_await w.begin(loads[k], where, masks[k]);
        }
        for (std::size_t k = 0; k < 7; ++k)
            if (masks[k] != 0) co_await w.finish(loads[k]);
        for (std::uint32_t l = 0; l < w.width(); ++l)
            for (std::size_t k = 0; k < 7; ++k)
                crosses[l][k] = at[l][k] == outside ? -number(loads[0].words[l]) : number(loads[k].words[l]);
    }
    /// What `of` makes of each cell's cross and right side.
    template <class Of>
    static Kernel update(Warp& w, const Level& level, std::uint32_t first, const Buffer& to, Of of) {
        const std::uint32_t mine = lanes_within(w, first, level.cells());
        std::array<Cross, lane_count> crosses{};
        Load right;
        co_await w.begin(right, level.right.from(first), mine);
        co_await load_crosses(w, level, first, crosses);
        co_await w.finish(right);
        Lanes result{};
        for (std::uint32_t l = 0; l < w.width(); ++l) result[l] = word(of(crosses[l], number(right.words[l]), level.h2()));
        co_await w.compute(11);  // six sums, four products, a difference
        co_await w.store(to.from(first), result, mine);
    }
    Kernel jacobi(Warp& w, const Level& level, std::uint32_t first) { return update(w, level, first, level.other, smoothed); }
    Kernel find_residual(Warp& w, const Level& level, std::uint32_t first) {
        return update(w, level, first, level.residual, residual);
    }

    /// A thread a coarse cell. The coarser level begins with 0.
    Kernel restrict_residual(Warp& w, const Level& level, const Level& coarser, std::uint32_t first) {
        const std::uint32_t mine = lanes_within(w, first, coarser.cells());
        std::array<Load, 8> loads;
        for (std::uint32_t k = 0; k < 8; ++k) co_await w.begin(loads[k], fine_cells(w, level.residual, coarser, first, k), mine);
        for (Load& load : loads) co_await w.finish(load);
        Lanes mean{};
        for (std::uint32_t l = 0; l < w.width(); ++l) {
            float sum = 0;
            for (const Load& load : loads) sum += number(load.words[l]);
            mean[l] = word(sum / 8);
        }
        co_await w.compute(14);  // places, eight sums, a product
        co_await w.store(coarser.right.from(first), mean, mine);
        co_await w.store(coarser.u.from(first), Lanes{}, mine);
    }
    Kernel interpolate(Warp& w, const Level& level, const Level& coarser, std::uint32_t first) {
        const std::uint32_t mine = lanes_within(w, first, coarser.cells());
        std::array<Load, 8> loads;
        Load correction;
        co_await w.begin(correction, coarser.u.from(first), mine);
        for (std::uint32_t k = 0; k < 8; ++k) co_await w.begin(loads[k], fine_cells(w, level.u, coarser, first, k), mine);
        co_await w.finish(correction);
        for (Load& load : loads) co_await w.finish(load);
        co_await w.compute(14, 8);  // places, eight sums
        for (std::uint32_t k = 0; k < 8; ++k) {
            Lanes sum{};
            for (std::uint32_t l = 0; l < w.width(); ++l) sum[l] = word(number(loads[k].words[l]) + number(correction.words[l]));
            co_await w.store(fine_cells(w, level.u, coarser, first, k), sum, mine);
        }
    }
    /// Of the 8 cells in each lane's coarse cell the k-th.
    static Lanes fine_cells(const Warp& w, const Buffer& buffer, const Level& coarser, std::uint32_t first, std::uint32_t k) {
        Lanes where{};
        for (std::uint32_t l = 0; l < w.width(); ++l)
            where[l] = buffer.at(inside(first_inside((first + l) % coarser.cells(), coarser.n), k, coarser.n));
        return where;
    }

    std::uint64_t seed_;
    int cycles_;
    std::vector<float> right_;
    std::vector<Level> levels_;
};

}  // namespace

std::unique_ptr<Workload> multigrid(const WorkloadOptions& options) { return std::make_unique<Multigrid>(options); }

}  // namespace tandem::perfsim
