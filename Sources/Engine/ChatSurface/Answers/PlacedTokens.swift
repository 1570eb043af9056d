/// Tokens beyond a hole of their text: each says where it begins, and waits for the text before it.
///
/// Places are Unicode scalars from the beginning of the text. At most 256 KiB wait.
///
/// Complexity: O(log tokens that wait) each; no text is read.
package struct PlacedTokens: Hashable, Sendable {
  /// How many bytes may wait beyond a hole.
  package static let roomBeyondHole = 256 << 10

  private struct Token: Hashable {
    var start: Int
    /// Of two with one place the one that came first arrives first.
    var number: Int
    var bytes: [UInt8]

    func isBefore(_ other: Token) -> Bool { (start, number) < (other.start, other.number) }
  }

  /// A heap: no token is before the one at half its place.
  private var waiting: [Token] = []
  private var waitingUTF8 = 0
  private var count = 0

  package init() {}

  /// Whether something waits for a hole to be filled.
  package var hasHole: Bool { !waiting.isEmpty }

  /// Keeps a token until the text before it has arrived.
  ///
  /// - Returns: False when more would wait than ``roomBeyondHole``; the token is not kept then.
  package mutating func keep(_ bytes: [UInt8], at start: Int) -> Bool {
    guard waitingUTF8 + bytes.count <= Self.roomBeyondHole else { return false }
    waitingUTF8 += bytes.count
    waiting.append(Token(start: start, number: count, bytes: bytes))
    count += 1
    rise()
    return true
  }

  /// Takes out the first token that begins within what has arrived; nil when there is none.
  package mutating func next(arrived: Int) -> (start: Int, bytes: [UInt8])? {
    guard let first = waiting.first, first.start <= arrived else { return nil }
    waitingUTF8 -= first.bytes.count
    waiting.swapAt(0, waiting.count - 1)
    waiting.removeLast()
    sink()
    return (first.start, first.bytes)
  }

  /// The last token goes up to where it belongs.
  private mutating func rise() {
    var place = waiting.count - 1
    while place > 0, waiting[place].isBefore(waiting[(place - 1) / 2]) {
      waiting.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// The first token goes down to where it belongs.
  private mutating func sink() {
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < waiting.count {
        if waiting[child].isBefore(waiting[least]) { least = child }
      }
      guard least != place else { return }
      waiting.swapAt(place, least)
      place = least
    }
  }
}
