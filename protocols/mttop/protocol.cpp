// The text's instance for the explicit search, compiled once for all monitors.
#include "protocols/mttop/protocol.hpp"

template class tandem::model::TextNetwork<tandem::mttop::Mttop<tandem::model::Concrete>>;
