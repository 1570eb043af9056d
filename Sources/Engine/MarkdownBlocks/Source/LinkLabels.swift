/// Finds what may be a label of a link, in the form in which labels are compared.
///
/// A label stands in brackets, has no bracket in it that is not escaped, and at most 1,000 bytes.
/// What stands in code or in escaped brackets is found, too.
package enum LinkLabels {
  /// Folds the case of what is not ASCII alone.
  package typealias Fold = (UnsafeBufferPointer<UInt8>) -> [UInt8]

  /// The longest label.
  private static let longest = 1_000

  /// Finds every label.
  ///
  /// - Complexity: O(length of the text), but for escaped brackets up to the longest label for each.
  package static func labels(
    in text: UnsafeBufferPointer<UInt8>,
    folding fold: Fold
  ) -> Set<[UInt8]> {
    var labels: Set<[UInt8]> = []
    for (start, byte) in text.enumerated() where byte == UInt8(ascii: "[") {
      guard let end = endOfLabel(from: start + 1, in: text), end > start + 1 else { continue }
      let label = normalized(
        UnsafeBufferPointer(rebasing: text[start + 1..<end]),
        folding: fold
      )
      if !label.isEmpty { labels.insert(label) }
    }
    return labels
  }

  private static func endOfLabel(from start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = start
    let limit = min(text.count, start + longest + 1)
    while index < limit {
      switch text[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: "]"): return index
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Folds the case of a label, joins its white space and drops what surrounds it.
  package static func normalized(
    _ label: UnsafeBufferPointer<UInt8>,
    folding fold: Fold
  ) -> [UInt8] {
    // Most are as they are compared.
    if label.allSatisfy({ (0x21...0x7E).contains($0) && lowercased($0) == $0 }) {
      return Array(label)
    }
    var words: [UInt8] = []
    let isPlain = label.allSatisfy { $0 < 0x80 }
    let folded = isPlain ? label.map(lowercased) : fold(label)
    var hasSpace = false
    for byte in folded {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        hasSpace = true
        continue
      }
      if hasSpace, !words.isEmpty { words.append(0x20) }
      hasSpace = false
      words.append(byte)
    }
    return words
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
