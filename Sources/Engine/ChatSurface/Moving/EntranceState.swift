import Lengths
import Timebase

/// An entrance under way: the first message of a new chat, and the answer after it.
///
/// Complexity: O(1) each; nothing is allocated.
package struct EntranceState {
  /// The first answer, and when it had something to show.
  package struct Answer {
    /// The answer.
    package var handle: UInt32
    /// When it had something to show.
    package var appeared: Instant
  }

  private var machine: Entrance
  /// The message that comes in.
  package let message: UInt32
  /// The first answer; nil until it has something to show.
  package private(set) var answer: Answer?

  /// The message was sent at `instant`.
  package init(_ rule: EntranceRule, message: UInt32, at instant: Instant) {
    let way: Entrance.Rule =
      switch rule {
      case .whenSent: .phases
      case .risesWhenSent: .rising
      case .whenMeasured: .fromKeyboard
      }
    machine = Entrance(way)
    self.message = message
    machine.send(at: instant)
  }

  /// An answer has something to show; the first counts. A question of which a list has made an answer since
  /// is none to itself.
  package mutating func note(answer: UInt32, at instant: Instant) {
    guard self.answer == nil, answer != message else { return }
    self.answer = Answer(handle: answer, appeared: instant)
  }

  /// A message has left the conversation; another answer may come in in its place.
  package mutating func forget(answer: UInt32) {
    if self.answer?.handle == answer { self.answer = nil }
  }

  /// Motion is not wanted any more: everything stands where it belongs.
  package mutating func finish(at instant: Instant) { machine.finish(at: instant) }

  /// The message's height is known.
  package mutating func measured(
    item: LayoutUnit,
    window: LayoutUnit,
    keyboard: LayoutUnit,
    at instant: Instant
  ) {
    machine.measured(item: item, window: window, keyboard: keyboard, at: instant)
  }

  /// Whether something of it changes with time.
  package func isRunning(at instant: Instant) -> Bool {
    if machine.isRunning(at: instant) { return true }
    guard let answer, let done = machine.doneAt else { return false }
    return instant < max(done, answer.appeared) + Entrance.answerFade
  }

  /// How the message looks.
  package func look(at instant: Instant) -> Entrance.Look { machine.look(at: instant) }

  /// How opaque the answer is, 0 to 1.
  package func answerOpacity(at instant: Instant) -> Double {
    answer.map { machine.answerOpacity(appeared: $0.appeared, at: instant) } ?? 1
  }

  /// Traps unless the answer is another message.
  package func checkInvariants() {
    precondition(answer?.handle != message, "message \(message) answers itself")
  }
}
