import FramePacing
import MarkdownBlocks

/// What a frame's work has come to, by phase, and how much more of it the frame may do.
///
/// Counts are collected until a phase ends, and charged to it then. The layout counts its own work
/// from the surface's beginning; the meter takes the difference.
///
/// Complexity: O(1) each; nothing is allocated.
package struct WorkMeter: Sendable {
  /// Declared nanoseconds that may be spent in a frame on what is not yet visible.
  package private(set) var allowance: Int
  let costs: OperationCosts
  /// Declared nanoseconds in one frame after which the rest is left undone.
  private let limit: Int
  package private(set) var work = PhaseValues(repeating: OperationCounts())
  /// Whether work of a frame passed the limit.
  package private(set) var isAbandoned = false
  /// What was counted since a phase was charged last.
  package private(set) var pending = OperationCounts()
  /// How many blocks and parts of messages were looked at since the beginning, to find or to place
  /// them. It is no operation with a cost of its own: a look takes some nanoseconds.
  package private(set) var blocksLookedAt = 0
  private var charged = OperationCounts()
  private var layoutBefore = OperationCounts()

  package init(costs: OperationCosts, limit: Int, allowance: Int) {
    self.costs = costs
    self.limit = limit
    self.allowance = allowance
  }

  /// So many declared nanoseconds may be spent in a frame on what is not yet visible.
  package mutating func allow(_ nanoseconds: Int) { allowance = nanoseconds }

  package mutating func beginFrame() {
    for phase in Self.phases { work[phase] = OperationCounts() }
    charged = OperationCounts()
  }

  private static let phases = Phase.allCases

  package mutating func count(_ operation: Operation, _ times: Int = 1) {
    pending[operation] += times
  }

  /// Adds what something inside has counted by itself.
  package mutating func add(_ counts: OperationCounts) { pending += counts }

  /// Counts what making blocks of a text came to.
  package mutating func count(_ work: ParsingWork) {
    count(.byteParsed, work.bytesParsed)
    count(.nodeParsed, work.nodesParsed)
    count(.byteTaken, work.bytesTaken)
    count(.byteLookedAt, work.bytesLookedAt)
  }

  /// Blocks or parts of a message were looked at.
  package mutating func look(_ times: Int) { blocksLookedAt += times }

  /// Takes back what was counted since `pending` was this: looking is no work of a frame.
  package mutating func forget(since earlier: OperationCounts) { pending = earlier }

  /// Charges what was counted since the last charge to a phase.
  ///
  /// - Parameter layout: All that the layout has counted so far.
  package mutating func charge(_ phase: Phase, layout: OperationCounts) {
    var delta = layout
    delta -= layoutBefore
    layoutBefore = layout
    pending += delta
    pending[Operation(running: phase)] += 1
    work[phase] += pending
    charged += pending
    pending = OperationCounts()
  }

  /// The declared cost of everything counted in this frame so far, in nanoseconds.
  package func spent(layout: OperationCounts) -> Int {
    var total = charged
    total += pending
    var delta = layout
    delta -= layoutBefore
    total += delta
    return costs.charge(total)
  }

  /// Leaves the rest of the work undone if this frame's has passed the limit.
  package mutating func checkLimit(layout: OperationCounts) {
    if spent(layout: layout) > limit { isAbandoned = true }
  }

  /// Traps unless the phases add up to what was charged.
  package func checkInvariants() {
    var sum = OperationCounts()
    for phase in Self.phases { sum += work[phase] }
    precondition(sum == charged, "the phases do not add up to the frame")
  }
}
