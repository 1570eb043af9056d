import Timebase

/// What judges of the screen found in a run, over all its windows.
package struct ReaderFigures: Hashable, Sendable {
  /// What moved, when, and how far in the end; of several frames that are one move and came back to where
  /// they began how far it was away.
  package var faults: [ScreenFault] = []
  /// How far other lines were pushed by what changed between them and the one that is read, in points: the
  /// furthest in each frame, all together.
  package var pushed = 0.0
  /// Loads that ended a spell of reading and brought the same conversation again, and how far these moved what
  /// was read, in points.
  package var reloads = 0
  package var reloadedWay = 0.0
  /// How far the last move has come, and how far it was away at most.
  private var (net, furthest) = (0.0, 0.0)
  /// How long anybody read, over all windows.
  package var readingTime = Nanoseconds.zero
  /// How many spells of reading there were.
  package var spells = 0
  /// Frames by what was found there.
  package var unjudged: [ReaderJudge.Cause: Int] = [:]
  /// Frames in which a line was held to its place.
  package var judgedFrames = 0
  /// Which frames moved it.
  package private(set) var movedAt: [Instant] = []

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

  mutating func push(_ points: Double) { pushed += points.magnitude }

  mutating func count(_ fault: ScreenFault, goesOn: Bool) {
    movedAt.append(fault.instant)
    guard goesOn, let last = faults.indices.last else {
      faults.append(fault)
      (net, furthest) = (fault.points, fault.points)
      return
    }
    net += fault.points
    if net.magnitude > furthest.magnitude { furthest = net }
    faults[last].points = net.magnitude > 1 ? net : furthest
    faults[last].isOpen = faults[last].isOpen && fault.isOpen
  }

  /// Adds another window's.
  package mutating func add(_ other: ReaderFigures) {
    faults += other.faults
    readingTime += other.readingTime
    spells += other.spells
    pushed += other.pushed
    reloads += other.reloads
    reloadedWay += other.reloadedWay
    judgedFrames += other.judgedFrames
    movedAt += other.movedAt
    unjudged.merge(other.unjudged) { $0 + $1 }
  }
}
