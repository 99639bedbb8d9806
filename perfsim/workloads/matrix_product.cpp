// A tiled matrix product C = A B: of whole numbers (`matmul`), and of double precision (`dgemm`, as in Table 2 of the LSC paper).
// Each thread block computes a tile of 32 x 32, and brings tiles of A and B into the memory that its warps share. A multiply-add
// of doubles takes the time of one of whole numbers: what differs is memory.
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <type_traits>

#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

/// Of elements of one word or two. A lane's access to two words is two instructions here, each of the 32 words of half a warp.
/// That is how hardware serves it.
template <class Element>
class MatrixProduct final : public Workload {
    static constexpr std::uint32_t tile = lane_count;
    static constexpr std::uint32_t parts = sizeof(Element) / sizeof(std::uint32_t);  // words of an element
    static constexpr int warps = 8;
    static constexpr std::uint32_t rows_per_warp = tile / warps;

public:
    explicit MatrixProduct(const WorkloadOptions& options)
        : seed_(options.seed), tiles_(static_cast<std::uint32_t>(std::lround(8 * std::cbrt(options.size)))), n_(tiles_ * tile) {}

    void run(Simulation& simulation) override {
        std::mt19937 random(static_cast<unsigned>(seed_));
        for (auto* matrix : {&a_host_, &b_host_}) {
            matrix->resize(std::size_t(n_) * n_);
            for (auto& x : *matrix) x = random_element(random);
        }
        a_ = simulation.memory().allocate(words_of(a_host_));
        b_ = simulation.memory().allocate(words_of(b_host_));
        c_ = simulation.memory().allocate(a_host_.size() * parts);
        simulation.run({static_cast<int>(tiles_ * tiles_), warps, [this](Warp& w) { return kernel(w); }, 0,
                        static_cast<int>(sizeof(Element) * 2 * tile * tile)});
    }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(c_);
        std::vector<Element> row(n_);
        for (std::uint32_t i = 0; i < n_; ++i) {
            std::fill(row.begin(), row.end(), Element{});
            for (std::uint32_t k = 0; k < n_; ++k)
                for (std::uint32_t j = 0; j < n_; ++j) row[j] += a_host_[i * n_ + k] * b_host_[k * n_ + j];
            for (std::uint32_t j = 0; j < n_; ++j)
                if (const Element c = element(&found[(i * n_ + j) * parts]); !right(c, row[j]))
                    return mismatch("c", i * n_ + j, c, row[j]);
        }
        return "";
    }

private:
    using Words = std::array<std::uint32_t, parts>;
    using Row = std::array<Element, tile>;

    static Element random_element(std::mt19937& random) {
        if constexpr (!std::is_floating_point_v<Element>) return static_cast<Element>(random() % 1000);
        const auto high = static_cast<double>(random()), low = static_cast<double>(random());  // of 32 bits each
        return static_cast<Element>(high + low / 0x1p32);
    }
    /// Doubles are positive, so sums lose a few of their last bits at most, in whichever order they are rounded.
    static bool right(Element found, Element expected) {
        if constexpr (std::is_floating_point_v<Element>) return near(found, expected, 1e-12);
        else return found == expected;
    }

    static Element element(const std::uint32_t* words) {
        Words of;
        std::copy_n(words, parts, of.begin());
        return std::bit_cast<Element>(of);
    }
    static std::vector<std::uint32_t> words_of(const std::vector<Element>& elements) {
        std::vector<std::uint32_t> result;
        result.reserve(elements.size() * parts);
        for (const Element e : elements)
            for (const std::uint32_t w : std::bit_cast<Words>(e)) result.push_back(w);
        return result;
    }
    /// The words of a row of a tile, 32 at a time.
    static Lanes part_of(const Row& row, std::uint32_t part) {
        Lanes result;
        for (std::uint32_t l = 0; l < lane_count; ++l) {
            const std::uint32_t word = part * lane_count + l;
            result[l] = std::bit_cast<Words>(row[word / parts])[word % parts];
        }
        return result;
    }

    /// Sums in registers: in a coroutine they would be in its frame. This is most of a run's time.
    static void add_products(Row& sums, const std::uint32_t* row_of_a, const std::uint32_t* b) {
        Row sum = sums;
        for (std::uint32_t k = 0; k < tile; ++k)
            for (std::uint32_t l = 0; l < tile; ++l)
                sum[l] += element(row_of_a + k * parts) * element(b + (k * tile + l) * parts);
        sums = sum;
    }

    Kernel kernel(Warp& w) {
        const std::uint32_t row = static_cast<std::uint32_t>(w.block) / tiles_ * tile,
                            column = static_cast<std::uint32_t>(w.block) % tiles_ * tile;
        const std::uint32_t first = static_cast<std::uint32_t>(w.warp_in_block) * rows_per_warp;  // of the rows of the tile
        const auto shared = w.shared();
        constexpr std::uint32_t row_words = tile * parts;
        constexpr int accesses = static_cast<int>(rows_per_warp * parts);  // to a warp's rows of a tile
        Lanes row_of_tile;
        std::iota(row_of_tile.begin(), row_of_tile.end(), 0u);
        std::array<Row, rows_per_warp> sums{};
        for (std::uint32_t t = 0; t < n_; t += tile) {
            std::array<Load, accesses> a, b;
            for (std::uint32_t r = 0; r < rows_per_warp; ++r)
                for (std::uint32_t p = 0; p < parts; ++p) {
                    co_await w.begin(a[r * parts + p], a_.from(((row + first + r) * n_ + t) * parts + p * lane_count));
                    co_await w.begin(b[r * parts + p], b_.from(((t + first + r) * n_ + column) * parts + p * lane_count));
                }
            for (std::uint32_t i = 0; i < accesses; ++i) {
                co_await w.finish(a[i]);
                co_await w.finish(b[i]);
                std::copy(a[i].words.begin(), a[i].words.end(), shared.begin() + first * row_words + i * lane_count);
                std::copy(b[i].words.begin(), b[i].words.end(), shared.begin() + (tile + first) * row_words + i * lane_count);
            }
            co_await w.shared_store(row_of_tile, all_lanes, 2 * accesses);
            co_await w.barrier();
            for (std::uint32_t r = 0; r < rows_per_warp; ++r)
                add_products(sums[r], &shared[(first + r) * row_words], &shared[tile * row_words]);
            // of B's words, and for each row of A's, which all lanes want; and a multiply-add
            co_await w.shared_load(row_of_tile, all_lanes, tile * parts * (1 + rows_per_warp), tile * rows_per_warp);
            co_await w.barrier();
        }
        for (std::uint32_t r = 0; r < rows_per_warp; ++r)
            for (std::uint32_t p = 0; p < parts; ++p)
                co_await w.store(c_.from(((row + first + r) * n_ + column) * parts + p * lane_count), part_of(sums[r], p));
    }

    std::uint64_t seed_;
    std::uint32_t tiles_, n_;
    std::vector<Element> a_host_, b_host_;
    Buffer a_, b_, c_;
};

}  // namespace

std::unique_ptr<Workload> matrix_product(const WorkloadOptions& options) {
    return std::make_unique<MatrixProduct<std::uint32_t>>(options);
}
std::unique_ptr<Workload> double_product(const WorkloadOptions& options) {
    return std::make_unique<MatrixProduct<double>>(options);
}

}  // namespace tandem::perfsim
