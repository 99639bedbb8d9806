// How many loads a kernel does for each store, by the size of what a thread works on.
//
// The benchmarks of the MTTOP paper's Fig. 4 have sizes that the paper does not give. Two of them are here with theirs as a
// setting: a thread works as in flat_product.cpp and all_pairs.cpp of perfsim/workloads. A butterfly of fourier.cpp is here with
// and without registers, in whole numbers.
#pragma once

#include "perfsim/own_kernel.hpp"
#include "perfsim/workloads/lanes.hpp"

namespace loads_per_store {

using namespace tandem::perfsim;

class Application {
public:
    static constexpr const char* meaning = "loads for each store, by the size of what a thread works on";
    static std::vector<WorkloadSetting> settings() {
        return {{"work",
                 "product: a thread has a row of a product, of one column; paths: shortest paths from one vertex; butterfly: one "
                 "of a Fourier transform; without-registers: one that loads operands for each use and stores what it keeps",
                 "product"},
                {"length", "of a row of the first matrix, or vertices of a graph: 2 to 2000, of a graph to 32", "16"}};
    }

    explicit Application(const WorkloadOptions& options)
        : seed_(options.seed), threads_(1024 * static_cast<std::uint32_t>(options.size)) {
        const std::string work = given(options, settings()[0]), length = given(options, settings()[1]);
        const auto found = std::find(works.begin(), works.end(), work);
        if (found == works.end())
            throw WorkloadError("work is '" + work + "': product, paths, butterfly or without-registers is accepted");
        work_ = static_cast<Work>(found - works.begin());
        paths_ = work_ == paths;
        const auto number = whole(length);
        if (!number || *number < 2 || *number > (paths_ ? 32 : 2000))
            throw WorkloadError("length is '" + length + "': 2 to " + (paths_ ? "32 of paths is" : "2000 is") + " accepted");
        length_ = butterflies() ? 4 : *number;
        if (paths_) threads_ -= threads_ % length_;  // whole graphs
    }

    void run(Simulation& gpu) {
        std::mt19937 random(static_cast<unsigned>(seed_));
        rows_.resize(std::size_t(threads_) * length_);
        for (auto& x : rows_) {
            x = 1 + static_cast<std::uint32_t>(random() % 100);
            if (paths_ && random() % 4 != 0) x = far_away;
        }
        column_.resize(butterflies() ? 2 * std::size_t(threads_) : length_);
        for (auto& x : column_) x = static_cast<std::uint32_t>(random() % 100);
        rows_at_ = gpu.memory().allocate(rows_);
        column_at_ = gpu.memory().allocate(column_);
        result_ = gpu.memory().allocate(work_ == product ? threads_ : rows_.size());
        kept_ = gpu.memory().allocate(2 * std::size_t(threads_));
        gpu.run(resident_launch(gpu.description(), 8, [this](Warp& w) { return kernel(w); }));
    }

    void check(Comparison& compare) const {
        std::vector<std::uint32_t> right;
        for (std::uint32_t t = 0; t < threads_; ++t)
            if (butterflies()) {
                const std::uint32_t* x = &rows_[4 * t];
                const std::uint32_t *root = &column_[2 * t], re = x[2] * root[0] - x[3] * root[1],
                                    im = x[2] * root[1] + x[3] * root[0];
                right.insert(right.end(), {x[0] + re, x[1] + im, x[0] - re, x[1] - im});
            } else if (paths_) {
                const auto of_source = shortest(t);
                right.insert(right.end(), of_source.begin(), of_source.end());
            } else {
                right.push_back(0);
                for (std::uint32_t j = 0; j < length_; ++j) right.back() += rows_[t * length_ + j] * column_[j];
            }
        compare.words("result", result_, right);
    }

private:
    enum Work { product, paths, butterfly, without_registers };
    static constexpr std::array<const char*, 4> works{"product", "paths", "butterfly", "without-registers"};
    static constexpr std::uint32_t far_away = 1u << 30;

