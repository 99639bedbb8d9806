// A fast Fourier transform of radix 2 (Cooley and Tukey, Mathematics of Computation 1965) of 16384 points. Each thread does one
// butterfly in each of 14 stages. All threads meet between these, or each is a launch, as in HCC's FFT.
#include <complex>
#include <numbers>

#include "perfsim/workloads/flat.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class Fourier final : public Workload {
    static constexpr std::uint32_t stages = 14, points = 1u << stages;

public:
    explicit Fourier(const WorkloadOptions& options)
        : seed_(options.seed),
          transforms_(static_cast<std::uint32_t>(options.size)),
          passes_(passes_of(options)),
          backoff_(backoff_of(options, {})) {}

    void run(Simulation& simulation) override {
        Memory& memory = simulation.memory();
        start_ = random_floats(2 * std::size_t(points) * transforms_, seed_);
        from_ = memory.allocate(words(start_));
        to_ = memory.allocate(start_.size());
        std::vector<float> roots;
        for (std::uint32_t k = 0; k < points / 2; ++k) {
            const auto root = std::polar(1.0, -2 * std::numbers::pi * k / points);
            roots.push_back(static_cast<float>(root.real()));
            roots.push_back(static_cast<float>(root.imag()));
        }
        root_ = memory.allocate(words(roots));
        if (passes_ == Passes::launches) return launch_passes(simulation);
        const Launch launch = flat_launch(simulation.description(), [this](Warp& w) { return kernel(w); });
        all_ = GridBarrier(memory, launch, backoff_);
        simulation.run(launch);
    }

    /// Accurate to one part in 10000 of the largest value of the same transform in double precision.
    std::string check(const Memory& memory) const override {
        const auto found = memory.read(to_);
        for (std::uint32_t t = 0; t < transforms_; ++t) {
            std::vector<std::complex<double>> x(points);
            for (std::uint32_t i = 0; i < points; ++i)
                x[reversed(i)] = {start_[2 * (t * points + i)], start_[2 * (t * points + i) + 1]};
            for (std::uint32_t half = 1; half < points; half *= 2)
                for (std::uint32_t i = 0; i < points; ++i) {
                    if ((i & half) != 0) continue;
                    const auto turned = x[i + half] * std::polar(1.0, -std::numbers::pi * (i & (half - 1)) / half);
                    x[i + half] = x[i] - turned;
                    x[i] += turned;
                }
            double largest = 0;
            for (const auto& value : x) largest = std::max(largest, std::abs(value));
            for (std::uint32_t i = 0; i < points; ++i)
                for (std::uint32_t part = 0; part < 2; ++part) {
                    const double right = part == 0 ? x[i].real() : x[i].imag(), here = number(found[2 * (t * points + i) + part]);
                    if (!near(here, right, 0, 1e-4 * largest))
                        return mismatch("transform", 2 * (t * points + i) + part, here, right);
                }
        }
        return "";
    }

private:
    static std::uint32_t reversed(std::uint32_t i) {
        std::uint32_t r = 0;
        for (std::uint32_t bit = 0; bit < stages; ++bit) r |= (i >> bit & 1) << (stages - 1 - bit);
        return r;
    }

    void launch_passes(Simulation& simulation) {
        for (std::uint32_t t = 0; t < transforms_; ++t) {
            simulation.run(launch_of(points, [this, t](Warp& w) { return reversal(w, t); }));
            for (std::uint32_t half = 1; half < points; half *= 2)
                simulation.run(launch_of(points / 2, [this, t, half](Warp& w) { return stage(w, t, half); }));
        }
    }

    Kernel kernel(Warp& w) {
        std::uint32_t met = 0;
        for (std::uint32_t t = 0; t < transforms_; ++t) {
            co_await reversal(w, t);
            co_await all_.meet(w, met);
            for (std::uint32_t half = 1; half < points; half *= 2) {
                co_await stage(w, t, half);
                co_await all_.meet(w, met);
            }
        }
    }
    Kernel reversal(Warp& w, std::uint32_t t) {
        for (std::uint32_t first = w.first_thread(); first < points; first += w.threads()) co_await reverse(w, t * points, first);
    }
    Kernel stage(Warp& w, std::uint32_t t, std::uint32_t half) {
        for (std::uint32_t first = w.first_thread(); first < points / 2; first += w.threads())
            co_await butterfly(w, t * points, first, half);
    }
    Kernel reverse(Warp& w, std::uint32_t begin, std::uint32_t first) {
        const std::uint32_t mine = lanes_within(w, first, points);
        std::array<Load, 2> parts;
        std::array<Lanes, 2> where{};
        for (std::uint32_t part = 0; part < 2; ++part) {
            for (std::uint32_t l = 0; l < w.width(); ++l) where[part][l] = from_.at(2 * (begin + first + l) + part);
            co_await w.begin(parts[part], where[part], mine);
        }
        for (std::uint32_t part = 0; part < 2; ++part) {
            co_await w.finish(parts[part]);
            for (std::uint32_t l = 0; l < w.width(); ++l)
                where[part][l] = to_.at(2 * (begin + reversed((first + l) % points)) + part);
            co_await w.store(where[part], parts[part].words, mine);
        }
    }
    Kernel butterfly(Warp& w, std::uint32_t begin, std::uint32_t first, std::uint32_t half) {
        const std::uint32_t mine = lanes_within(w, first, points / 2);
        std::array<Load, 6> parts;  // upper, lower, root
        std::array<Lanes, 6> where{};
        for (std::uint32_t l = 0; l < w.width(); ++l) {
            const std::uint32_t b = first + l, within = b & (half - 1), upper = begin + 2 * (b - within) + within;
            for (std::uint32_t part = 0; part < 2; ++part) {
                where[part][l] = to_.at(2 * upper + part);
                where[2 + part][l] = to_.at(2 * (upper + half) + part);
                where[4 + part][l] = root_.at(2 * (within * (points / 2 / half)) + part);
            }
        }
        co_await w.compute(6);  // addresses
        for (std::size_t i = 0; i < 6; ++i) co_await w.begin(parts[i], where[i], mine);
        for (std::size_t i = 0; i < 6; ++i) co_await w.finish(parts[i]);
        std::array<Lanes, 4> result{};
        for (std::uint32_t l = 0; l < w.width(); ++l) {
            const std::complex<float> upper(number(parts[0].words[l]), number(parts[1].words[l])),
                lower(number(parts[2].words[l]), number(parts[3].words[l])),
                root(number(parts[4].words[l]), number(parts[5].words[l]));
            const std::complex<float> turned(lower.real() * root.real() - lower.imag() * root.imag(),
                                             lower.real() * root.imag() + lower.imag() * root.real());
            result[0][l] = word(upper.real() + turned.real()), result[1][l] = word(upper.imag() + turned.imag());
            result[2][l] = word(upper.real() - turned.real()), result[3][l] = word(upper.imag() - turned.imag());
        }
        co_await w.compute(10, 2);  // ten operations on two parts
        for (std::size_t i = 0; i < 4; ++i) co_await w.store(where[i], result[i], mine);
    }

    std::uint64_t seed_;
    std::uint32_t transforms_;
    Passes passes_;
    Backoff backoff_;
    std::vector<float> start_;
    Buffer from_, to_, root_;
    GridBarrier all_;
};

}  // namespace

std::unique_ptr<Workload> fourier(const WorkloadOptions& options) { return std::make_unique<Fourier>(options); }

}  // namespace tandem::perfsim
