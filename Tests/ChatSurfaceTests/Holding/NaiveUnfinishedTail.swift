import MarkdownBlocks

/// What is shown of the last block of a text that still grows, found by looking at all of it each time.
struct NaiveUnfinishedTail {
  /// What is shown in the place of the block.
  enum Look: Hashable, Sendable {
    /// The block as it was parsed.
    case parsed
    /// Another block.
    case block(Block)
    /// Nothing: all of it is undecided.
    case nothing
  }

  private let rule: UnfinishedMarks
  private var block: Block
  /// The last line of the source, which nothing ends yet, without what opens containers around it.
  private let lastLine: ArraySlice<UInt8>
  /// The source of the block.
  private let source: ArraySlice<UInt8>
  /// All from there on.
  private let whole: ArraySlice<UInt8>
  /// Which bytes of the text are left out.
  private var hidden: [Range<Int>] = []

  /// Looks at the last block of a text.
  static func look(at block: Block, of source: [UInt8], _ rule: UnfinishedMarks) -> Look {
    guard rule != .raw, mayBeUndecided(block, source, rule) else { return .parsed }
    var tail = NaiveUnfinishedTail(block, source, rule)
    return tail.look()
  }

  /// Whether there is any sign that may be undecided; most text has none.
  private static func mayBeUndecided(
    _ block: Block,
    _ source: [UInt8],
    _ rule: UnfinishedMarks
  ) -> Bool {
    switch block.kind {
    case .thematicBreak, .code: return true
    case .image: return rule == .held
    // A row keeps all that its cells have.
    case .html, .unknown, .tableRow: return false
    case .paragraph, .heading: break
    }
    if block.text.isEmpty || block.text.contains(where: isMark) { return true }
    let first = block.sourceUTF8.lowerBound
    if first < source.count, source[first] == UInt8(ascii: "|") { return true }
    // A line that may be undecided as a whole is short, but for one of `-` or `=`.
    guard let last = source.last, last != UInt8(ascii: "\n") else { return false }
    if case .heading = block.kind { return true }
    return source.suffix(longestNumber + 1).contains(UInt8(ascii: "\n"))
      || source.count <= longestNumber || block.text.count <= longestNumber
  }