    bool butterflies() const { return work_ == butterfly || work_ == without_registers; }

    /// By the algorithm of Bellman and Ford.
    std::vector<std::uint32_t> shortest(std::uint32_t source) const {
        const std::uint32_t graph = source / length_ * length_;
        std::vector<std::uint32_t> d(length_, far_away);
        d[source % length_] = 0;
        for (std::uint32_t round = 0; round < length_; ++round)
            for (std::uint32_t from = 0; from < length_; ++from)
                for (std::uint32_t to = 0; to < length_; ++to)
                    d[to] = std::min({d[to], d[from] + rows_[(graph + from) * length_ + to], far_away});
        return d;
    }

    Kernel kernel(Warp& w) {
        for (std::uint32_t first = w.first_thread(); first < threads_; first += w.threads()) {
            const std::uint32_t mine = first_lanes(std::min(w.width(), threads_ - first));
            if (work_ == butterfly) co_await turn(w, first, mine);
            else if (work_ == without_registers) co_await turn_in_memory(w, first, mine);
            else if (paths_) co_await from_sources(w, first, mine);
            else co_await row(w, first, mine);
        }
    }
    /// Words of each lane, `of` of which belong to a thread.
    Lanes own(const Warp& w, const Buffer& in, std::uint32_t of, std::uint32_t first, std::uint32_t part) const {
        Lanes where{};
        for (std::uint32_t l = 0; l < w.width(); ++l) where[l] = in.at((first + l) % threads_ * of + part);
        return where;
    }
    Kernel turn(Warp& w, std::uint32_t first, std::uint32_t mine) {
        std::array<Lanes, 4> x{};
        std::array<Lanes, 2> root{};
        for (std::uint32_t i = 0; i < 4; ++i) x[i] = co_await w.load(own(w, rows_at_, 4, first, i), mine);
        for (std::uint32_t i = 0; i < 2; ++i) root[i] = co_await w.load(own(w, column_at_, 2, first, i), mine);
        co_await w.compute(10);
        std::array<Lanes, 4> y{};
        for (std::uint32_t l = 0; l < w.width(); ++l) {
            const std::uint32_t re = x[2][l] * root[0][l] - x[3][l] * root[1][l],
                                im = x[2][l] * root[1][l] + x[3][l] * root[0][l];
            y[0][l] = x[0][l] + re, y[1][l] = x[1][l] + im, y[2][l] = x[0][l] - re, y[3][l] = x[1][l] - im;
        }
        for (std::uint32_t i = 0; i < 4; ++i) co_await w.store(own(w, result_, 4, first, i), y[i], mine);
    }
    Kernel turn_in_memory(Warp& w, std::uint32_t first, std::uint32_t mine) {
        for (std::uint32_t part = 0; part < 2; ++part) {
            const Lanes a = co_await w.load(own(w, rows_at_, 4, first, 2), mine);
            const Lanes b = co_await w.load(own(w, column_at_, 2, first, part), mine);
            const Lanes c = co_await w.load(own(w, rows_at_, 4, first, 3), mine);
            const Lanes d = co_await w.load(own(w, column_at_, 2, first, 1 - part), mine);
            co_await w.compute(3);
            Lanes turned{};
            for (std::uint32_t l = 0; l < w.width(); ++l) turned[l] = a[l] * b[l] + (part == 0 ? 0 - c[l] * d[l] : c[l] * d[l]);
            co_await w.store(own(w, kept_, 2, first, part), turned, mine);
        }
        for (std::uint32_t i = 0; i < 4; ++i) {
            const Lanes upper = co_await w.load(own(w, rows_at_, 4, first, i % 2), mine);
            const Lanes turned = co_await w.load(own(w, kept_, 2, first, i % 2), mine);
            co_await w.compute(1);
            Lanes y{};
            for (std::uint32_t l = 0; l < w.width(); ++l) y[l] = i < 2 ? upper[l] + turned[l] : upper[l] - turned[l];
            co_await w.store(own(w, result_, 4, first, i), y, mine);
        }
    }
    Kernel row(Warp& w, std::uint32_t first, std::uint32_t mine) {
        Lanes sum{}, where{};
        for (std::uint32_t j = 0; j < length_; ++j) {
            for (std::uint32_t l = 0; l < w.width(); ++l) where[l] = rows_at_.at((first + l) % threads_ * length_ + j);
            const Lanes a = co_await w.load(where, mine);
            const Lanes b = co_await w.load(every(column_at_.at(j)), mine);
            co_await w.compute(3);  // multiply-add, address, loop
            for (std::uint32_t l = 0; l < w.width(); ++l) sum[l] += a[l] * b[l];
        }
        co_await w.store(result_.from(first), sum, mine);
    }
    Kernel from_sources(Warp& w, std::uint32_t first, std::uint32_t mine) {
        const auto of_vertex = [&](std::uint32_t v) {
            Lanes where{};
            for (std::uint32_t l = 0; l < w.width(); ++l) where[l] = result_.at((first + l) % threads_ * length_ + v);
            return where;
        };
        for (std::uint32_t v = 0; v < length_; ++v) {
            Lanes start = every(far_away);
            for (std::uint32_t l = 0; l < w.width(); ++l)
                if ((first + l) % length_ == v) start[l] = 0;
            co_await w.store(of_vertex(v), start, mine);
        }
        std::array<std::uint32_t, lane_count> done{};  // a bit for each vertex, in a register
        for (std::uint32_t round = 0; round < length_; ++round) {
            Lanes nearest = every(far_away), vertex{};
            for (std::uint32_t v = 0; v < length_; ++v) {
                const std::uint32_t left = lanes_where(mine, [&](std::uint32_t l) { return (done[l] >> v & 1) == 0; });
                if (left == 0) continue;
                const Lanes here = co_await w.load(of_vertex(v), left);
                co_await w.compute(3);  // address, comparison, loop
                for (std::uint32_t l = 0; l < w.width(); ++l)
                    if ((left >> l & 1) && here[l] < nearest[l]) nearest[l] = here[l], vertex[l] = v;
            }
            const std::uint32_t going = lanes_where(mine, [&](std::uint32_t l) { return nearest[l] < far_away; });
            if (going == 0) co_return;
            for (std::uint32_t l = 0; l < w.width(); ++l)
                if (going >> l & 1) done[l] |= 1u << vertex[l];
            for (std::uint32_t v = 0; v < length_; ++v) {
                Lanes edge{};
                for (std::uint32_t l = 0; l < w.width(); ++l)
                    edge[l] = rows_at_.at(((first + l) % threads_ / length_ * length_ + vertex[l]) * length_ + v);
                const Lanes weight = co_await w.load(edge, going);
                const std::uint32_t there =
                    lanes_where(going, [&](std::uint32_t l) { return weight[l] < far_away && (done[l] >> v & 1) == 0; });
                co_await w.compute(3);
                if (there == 0) continue;
                const Lanes known = co_await w.load(of_vertex(v), there);
                Lanes shorter{};
                for (std::uint32_t l = 0; l < w.width(); ++l) shorter[l] = nearest[l] + weight[l];
                co_await w.compute(2);
                const std::uint32_t less = lanes_where(there, [&](std::uint32_t l) { return shorter[l] < known[l]; });
                if (less != 0) co_await w.store(of_vertex(v), shorter, less);
            }
        }
    }

    const std::uint64_t seed_;
    std::uint32_t threads_, length_ = 0;
    Work work_ = product;
    bool paths_ = false;
    std::vector<std::uint32_t> rows_, column_;
    Buffer rows_at_, column_at_, result_, kept_;
};

}  // namespace loads_per_store
