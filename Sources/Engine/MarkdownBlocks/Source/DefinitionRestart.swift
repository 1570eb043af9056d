/// Finds a restart among link definitions that stand at the end of a text: they make no blocks, so that
/// no block begins there.
///
/// A paragraph of definitions needs nothing of what stands before the blank line above it; inside it there
/// is no restart, as the head of a table that its end turns out to be makes text of them. Only plain ones
/// count: the label without brackets, a destination without spaces, no title, no space before.
package enum DefinitionRestart {
  /// Finds the last such paragraph after a text's blocks.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - lines: Its lines.
  ///   - blocks: Its blocks.
  /// - Returns: Nil when there is none, or when something else follows the blocks.
  /// - Complexity: O(what follows the last block).
  package static func restart(
    in text: UnsafeBufferPointer<UInt8>,
    lines: LineTable,
    after blocks: [Block]
  ) -> ParsedText.Restart? {
    var line = blocks.last.map { lines.line(at: $0.sourceUTF8.upperBound) } ?? 1
    var start = blocks.isEmpty ? 0 : lines.start(ofLine: line + 1)
    line += blocks.isEmpty ? 0 : 1
    var isTopLevel = start == 0
    var isInside = false
    var last = 0
    while start < text.count {
      let end = lines.range(ofLines: line...line).upperBound
      let bytes = UnsafeBufferPointer(rebasing: text[start..<end])
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        isTopLevel = true
        isInside = false
      } else if isTopLevel, isPlainDefinition(bytes) {
        if !isInside { last = start }
        isInside = true
      } else {
        break
      }
      line += 1
      start = lines.start(ofLine: line)
    }
    return last > 0 ? .init(utf8Offset: last, blockIndex: blocks.count) : nil
  }

  /// Whether a line is a definition whatever follows it, but for a title.
  private static func isPlainDefinition(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "["), line.count > 3, line[1] != UInt8(ascii: "^") else {
      return false
    }
    var index = 1
    var hasLabel = false
    scan: while index < min(line.count, 1_000) {
      switch line[index] {
      case UInt8(ascii: "]"): break scan
      case UInt8(ascii: "["), UInt8(ascii: "\\"), 0x00..<0x20, 0x7F...: return false
      case 0x20: break
      default: hasLabel = true
      }
      index += 1
    }
    guard hasLabel, index + 1 < line.count, line[index] == UInt8(ascii: "]"),
      line[index + 1] == UInt8(ascii: ":")
    else { return false }
    let destination = line[(index + 2)...].drop { $0 == 0x20 }
    return !destination.isEmpty
      && destination.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "("), UInt8(ascii: ")"),
          UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\\"), UInt8(ascii: "\""),
          UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "&"):
          false
        case 0x21...0x7E: true
        default: false
        }
      }
  }
}
