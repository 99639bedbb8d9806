// The same of the text whose requests wait in queues.
#include "protocols/lsc/protocol.hpp"

template class tandem::model::TextNetwork<tandem::lsc::QueueingLsc<tandem::model::Concrete>>;
