import FramePacing
import Records
import Timebase

/// Decides when a profile is hopelessly late: over 50 ms/s of hitches in each of ten 1 s windows
/// in a row.
///
/// Windows are of active time: as many active ticks as the display refreshes in a second, those
/// that a late frame swallowed included. A hitch counts where it was seen: at the tick of the late
/// frame and at those that it swallowed.
package struct BrokenRule {
  /// Hitches a second above which a window is bad, in milliseconds.
  package static let limit = 50.0
  /// How many bad windows in a row break a profile.
  package static let windows = 10

  private let grid: TickGrid
  private var active = 0
  private var lost = 0
  private var badWindows = 0
  /// Vsyncs that the last late frame lost and that no tick has accounted for.
  private var owed = 0
  private var cost = FrameCost()

  /// Makes a rule that has seen no frame.
  package init(rate: RefreshRate) { self.init(grid: TickGrid(rate)) }

  /// Makes a rule that has seen no frame; of a second it is what the rate in force has ticks.
  package init(grid: TickGrid) { self.grid = grid }

  /// Takes note of a frame.
  ///
  /// - Parameter swallowedTicks: Active ticks between the frame before and this one.
  /// - Returns: What cost most (a phase, or the host's stall), once the profile is broken.
  package mutating func note(_ record: FrameRecord, swallowedTicks: Int) -> String? {
    var isBroken = false
    for _ in 0..<swallowedTicks {
      let share = min(owed, 1)
      owed -= share
      if countTick(lost: share, at: record.tick) { isBroken = true }
    }
    let share = min(record.lostVsyncs, 1)
    cost.add(record.cost)
    if countTick(lost: owed + share, at: record.tick) { isBroken = true }
    owed = record.lostVsyncs - share
    return isBroken ? FallbackCause(costliestOf: cost).name : nil
  }

  /// Counts a tick into the window; true when it ends the last bad window of ten.
  private mutating func countTick(lost count: Int, at tick: Int) -> Bool {
    let rate = grid.rate(ofTick: tick)
    active += 1
    lost += count
    guard active >= rate.hertz else { return false }
    let isBad = Double(lost) * rate.periodMilliseconds > Self.limit
    badWindows = isBad ? badWindows + 1 : 0
    if !isBad { cost = FrameCost() }
    active = 0
    lost = 0
    return badWindows >= Self.windows
  }
}
