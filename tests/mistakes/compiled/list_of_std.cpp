// Book::readers: the model does not know this type
#define BOOK Flag<D> here{}; Value<D> data{}; std::vector<Core<D>> readers; BOOST_DESCRIBE_CLASS(Book, (), (here, data, readers), (), ())
#include "text.hpp"
