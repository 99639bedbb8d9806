// Watches, while the relation of a text is made, for what a text of any size does not do (docs/any-number.md, "Uniformity"); and
// shows handlers other numbers of names than there are. A text that asks for neither is not disturbed.
//
// It is there while one of these lives, for the thread that made it, as the oracle of paths is (path_oracle.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "model/shape.hpp"

namespace tandem::smt {

class UniformityWatch {
public:
    UniformityWatch();
    ~UniformityWatch();
    UniformityWatch(const UniformityWatch&) = delete;
    UniformityWatch& operator=(const UniformityWatch&) = delete;

    /// Null where nobody watches.
    static UniformityWatch* current();
    /// Notes what speaks against it, in words, once each.
    void note(const std::string& what);
    /// The shape with the numbers that handlers are shown.
    model::Shape seen(model::Shape shape) const;

    /// By sort, how many names a handler's configuration says that there are; 0: as many as there are.
    std::array<int, model::sort_count> shown{};
    /// Sorts, as bits, whose names the text only compares and copies: the compiler has made it in model::AnyNumber.
    std::uint8_t compiled = 0;
    std::vector<std::string> against{};

private:
    UniformityWatch* const outer_;
};

}  // namespace tandem::smt
