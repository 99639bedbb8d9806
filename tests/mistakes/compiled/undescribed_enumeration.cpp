// Book::state: an enumeration is not described
#define BEFORE_BOOK enum class State : std::uint8_t { new_one, old };
#define BOOK Flag<D> here{}; Value<D> data{}; Enum<D, State> state{}; BOOST_DESCRIBE_CLASS(Book, (), (here, data, state), (), ())
#include "text.hpp"
