// The vectors of a tagless coherence directory (model/hashed_blocks.hpp, perfsim/hashed_blocks.hpp) include every inserted block,
// whatever the hash functions: Z3 looks for functions for which they do not.
#include <doctest/doctest.h>
#include <z3++.h>

namespace tandem::smt {

namespace {

struct Vectors {
    static constexpr int functions = 5;
    static constexpr unsigned bits = 64;
    z3::context c;
    z3::sort block = c.uninterpreted_sort("Block");
    z3::expr_vector vectors{c}, with_x{c}, without_x{c};
    z3::expr x = c.constant("x", block);
    z3::func_decl inside = z3::function("inside", block, c.bool_sort());  // the inserted blocks
    std::vector<z3::func_decl> hashes;

    Vectors() {
        for (int f = 0; f < functions; ++f) {
            hashes.push_back(z3::function(("hash" + std::to_string(f)).c_str(), block, c.bv_sort(bits)));
            vectors.push_back(c.bv_const(("vector" + std::to_string(f)).c_str(), bits));
            with_x.push_back(vectors[static_cast<unsigned>(f)] | bit(f, x));
            without_x.push_back(vectors[static_cast<unsigned>(f)] & ~bit(f, x));
        }
    }
    /// The bit of a block in a vector. A place is below 64.
    z3::expr bit(int f, const z3::expr& b) {
        return z3::shl(c.bv_val(1, bits), z3::urem(hashes[static_cast<std::size_t>(f)](b), c.bv_val(bits, bits)));
    }
    z3::expr contains(const z3::expr_vector& all, const z3::expr& b) {
        z3::expr found = c.bool_val(true);
        for (int f = 0; f < functions; ++f) found = found && (all[static_cast<unsigned>(f)] & bit(f, b)) != 0;
        return found;
    }
    /// Whether every block for which `there` holds is found.
    template <class There>
    z3::expr covers(const z3::expr_vector& all, There there) {
        const z3::expr b = c.constant("b", block);
        return z3::forall(b, z3::implies(there(b), contains(all, b)));
    }
    z3::check_result exist(const z3::expr& what) {
        z3::solver solver(c);
        solver.add(what);
        return solver.check();
    }
};

}  // namespace

TEST_SUITE("smt/hashed blocks") {
    TEST_CASE("for any hash functions a block that was put in is found, and so are those that were there before") {
        Vectors v;
        const auto before = v.covers(v.vectors, [&](const z3::expr& b) { return v.inside(b); });
        const auto after = v.covers(v.with_x, [&](const z3::expr& b) { return v.inside(b) || b == v.x; });
        CHECK(v.exist(before && !after) == z3::unsat);
        CHECK(v.exist(before) == z3::sat);
    }

    TEST_CASE(
        "a block that was not put in may seem to be there, and taking a block's bits out may hide another: hashes are "
        "recalculated") {
        Vectors v;
        const auto before = v.covers(v.vectors, [&](const z3::expr& b) { return v.inside(b); });
        CHECK(v.exist(before && v.contains(v.vectors, v.x) && !v.inside(v.x)) == z3::sat);
        const auto after = v.covers(v.without_x, [&](const z3::expr& b) { return v.inside(b) && b != v.x; });
        CHECK(v.exist(before && v.inside(v.x) && !after) == z3::sat);
    }
}

}  // namespace tandem::smt
