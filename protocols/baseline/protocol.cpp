// The text's instance for the explicit search, compiled once for all monitors.
#include "protocols/baseline/protocol.hpp"

template class tandem::model::TextNetwork<tandem::baseline::Baseline<tandem::model::Concrete>>;