  /// The digits of a list's number, and what ends it.
  private static let longestNumber = 11

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "`"),
      UInt8(ascii: "["), UInt8(ascii: "&"):
      true
    default: false
    }
  }

  private init(_ block: Block, _ source: [UInt8], _ rule: UnfinishedMarks) {
    self.block = block
    self.rule = rule
    let start = source.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = source[start...]
    // A longer one is shown as it was parsed.
    lastLine =
      line.count > (start == 0 ? 257 : 256)
      ? [] : line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let range = block.sourceUTF8
    whole = source[min(range.lowerBound, source.count)...]
    self.source = source[min(range.lowerBound, source.count)..<min(range.upperBound, source.count)]
  }

  private mutating func look() -> Look {
    let parsed = block
    if rule == .held {
      if isAllUndecided || isUndecidedImage { return .nothing }
      unmakeHeading()
      makeRow()
      hideLineSigns()
      hideFenceEnd()
      hideMarks()
    }
    hideLinks()
    leaveOut()
    if block.text.isEmpty, !parsed.text.isEmpty { return .nothing }
    return block == parsed ? .parsed : .block(block)
  }

  // MARK: Lines

  /// Whether a line has nothing but one of these signs, and spaces.
  private func isOnly(_ signs: String, _ line: ArraySlice<UInt8>) -> Bool {
    !line.isEmpty && line.allSatisfy { $0 == UInt8(ascii: " ") || signs.utf8.contains($0) }
  }

  /// Whether the block is there only because of signs at the end that may be something else.
  private var isAllUndecided: Bool {
    guard !lastLine.isEmpty else { return false }
    switch block.kind {
    case .thematicBreak: return isOnly("*-_", lastLine)
    case .code: return block.text.isEmpty && isFence(lastLine)
    case .paragraph, .heading:
      return block.text.isEmpty && isOnly("*-+#>=_~`.)0123456789", lastLine)
    default: return false
    }
  }

  /// Whether there is nothing but images so far, and no blank line: told character by character.
  private var isUndecidedImage: Bool {
    guard whole.first == UInt8(ascii: "!"), whole.count <= 4_096 else { return false }
    enum Place { case between, bang, label, closed, target }
    var place = Place.between
    var (depth, isEscaped) = (0, false)
    // Of the place it is in: how many lines ended, whether the last one is blank, whether any was.
    var (feeds, isBlank, hasBlankLine) = (0, true, false)
    func go(to next: Place) { (place, feeds, isBlank, hasBlankLine) = (next, 0, false, false) }
    for byte in whole {
      let character = Character(UnicodeScalar(byte))
      if character == "\n" {
        if isBlank, feeds > 0 { hasBlankLine = true }
        feeds += 1
        isBlank = true
      } else if !" \t".contains(character) {
        isBlank = false
      }
      switch place {
      case .between:
        guard "! \t\n".contains(character), feeds < 2 else { return false }
        if character == "!" { go(to: .bang) }
      case .bang, .closed:
        guard character == (place == .bang ? "[" : "(") else { return false }
        (depth, isEscaped) = (1, false)
        go(to: place == .bang ? .label : .target)
      case .label, .target:
        let pair: (Character, Character) = place == .label ? ("[", "]") : ("(", ")")
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == pair.0 {
          depth += 1
        } else if character == pair.1 {
          depth -= 1
          if depth == 0 { go(to: place == .label ? .closed : .between) }
        }
      }
    }
    switch place {
    case .label, .target: return !hasBlankLine
    case .between, .bang, .closed: return true
    }
  }

  private func isFence(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: "```".utf8) || line.starts(with: "~~~".utf8)
  }

  /// A line of `-` or `=` makes a heading of the paragraph above it only when it has ended.
  private mutating func unmakeHeading() {
    guard case .heading = block.kind, isOnly("-", lastLine) || isOnly("=", lastLine) else { return }
    block.kind = .paragraph
  }

  /// A line that begins with `|` is shown as a row at once.
  private mutating func makeRow() {
    guard block.kind == .paragraph, source.first == UInt8(ascii: "|") else { return }
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
    guard let head = lines.first, lines.count == 1 || lines.count == 2 && isDelimiter(lines[1])
    else { return }
    var cells: [ArraySlice<UInt8>] = head.dropFirst().split(
      separator: UInt8(ascii: "|"),
      omittingEmptySubsequences: false
    )
    if cells.last.map({ isOnly(" ", $0) || $0.isEmpty }) == true { cells.removeLast() }
    let texts = cells.map(Self.trimmed)
    block.kind = .tableRow(
      TableRow(
        isHeader: true,
        alignments: texts.map { _ in .none },
        cellRunCounts: texts.map { $0.isEmpty ? 0 : 1 }
      )
    )
    block.text = texts.flatMap { $0 }
    block.runs = texts.filter { !$0.isEmpty }.map { TextRun(utf8Count: $0.count) }
  }

  /// Whether a second line may be the one that makes the first a table's head.
  private func isDelimiter(_ line: ArraySlice<UInt8>) -> Bool {
    !lastLine.isEmpty && isOnly("|-:", line)
  }

  private static func trimmed(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let space = UInt8(ascii: " ")
    guard let first = cell.firstIndex(where: { $0 != space }),
      let last = cell.lastIndex(where: { $0 != space })
    else { return [] }
    return cell[first...last]
  }

  /// Signs and numbers that are all of the last line may begin a list, a quote, a heading or a rule.
  private mutating func hideLineSigns() {
    guard case .paragraph = block.kind, !lastLine.isEmpty, lastLine.count <= block.text.count else {
      return
    }
    let line = Self.trimmed(lastLine)
    let isNumber =
      isOnly("0123456789.)", line) && line.count <= Self.longestNumber
      && line.count == block.text.count
    guard isNumber || isOnly("*-+#>=_~`", line), block.text.suffix(line.count) == line else {
      return
    }
    hide(block.text.count - line.count..<block.text.count)
  }

  /// Signs of a code block's fence that are all of its last line may end it.
  private mutating func hideFenceEnd() {
    guard case .code = block.kind else { return }
    let signs = [UInt8(ascii: "`"), UInt8(ascii: "~")]
    let line = lastLine.drop { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: " ") }
    guard let sign = line.first, signs.contains(sign), line.allSatisfy({ $0 == sign }),
      source.first(where: { signs.contains($0) || $0 == UInt8(ascii: "\n") }) == sign,
      let end = block.text.lastIndex(where: { $0 != UInt8(ascii: "\n") }),
      block.text[...end].suffix(line.count) == line
    else { return }
    let start = end + 1 - line.count
    guard start == 0 || block.text[start - 1] == UInt8(ascii: "\n") else { return }
    // The line goes with what ends the one before it, or with its own end.
    let hasEnd = end + 1 < block.text.count
    hide(max(0, end + 1 - line.count - (hasEnd ? 0 : 1))..<block.text.count)
  }

  // MARK: Marks

  private mutating func hide(_ range: Range<Int>) {
    if !range.isEmpty { hidden.append(range) }
  }

  /// Signs that may begin or end a span, and an entity that has not ended.
  private mutating func hideMarks() {
    guard block.kind != .thematicBreak else { return }
    if case .code = block.kind { return }
    let text = block.text
    var place = 0
    var start = 0
    for run in block.runs {
      let end = start + run.utf8Count
      place = max(place, start)
      start = end
      while place < end, !run.style.contains(.code) {
        let sign = text[place]
        guard
          sign == UInt8(ascii: "*") || sign == UInt8(ascii: "_") || sign == UInt8(ascii: "~")
            || sign == UInt8(ascii: "`")
        else {
          place += 1
          continue
        }
        let next = text[place...].firstIndex { $0 != sign } ?? text.count
        if isUndecided(sign, place..<next) { hide(place..<next) }
        place = max(next, place + 1)
      }
    }
    hideEntity()
  }

  /// Whether a run of one sign may still become a mark.
  private func isUndecided(_ sign: UInt8, _ range: Range<Int>) -> Bool {
    if isEscaped(sign) { return false }
    if sign == UInt8(ascii: "`") { return true }
    guard range.upperBound < block.text.count else {
      // It may open what comes, or close what is open.
      return sign != UInt8(ascii: "_") || !follows(range, isLetter) || !hidden.isEmpty
    }
    if Self.isSpace(block.text[range.upperBound]) { return false }
    return sign != UInt8(ascii: "_") || !follows(range, isLetter)
  }

  private func isEscaped(_ sign: UInt8) -> Bool {
    zip(source, source.dropFirst()).contains { $0 == UInt8(ascii: "\\") && $1 == sign }
  }

  private func follows(_ range: Range<Int>, _ isMeant: (UInt8) -> Bool) -> Bool {
    range.lowerBound > 0 && isMeant(block.text[range.lowerBound - 1])
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || Self.isLetterOrDigit(byte)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09
  }

  private mutating func hideEntity() {
    let text = block.text
    guard let start = text.lastIndex(of: UInt8(ascii: "&")), text.count - start <= 33,
      text[(start + 1)...].allSatisfy({ Self.isLetterOrDigit($0) || $0 == UInt8(ascii: "#") })
    else { return }
    hide(start..<text.count)
  }

  /// A link of which the target has not ended is shown as its label.
  private mutating func hideLinks() {
    guard block.kind != .thematicBreak else { return }
    if case .code = block.kind { return }
    let text = block.text
    var place = 0
    while let open = text[place...].firstIndex(of: UInt8(ascii: "[")) {
      place = open + 1
      if isEscaped(UInt8(ascii: "[")) { continue }
      let isImage = open > 0 && text[open - 1] == UInt8(ascii: "!")
      let sign = (isImage ? open - 1 : open)..<open + 1
      guard let close = text[place...].firstIndex(of: UInt8(ascii: "]")) else {
        hide(sign)
        return
      }
      let next = close + 1
      if next == text.count {
        hide(sign)
        hide(close..<next)
      } else if text[next] == UInt8(ascii: "("), !isClosed(from: next) {
        hide(sign)
        hide(close..<text.count)
      }
      place = next
    }
  }

  /// Whether the bracket at a place is closed.
  private func isClosed(from place: Int) -> Bool {
    var depth = 0
    for byte in block.text[place...] {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return true }
    }
    return false
  }

  // MARK: What is left

  private func leaveOutSpaces(of isKept: inout [Bool]) {
    var place = block.text.count - 1
    while place >= 0, !isKept[place] || Self.isSpace(block.text[place]) {
      isKept[place] = false
      place -= 1
    }
  }

  /// Leaves out what is hidden, and the spaces that it leaves at the end.
  private mutating func leaveOut() {
    guard !hidden.isEmpty else { return }
    // A row keeps the runs of its cells.
    if case .tableRow = block.kind { return }
    var isKept = Array(repeating: true, count: block.text.count)
    for range in hidden { for place in range { isKept[place] = false } }
    // Every line of code stays, empty ones too.
    if case .code = block.kind {} else { leaveOutSpaces(of: &isKept) }
    var start = 0
    block.runs = block.runs.compactMap { run in
      var run = run
      let range = start..<start + run.utf8Count
      start = range.upperBound
      run.utf8Count = isKept[range].lazy.filter { $0 }.count
      return run.utf8Count > 0 ? run : nil
    }
    block.text = zip(block.text, isKept).compactMap { $1 ? $0 : nil }
  }
}
