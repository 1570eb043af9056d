import FramePacing
import Lengths
import Timebase

extension FrameRecord {
  /// Makes the record of a tick that a late frame swallowed: without cost, presented never.
  ///
  /// - Parameters:
  ///   - tick: The tick's number.
  ///   - instant: When it was.
  package init(swallowedTick tick: Int, at instant: Instant) {
    self.tick = tick
    self.instant = instant
    isSwallowed = true
    cost = FrameCost()
    modelled = FrameCost()
    end = .zero
    presented = .zero
    vsync = 0
    lostVsyncs = 0
    isOnTime = false
    isFallback = false
    offset = .zero
    drift = .zero
    backlogChunks = 0
    fades = 0
    visibleItems = 0
    redrawnItems = 0
    allocations = nil
  }
}
