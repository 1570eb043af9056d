/// The last line of a text that still grows, of which all may be undecided.
struct LastLine {
  /// The longest line of which all may be undecided, in bytes.
  static let longest = 256
  /// The longest head of a table that is shown as a row before its delimiter row has come, in bytes.
  static let longestHead = 4_096
  /// The digits of a list's number, and what ends it.
  static let longestNumber = 11

  /// The line, which nothing ends yet, without what it begins with of spaces; nil for one too long.
  private let line: ArraySlice<UInt8>?
  /// The source of the last block.
  private let source: ArraySlice<UInt8>
  /// All from there on.
  private let rest: ArraySlice<UInt8>

  /// Finds the last line of a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - range: The source of its last block.
  ///   - looked: Grows by the bytes that were looked at.
  init(of text: [UInt8], from range: Range<Int>, counting looked: inout Int) {
    let end = text.suffix(Self.longest + 1)
    let feed = end.lastIndex(of: UInt8(ascii: "\n"))
    if let start = feed.map({ $0 + 1 }) ?? (end.startIndex == 0 ? 0 : nil) {
      line = text[start...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      looked += text.count - start
    } else {
      line = nil
      looked += end.count
    }
    source = text[range.clamped(to: 0..<text.count)]
    rest = text[source.startIndex...]
    if rest.first == UInt8(ascii: "!"), rest.count <= Self.longestHead { looked += rest.count }
  }

  /// Whether the block is nothing but images so far, of which the last may not have ended: text that follows
  /// in the same paragraph would make words of them.
  var isUndecidedImage: Bool {
    guard rest.first == UInt8(ascii: "!"), rest.count <= Self.longestHead else { return false }
    var rest = rest
    while true {
      let gap = rest.prefix { UndecidedSigns.isSpace($0) }
      // A blank line ends the paragraph.
      if gap.count(where: { $0 == UInt8(ascii: "\n") }) > 1 { return false }
      rest = rest.dropFirst(gap.count)
      guard let sign = rest.popFirst() else { return true }
      guard sign == UInt8(ascii: "!") else { return false }
      for pair in [(UInt8(ascii: "["), UInt8(ascii: "]")), (UInt8(ascii: "("), UInt8(ascii: ")"))] {
        guard let first = rest.first else { return true }
        guard first == pair.0 else { return false }
        guard let end = Self.end(of: rest, pair) else { return !Self.hasBlankLine(rest) }
        rest = rest[end...]
      }
    }
  }

  /// Where what a bracket opens at the beginning of a text is closed; nil where it is not.
  private static func end(of text: ArraySlice<UInt8>, _ pair: (UInt8, UInt8)) -> Int? {
    var depth = 0
    var isEscaped = false
    for index in text.indices {
      let byte = text[index]
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == pair.0 {
        depth += 1
      } else if byte == pair.1 {
        depth -= 1
        if depth == 0 { return index + 1 }
      }
    }
    return nil
  }

  private static func hasBlankLine(_ text: ArraySlice<UInt8>) -> Bool {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.dropFirst().dropLast().contains { $0.allSatisfy(UndecidedSigns.isSpace) }
  }

  /// Whether a line has nothing but some signs, and spaces.
  private static func isOnly(_ signs: String, _ line: ArraySlice<UInt8>) -> Bool {
    !line.isEmpty && line.allSatisfy { $0 == UInt8(ascii: " ") || signs.utf8.contains($0) }
  }

  /// Whether the block is there only because of signs at the end that may be something else.
  func isAllUndecided(_ block: Block) -> Bool {
    guard let line, !line.isEmpty else { return false }
    switch block.kind {
    case .thematicBreak: return Self.isOnly("*-_", line)
    case .code:
      return block.text.isEmpty && (line.starts(with: "```".utf8) || line.starts(with: "~~~".utf8))
    case .paragraph, .heading:
      return block.text.isEmpty && Self.isOnly("*-+#>=_~`.)0123456789", line)
    default: return false
    }
  }

  /// Whether it may make a heading of the paragraph above it, which it does only when it has ended.
  var isUnderline: Bool {
    line.map { Self.isOnly("-", $0) || Self.isOnly("=", $0) } ?? false
  }

  /// The row that a paragraph of a line that begins with `|` is shown as at once.
  func row(of block: Block) -> Block? {
    guard source.first == UInt8(ascii: "|"), source.count <= Self.longestHead else { return nil }
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
    guard let head = lines.first, lines.count == 1 || lines.count == 2 && isDelimiter(lines[1])
    else { return nil }
    var cells: [ArraySlice<UInt8>] = head.dropFirst().split(
      separator: UInt8(ascii: "|"),
      omittingEmptySubsequences: false
    )
    if cells.last.map({ Self.isOnly(" ", $0) || $0.isEmpty }) == true { cells.removeLast() }
    let texts = cells.map(Self.trimmed)
    var row = block
    row.kind = .tableRow(
      TableRow(
        isHeader: true,
        alignments: texts.map { _ in .none },
        cellRunCounts: texts.map { $0.isEmpty ? 0 : 1 }
      )
    )
    row.text = texts.flatMap { $0 }
    row.runs = texts.filter { !$0.isEmpty }.map { TextRun(utf8Count: $0.count) }
    return row
  }

  /// Whether a second line may be the one that makes the first a table's head.
  private func isDelimiter(_ second: ArraySlice<UInt8>) -> Bool {
    line?.isEmpty == false && Self.isOnly("|-:", second)
  }

  private static func trimmed(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let space = UInt8(ascii: " ")
    guard let first = cell.firstIndex(where: { $0 != space }),
      let last = cell.lastIndex(where: { $0 != space })
    else { return [] }
    return cell[first...last]
  }

  /// Where signs and numbers begin that are all of the line: they may begin a list, a quote, a heading or a
  /// rule. The end of the text where there are none.
  func startOfSigns(of block: Block) -> Int {
    let count = block.text.count
    guard let line, !line.isEmpty, line.count <= count else { return count }
    let signs = Self.trimmed(line)
    let isNumber =
      Self.isOnly("0123456789.)", signs) && signs.count <= Self.longestNumber
      && signs.count == count
    guard isNumber || Self.isOnly("*-+#>=_~`", signs), block.text.suffix(signs.count) == signs
    else { return count }
    return count - signs.count
  }

  /// Where signs of a code block's fence begin that are all of its line: they may end it. The end of the
  /// text where there are none.
  func startOfFenceEnd(of block: Block) -> Int {
    let count = block.text.count
    let signs = [UInt8(ascii: "`"), UInt8(ascii: "~")]
    guard let line = line?.drop(while: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: " ") }),
      let sign = line.first, signs.contains(sign), line.allSatisfy({ $0 == sign }),
      source.first(where: { signs.contains($0) || $0 == UInt8(ascii: "\n") }) == sign,
      let end = block.text.lastIndex(where: { $0 != UInt8(ascii: "\n") }),
      block.text[...end].suffix(line.count) == line
    else { return count }
    let start = end + 1 - line.count
    // Signs at the end of a longer line are none of a fence.
    guard start == 0 || block.text[start - 1] == UInt8(ascii: "\n") else { return count }
    // The line goes with what ends the one before it, or with its own end.
    let hasEnd = end + 1 < count
    return max(0, start - (hasEnd ? 0 : 1))
  }
}
