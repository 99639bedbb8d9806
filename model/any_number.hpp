// The domain in which there may be any number of names of some sorts: a name is compared and copied, and nothing else.
//
// No engine runs a text in it. The compiler makes each handler in it (uniform_text.hpp), and refuses what could tell one number
// of names from another: a name that is written as a number, a name's number, a loop over names that could count them, the shape.
// `prove --any` needs that (docs/any-number.md, "Uniformity"). Here are the names, and what is kept by name.
#pragma once

#include "model/all_names.hpp"

namespace tandem::model {

/// A name of which nothing is known but whether it is another's.
template <Sort S>
struct AnyName {
    static constexpr Sort sort = S;
    static constexpr bool any_of_its_sort = true;

    constexpr AnyName() = default;
    template <class Number>
    requires std::is_arithmetic_v<Number>
    constexpr AnyName(Number) {
        static_assert(never<Number>,
                      "a name is written as a number, and there may be any number of them (any_number): names come from the "
                      "context, the operation, the message or the state");
    }
    template <class Places = int>
    std::size_t index(Places = {}) const {
        static_assert(never<Places>,
                      "a name is asked for its number, and there may be any number of them (any_number): keep what "
                      "belongs to a name in an Array, Set or Table");
        return 0;
    }
    friend constexpr bool operator==(const AnyName&, const AnyName&) = default;
};

/// Any number of names of these sorts.
template <Sort... Any>
struct AnyNumber {
    template <Sort S>
    static constexpr bool open = ((S == Any) || ...);
    static constexpr int max_extent = Concrete::max_extent;  // of the others
    using Time = model::Time;
    using PhysicalTime = model::PhysicalTime;
    using Flag = bool;
    template <class E>
    using Enum = E;
    template <Sort S>
    using Id = std::conditional_t<open<S>, AnyName<S>, model::Id<S>>;
    template <int Max>
    using Count = model::Count<Max>;
};

namespace any_number {

/// A loop's body may count, or ask which name comes first.
template <class F>
void refuse_loop() {
    static_assert(never<F>,
                  "a loop goes over names of which there may be any number (any_number), and its body could count them: "
                  "ask whether a set is empty or contains a name, or clear, copy and assign it as a whole; "
                  "model/all_names.hpp has what is done with all");
}

}  // namespace any_number

template <Sort... Any, Sort S, class T>
requires(AnyNumber<Any...>::template open<S>) struct Array<AnyNumber<Any...>, S, T> {
    static constexpr Sort sort = S;
    using Item = T;
    T item{};

    T& operator[](AnyName<S>) { return item; }
    const T& operator[](AnyName<S>) const { return item; }
};

template <Sort... Any, Sort S, class T>
requires(AnyNumber<Any...>::template open<S>) struct Table<AnyNumber<Any...>, S, T> {
    static constexpr Sort sort = S;
    using Key = AnyName<S>;
    using Item = T;
    T item{};

    T* find(Key) { return &item; }
    const T* find(Key) const { return &item; }
    T& place(Key) { return item; }
    void drop(Key) {}
    void clear() {}
    bool empty() const { return true; }
    template <class F>
    void each(F&&) const {
        any_number::refuse_loop<F>();
    }
};

template <Sort... Any, Sort S>
requires(AnyNumber<Any...>::template open<S>) struct Set<AnyNumber<Any...>, S> {
    static constexpr Sort sort = S;
    using Key = AnyName<S>;

    bool contains(Key) const { return true; }
    void insert(Key) {}
    void erase(Key) {}
    void clear() {}
    bool empty() const { return true; }
    template <class F>
    void each(F&&) const {
        any_number::refuse_loop<F>();
    }
};

template <Sort S, class Shape>
bool is_last(const AnyName<S>&, const Shape&) {
    return false;
}

template <Sort... Any, Sort S, class Shape>
requires(AnyNumber<Any...>::template open<S>) void insert_all(Set<AnyNumber<Any...>, S>&, const Shape&) {}

/// An operation speaks of a few names, and each of them is one that the step depends on.
template <Sort... Any, Sort S>
requires(AnyNumber<Any...>::template open<S>) struct SpokenOf<AnyNumber<Any...>, S> {
    struct type {
        template <class F>
        void each(F&& f) const {
            f(AnyName<S>());
        }
    };
};

}  // namespace tandem::model
