import Timebase

/// Decides when frames are so late that animation is given up, and when it comes back.
///
/// It is given up by the last N active ticks, N being the refresh rate; fewer count as if the rest
/// had been on time, and idle ticks neither count nor interrupt them. It comes back after two
/// seconds of screen time whose active ticks, however few, lost at most 1/30 of their vsyncs; the
/// window then starts empty. A rule without hysteresis looks at the last second of screen time
/// both ways, idle ticks being on time.
///
/// A refresh that a late frame lost counts where it was lost: each of them leaves a window in its turn. A
/// decision sees all that was lost before it, and the active ticks that the last late frame swallowed.
///
/// Memory: 3N ticks and 3N late frames, taken once for each rate. A note is amortised O(1), and so is a decision.
package struct FallbackRule: Sendable {
  /// The numbers of a rule.
  package struct Configuration: Hashable, Sendable {
    /// Enters below this many frames a second...
    package var entersBelow: Rate
    /// ...and leaves after two seconds of screen time whose active ticks lost at most 1/30 of their
    /// vsyncs; without hysteresis the last second of screen time decides, both ways.
    package var hasHysteresis: Bool

    /// A rate of frames.
    package enum Rate: Hashable, Sendable {
      /// Five sixths of the refresh rate: 50 at 60 Hz.
      case fiveSixths
      /// A number of frames a second at every refresh rate.
      case framesPerSecond(Int)
    }

    package init(entersBelow: Rate, hasHysteresis: Bool) {
      self.entersBelow = entersBelow
      self.hasHysteresis = hasHysteresis
    }
  }

  private let configuration: Configuration
  private var grid: TickGrid
  /// What decides whether animation is given up.
  private var recent: TickWindow
  /// The last two seconds of screen time, from the tick on at which animation was given up.
  private var recovery: TickWindow
  /// The tick at which animation was given up last.
  private var entryTick = 0

  /// Whether animation is given up at present.
  package private(set) var isActive = false
  /// Every stay so far, in order; at most one is open.
  package private(set) var episodes: [FallbackEpisode] = []

  /// Makes a rule that has seen no frame.
  package init(_ configuration: Configuration, rate: RefreshRate) {
    self.configuration = configuration
    grid = TickGrid(rate)
    recent = TickWindow(capacity: rate.hertz)
    recovery = TickWindow(capacity: 2 * rate.hertz)
  }

  /// The display has another rate from the first tick at or after `instant` on: as many ticks count
  /// as it has in a second, and what was seen of them stays.
  package mutating func setRate(_ rate: RefreshRate, at instant: Instant) {
    grid.change(to: rate, at: instant)
    recent.resize(to: rate.hertz)
    recovery.resize(to: 2 * rate.hertz)
  }

  /// The rate in force.
  private var rate: RefreshRate { grid.lastRate }

  /// An active tick went by without a frame of its own.
  ///
  /// - Parameter tick: One after all ticks before.
  /// - Complexity: Amortised O(1).
  package mutating func pass(tick: Int) { push(tick) }

  /// Takes note of a frame.
  ///
  /// - Parameters:
  ///   - frame: What became of it.
  ///   - cost: What it cost.
  /// - Complexity: Amortised O(1).
  package mutating func note(_ frame: PresentedFrame, cost: FrameCost) {
    push(frame.tick)
    guard frame.lostVsyncs > 0 || !frame.isOnTime else { return }
    let lost = frame.firstLostTick..<frame.firstLostTick + frame.lostVsyncs
    let late = TickWindow.LateFrame(tick: frame.tick, lostTicks: lost, cost: cost)
    recent.push(late)
    if isInStay(frame.tick) { recovery.push(late) }
  }

  /// Decides, before the reveal phase of the frame at `instant`, whether animation is given up.
  ///
  /// - Returns: Whether the fallback is in force.
  package mutating func decide(at instant: Instant) -> Bool {
    if !configuration.hasHysteresis { recent.drop(before: tick(secondsBefore: 1, instant)) }
    if isActive {
      let since = tick(secondsBefore: 2, instant)
      recovery.drop(before: since)
      if mayLeave(since: since) { leave(at: instant) }
    } else if isTooLate {
      enter(at: instant, tick: grid.firstTick(atOrAfter: instant))
    }
    return isActive
  }

  private func tick(secondsBefore seconds: Double, _ instant: Instant) -> Int {
    grid.firstTick(atOrAfter: instant - Nanoseconds(seconds: seconds))
  }

  private mutating func enter(at instant: Instant, tick: Int) {
    isActive = true
    entryTick = tick
    recovery.removeAll()
    let since = recent.firstLateTick.map(grid.instant(ofTick:)) ?? instant
    episodes.append(
      FallbackEpisode(
        entered: instant,
        left: nil,
        cause: FallbackCause(costliestOf: recent.lateCost),
        after: instant - since
      )
    )
  }

  private mutating func leave(at instant: Instant) {
    isActive = false
    if configuration.hasHysteresis { recent.removeAll() }
    if !episodes.isEmpty { episodes[episodes.count - 1].end = instant }
  }

  /// (1 - lost / N) * rate < limit, in whole numbers.
  private var isTooLate: Bool {
    let shown = rate.hertz - recent.lost
    switch configuration.entersBelow {
    case .fiveSixths: return 6 * shown < 5 * rate.hertz
    case .framesPerSecond(let limit): return shown < limit
    }
  }

  /// - Parameter tick: The first one of the last two seconds.
  private func mayLeave(since tick: Int) -> Bool {
    guard configuration.hasHysteresis else { return !isTooLate }
    return entryTick <= tick && 30 * recovery.lost <= recovery.count
  }

  private mutating func push(_ tick: Int) {
    recent.push(tick: tick)
    if isInStay(tick) { recovery.push(tick: tick) }
  }

  private func isInStay(_ tick: Int) -> Bool { isActive && tick >= entryTick }

  /// Traps unless the windows are sound.
  package func checkInvariants() {
    recent.checkInvariants()
    recovery.checkInvariants()
    precondition(isActive || episodes.allSatisfy { $0.end != nil }, "a stay is open outside of one")
  }
}
