// Message::kind: on symbols a native type holds nothing
#define MESSAGE MessageKind kind{}; Address<D> address{}; Value<D> data{}; BOOST_DESCRIBE_CLASS(Message, (), (kind, address, data), (), ())
#include "text.hpp"
