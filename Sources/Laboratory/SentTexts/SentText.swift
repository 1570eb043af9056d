/// A text of which pieces are sent in any order: each belongs at its place, in Unicode scalars, or where the
/// text ends. What was sent first for a place stays there.
///
/// Complexity: O(bytes sent) all in all.
struct SentText: Sendable {
  /// How many bytes a text has at most, and how many may wait beyond a hole.
  static let limits = (text: 4 << 20, beyond: 256 << 10)

  /// What has come without a hole.
  private(set) var bytes: [UInt8]
  /// How many scalars of it are whole.
  private(set) var scalars = 0
  /// How many bytes came with a place that had come already.
  private(set) var repeatedUTF8 = 0
  /// Scalars beyond a hole by their place, and where the piece of each begins.
  private var beyond: [Int: (start: Int, bytes: ArraySlice<UInt8>)] = [:]
  /// How long the pieces are that begin at each place beyond.
  private var waiting: [Int: Int] = [:]
  private var waitingUTF8 = 0

  init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
    scalars = Self.scalars(of: bytes[...]).count
  }

  /// All of it, invalid UTF-8 repaired.
  var repaired: [UInt8] { Array(String(decoding: bytes, as: UTF8.self).utf8) }

  /// A piece goes on where the text ends.
  ///
  /// - Returns: False where the text would be too long.
  mutating func append(_ piece: some Collection<UInt8>) -> Bool {
    guard bytes.count + piece.count <= Self.limits.text else { return false }
    let (before, tail) = (scalars, bytes.count - cutUTF8)
    bytes += piece
    scalars += Self.scalars(of: bytes[tail...]).count - (cutUTF8 > 0 ? 1 : 0)
    guard !waiting.isEmpty else { return true }
    for place in before..<scalars {
      repeatedUTF8 += beyond.removeValue(forKey: place)?.bytes.count ?? 0
    }
    // What follows half a scalar waits for its rest.
    while cutUTF8 == 0, let next = beyond.removeValue(forKey: scalars) {
      bytes += next.bytes
      scalars += 1
    }
    for place in before..<scalars + (cutUTF8 == 0 ? 1 : 0) {
      waitingUTF8 -= waiting.removeValue(forKey: place) ?? 0
    }
    return true
  }

  /// A piece belongs at a place.
  ///
  /// - Returns: False where the text would be too long, or more would wait than may.
  mutating func put(_ piece: [UInt8], at start: Int) -> Bool {
    let pieces = Self.scalars(of: piece[...])
    guard start > scalars else {
      let known = pieces.prefix(scalars - start)
      repeatedUTF8 += known.reduce(0) { $0 + $1.count }
      guard known.count < pieces.count else { return true }
      // Half a scalar at the end is said once more.
      bytes.removeLast(cutUTF8)
      return append(piece[pieces[known.count].startIndex...])
    }
    guard waitingUTF8 + piece.count <= Self.limits.beyond else { return false }
    waitingUTF8 += piece.count
    waiting[start, default: 0] += piece.count
    for (offset, scalar) in pieces.enumerated() {
      let other = beyond[start + offset]
      let isFirst = other.map { $0.start > start } ?? true
      repeatedUTF8 += isFirst ? other?.bytes.count ?? 0 : scalar.count
      if isFirst { beyond[start + offset] = (start, scalar) }
    }
    return true
  }

  /// The whole text is another one; what waits goes on waiting for its place in it.
  mutating func replace(with text: [UInt8]) {
    (bytes, scalars, repeatedUTF8) = ([], 0, 0)
    _ = append(text)
  }

  /// What waits never comes.
  mutating func leaveHole() { (beyond, waiting, waitingUTF8) = ([:], [:], 0) }

  /// How many bytes at the end are the beginning of a scalar.
  private var cutUTF8: Int {
    for count in 1...3 where count <= bytes.count {
      let byte = bytes[bytes.count - count]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return byte < 0xF8 && length > count ? count : 0
    }
    return 0
  }

  /// The bytes of each scalar that begins in a piece.
  private static func scalars(of piece: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let starts = piece.indices.filter { piece[$0] & 0xC0 != 0x80 }
    return zip(starts, starts.dropFirst() + [piece.endIndex]).map { piece[$0..<$1] }
  }
}
