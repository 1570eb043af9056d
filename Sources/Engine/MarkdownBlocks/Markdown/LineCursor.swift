/// A place in a line, with the column that tabs to every fourth give it.
struct LineCursor {
  static let codeIndent = 4
  private static let tabStop = 4

  let text: UnsafeBufferPointer<UInt8>
  /// The line, without its line feed.
  private(set) var line = 0..<0
  /// The next byte to look at, and its column.
  var offset = 0
  var column = 0
  /// Whether the byte at ``offset`` is a tab of which some columns were passed.
  var isInsideTab = false
  /// The first byte from there on that is no space and no tab.
  private(set) var nonspace = 0
  private var nonspaceColumn = 0
  /// Up to where no rule across the text can begin.
  var noRuleBefore = 0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// How many columns lie before the first byte that is no space.
  var indent: Int { nonspaceColumn - column }
  /// Whether nothing else follows.
  var isBlank: Bool { self[nonspace] == 0x0A }
  var isIndented: Bool { indent >= Self.codeIndent }

  /// A byte of the line, a line feed at its end, and zero after that.
  subscript(index: Int) -> UInt8 {
    index < line.upperBound ? text[index] : index == line.upperBound ? 0x0A : 0
  }

  /// Goes to the beginning of a line.
  mutating func begin(_ line: Range<Int>) {
    self.line = line
    (offset, column, isInsideTab) = (line.lowerBound, 0, false)
    (nonspace, nonspaceColumn, noRuleBefore) = (line.lowerBound - 1, 0, 0)
  }

  /// Finds the first byte that is no space.
  mutating func findNonspace() {
    guard nonspace <= offset else { return }
    (nonspace, nonspaceColumn) = (offset, column)
    while nonspace < line.upperBound {
      switch text[nonspace] {
      case 0x20: nonspaceColumn += 1
      case 0x09: nonspaceColumn += Self.tabStop - nonspaceColumn % Self.tabStop
      default: return
      }
      nonspace += 1
    }
  }

  /// Passes a number of bytes.
  mutating func advance(bytes count: Int) {
    var count = count
    while count > 0, offset <= line.upperBound {
      column += self[offset] == 0x09 ? Self.tabStop - column % Self.tabStop : 1
      offset += 1
      count -= 1
      isInsideTab = false
    }
  }

  /// Passes a number of columns; the last may lie inside a tab.
  mutating func advance(columns count: Int) {
    var count = count
    while count > 0, offset <= line.upperBound {
      let width = self[offset] == 0x09 ? Self.tabStop - column % Self.tabStop : 1
      isInsideTab = width > count
      column += min(count, width)
      if !isInsideTab { offset += 1 }
      count -= width
    }
  }

  /// Passes the spaces before the first byte that is none.
  mutating func advanceToNonspace() { advance(bytes: nonspace - offset) }

  /// Passes all but the line feed.
  mutating func advanceToEnd() { advance(bytes: line.upperBound - offset) }

  /// Whether a space or a tab comes next.
  var isAtSpace: Bool { self[offset] == 0x20 || self[offset] == 0x09 }

  /// Appends the rest of the line to a text, with the columns that are left of a tab as spaces.
  func appendRest(to content: inout [UInt8]) {
    var start = offset
    if isInsideTab {
      start += 1
      for _ in 0..<Self.tabStop - column % Self.tabStop { content.append(0x20) }
    }
    if start < line.upperBound {
      content.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<line.upperBound]))
    }
    if start <= line.upperBound { content.append(0x0A) }
  }
}
