import Timebase

/// What judges of the screen found in a run, over all its windows.
public struct ReaderFigures: Hashable, Sendable {
  /// How far each move went, in points.
  public var moves: [Double] = []
  /// How long anybody read, over all windows.
  public var readingTime = Nanoseconds.zero
  /// How many spells of reading there were.
  public var spells = 0
  /// Frames by what was found there.
  public var unjudged: [ReaderJudge.Cause: Int] = [:]
  /// Frames in which a line was held to its place.
  public var judgedFrames = 0

  /// Makes figures of nothing.
  public init() {}

  mutating func note(_ finding: ReaderJudge.Finding) {
    switch finding {
    case .kept, .moved: judgedFrames += 1
    case .unjudged(let cause): unjudged[cause, default: 0] += 1
    }
  }

  mutating func count(_ distance: Double, goesOn: Bool) {
    if goesOn, let last = moves.indices.last {
      moves[last] += distance
    } else {
      moves.append(distance)
    }
  }

  /// Adds another window's.
  public mutating func add(_ other: ReaderFigures) {
    moves += other.moves
    readingTime += other.readingTime
    spells += other.spells
    judgedFrames += other.judgedFrames
    unjudged.merge(other.unjudged) { $0 + $1 }
  }
}
