import LoadGeneration
import Timebase

/// A few streams as they might arrive: tokens with stalls and floods, stops, failures, reopenings.
struct StreamScript {
  /// What happens.
  enum Action {
    case token([UInt8])
    /// The stream ends; what waits goes on by the schedule.
    case end
    /// The stream is stopped or fails: all that arrived is shown at once.
    case stop
    /// A stream that has ended goes on.
    case reopen
    /// The conversation is closed and opened again: what had arrived is shown, unfaded.
    case reopenConversation
    /// Background, reduced motion or fallback begin and end.
    case animate(Bool)
    /// The message leaves the screen or comes back.
    case show(Bool)
    /// A frame looks at the opacities.
    case look
  }

  /// An action on a message and when it happens.
  struct Event {
    var instant: Instant
    var message: UInt32
    var action: Action
  }

  /// The events, in order of time.
  var events: [Event] = []

  private static let gaps: [Double] = [0.1, 4, 17, 60, 150]

  /// Makes the script of `iteration` under `seed`.
  init(seed: UInt64, iteration: Int) {
    var chance = SeededGenerator(seed: seed, index: UInt64(iteration))
    let messages = [1, 1, 1, 2, 3][chance.nextIndex(below: 5)]
    for message in 1...messages {
      let start = message == 1 ? 0 : chance.nextFraction() * 2_000
      add(UInt32(message), from: start, &chance)
    }
    let sorted = events.enumerated().sorted {
      ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset)
    }
    events = sorted.map(\.element)
    let last = events.last?.instant.milliseconds ?? 0
    // Half of the scripts let everything be revealed in its time.
    if chance.nextIndex(below: 2) == 0 { interrupt(last, messages, &chance) }
    for _ in 0..<chance.nextIndex(below: 10) {
      insert(.look, of: 1, at: chance.nextFraction() * (last + 500))
    }
  }

  private mutating func add(
    _ message: UInt32,
    from start: Double,
    _ chance: inout SeededGenerator
  ) {
    let cut = TokenCut.allCases[chance.nextIndex(below: TokenCut.allCases.count)]
    let mixes: [TextMix] = [.everything, .everything, .scripts, .answer]
    let mix = mixes[chance.nextIndex(below: mixes.count)]
    let longest = cut == .bytes ? 20 : 120
    let text = TextSynthesis.document(
      words: 3 + chance.nextIndex(below: longest),
      mix: mix,
      seed: chance.next()
    )
    let gap = Self.gaps[chance.nextIndex(below: Self.gaps.count)]
    let isFlood = chance.nextIndex(below: 10) == 0
    var time = start
    for range in cut.ranges(of: text, seed: chance.next()) {
      switch chance.nextIndex(below: 100) {
      case _ where isFlood: break
      case 0..<2: time += 300 + chance.nextFraction() * 1_300
      case 2..<30: break
      default: time += chance.nextFraction() * 2 * gap
      }
      let bytes = Array(text.bytes[range])
      events.append(.init(instant: Self.at(time), message: message, action: .token(bytes)))
    }
    events.append(.init(instant: Self.at(time), message: message, action: .end))
  }

  private mutating func interrupt(
    _ last: Double,
    _ messages: Int,
    _ chance: inout SeededGenerator
  ) {
    for _ in 0...chance.nextIndex(below: 4) {
      let message = UInt32(1 + chance.nextIndex(below: messages))
      let time = chance.nextFraction() * (last + 300)
      let later = time + chance.nextFraction() * 800
      switch chance.nextIndex(below: 5) {
      case 0: insert(.stop, of: message, at: time)
      case 1:
        insert(chance.nextIndex(below: 2) == 0 ? .stop : .end, of: message, at: time)
        insert(.reopen, of: message, at: later)
      case 2: insert(.reopenConversation, of: message, at: time)
      case 3:
        insert(.animate(false), of: message, at: time)
        insert(.animate(true), of: message, at: later)
      default:
        insert(.show(false), of: message, at: time)
        insert(.show(true), of: message, at: later)
      }
    }
  }

  private mutating func insert(_ action: Action, of message: UInt32, at milliseconds: Double) {
    let instant = Self.at(milliseconds)
    let place = events.firstIndex { $0.instant > instant } ?? events.count
    events.insert(.init(instant: instant, message: message, action: action), at: place)
  }

  private static func at(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

  /// Leaves out what is not needed for a failure: halves, quarters and so on, down to one event.
  ///
  /// - Parameter fails: Whether a script still fails.
  func shrunk(attempts: Int = 400, while fails: (StreamScript) -> Bool) -> StreamScript {
    var script = self
    var left = attempts
    var length = script.events.count / 2
    while length > 0, left > 0 {
      var start = 0
      while start < script.events.count, left > 0 {
        var shorter = script
        shorter.events.removeSubrange(start..<min(start + length, shorter.events.count))
        left -= 1
        if fails(shorter) { script = shorter } else { start += length }
      }
      length /= 2
    }
    return script
  }

  /// The script as text, a line an event; at most 40.
  var summary: String {
    events.prefix(40).map { event in
      let what =
        switch event.action {
        case .token(let bytes):
          "token \(String(reflecting: String(decoding: bytes, as: UTF8.self)))"
        default: "\(event.action)"
        }
      return "  \(event.instant) message \(event.message): \(what)"
    }.joined(separator: "\n")
  }
}
