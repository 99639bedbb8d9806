// Protocol: a protocol needs an enumeration Outcome
#define OUTCOME enum class Outcome : std::uint8_t { asked, got, lent, waits };
#include "text.hpp"
