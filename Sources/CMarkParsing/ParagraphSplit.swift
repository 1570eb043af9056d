import MarkdownBlocks

/// Finds a place inside a long paragraph at the end of a text from where it can go on by itself.
///
/// Such a place is the start of a word before which no inline delimiter is open: the two parts,
/// parsed apart, give the paragraph again, and the first has no mark left that later text could
/// close.
enum ParagraphSplit {
  /// Paragraphs up to this many bytes are not split.
  static let shortest = 256
  /// How many bytes at the paragraph's start and at its end stay in one piece.
  private static let margin = 64

  /// Finds the last good place in the last block of a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - result: What it parses to.
  ///   - parse: Parses a part of it.
  /// - Returns: A restart, or nil when the last block is no long paragraph or has no such place.
  static func restart(
    in text: UnsafeBufferPointer<UInt8>,
    parsedAs result: ParsedText,
    parse: (UnsafeBufferPointer<UInt8>) -> ParsedText
  ) -> ParsedText.Restart? {
    guard result.definitions.isEmpty, let block = result.blocks.last, block.kind == .paragraph,
      block.nesting == Nesting(), block.sourceUTF8.count > shortest,
      text[block.sourceUTF8.upperBound...].allSatisfy({ $0 == 0x0A || $0 == 0x0D }),
      let root = result.restarts.last, root.continuation == nil,
      root.utf8Offset == block.sourceUTF8.lowerBound
    else { return nil }
    let start = block.sourceUTF8.lowerBound
    let limit = min(block.sourceUTF8.count - margin, firstOpenMark(in: block) ?? .max)
    guard let place = lastWordStart(in: text, from: start + margin, to: start + limit) else {
      return nil
    }
    let before = parse(UnsafeBufferPointer(rebasing: text[start..<place])).blocks
    let after = parse(UnsafeBufferPointer(rebasing: text[place...])).blocks
    guard before.count == 1, after.count == 1, let first = before.first, let rest = after.first,
      first.kind == .paragraph, rest.kind == .paragraph, first.nesting == Nesting(),
      firstOpenMark(in: first) == nil
    else { return nil }
    var joined = first
    joined.append(text: [0x20], runs: [TextRun(utf8Count: 1)])
    let kept = joined.text.count
    joined.append(text: rest.text, runs: rest.runs)
    guard joined.text == block.text, joined.runs == block.runs else { return nil }
    return .init(
      utf8Offset: place,
      blockIndex: result.blocks.count - 1,
      continuation: .text(paragraph: start, keptUTF8Count: kept)
    )
  }

  /// Finds the first letter that follows a single space and no bar in its line, from the end.
  private static func lastWordStart(
    in text: UnsafeBufferPointer<UInt8>,
    from low: Int,
    to high: Int
  ) -> Int? {
    var place = high
    while place >= low {
      if text[place - 1] == 0x20, isLetter(text[place]), text[place - 2] > 0x20 {
        var line = place - 1
        while line > 0, text[line] != 0x0A, text[line] != 0x0D, text[line] != UInt8(ascii: "|") {
          line -= 1
        }
        return text[line] == UInt8(ascii: "|") ? nil : place
      }
      place -= 1
    }
    return nil
  }

  /// Finds the first mark in the shown text that may open something: one that is not in code.
  private static func firstOpenMark(in block: Block) -> Int? {
    var start = 0
    for run in block.runs {
      defer { start += run.utf8Count }
      guard !run.style.contains(.code) else { continue }
      for index in start..<start + run.utf8Count {
        switch block.text[index] {
        case UInt8(ascii: "*"), UInt8(ascii: "~"), UInt8(ascii: "["), UInt8(ascii: "`"),
          UInt8(ascii: "<"):
          return index
        case UInt8(ascii: "_"):
          let isInWord =
            index > 0 && index + 1 < block.text.count && isLetter(block.text[index - 1])
            && isLetter(block.text[index + 1])
          if !isInWord { return index }
        default: break
        }
      }
    }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
