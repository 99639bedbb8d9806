// Blocks of several words in the finite search and on symbols: a store may name only part of its block.
//
// Texts copy data and never look at them, and no function of domain.hpp tells one word from another. So it is enough to follow
// one word of each block, whichever it is. Of a datum the domain remembers the value of that word, and which words the datum
// names: all, this one but not all others, or only others. What holds of this word holds of every word, by renaming words; and of
// whole blocks, which consist of their words. A block is then as large as one of a single word. Its number of words does not
// matter, except to `combine`, which is exact for two.
#pragma once

#include <boost/describe.hpp>
#include <string>
#include <type_traits>

#include "model/domain.hpp"

namespace tandem::model {

/// Which words of its block a datum names, as seen from the word that is followed.
BOOST_DEFINE_FIXED_ENUM_CLASS(Named, std::uint8_t,
    all,
    word,    // this one, and not all
    others)  // others only

/// The form of data in `InWords<D>`. A block names all of its words.
template <class D>
struct PartialData {
    typename D::template Id<Sort::value> word{};
    typename D::template Enum<Named> named{};
    BOOST_DESCRIBE_CLASS(PartialData, (), (word, named), (), ())

    constexpr PartialData() = default;
    /// A block whose words are all `n`.
    constexpr PartialData(int n) : word(n) {}

    /// If only the other words are named, the followed word may be anything.
    void clear_unused() {
        if (named == Named::others) word = {};
    }
    bool well_formed() const { return bool(named != Named::others) || bool(word == 0); }
    std::string text() const {
        if (named == Named::others) return "of other words";
        return std::to_string(word.number) + (named == Named::word ? " of one word" : "");
    }
    friend typename D::Flag operator==(const PartialData& a, const PartialData& b) {
        if (a.named != b.named) return false;
        return a.word == b.word;
    }
    friend typename D::Flag operator!=(const PartialData& a, const PartialData& b) { return !(a == b); }

    // The operations of texts on data; see domain.hpp.
    static void overwrite(PartialData& block, const PartialData& stored) {
        if (stored.named != Named::others) block.word = stored.word;
    }
    static PartialData perform(PartialData& block, const PartialData& operation) {
        const PartialData old = named_by(operation, block);
        overwrite(block, operation);
        return old;
    }
    static void combine(PartialData& earlier, const PartialData& later) {
        const typename D::Flag covered = !(earlier.named == later.named) || covers_block(later);
        overwrite(earlier, later);
        if (covered) earlier.named = Named::all;
    }
    static bool covers_block(const PartialData& written) { return bool(written.named == Named::all); }
    static PartialData named_by(const PartialData& request, const PartialData& block) {
        PartialData part = block;
        part.named = request.named;
        part.clear_unused();
        return part;
    }
};

/// A domain in which stores may name a part of a block.
template <class Base>
struct InWords : Base {
    template <Sort S> using Id = std::conditional_t<S == Sort::value, PartialData<Base>, typename Base::template Id<S>>;
};

/// A text over blocks of several words.
template <template <class> class T>
struct TextInWords {
    template <class D> using Text = T<InWords<D>>;
};

/// The domain in which a text's events are reported: monitors follow one word of each block, and need no other names.
template <class D>
struct ReportedIn {
    using type = D;
};
template <class Base>
struct ReportedIn<InWords<Base>> {
    using type = Base;
};
template <class D> using Reported = typename ReportedIn<D>::type;

}  // namespace tandem::model
