// The text's instance for the explicit search, compiled once for all monitors.
#include "protocols/apu/protocol.hpp"

template class tandem::model::TextNetwork<tandem::apu::Apu<tandem::model::Concrete>>;
