#include "perfsim/direction.hpp"

namespace tandem::perfsim {

Direction::Direction(const DirectionShape& shape, Clock& clock, int self, int senders, int receivers)
    : shape_(shape),
      clock_(clock),
      self_(self),
      senders_(senders),
      receivers_(receivers),
      flit_bits_(std::countr_zero(static_cast<unsigned>(shape.flit_bytes))),
      inputs_(static_cast<std::size_t>(shape.inputs)),
      outputs_(static_cast<std::size_t>(shape.outputs)) {}

}  // namespace tandem::perfsim
