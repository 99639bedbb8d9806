// The same of the text whose requests wait in queues.
#include "protocols/apu/protocol.hpp"

template class tandem::model::TextNetwork<tandem::apu::QueueingApu<tandem::model::Concrete>>;
