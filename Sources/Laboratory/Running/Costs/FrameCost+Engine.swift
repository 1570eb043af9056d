import FramePacing
import Timebase

extension FrameCost {
  /// The engine's part alone.
  var withoutStall: FrameCost {
    var cost = self
    cost.stall = .zero
    return cost
  }
}
