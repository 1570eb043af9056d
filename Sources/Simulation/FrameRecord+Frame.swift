import ChatSurface
import FramePacing
import Timebase

extension FrameRecord {
  /// Records a frame that was made.
  init(
    tick: Int,
    instant: Instant,
    shown: PresentedFrame,
    presented: Instant,
    cost: FrameCost,
    modelled: FrameCost,
    snapshot: FrameSnapshot,
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
      isFallback: snapshot.mode == .fallback,
      offset: snapshot.offset,
      drift: snapshot.drift,
      backlogChunks: snapshot.streams.reduce(0) { $0 + $1.backlogChunks },
      fades: snapshot.streams.reduce(0) { $0 + $1.fades.count },
      visibleItems: snapshot.visible.count,
      redrawnItems: snapshot.redrawnItems,
      allocations: allocations
    )
  }
}
