/// Finds how the last block of a parsed text goes on when plain bytes follow.
///
/// It looks at the last line alone, and finds nothing where more would be needed.
package enum OpenLeafFinder {
  /// Finds it, or nil when the parser must see what follows.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - result: What it parses to.
  /// - Complexity: O(the last line and the last block's text).
  package static func openLeaf(
    of text: UnsafeBufferPointer<UInt8>,
    parsedAs result: ParsedText
  ) -> OpenLeaf? {
    guard let block = result.blocks.last, block.sourceUTF8.upperBound == text.count,
      let style = block.runs.last
    else { return nil }
    var start = text.count
    while start > 0, text[start - 1] != 0x0A, text[start - 1] != 0x0D { start -= 1 }
    let line = UnsafeBufferPointer(rebasing: text[start...])
    // No other block may end with the line, or its source would grow too: a fence that the end of
    // its container closes is said to end with the line after it.
    if let other = result.blocks.dropLast().last, other.sourceUTF8.upperBound > start { return nil }
    switch block.kind {
    case .code: return code(line, of: block, in: text)
    case .paragraph, .heading:
      guard style.destination == nil, isDecided(line),
        !holds(UInt8(ascii: ":"), behindBracketIn: text, block.sourceUTF8)
      else { return nil }
      return words(line, of: block, in: text)
    case .tableRow(let row):
      guard !row.isHeader, block.nesting == Nesting(), isDecided(line),
        !line.contains(UInt8(ascii: "\\"))
      else { return nil }
      return cells(line, of: block, row: row, in: text)
    default: return nil
    }
  }

  /// Whether nothing that follows can make the line begin another block: a letter stands in it,
  /// and no tag may begin it.
  private static func isDecided(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !line.has(UInt8(ascii: "<")) else { return false }
    // A byte order mark at the start of a text is skipped.
    let start = line.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for index in start..<line.count where isLetter(line[index]) || line[index] >= 0x80 {
      let isTask =
        line[index] | 0x20 == UInt8(ascii: "x") && index > 0 && index + 1 < line.count
        && line[index - 1] == UInt8(ascii: "[") && line[index + 1] == UInt8(ascii: "]")
      if !isTask { return true }
    }
    return false
  }

  /// Whether a byte stands in a block's source right behind a `]`.
  private static func holds(
    _ wanted: UInt8,
    behindBracketIn text: UnsafeBufferPointer<UInt8>,
    _ source: Range<Int>
  ) -> Bool {
    UnsafeBufferPointer(rebasing: text[source]).has(wanted, behind: UInt8(ascii: "]"))
  }

  /// Finds the spaces at the end of a line, or of its last cell, and the plain bytes before them.
  ///
  /// - Returns: The bytes, which end at a space, a bar or a mark that they can not complete, or are
  ///   empty; nil when something before them in the same word might go on with what follows: an
  ///   entity, an address, the end of a link.
  private static func lastWord(
    of line: UnsafeBufferPointer<UInt8>,
    isRow: Bool,
    mayEndLink: Bool
  ) -> (word: Range<Int>, spaces: Int)? {
    var end = line.count
    while end > 0, line[end - 1] == 0x20 { end -= 1 }
    var place = end
    var start: Int?
    while place > 0, line[place - 1] != 0x20, !(isRow && line[place - 1] == UInt8(ascii: "|")) {
      let byte = line[place - 1]
      let previous = place > 1 ? line[place - 2] : 0
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "["),
        UInt8(ascii: "]"):
        start = start ?? place
      case UInt8(ascii: ")") where !mayEndLink: break
      default:
        guard byte >= 0x80 || PlainByte.isPlain(byte, after: previous) else { return nil }
      }
      place -= 1
    }
    return ((start ?? place)..<end, line.count - end)
  }

  /// Whether a block's text ends with bytes of the source as they are.
  private static func isShown(
    _ word: Range<Int>,
    of line: UnsafeBufferPointer<UInt8>,
    in block: Block
  ) -> Bool {
    guard let run = block.runs.last, run.style.isEmpty, run.destination == nil,
      run.utf8Count >= word.count
    else { return false }
    return block.text.suffix(word.count).elementsEqual(line[word])
  }

  private static func words(
    _ line: UnsafeBufferPointer<UInt8>,
    of block: Block,
    in text: UnsafeBufferPointer<UInt8>
  ) -> OpenLeaf? {
    let mayEndLink = holds(UInt8(ascii: "("), behindBracketIn: text, block.sourceUTF8)
    let mayTakeStars = !block.text.contains(UInt8(ascii: "*"))
    if mayTakeStars, let spaces = spacesAfterStars(line, in: block) {
      return .words(
        .init(spaces: spaces, mayEndLink: mayEndLink, mayTakeStars: true, beginsRun: true)
      )
    }
    guard let (word, spaces) = lastWord(of: line, isRow: false, mayEndLink: mayEndLink),
      !word.isEmpty,
      isShown(word, of: line, in: block)
    else { return nil }
    return .words(
      .init(spaces: spaces, mayEndLink: mayEndLink, mayTakeStars: mayTakeStars)
    )
  }

  /// How many spaces follow the pair of stars that a line ends with, around plain bytes that end with a
  /// letter: such a pair stays one whatever but a star follows, as does what it encloses.
  ///
  /// - Returns: Nil when the line ends with something else.
  private static func spacesAfterStars(
    _ line: UnsafeBufferPointer<UInt8>,
    in block: Block
  ) -> Int? {
    let star = UInt8(ascii: "*")
    var end = line.count
    while end > 0, line[end - 1] == 0x20 { end -= 1 }
    var inner = end
    while inner > 0, line[inner - 1] == star { inner -= 1 }
    let count = end - inner
    guard count == 1 || count == 2, let run = block.runs.last,
      run.style == (count == 1 ? .italic : .bold), endsWithLetter(line[..<inner])
    else { return nil }
    var start = inner
    while start > 0, line[start - 1] != star {
      let byte = line[start - 1]
      let isPlain =
        byte >= 0x80 || byte == 0x20
        || PlainByte.isPlain(byte, after: start > 1 ? line[start - 2] : 0)
      guard isPlain else { return nil }
      start -= 1
    }
    guard start > count, line[start - count..<start].allSatisfy({ $0 == star }),
      line[start - count - 1] != star, line[start - count - 1] != UInt8(ascii: "\\"),
      run.utf8Count == inner - start,
      block.text.suffix(inner - start).elementsEqual(line[start..<inner])
    else { return nil }
    return line.count - end
  }

  /// Whether some bytes end with a letter of any script.
  private static func endsWithLetter(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var start = bytes.endIndex
    while start > bytes.startIndex, bytes.endIndex - start < 4 {
      start -= 1
      if bytes[start] & 0xC0 != 0x80 { break }
    }
    let last = String(decoding: bytes[start...], as: UTF8.self).unicodeScalars.last
    return last?.properties.isAlphabetic ?? false
  }

  private static func cells(
    _ line: UnsafeBufferPointer<UInt8>,
    of block: Block,
    row: TableRow,
    in text: UnsafeBufferPointer<UInt8>
  ) -> OpenLeaf? {
    let mayEndLink = holds(UInt8(ascii: "("), behindBracketIn: text, block.sourceUTF8)
    guard let (word, spaces) = lastWord(of: line, isRow: true, mayEndLink: mayEndLink) else {
      return nil
    }
    var bars = 0
    for byte in line where byte == UInt8(ascii: "|") { bars += 1 }
    let first = line.first { $0 != 0x20 && $0 != 0x09 }
    let column = first == UInt8(ascii: "|") ? bars - 1 : bars
    guard column >= 0 else { return nil }
    if column < row.cellRunCounts.count {
      let isOpenCellShown = row.cellRunCounts[column] > 0
      guard row.cellRunCounts[(column + 1)...].allSatisfy({ $0 == 0 }),
        isOpenCellShown ? !word.isEmpty && isShown(word, of: line, in: block) : word.isEmpty,
        word.isEmpty || word.lowerBound == 0
          || line[word.lowerBound - 1] == 0x20
          || line[word.lowerBound - 1] == UInt8(ascii: "|")
      else { return nil }
    }
    return .cells(column: column, spaces: spaces, mayEndLink: mayEndLink)
  }

  private static func code(
    _ line: UnsafeBufferPointer<UInt8>,
    of block: Block,
    in text: UnsafeBufferPointer<UInt8>
  ) -> OpenLeaf? {
    let fence = text[block.sourceUTF8.lowerBound]
    guard block.nesting == Nesting(), fence == UInt8(ascii: "`") || fence == UInt8(ascii: "~"),
      line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != fence }),
      block.text.suffix(line.count).elementsEqual(line)
    else { return nil }
    let before = block.text.count - line.count
    guard before == 0 || block.text[before - 1] == 0x0A else { return nil }
    return .code(fence: fence)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
