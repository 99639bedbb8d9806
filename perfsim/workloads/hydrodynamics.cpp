// Lagrangian hydrodynamics on a mesh of hexahedra, as the mini-application LULESH has it (Karlin, Keasler and Neely, "LULESH 2.0
// updates and changes", LLNL 2013): forces at nodes, motion of nodes, and from their new places each element's volume and
// pressure.
//
// A step is three launches. Each element computes what its pressure does to its 8 nodes, and writes that for each of its corners.
// Each node adds up its corners, and moves. Each element computes its volume, and by an ideal gas's law its energy and pressure.
// Elements find nodes, and nodes corners, through lists in memory. LULESH has an artificial viscosity, hourglass forces and a
// time step that follows the fastest wave as well, and starts from one element's energy, as here.
#include "perfsim/workloads/flat.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr float time_step = 0.002f, gamma = 1.4f, background = 1.0f;  // energy of an element at rest, on average
constexpr std::uint32_t none = 0xffffffff;

using Vector = std::array<float, 3>;
using Corners = std::array<Vector, 8>;  // of an element: corner k is at (k & 1, k >> 1 & 1, k >> 2)

/// The corners of each side, such that its normal points outwards.
constexpr std::uint32_t sides[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

/// The area of a side, as a normal.
Vector area(const Corners& at, const std::uint32_t (&side)[4]) {
    Vector across{}, along{};
    for (std::size_t d = 0; d < 3; ++d) {
        across[d] = at[side[2]][d] - at[side[0]][d];
        along[d] = at[side[3]][d] - at[side[1]][d];
    }
    return {0.5f * (across[1] * along[2] - across[2] * along[1]), 0.5f * (across[2] * along[0] - across[0] * along[2]),
            0.5f * (across[0] * along[1] - across[1] * along[0])};
}
/// What a pressure of 1 does to the corners: a quarter of each side's area to each of its corners.
Corners pushes(const Corners& at) {
    Corners force{};
    for (const auto& side : sides) {
        const Vector normal = area(at, side);
        for (const std::uint32_t corner : side)
            for (std::size_t d = 0; d < 3; ++d) force[corner][d] += 0.25f * normal[d];
    }
    return force;
}
/// By Gauss's theorem.
float volume(const Corners& at) {
    float sum = 0;
    for (const auto& side : sides) {
        const Vector normal = area(at, side);
        for (std::size_t d = 0; d < 3; ++d)
            sum += normal[d] * 0.25f * (at[side[0]][d] + at[side[1]][d] + at[side[2]][d] + at[side[3]][d]);
    }
    return sum / 3;
}
/// An element's gas, of mass 1 at volume 1.
struct Gas {
    float volume = 1, energy = 0, pressure = 0;
    void expand(float to) {
        energy -= pressure * (to - volume);
        volume = to;
        pressure = (gamma - 1) * energy / volume;
    }
};

class Hydrodynamics final : public Workload {
    static constexpr std::uint32_t edge = 16;  // elements along two directions
    static constexpr int steps = 3;

public:
    explicit Hydrodynamics(const WorkloadOptions& options)
        : seed_(options.seed), elements_{edge, edge, edge * static_cast<std::uint32_t>(options.size)} {}

    void run(Simulation& simulation) override {
        make_mesh();
        Memory& memory = simulation.memory();
        node_list_ = memory.allocate(nodes_of_);
        corner_list_ = memory.allocate(corners_of_);
        const auto of_gas = [&](float Gas::*what) {
            std::vector<float> all;
            for (const Gas& gas : gas_) all.push_back(gas.*what);
            return memory.allocate(words(all));
        };
        volume_ = of_gas(&Gas::volume), energy_ = of_gas(&Gas::energy), pressure_ = of_gas(&Gas::pressure);
        mass_ = memory.allocate(words(masses_));
        for (std::size_t d = 0; d < 3; ++d) {
            place_[d] = memory.allocate(words(start_[d]));
            velocity_[d] = memory.allocate(node_count());
            push_[d] = memory.allocate(8 * std::size_t(element_count()));
        }
        const std::uint32_t node_threads = (node_count() + 255) / 256 * 256;
        for (int step = 0; step < steps; ++step) {
            simulation.run(launch_of(element_count(), [this](Warp& w) { return push(w); }));
            simulation.run(launch_of(node_threads, [this](Warp& w) { return move(w); }));
            simulation.run(launch_of(element_count(), [this](Warp& w) { return expand(w); }));
        }
    }

    std::string check(const Memory& memory) const override {
        auto place = start_;
        std::array<std::vector<float>, 3> velocity, push;
        for (auto& of : velocity) of.resize(node_count());
        for (auto& of : push) of.resize(8 * std::size_t(element_count()));
        std::vector<Gas> gas = gas_;
        const auto corners = [&](std::uint32_t e) {
            Corners at{};
            for (std::uint32_t k = 0; k < 8; ++k)
                for (std::size_t d = 0; d < 3; ++d) at[k][d] = place[d][nodes_of_[k * element_count() + e]];
            return at;
        };
        for (int step = 0; step < steps; ++step) {
            for (std::uint32_t e = 0; e < element_count(); ++e) {
                const Corners force = pushes(corners(e));
                for (std::uint32_t k = 0; k < 8; ++k)
                    for (std::size_t d = 0; d < 3; ++d) push[d][k * element_count() + e] = gas[e].pressure * force[k][d];
            }
            for (std::uint32_t n = 0; n < node_count(); ++n)
                for (std::size_t d = 0; d < 3; ++d) {
                    float force = 0;
                    for (std::uint32_t k = 0; k < 8; ++k)
                        if (const std::uint32_t c = corners_of_[k * node_count() + n]; c != none) force += push[d][c];
                    velocity[d][n] += time_step * force / masses_[n];
                    place[d][n] += time_step * velocity[d][n];
                }
            for (std::uint32_t e = 0; e < element_count(); ++e) gas[e].expand(volume(corners(e)));
        }
        for (std::size_t d = 0; d < 3; ++d) {
            std::string wrong = compared("velocity", memory.read(velocity_[d]), velocity[d]);
            if (wrong.empty()) wrong = compared("place", memory.read(place_[d]), place[d]);
            if (!wrong.empty()) return wrong;
        }
        std::vector<float> energies;
        for (const Gas& of : gas) energies.push_back(of.energy);
        return compared("energy", memory.read(energy_), energies);
    }

private:
    std::uint32_t element_count() const { return elements_[0] * elements_[1] * elements_[2]; }
    std::uint32_t node_count() const { return (elements_[0] + 1) * (elements_[1] + 1) * (elements_[2] + 1); }
    static std::string compared(const std::string& what, const std::vector<std::uint32_t>& found,
                                const std::vector<float>& right) {
        for (std::size_t i = 0; i < right.size(); ++i)
            if (!near(number(found[i]), right[i], 1e-4, 1e-8)) return mismatch(what, i, number(found[i]), right[i]);
        return "";
    }

    /// A cube with nodes a little off their places, energies that differ so that each node moves, and a hot corner. A node's mass
    /// is an eighth of each element's.
    void make_mesh() {
        const auto noise = random_floats(3 * std::size_t(node_count()), seed_);
        masses_.assign(node_count(), 0);
        for (std::size_t d = 0; d < 3; ++d) start_[d].resize(node_count());
        const std::uint32_t along = elements_[0] + 1, over = along * (elements_[1] + 1);
        for (std::uint32_t n = 0; n < node_count(); ++n) {
            const std::uint32_t at[] = {n % along, n % over / along, n / over};
            for (std::size_t d = 0; d < 3; ++d) start_[d][n] = static_cast<float>(at[d]) + 0.1f * (noise[3 * n + d] - 0.5f);
        }
        nodes_of_.resize(8 * std::size_t(element_count()));
        corners_of_.assign(8 * std::size_t(node_count()), none);
        for (std::uint32_t e = 0; e < element_count(); ++e) {
            const std::uint32_t x = e % elements_[0], y = e / elements_[0] % elements_[1], z = e / elements_[0] / elements_[1];
            Corners at{};
            for (std::uint32_t k = 0; k < 8; ++k) {
                const std::uint32_t node = x + (k & 1) + along * (y + (k >> 1 & 1)) + over * (z + (k >> 2)),
                                    corner = k * element_count() + e;
                nodes_of_[corner] = node;
                corners_of_[(7 - k) * node_count() + node] = corner;
                masses_[node] += 0.125f;
                for (std::size_t d = 0; d < 3; ++d) at[k][d] = start_[d][node];
            }
            Gas gas{.volume = volume(at), .energy = e == 0 ? 100.0f : background * (0.5f + noise[e]), .pressure = 0};
            gas.expand(gas.volume);
            gas_.push_back(gas);
        }
    }

    /// The places of the corners of each lane's element.
    Kernel load_corners(Warp& w, std::uint32_t first, std::uint32_t mine, std::array<Corners, lane_count>& at) {
        std::array<Load, 8> nodes;
        for (std::uint32_t k = 0; k < 8; ++k) co_await w.begin(nodes[k], node_list_.from(k * element_count() + first), mine);
        for (Load& load : nodes) co_await w.finish(load);
        for (std::size_t d = 0; d < 3; ++d) {
            std::array<Load, 8> places;
            std::array<Lanes, 8> where{};
            for (std::uint32_t k = 0; k < 8; ++k) {
                for (std::uint32_t l = 0; l < w.width(); ++l) where[k][l] = place_[d].at(nodes[k].words[l]);
                co_await w.begin(places[k], where[k], mine);
            }
            for (std::uint32_t k = 0; k < 8; ++k) {
                co_await w.finish(places[k]);
                for (std::uint32_t l = 0; l < w.width(); ++l) at[l][k][d] = number(places[k].words[l]);
            }
        }
    }
    Kernel push(Warp& w) {
        for (std::uint32_t first = w.first_thread(); first < element_count(); first += w.threads()) {
            const std::uint32_t mine = lanes_within(w, first, element_count());
            std::array<Corners, lane_count> at{};
            Load pressure;
            co_await w.begin(pressure, pressure_.from(first), mine);
            co_await load_corners(w, first, mine, at);
            co_await w.finish(pressure);
            co_await w.compute(6 * 27 + 24, 3);  // areas of six sides, their quarters, the pressure
            std::array<Corners, lane_count> force{};
            for (std::uint32_t l = 0; l < w.width(); ++l) force[l] = pushes(at[l]);
            for (std::uint32_t k = 0; k < 8; ++k)
                for (std::size_t d = 0; d < 3; ++d) {
                    Lanes result{};
                    for (std::uint32_t l = 0; l < w.width(); ++l) result[l] = word(number(pressure.words[l]) * force[l][k][d]);
                    co_await w.store(push_[d].from(k * element_count() + first), result, mine);
                }
        }
    }
    Kernel move(Warp& w) {
        for (std::uint32_t first = w.first_thread(); first < node_count(); first += w.threads()) {
            const std::uint32_t mine = lanes_within(w, first, node_count());
            std::array<Load, 8> corners;
            Load mass;
            co_await w.begin(mass, mass_.from(first), mine);
            for (std::uint32_t k = 0; k < 8; ++k) co_await w.begin(corners[k], corner_list_.from(k * node_count() + first), mine);
            for (Load& load : corners) co_await w.finish(load);
            co_await w.finish(mass);
            for (std::size_t d = 0; d < 3; ++d) co_await move_along(w, first, mine, d, corners, mass.words);
        }
    }
    Kernel move_along(Warp& w, std::uint32_t first, std::uint32_t mine, std::size_t d, const std::array<Load, 8>& corners,
                      const Lanes& mass) {
        Load velocity, place;
        co_await w.begin(velocity, velocity_[d].from(first), mine);
        co_await w.begin(place, place_[d].from(first), mine);
        std::array<Load, 8> forces;
        std::array<std::uint32_t, 8> masks{};
        std::array<Lanes, 8> where{};
        for (std::uint32_t k = 0; k < 8; ++k) {
            masks[k] = lanes_where(mine, [&](std::uint32_t l) { return corners[k].words[l] != none; });
            for (std::uint32_t l = 0; l < w.width(); ++l)
                where[k][l] = push_[d].at(corners[k].words[l] == none ? 0 : corners[k].words[l]);
            if (masks[k] != 0) co_await w.begin(forces[k], where[k], masks[k]);
        }
        for (std::uint32_t k = 0; k < 8; ++k)
            if (masks[k] != 0) co_await w.finish(forces[k]);
        co_await w.finish(velocity);
        co_await w.finish(place);
        Lanes faster{}, further{};
        for (std::uint32_t l = 0; l < w.width(); ++l) {
            float force = 0;
            for (std::uint32_t k = 0; k < 8; ++k)
                if (masks[k] >> l & 1) force += number(forces[k].words[l]);
            const float now = number(velocity.words[l]) + time_step * force / number(mass[l]);
            faster[l] = word(now);
            further[l] = word(number(place.words[l]) + time_step * now);
        }
        co_await w.compute(12);  // eight sums, two products and two sums
        co_await w.compute(1, 1, Arithmetic::division);
        co_await w.store(velocity_[d].from(first), faster, mine);
        co_await w.store(place_[d].from(first), further, mine);
    }
    Kernel expand(Warp& w) {
        for (std::uint32_t first = w.first_thread(); first < element_count(); first += w.threads()) {
            const std::uint32_t mine = lanes_within(w, first, element_count());
            std::array<Corners, lane_count> at{};
            Load before, energy, pressure;
            co_await w.begin(before, volume_.from(first), mine);
            co_await w.begin(energy, energy_.from(first), mine);
            co_await w.begin(pressure, pressure_.from(first), mine);
            co_await load_corners(w, first, mine, at);
            co_await w.finish(before);
            co_await w.finish(energy);
            co_await w.finish(pressure);
            co_await w.compute(6 * 30 + 6, 3);  // areas of six sides and their places, the gas
            co_await w.compute(1, 1, Arithmetic::division);
            Lanes volumes{}, energies{}, pressures{};
            for (std::uint32_t l = 0; l < w.width(); ++l) {
                Gas gas{number(before.words[l]), number(energy.words[l]), number(pressure.words[l])};
                gas.expand(volume(at[l]));
                volumes[l] = word(gas.volume), energies[l] = word(gas.energy), pressures[l] = word(gas.pressure);
            }
            co_await w.store(volume_.from(first), volumes, mine);
            co_await w.store(energy_.from(first), energies, mine);
            co_await w.store(pressure_.from(first), pressures, mine);
        }
    }

    std::uint64_t seed_;
    std::array<std::uint32_t, 3> elements_;
    std::vector<std::uint32_t> nodes_of_, corners_of_;  // by corner and element; by corner and node, whose corners these are
    std::array<std::vector<float>, 3> start_;
    std::vector<float> masses_;
    std::vector<Gas> gas_;
    Buffer node_list_, corner_list_, volume_, energy_, pressure_, mass_;
    std::array<Buffer, 3> place_, velocity_, push_;
};

}  // namespace

std::unique_ptr<Workload> hydrodynamics(const WorkloadOptions& options) { return std::make_unique<Hydrodynamics>(options); }

}  // namespace tandem::perfsim
