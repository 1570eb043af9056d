import Timebase

/// When a conversation that opens is brought to where it begins, by unanimated jumps.
///
/// A plan is data: what each jump waits for, and what the opening waits for before it counts as
/// done. A frame makes one jump at most; a late frame makes the next one only, and the plan goes on
/// from there.
///
/// Complexity: O(1) each; nothing is allocated after `init`.
package struct OpeningJumps: Hashable, Sendable {
  /// What is waited for.
  package enum Wait: Hashable, Sendable {
    /// Nothing.
    case none
    /// A frame after that of the jump before.
    case nextFrame
    /// So long after the jump before.
    case time(Nanoseconds)
  }

  /// The jumps of a profile.
  package struct Plan: Hashable, Sendable {
    /// What each waits for, in order.
    package var jumps: [Wait]
    /// What the opening waits for after the last one.
    package var done: Wait

    /// Makes a plan.
    package init(_ jumps: [Wait], done: Wait = .none) {
      self.jumps = jumps
      self.done = done
    }

    /// At once, at the next frame, so long after that; done a frame later (Vercel's post, with 16 ms). What is
    /// laid out is known: no size below it has to be waited for.
    package static func threeTimes(wait: Nanoseconds) -> Plan {
      Plan([.none, .nextFrame, .time(wait)], done: .nextFrame)
    }
    /// In each of the first three frames. The parameter article says "several frames" and gives no
    /// number; three is that of Vercel's post.
    package static let overFrames = Plan([.none, .nextFrame, .nextFrame])
  }

  private struct Jump: Hashable {
    var instant: Instant
    var frame: Int
  }

  /// What an opening waits for.
  private enum Stage: Hashable {
    /// The jump at this place of the plan.
    case jump(Int)
    /// What follows the last jump.
    case end
    /// Nothing: it is over.
    case over
  }

  private let plan: Plan
  private var stage: Stage
  private var last: Jump?

  /// Starts an opening; `isDone` at once for a plan without jumps.
  package init(_ plan: Plan) {
    self.plan = plan
    stage = plan.jumps.isEmpty ? .over : .jump(0)
  }

  /// Whether the opening is over.
  package var isDone: Bool { stage == .over }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - instant: When it is.
  ///   - frame: Its number, larger than that of the frame before.
  /// - Returns: Whether to jump in it.
  package mutating func due(at instant: Instant, frame: Int) -> Bool {
    if last == nil, case .time? = wait {
      // It counts from the frame that shows the conversation first.
      last = Jump(instant: instant, frame: frame)
      return false
    }
    guard let wait, isOver(wait, at: instant, frame: frame) else { return false }
    guard case .jump(let place) = stage else {
      stage = .over
      return false
    }
    let isLast = place + 1 == plan.jumps.count
    stage = isLast ? (plan.done == .none ? .over : .end) : .jump(place + 1)
    last = Jump(instant: instant, frame: frame)
    return true
  }

  /// What is waited for; nil when the opening is over.
  private var wait: Wait? {
    switch stage {
    case .jump(let place): plan.jumps[place]
    case .end: plan.done
    case .over: nil
    }
  }

  /// When the next frame is needed; nil when done, and before the first jump. A wait for the next frame is over at any instant after the last.
  package var nextDue: Instant? {
    guard let wait, let last else { return nil }
    switch wait {
    case .none, .nextFrame: return last.instant + Nanoseconds(rawValue: 1)
    case .time(let time): return last.instant + time
    }
  }

  private func isOver(_ wait: Wait, at instant: Instant, frame: Int) -> Bool {
    switch wait {
    case .none, .nextFrame: return last.map { frame > $0.frame } ?? true
    case .time(let time): return last.map { instant >= $0.instant + time } ?? true
    }
  }
}
