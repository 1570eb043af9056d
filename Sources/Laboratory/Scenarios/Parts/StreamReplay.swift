import ChatSurface
import LoadGeneration
import Timebase

/// What becomes of a stream whose connection is lost now and then: each token says where in the text it
/// begins, and after a loss those of the last seconds come once more, with a different cut.
struct StreamReplay {
  /// So much of what came before a loss comes again.
  static let repeated = Nanoseconds.milliseconds(2_000)
  /// How many tokens of it come as one.
  private static let joined = 7

  /// How often the connection is lost, at even intervals.
  private let losses: Int

  init(_ losses: Int) { self.losses = losses }

  private struct Token {
    var place: Int
    var instant: Instant
    var scalar: Int
    var bytes: [UInt8]
  }

  /// The events of an answer with their places, and what comes again.
  ///
  /// - Parameter events: Those of one answer, in order of time.
  /// - Complexity: O(bytes).
  func events(of events: [TimedLoadEvent]) -> [TimedLoadEvent] {
    var result = events
    var id = ReplayScript.assistantID
    var tokens: [Token] = []
    var pending: [UInt8] = []
    var scalar = 0
    for (place, timed) in events.enumerated() {
      guard case .surface(.token(let message, let bytes)) = timed.event else { continue }
      id = message
      // A place counts whole scalars: what ends inside one waits for the next token.
      pending += bytes
      let whole = pending.wholeScalars
      let text = Array(pending[..<whole])
      pending.removeFirst(whole)
      tokens.append(Token(place: place, instant: timed.instant, scalar: scalar, bytes: text))
      scalar += text.count { $0 & 0xC0 != 0x80 }
    }
    if let last = tokens.indices.last { tokens[last].bytes += pending }
    for token in tokens {
      result[token.place].event = .surface(.tokenAt(id, token.bytes, scalar: token.scalar))
    }
    var again: [TimedLoadEvent] = []
    for loss in 1..<losses + 1 where !tokens.isEmpty {
      let index = min(tokens.count - 1, loss * tokens.count / (losses + 1))
      let instant = tokens[index].instant
      let lost = tokens[...index].filter { $0.instant >= instant - Self.repeated }
      for start in stride(from: 0, to: lost.count, by: Self.joined) {
        let run = lost[start..<min(lost.count, start + Self.joined)]
        let bytes = run.flatMap(\.bytes)
        again.append(
          TimedLoadEvent(.tokenAt(id, bytes, scalar: run[start].scalar), at: instant)
        )
      }
    }
    result += again
    result.sortByInstant()
    return result
  }
}

extension Array where Element == UInt8 {
  /// How many leading bytes end with a whole scalar.
  fileprivate var wholeScalars: Int {
    guard let start = lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return 0 }
    let length = self[start] < 0x80 ? 1 : self[start] < 0xE0 ? 2 : self[start] < 0xF0 ? 3 : 4
    return count - start >= length ? count : start
  }
}
