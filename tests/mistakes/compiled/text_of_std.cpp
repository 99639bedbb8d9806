// Book::title: the model does not know this type
#define BOOK Flag<D> here{}; Value<D> data{}; std::string title; BOOST_DESCRIBE_CLASS(Book, (), (here, data, title), (), ())
#include "text.hpp"
