import CTextShaping

/// Tells which breaks of a line stay where they are whatever follows the line.
///
/// Whether a line may break before a scalar depends on what stands before it, on the scalar and on the
/// next one. In Thai it depends on the part of the run that the dictionary is shown at once.
struct FinalBreaks {
  /// How many bytes after a break are waited for: more than two scalars.
  static let context = 16

  private let text: UnsafeBufferPointer<UInt8>
  private let end: Int
  /// How far breaks are final.
  private let final: Int

  /// Looks at the end of a line.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - range: The line, from where its breaks are looked for.
  /// - Complexity: O(the run of Thai at the end).
  init(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.text = text
    end = range.upperBound
    var start = range.upperBound
    while start - 3 >= range.lowerBound, ThaiRun.isThai(text, start - 3) { start -= 3 }
    let part = (range.upperBound - start) % Int(TEXT_THAI_PART)
    final = min(range.upperBound - Self.context, range.upperBound - part)
  }

  /// Whether all breaks up to a place are final, and what may happen at it.
  func areFinal(upTo place: Int) -> Bool { place <= final }

  /// How many leading bytes of the text those breaks depend on.
  ///
  /// - Precondition: They are final.
  func needed(upTo place: Int) -> Int {
    let part = place < end && ThaiRun.isThai(text, place) ? Int(TEXT_THAI_PART) : 0
    return min(end, place + part + Self.context)
  }
}
