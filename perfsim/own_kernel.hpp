// A user's own kernel: the interface for the kernel.hpp of a folder (docs/guide/kernels.md, `tandem new --kernel`).
//
// The folder's class makes data in device memory, launches grids of warps, and compares the result with a host's. It is compiled
// into a library, which the program loads (apps/kernel/loaded.hpp). So it runs on any protocol that can be simulated. Class K is
//
//     explicit K(const WorkloadOptions& options)                          --size, --seed and own settings; throws WorkloadError
//     void run(Simulation& gpu)                                           allocates, launches
//     void check(Comparison& compare) const                               what is right; at least one comparison
//     static constexpr const char* meaning = "..."                        for the report and for help
//     static std::vector<WorkloadSetting> settings()                      if it has any
//     static constexpr int most_size = 100                                if --size has another limit than 1000
//     WorkloadReport report() const                                       if it counts something itself
#pragma once

#include <concepts>
#include <span>

#include "perfsim/workload.hpp"
#include "perfsim/workloads/choices.hpp"
#include "perfsim/workloads/lanes.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/synchronise.hpp"

namespace tandem::perfsim {

/// Compares what a kernel has left in memory with a host's results. It keeps the first difference, and counts comparisons:
/// without any, nothing was checked.
class Comparison {
public:
    explicit Comparison(const Memory& memory) : memory_(memory) {}

    /// All words of an array; `name` is the array's, for the message.
    void words(const std::string& name, const Buffer& array, std::span<const std::uint32_t> right);
    /// All of its floats; each may differ by `part` of the right value, or by `least`.
    void floats(const std::string& name, const Buffer& array, std::span<const float> right, double part = 1e-5, double least = 0);
    /// Anything else that must hold; `sentence` says what is wrong if it does not.
    void that(bool holds, const std::string& sentence);
    /// An array's content in memory, to compute with.
    std::vector<std::uint32_t> read(const Buffer& array) const { return memory_.read(array); }

    std::uint64_t compared() const { return compared_; }
    /// The first difference, or nothing.
    const std::string& wrong() const { return wrong_; }

private:
    bool fits(const std::string& name, const Buffer& array, std::size_t right);

    const Memory& memory_;
    std::uint64_t compared_ = 0;
    std::string wrong_;
};

// In the header, since a program need not contain what only kernels use.
inline bool Comparison::fits(const std::string& name, const Buffer& array, std::size_t right) {
    if (array.words == right) return true;
    that(false, fmt::format("{} has {} words, and the check compares it with {}", name, array.words, right));
    return false;
}

inline void Comparison::words(const std::string& name, const Buffer& array, std::span<const std::uint32_t> right) {
    if (!fits(name, array, right.size())) return;
    const auto found = memory_.read(array);
    for (std::size_t i = 0; i < right.size(); ++i) {
        ++compared_;
        if (found[i] != right[i] && wrong_.empty()) wrong_ = mismatch(name, i, found[i], right[i]);
    }
}

inline void Comparison::floats(const std::string& name, const Buffer& array, std::span<const float> right, double part,
                               double least) {
    if (!fits(name, array, right.size())) return;
    const auto found = memory_.read(array);
    for (std::size_t i = 0; i < right.size(); ++i) {
        ++compared_;
        // NaN is near nothing.
        if (!near(number(found[i]), right[i], part, least) && wrong_.empty())
            wrong_ = mismatch(name, i, number(found[i]), right[i]);
    }
}

inline void Comparison::that(bool holds, const std::string& sentence) {
    ++compared_;
    if (!holds && wrong_.empty())
        wrong_ = sentence.empty() ? "something that the check asks for does not hold, and it does not say what" : sentence;
}

template <class K>
concept OwnKernel = std::constructible_from<K, const WorkloadOptions&> &&
    requires(K kernel, const K& done, Simulation& gpu, Comparison& compare) {
    kernel.run(gpu);
    done.check(compare);
    { K::meaning } -> std::convertible_to<std::string>;
};

/// Turns such a class into a workload.
template <class K>
class OwnWorkload final : public Workload {
public:
    explicit OwnWorkload(const WorkloadOptions& options) : kernel_(options) {}
    void run(Simulation& simulation) override { kernel_.run(simulation); }
    std::string check(const Memory& memory) const override {
        Comparison compare(memory);
        kernel_.check(compare);
        if (compare.wrong().empty() && compare.compared() == 0)
            return "the kernel's check has compared nothing: `compare.words`, `floats` or `that` is due in it";
        return compare.wrong();
    }
    WorkloadReport report() const override {
        if constexpr (requires { kernel_.report(); }) return kernel_.report();
        else return {};
    }

private:
    K kernel_;
};

/// Such a class in the program's list. A run that has not ended after 50 million cycles is assumed never to end, unless --cycles
/// says otherwise.
template <class K>
WorkloadInfo own_kernel(const std::string& name) {
    static_assert(requires { K::meaning; },
                  "the kernel's class has no `static constexpr const char* meaning`: a line that says what it computes");
    static_assert(std::constructible_from<K, const WorkloadOptions&>,
                  "the kernel's class is not made of WorkloadOptions: a constructor `explicit K(const WorkloadOptions& options)` "
                  "is accepted");
    static_assert(requires(K kernel, Simulation& gpu) { kernel.run(gpu); },
                  "the kernel's class has no `void run(Simulation& gpu)`, which makes its data and launches it");
    static_assert(requires(const K& kernel, Comparison& compare) { kernel.check(compare); },
                  "the kernel's class has no `void check(Comparison& compare) const`, which compares its result with a host's");
    WorkloadInfo info{name, K::meaning, 1000, nullptr, {}, 50'000'000};
    if constexpr (OwnKernel<K>)
        info.make = [](const WorkloadOptions& options) -> std::unique_ptr<Workload> {
            return std::make_unique<OwnWorkload<K>>(options);
        };
    if constexpr (requires { K::most_size; }) info.most_size = K::most_size;
    if constexpr (requires { K::settings(); }) info.settings = K::settings();
    return info;
}

}  // namespace tandem::perfsim
