// Molecular dynamics, as the mini-application CoMD has it (Mohd-Yusof, Swaminarayan and Germann, "Co-design for molecular
// dynamics", LANL 2013): atoms in link cells, Lennard-Jones forces up to a cutoff of 2.5 sigma, and velocity Verlet.
//
// A cell has 2 x 2 x 2 unit cells of a face-centred lattice, which is 32 atoms. A thread has an atom, and goes through the atoms
// of its cell and of the 26 around. A step is three launches: half a kick and a drift, forces, half a kick. CoMD also moves atoms
// to other cells; in the few steps here nobody moves so far.
#include "perfsim/workloads/flat.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr std::uint32_t atoms_of_cell = 32;
constexpr float lattice = 1.5496f, cell_side = 2 * lattice, cutoff_squared = 6.25f, time_step = 0.004f;  // in units of sigma

using Vector = std::array<float, 3>;

/// Adds the force of an atom that is `apart` from this one.
void attract(Vector& force, const Vector& apart) {
    const float r2 = apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2];
    if (r2 >= cutoff_squared || r2 == 0) return;
    const float inverse = 1 / r2, r6 = inverse * inverse * inverse, strength = 24 * inverse * r6 * (2 * r6 - 1);
    for (std::size_t d = 0; d < 3; ++d) force[d] += strength * apart[d];
}

class MolecularDynamics final : public Workload {
    static constexpr std::uint32_t width = 4;  // cells in two directions
    static constexpr int steps = 2;
    using Arrays = std::array<Buffer, 3>;  // a coordinate each

public:
    explicit MolecularDynamics(const WorkloadOptions& options)
        : seed_(options.seed), sides_{width, width, width * static_cast<std::uint32_t>(options.size)} {}

    void run(Simulation& simulation) override {
        place_atoms();
        Memory& memory = simulation.memory();
        for (std::size_t d = 0; d < 3; ++d) {
            place_[d] = memory.allocate(words(start_[d]));
            velocity_[d] = memory.allocate(words(kick_[d]));
            force_[d] = memory.allocate(atoms());
        }
        const auto launch = [&](auto kernel) { simulation.run(launch_of(atoms(), kernel)); };
        launch([this](Warp& w) { return forces(w); });
        for (int step = 0; step < steps; ++step) {
            launch([this](Warp& w) { return move(w, true); });
            launch([this](Warp& w) { return forces(w); });
            launch([this](Warp& w) { return move(w, false); });
        }
    }

    std::string check(const Memory& memory) const override {
        auto place = start_, velocity = kick_, force = forces_on(place);
        for (int step = 0; step < steps; ++step) {
            for (std::uint32_t i = 0; i < atoms(); ++i)
                for (std::size_t d = 0; d < 3; ++d) {
                    velocity[d][i] += time_step / 2 * force[d][i];
                    place[d][i] += time_step * velocity[d][i];
                }
            force = forces_on(place);
            for (std::uint32_t i = 0; i < atoms(); ++i)
                for (std::size_t d = 0; d < 3; ++d) velocity[d][i] += time_step / 2 * force[d][i];
        }
        for (std::size_t d = 0; d < 3; ++d) {
            const auto places = memory.read(place_[d]), velocities = memory.read(velocity_[d]);
            for (std::uint32_t i = 0; i < atoms(); ++i) {
                if (!near(number(places[i]), place[d][i], 1e-4, 1e-4))
                    return mismatch("place", i, number(places[i]), place[d][i]);
                if (!near(number(velocities[i]), velocity[d][i], 1e-3, 1e-3))
                    return mismatch("velocity", i, number(velocities[i]), velocity[d][i]);
            }
        }
        return "";
    }

private:
    using Coordinates = std::array<std::vector<float>, 3>;
    std::uint32_t atoms() const { return sides_[0] * sides_[1] * sides_[2] * atoms_of_cell; }

    /// The lattice, each atom a little off its place.
    void place_atoms() {
        constexpr float corners[4][3] = {
            {0.25f, 0.25f, 0.25f}, {0.75f, 0.75f, 0.25f}, {0.75f, 0.25f, 0.75f}, {0.25f, 0.75f, 0.75f}};
        const auto noise = random_floats(6 * std::size_t(atoms()), seed_);
        for (std::size_t d = 0; d < 3; ++d) start_[d].resize(atoms()), kick_[d].resize(atoms());
        for (std::uint32_t i = 0; i < atoms(); ++i) {
            const auto cell = cell_of(i / atoms_of_cell);
            for (std::size_t d = 0; d < 3; ++d) {
                const auto unit = static_cast<float>(2 * cell[d] + (i % atoms_of_cell / 4 >> d & 1));
                start_[d][i] = lattice * (unit + corners[i % 4][d] + 0.05f * (noise[6 * i + d] - 0.5f));
                kick_[d][i] = noise[6 * i + 3 + d] - 0.5f;
            }
        }
    }
    std::array<std::uint32_t, 3> cell_of(std::uint32_t number) const {
        return {number % sides_[0], number / sides_[0] % sides_[1], number / sides_[0] / sides_[1]};
    }
    /// One of the 27 cells around a cell, and the shift of its atoms where the box begins again.
    std::uint32_t neighbour(std::uint32_t cell, std::uint32_t which, Vector& shift) const {
        const auto at = cell_of(cell);
        const std::array<std::uint32_t, 3> step{which % 3, which / 3 % 3, which / 9};
        std::array<std::uint32_t, 3> there{};
        for (std::size_t d = 0; d < 3; ++d) {
            const float box = cell_side * static_cast<float>(sides_[d]);
            const std::uint32_t next = at[d] + step[d];  // and one too many
            shift[d] = next == 0 ? -box : next == sides_[d] + 1 ? box : 0;
            there[d] = (next + sides_[d] - 1) % sides_[d];
        }
        return there[0] + sides_[0] * (there[1] + sides_[1] * there[2]);
    }
    Coordinates forces_on(const Coordinates& place) const {
        Coordinates result;
        for (auto& of : result) of.resize(atoms());
        for (std::uint32_t i = 0; i < atoms(); ++i) {
            Vector force{}, shift{};
            for (std::uint32_t n = 0; n < 27; ++n) {
                const std::uint32_t first = neighbour(i / atoms_of_cell, n, shift) * atoms_of_cell;
                for (std::uint32_t j = first; j < first + atoms_of_cell; ++j) {
                    Vector apart{};
                    for (std::size_t d = 0; d < 3; ++d) apart[d] = place[d][i] - (place[d][j] + shift[d]);
                    attract(force, apart);
                }
            }
            for (std::size_t d = 0; d < 3; ++d) result[d][i] = force[d];
        }
        return result;
    }

