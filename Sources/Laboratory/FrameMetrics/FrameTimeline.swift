import FramePacing
import Timebase

/// The frames of one display, in the order in which they were wanted, simulated or recorded.
///
/// Every figure of pacing and cost is computed from a timeline and from nothing else, so that a
/// simulated run and a phone's log are judged by the same code.
package struct FrameTimeline: Sendable {
  /// The instants at which the display can change its picture.
  package enum Grid: Hashable, Sendable {
    /// A display of one rate; instants are whole ticks of it.
    case fixed(RefreshRate)
    /// A display of one rate at a time; instants are whole ticks of it.
    case changing(TickGrid)
    /// A display of variable rate: the finest distance of two pictures, and the rates in force from
    /// their instants on, in order of time; before the first one that rate holds too.
    case variable(step: Nanoseconds, rates: [RateInForce])
    /// Nothing is known of the display but when frames were shown.
    case unknown
  }

  /// A rate and from when on the display ran at it.
  package struct RateInForce: Hashable, Sendable {
    /// From when on.
    package var start: Instant
    /// The time between two refreshes.
    package var period: Nanoseconds

    package init(from start: Instant, period: Nanoseconds) {
      self.start = start
      self.period = period
    }
  }

  /// What became of a wanted frame.
  package enum Fate: Hashable, Sendable {
    /// It was shown, at this instant.
    case presented(Instant)
    /// It was made and never shown; the next one that was stands for it.
    case dropped
    /// It was never made; the next frame stands for it.
    case swallowed
  }

  /// The work on a frame.
  package struct Work: Hashable, Sendable {
    /// When it began.
    package var start: Instant
    /// When it ended; drawing by the host comes after.
    package var end: Instant
    /// How much of it was the engine's own; the rest is the host's stall.
    package var engine: Nanoseconds
    /// The engine's work by phase, as ``FrameTimeline/phaseNames`` names them; nil where the input
    /// does not tell.
    package var phases: PhaseDurations?

    /// Makes a stretch of work.
    @inlinable package init(
      start: Instant,
      end: Instant,
      engine: Nanoseconds,
      phases: PhaseDurations? = nil
    ) {
      self.start = start
      self.end = end
      self.engine = engine
      self.phases = phases
    }
  }

  /// How long each phase of a frame took; up to ``capacity`` phases.
  package struct PhaseDurations: Hashable, Sendable {
    /// The most phases there may be.
    package static let capacity = 16
    // Up to the last phase that took any time: most logs tell of few, and have many frames.
    private var durations: [Nanoseconds] = []

    /// Makes durations of zero.
    package init() {}

    /// The duration of the phase with this index.
    ///
    /// - Precondition: The index is below ``capacity``.
    package subscript(index: Int) -> Nanoseconds {
      get { index < durations.count ? durations[index] : .zero }
      set {
        precondition(index < Self.capacity, "phase \(index), at most \(Self.capacity)")
        while durations.count <= index, newValue != .zero { durations.append(.zero) }
        if index < durations.count { durations[index] = newValue }
        while durations.last == .zero { durations.removeLast() }
      }
    }
  }

  /// One wanted frame.
  package struct Frame: Hashable, Sendable {
    /// When it was wanted: its tick, or the vsync the display offered it.
    package var wanted: Instant
    /// When it was due on screen; nil where the input does not say.
    package var promised: Instant?
    /// What became of it.
    package var fate: Fate
    /// The work on it; nil for a swallowed one, and where the input does not say.
    package var work: Work?
    /// Why it was late, in the words of the input; nil where it does not say.
    package var cause: String?

    @inlinable package init(
      wanted: Instant,
      promised: Instant?,
      fate: Fate,
      work: Work? = nil,
      cause: String? = nil
    ) {
      self.wanted = wanted
      self.promised = promised
      self.fate = fate
      self.work = work
      self.cause = cause
    }

    /// When it was shown; nil when it was not.
    @inlinable package var presented: Instant? {
      if case .presented(let instant) = fate { instant } else { nil }
    }
  }

  /// When the display can change its picture.
  package var grid: Grid
  /// The part of each period declared as the host's drawing, 0 up to below 1; nil for frames whose
  /// end of work already includes drawing.
  package var hostShare: Double?
  /// What the phases of ``Work/phases`` are called, by index.
  package var phaseNames: [String]
  /// What had to be assumed to judge the frames, as a sentence; nil for nothing.
  package var assumption: String?
  /// The frames, in the order in which they were wanted.
  package var frames: FrameList
  /// Until when the last picture stayed at least although the frames after it were due, where a recording
  /// ends with frames that were never shown; nil where it does not.
  package var stale: Instant?

  /// Makes a timeline.
  ///
  /// - Precondition: There are at most ``PhaseDurations/capacity`` phases.
  package init(
    grid: Grid,
    hostShare: Double? = nil,
    phaseNames: [String] = [],
    assumption: String? = nil,
    frames: some Sequence<Frame> = FrameList(),
    stale: Instant? = nil
  ) {
    precondition(
      phaseNames.count <= PhaseDurations.capacity,
      "\(phaseNames.count) phases, at most \(PhaseDurations.capacity)"
    )
    self.grid = grid
    self.hostShare = hostShare
    self.phaseNames = phaseNames
    self.assumption = assumption
    self.frames = frames as? FrameList ?? FrameList(frames)
    self.stale = stale
  }
}

