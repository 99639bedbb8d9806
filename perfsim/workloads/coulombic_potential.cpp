// The Coulombic potential of charges on a grid of points in a plane, after Parboil's `cp` (Stone et al., J. Comput. Chem. 2007):
// each thread adds up all charges' contributions to a few points. There the charges are in constant memory; here a thread block
// brings them into its shared memory.
#include <cmath>

#include "perfsim/workloads/lanes.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class CoulombicPotential final : public Workload {
    static constexpr int warps = 4;
    static constexpr std::uint32_t atoms = 512, columns = 256, points_per_thread = 2;
    static constexpr std::uint32_t points_per_warp = lane_count * points_per_thread, points_per_block = points_per_warp * warps;
    static constexpr float spacing = 0.1f;

public:
    explicit CoulombicPotential(const WorkloadOptions& options)
        : seed_(options.seed), points_(columns * 32 * static_cast<std::uint32_t>(options.size)) {}

    void run(Simulation& simulation) override {
        // x, y, the height above the plane squared, and the charge, of each 32 atoms together.
        atom_host_ = random_floats(4 * atoms, seed_);
        for (std::uint32_t a = 0; a < atoms; ++a)
            for (std::uint32_t part = 0; part < 4; ++part) {
                float& x = atom_host_[place(a, part)];
                x = part == 0   ? x * columns * spacing
                    : part == 1 ? x * static_cast<float>(points_ / columns) * spacing
                                : x + 0.5f;
            }
        atom_ = simulation.memory().allocate(words(atom_host_));
        energy_ = simulation.memory().allocate(points_);
        simulation.run(
            {static_cast<int>(points_ / points_per_block), warps, [this](Warp& w) { return kernel(w); }, 0, 4 * 4 * atoms});
    }

    /// Accurate to one part in 10000 of a host's results in double precision.
    std::string check(const Memory& memory) const override {
        const auto found = memory.read(energy_);
        for (std::uint32_t p = 0; p < points_; ++p) {
            double sum = 0;
            for (std::uint32_t a = 0; a < atoms; ++a) {
                const double dx = p % columns * double(spacing) - atom_host_[place(a, 0)],
                             dy = p / columns * double(spacing) - atom_host_[place(a, 1)];
                sum += atom_host_[place(a, 3)] / std::sqrt(dx * dx + dy * dy + atom_host_[place(a, 2)]);
            }
            if (!near(number(found[p]), sum, 1e-4)) return mismatch("potential", p, static_cast<double>(number(found[p])), sum);
        }
        return "";
    }

private:
    static std::uint32_t place(std::uint32_t atom, std::uint32_t part) {
        return (atom / lane_count * 4 + part) * lane_count + atom % lane_count;
    }

    Kernel kernel(Warp& w) {
        const auto shared = w.shared();
        for (std::uint32_t i = static_cast<std::uint32_t>(w.warp_in_block) * lane_count; i < 4 * atoms; i += warps * lane_count) {
            const Lanes some = co_await w.load(atom_.from(i));
            std::copy(some.begin(), some.end(), shared.begin() + i);
        }
        co_await w.barrier();
        const std::uint32_t first = static_cast<std::uint32_t>(w.warp()) * points_per_warp;
        std::array<std::array<float, lane_count>, points_per_thread> sum{};
        for (std::uint32_t a = 0; a < atoms; ++a) {
            const float x = number(shared[place(a, 0)]), y = number(shared[place(a, 1)]), z = number(shared[place(a, 2)]),
                        charge = number(shared[place(a, 3)]);
            for (std::uint32_t i = 0; i < points_per_thread; ++i)
                for (std::uint32_t l = 0; l < lane_count; ++l) {
                    const std::uint32_t p = first + i * lane_count + l;
                    const float dx = static_cast<float>(p % columns) * spacing - x,
                                dy = static_cast<float>(p / columns) * spacing - y;
                    sum[i][l] += charge / std::sqrt(dx * dx + dy * dy + z);
                }
            if (a % 16 == 15) {  // dy and loop once; for a point dx, two multiply-adds, root, sum: each point is a chain
                constexpr int points = static_cast<int>(points_per_thread);
                co_await w.compute(16 * (3 + 4 * points), points);
                co_await w.compute(16 * points, points, Arithmetic::special);
            }
        }
        for (std::uint32_t i = 0; i < points_per_thread; ++i) {
            // in Parboil, other slabs of atoms came before
            const Lanes old = co_await w.load(energy_.from(first + i * lane_count));
            Lanes result;
            for (std::uint32_t l = 0; l < lane_count; ++l) result[l] = word(number(old[l]) + sum[i][l]);
            co_await w.compute(2);
            co_await w.store(energy_.from(first + i * lane_count), result);
        }
    }

    std::uint64_t seed_;
    std::uint32_t points_;
    std::vector<float> atom_host_;
    Buffer atom_, energy_;
};

}  // namespace

std::unique_ptr<Workload> coulombic_potential(const WorkloadOptions& options) {
    return std::make_unique<CoulombicPotential>(options);
}

}  // namespace tandem::perfsim
