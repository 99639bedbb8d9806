// Book::page: the model does not know this type
#define BEFORE_BOOK template <class D> struct Page { Value<D> data{}; };
#define BOOK Flag<D> here{}; Value<D> data{}; Page<D> page{}; BOOST_DESCRIBE_CLASS(Book, (), (here, data, page), (), ())
#include "text.hpp"
