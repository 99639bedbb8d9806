// Book::data: a state has no fractions
#define BOOK Flag<D> here{}; double data = 0; BOOST_DESCRIBE_CLASS(Book, (), (here, data), (), ())
#include "text.hpp"
