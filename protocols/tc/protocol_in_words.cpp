// The same over blocks of several words.
#include "protocols/tc/protocol.hpp"

template class tandem::model::TextNetwork<tandem::tc::Tc<tandem::model::InWords<tandem::model::Concrete>>>;
