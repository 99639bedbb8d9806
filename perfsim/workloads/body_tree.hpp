// Bodies with mass, and a host's results for them: Barnes and Hut's octree (Nature 1986) and its forces. Coordinates are whole
// numbers of 16 bits, whose bits are the octants. So the tree depends only on the bodies, and every builder gets the same.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tandem::perfsim {

inline constexpr std::uint32_t body_bits = 16;

struct Body {
    std::array<std::uint32_t, 3> at;
    std::uint32_t octant(std::uint32_t depth) const {
        const std::uint32_t bit = body_bits - 1 - depth;
        return (at[0] >> bit & 1) | (at[1] >> bit & 1) << 1 | (at[2] >> bit & 1) << 2;
    }
};
inline float mass_of(std::uint32_t body) { return static_cast<float>(1 + body % 7); }

/// x, y, z and mass of a body, or of all bodies in a cell.
using Point = std::array<float, 4>;
/// Adds a point to a sum of points; `centred` makes the sum a point.
void add_point(Point& sum, const Point& p);
Point centred(const Point& sum);

/// Squared, and softened so that no force is infinite.
float distance2(const Body& body, const Point& p);
/// Whether a cell of that depth counts as one point at that distance.
bool is_far(float distance2, std::uint32_t depth);
/// Adds a point's pull on the body.
void attract(const Body& body, const Point& p, float distance2, std::array<float, 3>& force);

/// In a few clusters, all at different places, in the order of their octants, as after earlier steps.
std::vector<Body> clustered_bodies(std::uint32_t count, std::uint64_t seed);

class BodyTree {
public:
    explicit BodyTree(const std::vector<Body>& bodies);
    std::size_t cells() const { return cells_.size(); }
    std::array<float, 3> force_on(std::uint32_t body) const;

private:
    struct Cell {
        std::array<std::uint32_t, 8> child{};  // 0, or 1 + a body, or 1 + bodies + a cell
        Point point{};
    };
    std::uint32_t grow(const std::vector<std::uint32_t>& members, std::uint32_t depth);
    void add_force(std::uint32_t cell, std::uint32_t depth, std::uint32_t body, std::array<float, 3>& force) const;
    bool is_cell(std::uint32_t child) const { return child > bodies_.size(); }
    std::uint32_t cell_of(std::uint32_t child) const { return child - 1 - static_cast<std::uint32_t>(bodies_.size()); }
    Point point_of(std::uint32_t child) const;

    const std::vector<Body>& bodies_;
    std::vector<Cell> cells_;
};

}  // namespace tandem::perfsim
