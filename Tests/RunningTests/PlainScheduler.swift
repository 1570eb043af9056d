import Timebase

/// What the reference's scheduler should do, written down plainly: every step with its size.
struct PlainScheduler {
  struct Step: Equatable {
    var due: Instant
    var size: Int
  }

  private static let deadline = Nanoseconds.milliseconds(400)
  private(set) var steps: [Step] = []
  private var waiting: [Instant] = []
  private var completed: [UInt32: Int] = [:]
  private var isFast = false
  private var earliest = Instant.distantPast

  /// Takes a chunk at its completion.
  mutating func complete(_ message: UInt32, at instant: Instant) {
    perform(before: instant)
    if waiting.isEmpty { isFast = false }
    completed[message, default: 0] += 1
    if completed.values.contains(where: { $0 > 100 }) { isFast = true }
    waiting.append(instant)
  }

  /// The message streams no more: it does not quicken the others.
  mutating func end(_ message: UInt32, at instant: Instant) {
    perform(before: instant)
    completed[message] = nil
  }

  /// Performs the steps that are due before `instant`.
  mutating func perform(before instant: Instant) {
    while let first = waiting.first {
      let due = max(earliest, first)
      guard due < instant else { return }
      let stagger = Nanoseconds.milliseconds(isFast ? 16 : 32)
      var size = waiting.count <= 4 ? 2 : waiting.count <= 10 ? 4 : 8
      for (index, completion) in waiting.enumerated() {
        // One stagger earlier than the limit, as a release may wait one for its slot.
        let slack = completion + Self.deadline - stagger - due
        let left = slack < .zero ? 1 : 1 + Int(slack.rawValue / stagger.rawValue)
        size = max(size, (index + left) / left)
      }
      size = min(size, waiting.count)
      steps.append(Step(due: due, size: size))
      waiting.removeFirst(size)
      earliest = due + stagger
    }
  }
}