extension FrameTimeline.Grid {
  /// The rate of a display that has one; nil for any other.
  package var fixedRate: RefreshRate? {
    if case .fixed(let rate) = self { rate } else { nil }
  }

  /// The rate in force at `instant`, of a display that has one at a time; nil for any other.
  func oneRate(at instant: Instant) -> RefreshRate? {
    switch self {
    case .fixed(let rate): rate
    case .changing(let grid): grid.rate(at: instant)
    case .variable, .unknown: nil
    }
  }

  /// The refresh period in force at `instant` in milliseconds; nil where it is unknown.
  package func periodMilliseconds(at instant: Instant) -> Double? {
    switch self {
    case .fixed(let rate): return rate.periodMilliseconds
    case .changing(let grid): return grid.rate(at: instant).periodMilliseconds
    case .unknown: return nil
    case .variable(_, let rates):
      return rates.isEmpty ? nil : rates[Self.index(at: instant, in: rates)].period.milliseconds
    }
  }

  private static func index(at instant: Instant, in rates: [FrameTimeline.RateInForce]) -> Int {
    max(0, rates.partitionPoint { $0.start > instant } - 1)
  }

  /// The earliest instant after `shown` at which another picture can be shown.
  func next(after shown: Instant) -> Instant {
    switch self {
    case .fixed(let rate): rate.instant(ofTick: rate.tick(nearest: shown) + 1)
    case .changing(let grid): grid.instant(ofTick: grid.tick(nearest: shown) + 1)
    case .variable(let step, _): shown + step
    case .unknown: shown
    }
  }

  /// How long old content stayed from `due` to `shown`, in milliseconds: on a display of one rate
  /// whole periods, whatever the nanoseconds of its ticks were rounded to.
  func milliseconds(from due: Instant, to shown: Instant) -> Double {
    guard let rate = fixedRate else { return (shown - due).milliseconds }
    return Double(rate.tick(nearest: shown) - rate.tick(nearest: due)) * rate.periodMilliseconds
  }

  /// How late a picture due at `due` and shown at `shown` was, in milliseconds: up to half a step of
  /// a display of variable rate is none, since logs round.
  func lateness(from due: Instant, to shown: Instant) -> Double {
    if case .variable(let step, _) = self, (shown - due).rawValue * 2 <= step.rawValue { return 0 }
    return max(0, milliseconds(from: due, to: shown))
  }

  /// Whether a frame promised for `due` and shown at `shown` was on time: half a grid step of
  /// tolerance, since logs round.
  func isOnTime(due: Instant, shown: Instant) -> Bool {
    switch self {
    case .fixed(let rate): rate.tick(nearest: shown) <= rate.tick(nearest: due)
    case .changing(let grid): grid.tick(nearest: shown) <= grid.tick(nearest: due)
    case .variable(let step, _): (shown - due).rawValue * 2 <= step.rawValue
    case .unknown: shown <= due
    }
  }
}
