import Timebase

/// What became of one frame.
package struct PresentedFrame: Hashable, Sendable {
  /// The tick the frame was made for.
  package var tick: Int
  /// When the engine's work on it ended, the host's stall included; drawing comes after.
  package var end: Instant
  /// The vsync at which it was shown.
  package var vsync: Int
  /// Vsyncs that showed old content although something was due: the hitch, in periods.
  package var lostVsyncs: Int
  /// The first tick whose own vsync was lost; ``lostVsyncs`` of them follow one another.
  package var firstLostTick: Int
  /// Whether it was shown at the vsync it was due for.
  package var isOnTime: Bool

  /// Makes the record of a frame.
  ///
  /// - Parameter firstLostTick: Nil for the frame's own tick, as where no frame waited for another.
  package init(
    tick: Int,
    end: Instant,
    vsync: Int,
    lostVsyncs: Int,
    firstLostTick: Int? = nil,
    isOnTime: Bool
  ) {
    self.tick = tick
    self.end = end
    self.vsync = vsync
    self.lostVsyncs = lostVsyncs
    self.firstLostTick = firstLostTick ?? tick
    self.isOnTime = isOnTime
  }
}
