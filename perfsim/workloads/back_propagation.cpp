// Back-propagation in a network with one hidden layer (Rumelhart, Hinton, Williams, Nature 1986), after Rodinia's benchmark.
// Thread blocks of 16 x 16 compute partial sums of 16 inputs for 16 hidden units (forward). The units' outputs and errors follow.
// Then each thread adjusts one weight.
#include <cmath>

#include "perfsim/workloads/lanes.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr std::uint32_t hidden = 16, side = 16, inputs_per_warp = lane_count / hidden;
constexpr float rate = 0.3f, momentum = 0.3f, target = 0.1f;

template <class T>
T squashed(T x) {
    return T(1) / (T(1) + std::exp(-x));
}
/// The output unit's error, given the hidden units' outputs; `second` are its weights.
template <class T>
T output_error(const std::array<T, hidden>& outputs, const std::vector<float>& second) {
    T sum = 0;
    for (std::uint32_t j = 0; j < hidden; ++j) sum += outputs[j] * T(second[j]);
    const T out = squashed(sum);
    return out * (T(1) - out) * (T(target) - out);
}

class BackPropagation final : public Workload {
    static constexpr int warps = 8;

public:
    explicit BackPropagation(const WorkloadOptions& options)
        : seed_(options.seed), inputs_(8192 * static_cast<std::uint32_t>(options.size)) {}

    void run(Simulation& simulation) override {
        x_host_ = random_floats(inputs_, seed_);
        weight_host_ = random_floats(std::size_t(inputs_) * hidden, seed_ + 1);
        for (float& w : weight_host_) w = (w - 0.5f) / static_cast<float>(std::sqrt(inputs_));
        before_host_ = random_floats(weight_host_.size(), seed_ + 2);
        second_ = random_floats(hidden, seed_ + 3);
        Memory& memory = simulation.memory();
        x_ = memory.allocate(words(x_host_));
        weight_ = memory.allocate(words(weight_host_));
        before_ = memory.allocate(words(before_host_));
        partial_ = memory.allocate(std::size_t(inputs_ / side) * hidden);
        delta_ = memory.allocate(hidden);
        const int blocks = static_cast<int>(inputs_ / side);
        simulation.run({blocks, warps, [this](Warp& w) { return forward(w); }, 0, 4 * side * hidden});
        simulation.run({1, warps, [this](Warp& w) { return hidden_layer(w); }, 0, 4 * warps * static_cast<int>(lane_count)});
        simulation.run({blocks, warps, [this](Warp& w) { return adjust(w); }});
    }

    /// Accurate to one part in 1000, or 0.00001, of a host's results in double precision.
    std::string check(const Memory& memory) const override {
        std::array<double, hidden> outputs{};
        for (std::uint32_t i = 0; i < inputs_; ++i)
            for (std::uint32_t j = 0; j < hidden; ++j) outputs[j] += double(x_host_[i]) * weight_host_[i * hidden + j];
        for (double& o : outputs) o = squashed(o);
        const double error = output_error(outputs, second_);
        const auto weight = memory.read(weight_), before = memory.read(before_);
        for (std::uint32_t i = 0; i < inputs_; ++i)
            for (std::uint32_t j = 0; j < hidden; ++j) {
                const std::uint32_t at = i * hidden + j;
                const double delta = outputs[j] * (1 - outputs[j]) * error * second_[j],
                             step = rate * delta * x_host_[i] + momentum * double(before_host_[at]);
                if (!near(number(weight[at]), weight_host_[at] + step, 1e-3, 1e-5))
                    return mismatch("weight", at, static_cast<double>(number(weight[at])), weight_host_[at] + step);
                if (!near(number(before[at]), step, 1e-3, 1e-5))
                    return mismatch("change", at, static_cast<double>(number(before[at])), step);
            }
        return "";
    }

private:
    /// A warp has two inputs, and a lane one weight. Partial sums are a tree in shared memory.
    Kernel forward(Warp& w) {
        const auto shared = w.shared();
        const std::uint32_t first = static_cast<std::uint32_t>(w.warp()) * inputs_per_warp,
                            row = static_cast<std::uint32_t>(w.warp_in_block) * inputs_per_warp;
        Lanes where;
        for (std::uint32_t l = 0; l < lane_count; ++l) where[l] = x_.at(first + l / hidden);
        Load x, weight;
        co_await w.begin(x, where);
        co_await w.begin(weight, weight_.from(first * hidden));
        co_await w.finish(x);
        co_await w.finish(weight);
        for (std::uint32_t l = 0; l < lane_count; ++l)
            shared[row * hidden + l] = word(number(x.words[l]) * number(weight.words[l]));
        Lanes own;
        for (std::uint32_t l = 0; l < lane_count; ++l) own[l] = row * hidden + l;
        co_await w.shared_store(own, all_lanes, 1, 5);  // and addresses, product
        for (std::uint32_t half = side / 2; half > 0; half /= 2) {
            co_await w.barrier();
            for (std::uint32_t l = 0; l < lane_count; ++l)
                if (const std::uint32_t r = row + l / hidden; r < half)
                    shared[row * hidden + l] =
                        word(number(shared[row * hidden + l]) + number(shared[row * hidden + l + half * hidden]));
            co_await w.shared_load(own, all_lanes, 3, 1);  // two words, their sum, and where it goes
        }
        co_await w.barrier();
        if (w.warp_in_block != 0) co_return;
        Lanes sum{};
        std::copy(shared.begin(), shared.begin() + hidden, sum.begin());
        co_await w.store(partial_.from(static_cast<std::uint32_t>(w.block) * hidden), sum, first_lanes(hidden));
    }

