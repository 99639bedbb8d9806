// The text's instance for the explicit search, compiled once for all monitors.
#include "protocols/rsp/protocol.hpp"

template class tandem::model::TextNetwork<tandem::rsp::Rsp<tandem::model::Concrete>>;
