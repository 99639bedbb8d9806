// Book::data: a state has no plain numbers
#define BOOK Flag<D> here{}; int data = 0; BOOST_DESCRIBE_CLASS(Book, (), (here, data), (), ())
#include "text.hpp"
