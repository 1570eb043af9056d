import Timebase

/// Decides when frames are so late that animation is given up, and when it comes back.
///
/// Looks at the last N active ticks, N being the refresh rate; fewer count as if the rest had been
/// on time. A vsync lost to a hitch counts at the tick of the frame that lost it. Ticks that a late
/// frame swallowed count, as soon as they are known: with the frame after it. Idle ticks do not.
///
/// Memory: 3N samples, taken once; a note is O(1), a decision O(1) but for a trigger's O(N).
public struct FallbackRule: Sendable {
  /// The numbers of a rule.
  public struct Configuration: Hashable, Sendable {
    /// Enters below this many frames a second...
    public var entersBelow: Rate
    /// ...and leaves after 2N active ticks that lost at most 1/30 of their vsyncs; without
    /// hysteresis as soon as the condition no longer holds.
    public var hasHysteresis: Bool

    /// A rate of frames.
    public enum Rate: Hashable, Sendable {
      /// Five sixths of the refresh rate: 50 at 60 Hz.
      case fiveSixths
      /// A number of frames a second at every refresh rate.
      case framesPerSecond(Int)
    }

    /// Makes a configuration.
    public init(entersBelow: Rate, hasHysteresis: Bool) {
      self.entersBelow = entersBelow
      self.hasHysteresis = hasHysteresis
    }

    /// The rule of the reference: below 5/6 of the rate, back after two clean seconds.
    public static let reference = Configuration(entersBelow: .fiveSixths, hasHysteresis: true)
    /// The rule of the parameter article: below 50 frames a second at every rate.
    public static let below50 = Configuration(
      entersBelow: .framesPerSecond(50),
      hasHysteresis: false
    )
  }

  private struct Sample {
    var lost: Int32 = 0
    var isLate = false
    var tick = 0
    var cost = FrameCost()
  }

  private let configuration: Configuration
  private let rate: RefreshRate
  private var window: [Sample]
  private var oldest = 0
  private var lostInWindow = 0
  private var lateCost = FrameCost()
  private var recoveryWindow: [Int32]
  private var recoveryOldest = 0
  private var recoveryLost = 0
  private var ticksSinceEntry = 0
  private var hasJustEntered = false

  /// Whether animation is given up at present.
  public private(set) var isActive = false
  /// Every stay so far, in order; at most one is open.
  public private(set) var episodes: [FallbackEpisode] = []

  /// Makes a rule that has seen no frame.
  public init(_ configuration: Configuration, rate: RefreshRate) {
    self.configuration = configuration
    self.rate = rate
    window = Array(repeating: Sample(), count: rate.hertz)
    recoveryWindow = Array(repeating: 0, count: 2 * rate.hertz)
  }

  /// Takes note of a frame.
  ///
  /// - Parameters:
  ///   - frame: What became of it.
  ///   - swallowedTicks: Active ticks between the previous frame and this one.
  ///   - cost: What it cost.
  /// - Complexity: O(`swallowedTicks`), at most O(N).
  public mutating func note(_ frame: PresentedFrame, swallowedTicks: Int, cost: FrameCost) {
    // Ticks that were swallowed before the frame that entered the fallback lie outside the stay.
    let isOutside = hasJustEntered
    for _ in 0..<min(swallowedTicks, recoveryWindow.count) {
      push(Sample(), countsForRecovery: !isOutside)
    }
    hasJustEntered = false
    let lost = Int32(clamping: frame.lostVsyncs)
    let isLate = lost > 0 || !frame.isOnTime
    push(
      Sample(lost: lost, isLate: isLate, tick: frame.tick, cost: cost),
      countsForRecovery: true
    )
  }

  /// Decides, before the reveal phase of the frame at `instant`, whether animation is given up.
  ///
  /// - Returns: Whether the fallback is in force.
  public mutating func decide(at instant: Instant) -> Bool {
    if isActive {
      if mayLeave { leave(at: instant) }
    } else if isTooLate {
      enter(at: instant)
    }
    return isActive
  }

  private mutating func enter(at instant: Instant) {
    isActive = true
    hasJustEntered = true
    ticksSinceEntry = 0
    recoveryLost = 0
    for index in recoveryWindow.indices { recoveryWindow[index] = 0 }
    let firstLate = window.lazy.filter(\.isLate).map(\.tick).min()
    let since = firstLate.map(rate.instant(ofTick:)) ?? instant
    episodes.append(
      FallbackEpisode(
        entered: instant,
        left: nil,
        cause: FallbackCause(costliestOf: lateCost),
        after: instant - since
      )
    )
  }

  private mutating func leave(at instant: Instant) {
    isActive = false
    hasJustEntered = false
    if !episodes.isEmpty { episodes[episodes.count - 1].end = instant }
  }

  /// (1 - lost / N) * rate < limit, in whole numbers.
  private var isTooLate: Bool {
    let shown = window.count - lostInWindow
    switch configuration.entersBelow {
    case .fiveSixths: return 6 * shown < 5 * window.count
    case .framesPerSecond(let limit): return shown * rate.hertz < limit * window.count
    }
  }

  private var mayLeave: Bool {
    guard configuration.hasHysteresis else { return !isTooLate }
    return ticksSinceEntry >= recoveryWindow.count && 30 * recoveryLost <= recoveryWindow.count
  }

  private mutating func push(_ sample: Sample, countsForRecovery: Bool) {
    let old = window[oldest]
    lostInWindow += Int(sample.lost) - Int(old.lost)
    if old.isLate { lateCost.subtract(old.cost) }
    if sample.isLate { lateCost.add(sample.cost) }
    window[oldest] = sample
    oldest = (oldest + 1) % window.count
    guard isActive, countsForRecovery else { return }
    recoveryLost += Int(sample.lost) - Int(recoveryWindow[recoveryOldest])
    recoveryWindow[recoveryOldest] = sample.lost
    recoveryOldest = (recoveryOldest + 1) % recoveryWindow.count
    ticksSinceEntry += 1
  }
}
