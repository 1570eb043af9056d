import ChatSurface
import FramePacing
import Timebase

/// When a host's frames are shown, and what the fallback learns of it.
///
/// A frame is late by what the host says that it took, and by the refreshes that went by without one although
/// something was due: a display link that is behind calls less often.
struct HostPacing {
  /// The display's refreshes.
  private(set) var grid: TickGrid
  private var pipeline: FramePipeline
  /// The first refresh since the frame before the last one at which something was due.
  private var firstActiveTick = 0
  /// The last frame, until it is known what became of it.
  private var openTick: Int?

  init(_ rate: RefreshRate) {
    grid = TickGrid(rate)
    pipeline = FramePipeline(grid: grid)
  }

  /// The refresh of the last frame; -1 before the first.
  var lastTick: Int { openTick ?? pipeline.handledTick }

  /// The display has another rate from `instant` on, and not before a refresh that was made or a change that is
  /// known.
  mutating func setRate(_ rate: RefreshRate, at instant: Instant) {
    let last = max(grid.stretches[grid.stretches.count - 1].start, grid.instant(ofTick: lastTick))
    grid.change(to: rate, at: max(instant, last))
    pipeline.setGrid(grid)
  }

  /// Tells a surface what became of its last frame.
  ///
  /// - Parameter duration: How long the host's main thread was busy with it; nil where nobody knows.
  mutating func close(taking duration: Nanoseconds?, on surface: Surface) {
    guard let tick = openTick else { return }
    openTick = nil
    let shown = pipeline.present(
      tick: tick,
      firstActiveTick: firstActiveTick,
      duration: duration ?? .zero
    )
    var cost = FrameCost()
    cost.stall = duration ?? .zero
    surface.note(shown, cost: cost)
  }

  /// A frame is being made, and its events are applied: tells the surface of the refreshes that had none.
  mutating func open(tick: Int, on surface: Surface) {
    let next = pipeline.handledTick + 1
    firstActiveTick = tick
    openTick = tick
    guard next < tick else { return }
    var passed: [ClosedRange<Int>] = []
    let last = grid.instant(ofTick: tick - 1)
    surface.forEachActivity { start, end in
      let lower = max(next, grid.firstTick(atOrAfter: max(start, .zero)))
      let upper = min(tick - 1, grid.firstTick(atOrAfter: min(end, last)))
      if lower <= upper { passed.append(lower...upper) }
    }
    // More than a window of the fallback has would only push one another out.
    var place = max(next, tick - 2 * grid.rate(ofTick: tick).hertz)
    for ticks in passed.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      firstActiveTick = min(firstActiveTick, ticks.lowerBound)
      while place <= ticks.upperBound {
        if place >= ticks.lowerBound { surface.pass(tick: place) }
        place += 1
      }
    }
  }
}
