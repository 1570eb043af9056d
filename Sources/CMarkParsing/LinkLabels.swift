import CCmarkGFM

/// Finds what may be a label of a link, in the form in which cmark-gfm compares labels.
///
/// A label stands in brackets, has no bracket in it that is not escaped, and at most 1,000 bytes.
/// What stands in code or in escaped brackets is found, too.
enum LinkLabels {
  /// The longest label.
  private static let longest = 1_000

  /// Finds every label.
  ///
  /// - Complexity: O(length of the text), but for escaped brackets up to the longest label for each.
  static func labels(in text: UnsafeBufferPointer<UInt8>) -> Set<[UInt8]> {
    var labels: Set<[UInt8]> = []
    for (start, byte) in text.enumerated() where byte == UInt8(ascii: "[") {
      guard let end = endOfLabel(from: start + 1, in: text), end > start + 1 else { continue }
      let label = normalized(UnsafeBufferPointer(rebasing: text[start + 1..<end]))
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

  /// Folds the case of a label, joins its white space and drops what surrounds it, as cmark does.
  static func normalized(_ label: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    // Most are as they are compared.
    if label.allSatisfy({ (0x21...0x7E).contains($0) && lowercased($0) == $0 }) {
      return Array(label)
    }
    var words: [UInt8] = []
    let isPlain = label.allSatisfy { $0 < 0x80 }
    let folded = isPlain ? label.map(lowercased) : folded(label)
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

  private static func folded(_ label: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var buffer = cmark_strbuf()
    cmark_strbuf_init(cmark_get_default_mem_allocator(), &buffer, 0)
    defer { cmark_strbuf_free(&buffer) }
    cmark_utf8proc_case_fold(&buffer, label.baseAddress, Int32(label.count))
    return Array(UnsafeBufferPointer(start: buffer.ptr, count: Int(buffer.size)))
  }
}
