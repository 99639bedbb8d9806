// right

#include "text.hpp"
