import Timebase

/// Finds how long a reader waits until what he does is seen: from an input to the first presented frame
/// that takes it in and differs in what it asks for.
///
/// An input that changes nothing until the next one of its kind, or until a load or a jump shows another
/// place, is left out and counted, and so is a touch that changes nothing for ``patience`` or until the
/// finger is lifted, which asks for nothing itself.
package struct InputJudge: Sendable {
  /// For so long a touch is waited for.
  package static let patience = Nanoseconds.milliseconds(1_000)

  /// What an input asks for.
  package enum Kind: Int, Hashable, Sendable, CaseIterable {
    /// A finger: the viewport's place.
    case touch
    /// A key: the composer's text.
    case key
    /// A message that is sent: that it is there.
    case send
    /// The end of an answer.
    case stop

    /// The kind of an event; nil for one that is no such input.
    init?(_ event: ScreenEvent) {
      switch event.name {
      case "touch" where !event.isLift: self = .touch
      case "composer" where event.changesText: self = .key
      case "send": self = .send
      case "stop": self = .stop
      default: return nil
      }
    }
  }

  private struct Pending {
    var kind: Kind
    var due: Instant
    var mark: Int
  }

  /// For so long a question is waited for that nothing brings nearer.
  package static let sendPatience = Nanoseconds.milliseconds(100)

  private struct Send {
    var message: String
    var due: Instant
  }

  private var waitingSends: [Send] = []
  private var longest = Nanoseconds.zero
  private var place = 0
  /// Sends so far, and those of them whose question did not come on screen: within ``sendPatience``, or while
  /// the viewport moves, unless the reader did something else first.
  package private(set) var (sends, unseenSends) = (0, 0)
  private var pending: [Pending] = []
  private var marks: [Int]
  /// From due to seen, for each input that was.
  package private(set) var samples: [Nanoseconds] = []
  /// The input that was seen latest, and the sends that were not seen.
  package private(set) var moments: [ScreenFault] = []
  /// Inputs that changed nothing.
  package private(set) var unseen = 0

  /// Makes a judge that has seen no frame.
  package init() { marks = Kind.allCases.map { _ in 0 } }

  /// Takes the next frame.
  ///
  /// - Parameters:
  ///   - now: For each kind, in order, a number that differs when what it asks for does.
  ///   - events: What happened since the frame before and was not refused, in order of time.
  ///   - messages: Which messages are on screen.
  ///   - presented: When the frame was shown.
  /// - Precondition: There is a number for each kind.
  package mutating func take(
    _ now: [Int],
    after events: [ScreenEvent],
    showing messages: Set<String> = [],
    presented: Instant
  ) {
    takeSends(events, showing: messages, isMoving: now[0] != place, presented)
    place = now[0]
    precondition(now.count == Kind.allCases.count, "\(now.count) marks for \(Kind.allCases.count)")
    let inputs = events.compactMap { event in Kind(event).map { ($0, event.instant) } }
    for (kind, _) in inputs {
      let count = pending.count
      pending.removeAll { $0.kind == kind }
      unseen += count - pending.count
    }
    if events.contains(where: { $0.isJump || ($0.endsReading && $0.name != "send") }) {
      unseen += pending.count
      pending.removeAll()
    }
    pending += inputs.map { Pending(kind: $0, due: $1, mark: marks[$0.rawValue]) }
    marks = now
    guard !pending.isEmpty else { return }
    pending.removeAll { input in
      if input.kind == .touch, presented - input.due > Self.patience {
        unseen += 1
        return true
      }
      guard now[input.kind.rawValue] != input.mark else { return false }
      let length = presented - input.due
      if length > longest {
        longest = length
        moments.removeAll { $0.kind == .slowInput }
        moments.append(
          ScreenFault(
            .slowInput,
            at: input.due,
            milliseconds: length.milliseconds,
            cause: "a \(input.kind)"
          )
        )
      }
      samples.append(length)
      return true
    }
    // A finger that is lifted asks for nothing, and takes back what it asked for.
    if events.contains(where: \.isLift) {
      let count = pending.count
      pending.removeAll { $0.kind == .touch }
      unseen += count - pending.count
    }
  }

  private mutating func takeSends(
    _ events: [ScreenEvent],
    showing messages: Set<String>,
    isMoving: Bool,
    _ presented: Instant
  ) {
    for event in events {
      switch (event.name, event.message) {
      case ("send", let message?):
        sends += 1
        waitingSends.append(Send(message: message, due: event.instant))
      case ("replace_all", _): waitingSends.removeAll()
      case ("replace_id", let message?), ("remove", let message?):
        waitingSends.removeAll { $0.message == message }
      default: if event.isOwnInput || event.endsReading || event.isJump { waitingSends.removeAll() }
      }
    }
    let all = waitingSends
    waitingSends = []
    for send in all where !messages.contains(send.message) {
      let patience = isMoving ? Self.patience : Self.sendPatience
      if presented - send.due > patience { noteUnseen(send) } else { waitingSends.append(send) }
    }
  }

  private mutating func noteUnseen(_ send: Send) {
    unseenSends += 1
    moments.append(ScreenFault(.unseenSend, at: send.due, message: send.message))
  }

  /// The run is over: what still waits was never seen.
  package mutating func finish() {
    for send in waitingSends { noteUnseen(send) }
    waitingSends.removeAll()
    unseen += pending.count
    pending.removeAll()
  }
}
