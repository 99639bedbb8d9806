// A two-dimensional torus of routers: the routes of packets, and the router of each SM and each L2 bank.
//
// Dimension order: along the row of routers first, then along the column, by the shorter way round each ring. If both ways are
// equally long, routers with an even coordinate send one way and those with an odd one the other, so both ways are used alike.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

namespace tandem::perfsim {

struct TorusPlaces {
    int columns = 1, rows = 1;

    enum Way : int { east, west, south, north, here };  // in each ring the first one increases the coordinate

    int routers() const { return columns * rows; }
    int column(int router) const { return router % columns; }
    int row(int router) const { return router / columns; }
    /// The next step from one router to another.
    Way way(int from, int to) const {
        if (const int along = step(column(from), column(to), columns); along != 0) return along > 0 ? east : west;
        if (const int along = step(row(from), row(to), rows); along != 0) return along > 0 ? south : north;
        return here;
    }
    int neighbour(int router, Way to) const {
        const int c = column(router), r = row(router);
        switch (to) {
            case east: return r * columns + (c + 1) % columns;
            case west: return r * columns + (c + columns - 1) % columns;
            case south: return (r + 1) % rows * columns + c;
            case north: return (r + rows - 1) % rows * columns + c;
            case here: break;
        }
        return router;
    }
    /// Whether that step wraps around the end of its ring: packets change their channel there.
    bool wraps(int router, Way to) const {
        switch (to) {
            case east: return column(router) == columns - 1;
            case west: return column(router) == 0;
            case south: return row(router) == rows - 1;
            case north: return row(router) == 0;
            case here: break;
        }
        return false;
    }
    int hops(int from, int to) const {
        return std::abs(step(column(from), column(to), columns)) + std::abs(step(row(from), row(to), rows));
    }

    /// The router of number `i` of `count` things of a kind, which are spread over all routers. If there are fewer things than
    /// routers they lie on diagonals; if there are more they go round again.
    int router_of(int i, int count) const {
        if (count >= routers()) return i % routers();
        const int at = static_cast<int>(static_cast<long>(i) * routers() / count);
        return row(at) * columns + (column(at) + row(at)) % columns;
    }
    /// The mean number of hops from one of so many SMs to all banks.
    double mean_hops(int sm, int sms, int banks) const {
        double sum = 0;
        for (int b = 0; b < banks; ++b) sum += hops(router_of(sm, sms), router_of(b, banks));
        return sum / banks;
    }

private:
    /// The distance and direction of the shorter way round a ring.
    static int step(int from, int to, int size) {
        const int up = (to - from + size) % size;
        if (2 * up < size || (2 * up == size && from % 2 == 0)) return up;
        return up - size;
    }
};

}  // namespace tandem::perfsim
