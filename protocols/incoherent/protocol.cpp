// The text's instance for the explicit search, compiled once for all monitors.
#include "protocols/incoherent/protocol.hpp"

template class tandem::model::TextNetwork<tandem::incoherent::Incoherent<tandem::model::Concrete>>;
