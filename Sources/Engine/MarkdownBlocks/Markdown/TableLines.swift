/// The lines of tables.
enum TableLines {
  /// How many lines of a paragraph may be taken for delimiter rows.
  static let delimiterRows = 16
  /// How many cells the rows of a table may lack.
  static let lackingCells = 65_536

  /// Whether a byte may stand in the delimiter row.
  static func isDelimiterSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "-"), 0x20, 0x09...0x0D: true
    default: false
    }
  }

  /// The alignments of the columns of a delimiter row; nil for a line that is none.
  static func alignments(_ line: UnsafeBufferPointer<UInt8>) -> [TableRow.Alignment]? {
    var result: [TableRow.Alignment] = []
    var index = 0
    func byte() -> UInt8 { index < line.count ? line[index] : 0x0A }
    func take(_ sign: UInt8) -> Bool {
      guard byte() == sign else { return false }
      index += 1
      return true
    }
    func skipSpaces() { while Bytes.isSpaceInLine(byte()) { index += 1 } }
    _ = take(UInt8(ascii: "|"))
    repeat {
      skipSpaces()
      if index >= line.count, !result.isEmpty { return result }
      let isLeft = take(UInt8(ascii: ":"))
      guard byte() == UInt8(ascii: "-") else { return nil }
      while take(UInt8(ascii: "-")) {}
      let isRight = take(UInt8(ascii: ":"))
      result.append(isLeft ? isRight ? .center : .left : isRight ? .right : .none)
      skipSpaces()
    } while take(UInt8(ascii: "|"))
    return index >= line.count ? result : nil
  }

  /// Whether a line has at least one cell.
  static func hasCells(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.count > leadingBar(line)
  }

  /// Tells where the cells of a line lie.
  static func forEachCell(of line: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) -> Void) {
    var start = leadingBar(line)
    var index = start
    while index < line.count {
      if line[index] == UInt8(ascii: "|"), index == start || line[index - 1] != UInt8(ascii: "\\") {
        body(start..<index)
        index += 1
        while index < line.count, Bytes.isSpaceInLine(line[index]) { index += 1 }
        start = index
      } else {
        index += 1
      }
    }
    if start < line.count { body(start..<line.count) }
  }

  private static func leadingBar(_ line: UnsafeBufferPointer<UInt8>) -> Int {
    guard line.first == UInt8(ascii: "|") else { return 0 }
    var index = 1
    while index < line.count, Bytes.isSpaceInLine(line[index]) { index += 1 }
    return index
  }

  /// A text of a table without the backslashes before its bars, and without the white space at its ends.
  static func unescaped(_ text: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    for byte in text {
      if byte == UInt8(ascii: "|"), result.last == UInt8(ascii: "\\") { result.removeLast() }
      result.append(byte)
    }
    return result.withUnsafeBufferPointer { Array($0[Bytes.trimmed(0..<$0.count, in: $0)]) }
  }
}

extension BlockTree {
  /// Tells the texts of the cells of a row, at most as many as its table has columns.
  func forEachCell(of row: BlockNode, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var rest = alignments[nodes[row.parent].detail].count
    content.withUnsafeBufferPointer { content in
      let line = UnsafeBufferPointer(rebasing: content[row.content].dropLast())
      TableLines.forEachCell(of: line) { cell in
        rest -= 1
        guard rest >= 0 else { return }
        let text = UnsafeBufferPointer(rebasing: line[Bytes.trimmed(cell, in: line)])
        guard text.has(UInt8(ascii: "|")) else { return body(text) }
        TableLines.unescaped(line[cell]).withUnsafeBufferPointer(body)
      }
    }
  }
}
