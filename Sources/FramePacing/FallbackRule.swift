import Timebase

/// What one frame cost: by phase, and how long the host's main thread was busy besides.
public struct FrameCost: Hashable, Sendable {
  private var phases: SIMD8<Int64> = .zero
  /// Time the host's main thread was busy, in nanoseconds.
  public var stall: Nanoseconds = .zero

  /// Makes a frame that cost nothing.
  public init() {}

  /// The cost of `phase`.
  public subscript(phase: Phase) -> Nanoseconds {
    get { Nanoseconds(rawValue: phases[phase.rawValue]) }
    set { phases[phase.rawValue] = newValue.rawValue }
  }

  /// The engine's share: the sum over all phases.
  public var engine: Nanoseconds { Nanoseconds(rawValue: phases.wrappedSum()) }

  /// Adds another frame's cost, phase by phase.
  public mutating func add(_ other: FrameCost) {
    phases &+= other.phases
    stall += other.stall
  }

  /// Takes another frame's cost off again.
  public mutating func subtract(_ other: FrameCost) {
    phases &-= other.phases
    stall -= other.stall
  }
}

/// Why a fallback was entered: what most of the late frames' time went to.
public enum FallbackCause: Hashable, Sendable {
  /// A phase of the engine.
  case phase(Phase)
  /// The host's main thread.
  case hostStall

  /// The cause's name in files.
  public var name: String {
    switch self {
    case .phase(let phase): phase.name
    case .hostStall: "host_stall"
    }
  }
}

/// One stay in the fallback.
public struct FallbackEpisode: Hashable, Sendable {
  /// When it was entered.
  public var start: Instant
  /// When it was left; nil while it lasts.
  public var end: Instant?
  /// What most of the late frames' time went to.
  public var cause: FallbackCause
  /// From the first late frame of the window to the trigger.
  public var detection: Nanoseconds
}

/// Decides when frames are so late that animation is given up, and when it comes back.
///
/// Looks at the last N active ticks, N being the refresh rate; fewer count as if the rest had been
/// on time. Ticks that were swallowed by a late frame count; idle ticks do not.
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
    var lost: Int32
    var presented: Instant
    var cost: FrameCost
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

  /// Whether animation is given up at present.
  public private(set) var isActive = false
  /// Every stay so far, in order; at most one is open.
  public private(set) var episodes: [FallbackEpisode] = []

  /// Makes a rule that has seen no frame.
  public init(_ configuration: Configuration, rate: RefreshRate) {
    self.configuration = configuration
    self.rate = rate
    let empty = Sample(lost: 0, presented: .zero, cost: FrameCost())
    window = Array(repeating: empty, count: rate.hertz)
    recoveryWindow = Array(repeating: 0, count: 2 * rate.hertz)
  }

  /// Takes note of a frame.
  ///
  /// - Parameters:
  ///   - frame: What became of it.
  ///   - swallowedTicks: Active ticks between the previous frame and this one.
  ///   - cost: What it cost.
  ///   - presented: When it was shown.
  public mutating func note(
    _ frame: PresentedFrame,
    swallowedTicks: Int,
    cost: FrameCost,
    presented: Instant
  ) {
    for _ in 0..<min(swallowedTicks, recoveryWindow.count) {
      push(Sample(lost: 0, presented: presented, cost: FrameCost()))
    }
    push(Sample(lost: Int32(clamping: frame.lostVsyncs), presented: presented, cost: cost))
  }

  /// Decides, before the reveal phase of the frame at `instant`, whether animation is given up.
  ///
  /// - Returns: Whether the fallback is in force.
  public mutating func decide(at instant: Instant) -> Bool {
    if isActive {
      if mayLeave {
        isActive = false
        if var episode = episodes.popLast() {
          episode.end = instant
          episodes.append(episode)
        }
      }
    } else if isTooLate {
      isActive = true
      ticksSinceEntry = 0
      recoveryLost = 0
      for index in recoveryWindow.indices { recoveryWindow[index] = 0 }
      let firstLate = window.filter { $0.lost > 0 }.map(\.presented).min() ?? instant
      episodes.append(
        FallbackEpisode(
          start: instant,
          end: nil,
          cause: cause,
          detection: max(.zero, instant - firstLate)
        )
      )
    }
    return isActive
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

  private var cause: FallbackCause {
    var worst = FallbackCause.hostStall
    var most = lateCost.stall
    for phase in Phase.allCases where lateCost[phase] > most {
      most = lateCost[phase]
      worst = .phase(phase)
    }
    return worst
  }

  private mutating func push(_ sample: Sample) {
    let old = window[oldest]
    lostInWindow += Int(sample.lost) - Int(old.lost)
    if old.lost > 0 { lateCost.subtract(old.cost) }
    if sample.lost > 0 { lateCost.add(sample.cost) }
    window[oldest] = sample
    oldest = (oldest + 1) % window.count
    guard isActive else { return }
    recoveryLost += Int(sample.lost) - Int(recoveryWindow[recoveryOldest])
    recoveryWindow[recoveryOldest] = sample.lost
    recoveryOldest = (recoveryOldest + 1) % recoveryWindow.count
    ticksSinceEntry += 1
  }
}
