import Timebase

/// An entrance under way.
struct EntranceState {
  var machine: Entrance
  /// The message that comes in.
  var message: UInt32
  /// The first answer, and when it had something to show.
  var answer: (handle: UInt32, appeared: Instant)?

  init(_ rule: EntranceRule, message: UInt32) {
    machine = Entrance(rule == .whenMeasured ? .fromKeyboard : .phases)
    self.message = message
  }

  /// Whether something of it changes with time.
  func isRunning(at instant: Instant) -> Bool {
    if machine.isRunning(at: instant) { return true }
    guard let answer, let done = machine.doneAt else { return false }
    return instant < max(done, answer.appeared) + Entrance.answerFade
  }
}