    Kernel hidden_layer(Warp& w) {
        const auto shared = w.shared();
        const std::uint32_t all = inputs_ / side * hidden, self = static_cast<std::uint32_t>(w.warp_in_block);
        std::array<float, lane_count> sum{};
        for (std::uint32_t i = self * lane_count; i < all; i += warps * lane_count) {
            const Lanes some = co_await w.load(partial_.from(i));
            for (std::uint32_t l = 0; l < lane_count; ++l) sum[l] += number(some[l]);
            co_await w.compute(3);
        }
        for (std::uint32_t l = 0; l < lane_count; ++l) shared[self * lane_count + l] = word(sum[l]);
        co_await w.compute(1);
        co_await w.barrier();
        if (self != 0) co_return;
        std::array<float, hidden> outputs{};
        for (std::uint32_t i = 0; i < warps * lane_count; ++i) outputs[i % hidden] += number(shared[i]);
        for (float& o : outputs) o = squashed(o);
        const float error = output_error(outputs, second_);
        co_await w.compute(80);
        Lanes delta{};
        for (std::uint32_t j = 0; j < hidden; ++j) delta[j] = word(outputs[j] * (1 - outputs[j]) * error * second_[j]);
        co_await w.store(delta_.from(0), delta, first_lanes(hidden));
    }

    Kernel adjust(Warp& w) {
        const std::uint32_t first = static_cast<std::uint32_t>(w.warp()) * inputs_per_warp;
        Lanes of_input, of_unit;
        for (std::uint32_t l = 0; l < lane_count; ++l)
            of_input[l] = x_.at(first + l / hidden), of_unit[l] = delta_.at(l % hidden);
        Load x, delta, weight, before;
        co_await w.begin(x, of_input);
        co_await w.begin(delta, of_unit);
        co_await w.begin(weight, weight_.from(first * hidden));
        co_await w.begin(before, before_.from(first * hidden));
        for (Load* load : {&x, &delta, &weight, &before}) co_await w.finish(*load);
        co_await w.compute(10);
        Lanes new_weight, step;
        for (std::uint32_t l = 0; l < lane_count; ++l) {
            step[l] = word(rate * number(delta.words[l]) * number(x.words[l]) + momentum * number(before.words[l]));
            new_weight[l] = word(number(weight.words[l]) + number(step[l]));
        }
        co_await w.store(weight_.from(first * hidden), new_weight);
        co_await w.store(before_.from(first * hidden), step);
    }

    std::uint64_t seed_;
    std::uint32_t inputs_;
    std::vector<float> x_host_, weight_host_, before_host_, second_;
    Buffer x_, weight_, before_, partial_, delta_;
};

}  // namespace

std::unique_ptr<Workload> back_propagation(const WorkloadOptions& options) { return std::make_unique<BackPropagation>(options); }

}  // namespace tandem::perfsim
