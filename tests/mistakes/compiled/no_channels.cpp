// Protocol: a protocol needs `static std::vector<model::ChannelKind<NodeKind>> channels
#define CHANNELS
#include "text.hpp"
