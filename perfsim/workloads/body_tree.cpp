#include "perfsim/workloads/body_tree.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace tandem::perfsim {

namespace {

constexpr float opening = 0.25f;  // a cell is opened unless size^2 < opening * distance^2
constexpr float softening = 64.0f;

}  // namespace

void add_point(Point& sum, const Point& p) {
    for (std::size_t d = 0; d < 3; ++d) sum[d] += p[d] * p[3];
    sum[3] += p[3];
}

Point centred(const Point& sum) { return {sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3], sum[3]}; }

float distance2(const Body& body, const Point& p) {
    float sum = softening;
    for (std::size_t d = 0; d < 3; ++d) {
        const float x = p[d] - static_cast<float>(body.at[d]);
        sum += x * x;
    }
    return sum;
}

bool is_far(float distance2, std::uint32_t depth) {
    const float size = static_cast<float>(1u << (body_bits - depth));
    return size * size < opening * distance2;
}

void attract(const Body& body, const Point& p, float distance2, std::array<float, 3>& force) {
    const float pull = p[3] / (distance2 * std::sqrt(distance2));
    for (std::size_t d = 0; d < 3; ++d) force[d] += (p[d] - static_cast<float>(body.at[d])) * pull;
}

std::vector<Body> clustered_bodies(std::uint32_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::set<std::array<std::uint32_t, 3>> places;
    std::array<std::array<std::uint32_t, 3>, 8> middle;
    for (auto& m : middle)
        for (auto& x : m) x = static_cast<std::uint32_t>(random() % 49152);
    while (places.size() < count) {
        const auto& m = middle[random() % middle.size()];
        std::array<std::uint32_t, 3> at;
        for (std::size_t d = 0; d < 3; ++d) at[d] = m[d] + static_cast<std::uint32_t>((random() % 8192 + random() % 8192));
        places.insert(at);
    }
    std::vector<Body> bodies;
    for (const auto& at : places) bodies.push_back({at});
    std::sort(bodies.begin(), bodies.end(), [](const Body& a, const Body& b) {
        for (std::uint32_t depth = 0; depth < body_bits; ++depth)
            if (a.octant(depth) != b.octant(depth)) return a.octant(depth) < b.octant(depth);
        return false;
    });
    return bodies;
}

BodyTree::BodyTree(const std::vector<Body>& bodies) : bodies_(bodies) {
    std::vector<std::uint32_t> all(bodies.size());
    for (std::uint32_t b = 0; b < all.size(); ++b) all[b] = b;
    grow(all, 0);
}

Point BodyTree::point_of(std::uint32_t child) const {
    if (is_cell(child)) return cells_[cell_of(child)].point;
    const Body& b = bodies_[child - 1];
    return {static_cast<float>(b.at[0]), static_cast<float>(b.at[1]), static_cast<float>(b.at[2]), mass_of(child - 1)};
}

std::uint32_t BodyTree::grow(const std::vector<std::uint32_t>& members, std::uint32_t depth) {
    const auto self = static_cast<std::uint32_t>(cells_.size());
    cells_.emplace_back();
    std::array<std::vector<std::uint32_t>, 8> parts;
    for (const std::uint32_t b : members) parts[bodies_[b].octant(depth)].push_back(b);
    Point sum{};
    for (std::size_t c = 0; c < parts.size(); ++c) {
        if (parts[c].empty()) continue;
        const std::uint32_t child =
            parts[c].size() == 1 ? 1 + parts[c][0] : 1 + static_cast<std::uint32_t>(bodies_.size()) + grow(parts[c], depth + 1);
        cells_[self].child[c] = child;
        add_point(sum, point_of(child));
    }
    cells_[self].point = centred(sum);
    return self;
}

std::array<float, 3> BodyTree::force_on(std::uint32_t body) const {
    std::array<float, 3> force{};
    add_force(0, 0, body, force);
    return force;
}

void BodyTree::add_force(std::uint32_t cell, std::uint32_t depth, std::uint32_t body, std::array<float, 3>& force) const {
    for (const std::uint32_t child : cells_[cell].child) {
        if (child == 0) continue;
        const Point p = point_of(child);
        const float distance = distance2(bodies_[body], p);
        if (is_cell(child) && !is_far(distance, depth + 1)) add_force(cell_of(child), depth + 1, body, force);
        else attract(bodies_[body], p, distance, force);
    }
}

}  // namespace tandem::perfsim
