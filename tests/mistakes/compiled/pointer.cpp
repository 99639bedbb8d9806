// Book::next: a state has no pointers
#define BOOK Flag<D> here{}; Value<D> data{}; Book* next = nullptr; BOOST_DESCRIBE_CLASS(Book, (), (here, data, next), (), ())
#include "text.hpp"
