/// Tokens that say where in their text they begin: a replay is dropped, what lies beyond a hole waits.
///
/// Places are Unicode scalars from the beginning of the text. At most 256 KiB wait.
///
/// Complexity: O(bytes) each, and O(tokens that wait).
package struct PlacedTokens: Hashable, Sendable {
  /// How many bytes may wait beyond a hole.
  package static let roomBeyondHole = 256 << 10

  /// What becomes of a token.
  package enum Outcome: Hashable, Sendable {
    /// These bytes arrive now.
    case arrives([UInt8])
    /// It waits until the hole before it is filled.
    case waits
    /// More would wait than may.
    case tooMuch
  }

  private struct Token: Hashable {
    var start: Int
    var bytes: [UInt8]
  }

  private var waiting: [Token] = []
  /// Tokens whose text was another than what had arrived at their place.
  package private(set) var mismatches = 0

  /// Makes tokens of which none waits.
  package init() {}

  /// Whether something waits for a hole to be filled.
  package var hasHole: Bool { !waiting.isEmpty }

  /// Takes a token that begins at a place.
  ///
  /// - Parameters:
  ///   - bytes: The token; whole scalars.
  ///   - start: Where it begins.
  ///   - arrived: How many scalars have arrived.
  ///   - text: All that has arrived; empty where the token does not overlap it.
  package mutating func take(
    _ bytes: [UInt8],
    at start: Int,
    arrived: Int,
    text: [UInt8]
  ) -> Outcome {
    guard start <= arrived else {
      let size = waiting.reduce(bytes.count) { $0 + $1.bytes.count }
      guard size <= Self.roomBeyondHole else { return .tooMuch }
      let place = waiting.firstIndex { $0.start > start } ?? waiting.count
      waiting.insert(Token(start: start, bytes: bytes), at: place)
      return .waits
    }
    guard start < arrived else { return .arrives(bytes) }
    let overlap = Self.utf8Count(ofScalars: arrived - start, in: bytes[...])
    let place = Self.utf8Count(ofScalars: max(0, start), in: text[...])
    if !text[place...].starts(with: bytes[..<overlap]) { mismatches += 1 }
    return .arrives(Array(bytes[overlap...]))
  }

  /// The next token that waited and does so no longer; nil when there is none.
  package mutating func next(arrived: Int) -> (start: Int, bytes: [UInt8])? {
    guard let first = waiting.first, first.start <= arrived else { return nil }
    waiting.removeFirst()
    return (first.start, first.bytes)
  }

  /// Nothing waits any more.
  package mutating func removeAll() { waiting.removeAll() }

  /// How many bytes the first scalars of a text take; all there are when it has fewer.
  static func utf8Count(ofScalars count: Int, in bytes: ArraySlice<UInt8>) -> Int {
    var left = count
    for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
      if left == 0 { return offset }
      left -= 1
    }
    return bytes.count
  }
}
