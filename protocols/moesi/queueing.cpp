// The same of the text whose requests wait in queues.
#include "protocols/moesi/protocol.hpp"

template class tandem::model::TextNetwork<tandem::moesi::QueueingMoesi<tandem::model::Concrete>>;
