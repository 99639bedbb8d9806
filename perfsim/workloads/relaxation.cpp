// Chaotic relaxation of a linear system on a grid (Chazan and Miranker, Linear Algebra and its Applications 1969). Each warp
// computes its rows anew from whatever their neighbours hold at the moment, and stores a whole row. Nobody waits for a neighbour:
// so a row is read while a store to it is under way, by warps of the same SM too.
//
// All warps meet now and then. Whatever is read in between, each such round halves the largest error, since a value is a part of
// the right-hand side and an eighth of each of four neighbours. That bound is what is checked; which values are read, and so the
// last bits, are left to chance.
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/synchronise.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class Relaxation final : public Workload {
    static constexpr std::uint32_t columns = lane_count, rounds = 6, sweeps = 4;  // sweeps in a round
    static constexpr float of_neighbours = 0.125f;

public:
    explicit Relaxation(const WorkloadOptions& options)
        : seed_(options.seed), backoff_(backoff_of(options, {})), rows_(512 * static_cast<std::uint32_t>(options.size)) {}

    void run(Simulation& simulation) override {
        right_host_ = random_floats(std::size_t(rows_) * columns, seed_);
        right_ = simulation.memory().allocate(words(right_host_));
        value_ = simulation.memory().allocate(std::size_t(rows_ + 2) * columns);  // beyond both edges there are zeros
        const Launch launch = resident_launch(simulation.description(), 8, [this](Warp& w) { return kernel(w); });
        all_ = GridBarrier(simulation.memory(), launch, backoff_);
        simulation.run(launch);
    }

    std::string check(const Memory& memory) const override {
        const std::vector<double> solution = solved();
        const double first = *std::max_element(solution.begin(), solution.end()),  // the largest error, as all begin at 0
            largest = first / (1u << rounds) + 1e-5;                               // and a float's
        const auto found = memory.read(value_);
        for (std::size_t i = 0; i < solution.size(); ++i) {
            const double value = number(found[i + columns]);
            if (!(std::abs(value - solution[i]) <= largest))
                return fmt::format("value[{}] is {}, and {} to {} is right", i, value, solution[i] - largest,
                                   solution[i] + largest);
        }
        return "";
    }

private:
    /// To more digits than a float has.
    std::vector<double> solved() const {
        std::vector<double> now(right_host_.size()), next(right_host_.size());
        for (int sweep = 0; sweep < 60; ++sweep) {
            for (std::size_t i = 0; i < now.size(); ++i) {
                const std::size_t c = i % columns;
                next[i] =
                    right_host_[i] + double(of_neighbours) * ((i >= columns ? now[i - columns] : 0) +
                                                              (i + columns < now.size() ? now[i + columns] : 0) +
                                                              (c > 0 ? now[i - 1] : 0) + (c + 1 < columns ? now[i + 1] : 0));
            }
            std::swap(now, next);
        }
        return now;
    }

    Kernel kernel(Warp& w) {
        std::uint32_t passed = 0;
        for (std::uint32_t round = 0; round < rounds; ++round) {
            for (std::uint32_t sweep = 0; sweep < sweeps; ++sweep)
                for (auto r = static_cast<std::uint32_t>(w.warp()); r < rows_; r += static_cast<std::uint32_t>(w.warps()))
                    co_await relax(w, r);
            co_await all_.meet(w, passed);
        }
    }
    Kernel relax(Warp& w, std::uint32_t row) {
        Load right, above, here, below;
        co_await w.begin(right, right_.from(row * columns));
        co_await w.begin(above, value_.from(row * columns));
        co_await w.begin(here, value_.from((row + 1) * columns));
        co_await w.begin(below, value_.from((row + 2) * columns));
        for (Load* load : {&right, &above, &here, &below}) co_await w.finish(*load);
        co_await w.compute(6);
        Lanes result;
        for (std::uint32_t c = 0; c < columns; ++c) {
            const float before = c > 0 ? number(here.words[c - 1]) : 0, after = c + 1 < columns ? number(here.words[c + 1]) : 0;
            result[c] =
                word(number(right.words[c]) + of_neighbours * (number(above.words[c]) + number(below.words[c]) + before + after));
        }
        co_await w.store(value_.from((row + 1) * columns), result);
    }

    std::uint64_t seed_;
    Backoff backoff_;
    std::uint32_t rows_;
    std::vector<float> right_host_;
    Buffer right_, value_;
    GridBarrier all_;
};

}  // namespace

std::unique_ptr<Workload> relaxation(const WorkloadOptions& options) { return std::make_unique<Relaxation>(options); }

}  // namespace tandem::perfsim
