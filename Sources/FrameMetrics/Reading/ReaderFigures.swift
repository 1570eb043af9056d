import Timebase

/// What judges of the screen found in a run, over all its windows.
package struct ReaderFigures: Hashable, Sendable {
  /// What moved, when, and how far: of several frames that are one move the sum of their ways, with the
  /// direction of the first.
  package var faults: [ScreenFault] = []
  /// How long anybody read, over all windows.
  package var readingTime = Nanoseconds.zero
  /// How many spells of reading there were.
  package var spells = 0
  /// Frames by what was found there.
  package var unjudged: [ReaderJudge.Cause: Int] = [:]
  /// Frames in which a line was held to its place.
  package var judgedFrames = 0

  /// How far each move went, in points.
  package var moves: [Double] { faults.map(\.points.magnitude) }

  /// Makes figures of nothing.
  package init() {}

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
  package mutating func add(_ other: ReaderFigures) {
    faults += other.faults
    readingTime += other.readingTime
    spells += other.spells
    judgedFrames += other.judgedFrames
    unjudged.merge(other.unjudged) { $0 + $1 }
  }
}
