// Book: a member is not described
#define BOOK Flag<D> here{}; Value<D> data{}; Flag<D> wanted{}; BOOST_DESCRIBE_CLASS(Book, (), (here, data), (), ())
#include "text.hpp"
