// right
#define ANY_NUMBER
#include "text.hpp"
