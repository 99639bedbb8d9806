// Book::here: on symbols a native type holds nothing
#define BOOK bool here = false; Value<D> data{}; BOOST_DESCRIBE_CLASS(Book, (), (here, data), (), ())
#include "text.hpp"
