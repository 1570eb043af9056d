import CTextShaping

/// Follows a text forward and knows which run of Thai a place lies in.
///
/// The dictionary looks at a run in parts of a fixed length, so that what it finds depends on nothing
/// before the part.
struct ThaiRun {
  private var scanned: Int
  private var start: Int?

  /// Starts where a text is looked at from.
  init(from offset: Int) { scanned = offset }

  /// Where the part of a run begins that a place lies in; nil when it lies in none.
  ///
  /// - Complexity: O(bytes since the place asked for before).
  mutating func part(at place: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    while scanned < place {
      if Self.isThai(text, scanned) {
        if start == nil { start = scanned }
        scanned += 3
      } else {
        start = nil
        scanned += 1
      }
    }
    guard let start, scanned == place, Self.isThai(text, place) else { return nil }
    let length = Int(TEXT_THAI_PART)
    return start + (place - start) / length * length
  }

  /// Whether a letter of Thai begins at a place.
  static func isThai(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    index + 2 < text.count && text[index] == 0xE0
      && (text[index + 1] == 0xB8 || text[index + 1] == 0xB9)
  }
}