    /// All lanes of a warp are atoms of one cell, so they read the same atom of a neighbour at a time.
    Kernel forces(Warp& w) {
        for (std::uint32_t first = w.first_thread(); first < atoms(); first += w.threads()) {
            const std::uint32_t mine = lanes_within(w, first, atoms());
            std::array<Load, 3> own;
            for (std::size_t d = 0; d < 3; ++d) co_await w.begin(own[d], place_[d].from(first), mine);
            for (std::size_t d = 0; d < 3; ++d) co_await w.finish(own[d]);
            std::array<Vector, lane_count> force{};
            for (std::uint32_t n = 0; n < 27; ++n) {
                Vector shift{};
                const std::uint32_t cell = neighbour(first / atoms_of_cell, n, shift);
                co_await w.compute(6);  // the cell's number, and its shift
                for (std::uint32_t j = 0; j < atoms_of_cell; j += together)
                    co_await meet(w, mine, cell * atoms_of_cell + j, shift, own, force);
            }
            for (std::size_t d = 0; d < 3; ++d) {
                Lanes result{};
                for (std::uint32_t l = 0; l < w.width(); ++l) result[l] = word(force[l][d]);
                co_await w.store(force_[d].from(first), result, mine);
            }
        }
    }
    static constexpr std::uint32_t together = 4;  // atoms whose loads a thread begins together
    Kernel meet(Warp& w, std::uint32_t mine, std::uint32_t first, const Vector& shift, const std::array<Load, 3>& own,
                std::array<Vector, lane_count>& force) {
        std::array<Load, 3 * together> others;
        for (std::uint32_t k = 0; k < others.size(); ++k)
            co_await w.begin(others[k], every(place_[k % 3].at(first + k / 3)), mine);
        for (Load& load : others) co_await w.finish(load);
        for (std::uint32_t k = 0; k < together; ++k)
            for (std::uint32_t l = 0; l < w.width(); ++l) {
                Vector apart{};
                for (std::size_t d = 0; d < 3; ++d)
                    apart[d] = number(own[d].words[l]) - (number(others[3 * k + d].words[l]) + shift[d]);
                attract(force[l], apart);
            }
        co_await w.compute(together * 18, together);  // differences, squares, comparison, powers, three sums
        co_await w.compute(together, together, Arithmetic::division);
    }
    /// Half a kick, and with `drifts` the way of a step.
    Kernel move(Warp& w, bool drifts) {
        for (std::uint32_t first = w.first_thread(); first < atoms(); first += w.threads()) {
            const std::uint32_t mine = lanes_within(w, first, atoms());
            for (std::size_t d = 0; d < 3; ++d) {
                Load force, velocity, place;
                co_await w.begin(force, force_[d].from(first), mine);
                co_await w.begin(velocity, velocity_[d].from(first), mine);
                if (drifts) co_await w.begin(place, place_[d].from(first), mine);
                co_await w.finish(force);
                co_await w.finish(velocity);
                if (drifts) co_await w.finish(place);
                Lanes faster{}, further{};
                for (std::uint32_t l = 0; l < w.width(); ++l) {
                    const float now = number(velocity.words[l]) + time_step / 2 * number(force.words[l]);
                    faster[l] = word(now);
                    further[l] = word(number(place.words[l]) + time_step * now);
                }
                co_await w.compute(drifts ? 2 : 1);
                co_await w.store(velocity_[d].from(first), faster, mine);
                if (drifts) co_await w.store(place_[d].from(first), further, mine);
            }
        }
    }

    std::uint64_t seed_;
    std::array<std::uint32_t, 3> sides_;
    Coordinates start_, kick_;
    Arrays place_, velocity_, force_;
};

}  // namespace

std::unique_ptr<Workload> molecular_dynamics(const WorkloadOptions& options) {
    return std::make_unique<MolecularDynamics>(options);
}

}  // namespace tandem::perfsim
