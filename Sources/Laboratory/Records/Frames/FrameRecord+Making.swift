import FramePacing
import Lengths
import Timebase

extension FrameRecord {
  /// Records a frame that was made.
  ///
  /// - Parameter offset: The content offset of the oldest window.
  package init(
    tick: Int,
    instant: Instant,
    shown: PresentedFrame,
    presented: Instant,
    cost: FrameCost,
    modelled: FrameCost,
    offset: LayoutUnit,
    allocations: Allocations?
  ) {
    self.init(
      tick: tick,
      instant: instant,
      isSwallowed: false,
      cost: cost,
      modelled: modelled,
      end: shown.end,
      presented: presented,
      vsync: shown.vsync,
      lostVsyncs: shown.lostVsyncs,
      isOnTime: shown.isOnTime,
      isFallback: false,
      offset: offset,
      drift: .zero,
      backlogChunks: 0,
      fades: 0,
      visibleItems: 0,
      redrawnItems: 0,
      allocations: allocations
    )
  }

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
