// What the text is to the explicit search, compiled once for all monitors.
#include "protocols/baseline/protocol.hpp"

template class tandem::model::TextNetwork<tandem::baseline::Baseline<tandem::model::Concrete>>;
