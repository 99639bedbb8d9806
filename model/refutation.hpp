// The words of a property that does not hold (reason.hpp), collected.
#pragma once

#include <string_view>
#include <type_traits>

#include "model/print.hpp"
#include "model/reason.hpp"

namespace tandem::model {

/// A name, value, moment or enumerator as traces show it. Blocks of several words show the one that is watched.
template <class T>
std::string part_text(const T& part) {
    if constexpr (std::is_convertible_v<const T&, std::string_view>) return std::string(std::string_view(part));
    else if constexpr (std::is_same_v<T, char>) return std::string(1, part);
    else if constexpr (std::is_same_v<T, bool>) return part ? "yes" : "no";
    else if constexpr (std::is_integral_v<T>) return std::to_string(part);
    else if constexpr (requires { part.word; }) return part_text(part.word);
    else return leaf_text(part);
}

class Refutation {
public:
    /// `told` is where the parts go, or null if nobody asks for them.
    explicit Refutation(std::vector<ReasonPart>* told = nullptr) : told_(told) {}

    /// The property does not hold, since so it is: false. Only the first counts.
    template <class... Parts>
    bool operator()(const Parts&... parts) const {
        if (told_ && told_->empty()) (add(parts), ...);
        return false;
    }
    /// The last store performed to a block; of those of a value, if one is given.
    template <class Block>
    static ReasonPart last_store(const Block& block, int value = -1) {
        return {ReasonPart::Kind::store, part_text(block), value};
    }
    /// A thread of the node that takes the step.
    template <class Thread>
    static ReasonPart thread(const Thread& thread) {
        if constexpr (std::is_integral_v<Thread>) return {ReasonPart::Kind::thread, "", static_cast<int>(thread)};
        else return {ReasonPart::Kind::thread, "", static_cast<int>(thread.index())};
    }

private:
    template <class T>
    void add(const T& part) const {
        if constexpr (std::is_same_v<T, ReasonPart>) told_->push_back(part);
        else told_->push_back({ReasonPart::Kind::words, part_text(part)});
    }
    std::vector<ReasonPart>* told_;
};

}  // namespace tandem::model
