import Timebase

/// What judges of the screen found in a run, over all its windows.
public struct ReaderFigures: Hashable, Sendable {
  /// What moved, when, and how far: of several frames that are one move the sum of their ways, with the
  /// direction of the first.
  public var faults: [ScreenFault] = []
  /// How long anybody read, over all windows.
  public var readingTime = Nanoseconds.zero
  /// How many spells of reading there were.
  public var spells = 0
  /// Frames by what was found there.
  public var unjudged: [ReaderJudge.Cause: Int] = [:]
  /// Frames in which a line was held to its place.
  public var judgedFrames = 0

  /// How far each move went, in points.
  public var moves: [Double] { faults.map(\.points.magnitude) }

  /// Makes figures of nothing.
  public init() {}

  mutating func note(_ finding: ReaderJudge.Finding) {
    switch finding {
    case .kept, .moved: judgedFrames += 1
    case .unjudged(let cause): unjudged[cause, default: 0] += 1
    }
  }

  mutating func count(_ moved: Double, at instant: Instant, message: String, goesOn: Bool) {
    if goesOn, let last = faults.indices.last {
      faults[last].points += faults[last].points < 0 ? -moved.magnitude : moved.magnitude
    } else {
      faults.append(ScreenFault(.moved, at: instant, message: message, points: moved))
    }
  }

  /// Adds another window's.
  public mutating func add(_ other: ReaderFigures) {
    faults += other.faults
    readingTime += other.readingTime
    spells += other.spells
    judgedFrames += other.judgedFrames
    unjudged.merge(other.unjudged) { $0 + $1 }
  }
}
