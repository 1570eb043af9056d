import MarkdownBlocks

/// Finds a restart among link definitions that stand at the end of a text: they make no blocks, so that
/// no block begins there.
///
/// A definition on a line of its own needs nothing of what stands before it. Only plain ones count: the
/// label without brackets, a destination without spaces, no title, no space before; in a paragraph that
/// a blank line parts from what is before it, which therefore lies in no container.
enum DefinitionRestart {
  /// Finds the last such line after a text's blocks.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - collector: Has collected its blocks.
  /// - Returns: Nil when there is none, or when something else follows the blocks.
  /// - Complexity: O(what follows the last block).
  static func restart(
    in text: UnsafeBufferPointer<UInt8>,
    after collector: BlockCollector
  ) -> ParsedText.Restart? {
    var line = collector.blocks.last.map { collector.lines.line(at: $0.sourceUTF8.upperBound) } ?? 1
    var start = collector.blocks.isEmpty ? 0 : collector.lines.start(ofLine: line + 1)
    line += collector.blocks.isEmpty ? 0 : 1
    var isTopLevel = start == 0
    var paragraph: Int?
    var last: (place: Int, paragraph: Int)?
    while start < text.count {
      let end = collector.lines.range(ofLines: line...line).upperBound
      let bytes = UnsafeBufferPointer(rebasing: text[start..<end])
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        isTopLevel = true
        paragraph = nil
      } else if isTopLevel, isPlainDefinition(bytes) {
        paragraph = paragraph ?? start
        last = (start, paragraph ?? start)
      } else {
        break
      }
      line += 1
      start = collector.lines.start(ofLine: line)
    }
    guard let last, last.place > 0 else { return nil }
    return .init(
      utf8Offset: last.place,
      blockIndex: collector.blocks.count,
      paragraphDistance: last.place - last.paragraph
    )
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
        case 0x21...0x7E:
          !"<>()[]\\\"'`&".utf8.contains(byte)
        default: false
        }
      }
  }
}
