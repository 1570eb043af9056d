import ChatSurface
import FramePacing
import Timebase

extension FrameRecord {
  /// Records a frame that was made.
  init(
    tick: Int, instant: Instant, shown: PresentedFrame, presented: Instant, cost: FrameCost,
    modelled: FrameCost, snapshot: FrameSnapshot, allocations: Allocations?
  ) {
    self.init(
      tick: tick, instant: instant, isSwallowed: false, cost: cost, modelled: modelled,
      end: shown.end, presented: presented, vsync: shown.vsync, lostVsyncs: shown.lostVsyncs,
      isOnTime: shown.isOnTime, isFallback: snapshot.mode == .fallback, offset: snapshot.offset,
      drift: snapshot.drift,
      backlogChunks: snapshot.streams.reduce(0) { $0 + $1.backlogChunks },
      fades: snapshot.streams.reduce(0) { $0 + $1.fades.count },
      visibleItems: snapshot.visible.count, redrawnItems: snapshot.redrawnItems,
      allocations: allocations)
  }

  /// Records an active tick for which no frame was made.
  init(swallowedTick tick: Int, instant: Instant) {
    self.init(
      tick: tick, instant: instant, isSwallowed: true, cost: FrameCost(), modelled: FrameCost(),
      end: instant, presented: instant, vsync: 0, lostVsyncs: 0, isOnTime: false,
      isFallback: false, offset: .zero, drift: .zero, backlogChunks: 0, fades: 0, visibleItems: 0,
      redrawnItems: 0, allocations: nil)
  }
}
