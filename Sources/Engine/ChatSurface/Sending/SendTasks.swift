/// The tasks that sends have started and whose end the app has not told yet, oldest first.
///
/// Stopping a task does not end it: the app says when it has ended, and until then the composer's
/// button stops. A task knows the message it was started with and the answers that began under it,
/// and so what becomes of a message that the app never gave its own copy of.
///
/// Complexity: O(running tasks) each; there is one as a rule.
package struct SendTasks: Sendable {
  /// How many tasks run at most; a send that would start another is refused.
  package static let limit = 1_000

  /// How a task has ended.
  package struct Outcome: Hashable, Sendable {
    /// The message it was started with; nil when that has left the conversation.
    package var message: UInt32?
    /// Its answers that are still in the conversation.
    package var answers: [UInt32] = []
    /// Whether its answer failed, or none began.
    package var hasFailed: Bool

    package init(message: UInt32?, answers: [UInt32] = [], hasFailed: Bool) {
      self.message = message
      self.answers = answers
      self.hasFailed = hasFailed
    }
  }

  private struct Task {
    var message: UInt32?
    var answers: [UInt32] = []
    var hasBegun = false
    var hasFailed = false
  }

  private var tasks: [Task] = []
  /// What stands where the answer is expected, in profiles that add it with the question.
  package private(set) var placeholder: UInt32?

  /// The messages that were sent and wait for the app's own copies of them, oldest first: there is one as a
  /// rule, which needs no list.
  private var firstAwaited: UInt32?
  private var laterAwaited: [UInt32] = []

  package init() {}

  package var isRunning: Bool { !tasks.isEmpty }
  package var hasRoom: Bool { tasks.count < Self.limit }

  /// The messages that tasks know: those they were started with, their answers, the placeholder.
  package var messages: [UInt32] {
    tasks.flatMap { [$0.message].compactMap { $0 } + $0.answers } + [placeholder].compactMap { $0 }
  }

  /// A send, or a question asked again, has started a task.
  ///
  /// - Precondition: There is room.
  package mutating func begin(with message: UInt32) {
    precondition(hasRoom, "more than \(Self.limit) tasks")
    tasks.append(Task(message: message))
  }

  package mutating func await(_ message: UInt32) {
    guard firstAwaited != nil else {
      firstAwaited = message
      return
    }
    if message != firstAwaited, !laterAwaited.contains(message) { laterAwaited.append(message) }
  }

  package mutating func arrived(_ message: UInt32) {
    if firstAwaited == message {
      firstAwaited = laterAwaited.isEmpty ? nil : laterAwaited.removeFirst()
    } else if !laterAwaited.isEmpty {
      laterAwaited.removeAll { $0 == message }
    }
  }

  package var awaits: Bool { firstAwaited != nil }

  /// The first message that waits for its copy and meets a condition, the oldest first.
  package func firstAwaited(where isMeant: (UInt32) -> Bool) -> UInt32? {
    if let first = firstAwaited, isMeant(first) { return first }
    return laterAwaited.first(where: isMeant)
  }

  package func isAnswer(_ message: UInt32) -> Bool {
    tasks.contains { $0.answers.contains(message) }
  }

  /// A message stands where the answer is expected; nil when none does any more.
  package mutating func expectAnswer(at placeholder: UInt32?) { self.placeholder = placeholder }

  /// An answer has begun: that of the newest task.
  package mutating func begin(answer: UInt32) {
    guard let newest = tasks.indices.last else { return }
    tasks[newest].hasBegun = true
    if !tasks[newest].answers.contains(answer) { tasks[newest].answers.append(answer) }
  }

  package mutating func fail(answer: UInt32) {
    for index in tasks.indices where tasks[index].answers.contains(answer) {
      tasks[index].hasFailed = true
    }
  }

  /// A task has ended.
  ///
  /// - Parameter message: The message it was started with, of whose tasks it is the oldest; nil for
  ///   the oldest of all.
  /// - Returns: Nil when no such task runs.
  package mutating func end(_ message: UInt32? = nil) -> Outcome? {
    let index = message.map { message in tasks.firstIndex { $0.message == message } } ?? 0
    guard let index, tasks.indices.contains(index) else { return nil }
    let task = tasks.remove(at: index)
    return Outcome(
      message: task.message,
      answers: task.answers,
      hasFailed: task.hasFailed || !task.hasBegun
    )
  }

  /// The message has left the conversation; its task, or that of which it is an answer, goes on.
  package mutating func forget(_ message: UInt32) {
    if placeholder == message { placeholder = nil }
    arrived(message)
    for index in tasks.indices {
      if tasks[index].message == message { tasks[index].message = nil }
      tasks[index].answers.removeAll { $0 == message }
    }
  }

  /// Traps unless an answer of a task has begun.
  package func checkInvariants() {
    precondition(tasks.count <= Self.limit, "\(tasks.count) tasks")
    precondition(tasks.allSatisfy { $0.answers.isEmpty || $0.hasBegun }, "an answer not begun")
  }
}
