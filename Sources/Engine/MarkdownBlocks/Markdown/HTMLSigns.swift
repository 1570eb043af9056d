/// Where HTML begins and ends.
enum HTMLSigns {
  private static let verbatimNames: Set<String> = ["script", "pre", "style"]
  private static let blockNames = Set(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details dialog dir \
    div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html \
    iframe legend li link main menu menuitem nav noframes ol optgroup option p param section source title \
    summary table tbody td tfoot th thead tr track ul
    """.split(separator: " ").map(String.init)
  )
  private static let longestName = 10

  /// Finds out whether HTML that stands as a block begins a line.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - line: The line from its first byte that is no space on.
  ///   - mayBeAnyTag: Whether a tag of any name, alone on the line, begins a block.
  /// - Returns: The kind of the beginning as the specification of CommonMark counts them; nil for none.
  static func blockStart(
    _ text: UnsafeBufferPointer<UInt8>,
    _ line: Range<Int>,
    mayBeAnyTag: Bool
  ) -> Int? {
    guard line.count > 1, text[line.lowerBound] == UInt8(ascii: "<") else { return nil }
    let line = UnsafeBufferPointer(rebasing: text[line])
    switch line[1] {
    case UInt8(ascii: "?"): return 3
    case UInt8(ascii: "!"):
      if Bytes.matches("--", line, at: 2) { return 2 }
      if line.count > 2, (0x41...0x5A).contains(line[2]) { return 4 }
      return Bytes.matches("[cdata[", line, at: 2) ? 5 : nil
    default: break
    }
    let isEnd = line[1] == UInt8(ascii: "/")
    let start = isEnd ? 2 : 1
    var index = start
    while index < line.count, Bytes.isLetterOrDigit(line[index]), index - start <= longestName {
      index += 1
    }
    let name = String(decoding: line[start..<index].lazy.map { $0 | 0x20 }, as: UTF8.self)
    let next = index < line.count ? line[index] : 0x0A
    if Bytes.isSpace(next) || next == UInt8(ascii: ">") {
      if !isEnd, verbatimNames.contains(name) { return 1 }
      if blockNames.contains(name) { return 6 }
    } else if next == UInt8(ascii: "/"), index + 1 < line.count,
      line[index + 1] == UInt8(ascii: ">"), blockNames.contains(name)
    {
      return 6
    }
    guard mayBeAnyTag, let end = isEnd ? endTag(line, at: 1) : startTag(line, at: 1) else {
      return nil
    }
    return line[end...].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0C } ? 7 : nil
  }

  /// Whether a line ends HTML whose beginning was of a kind.
  static func blockEnds(
    _ text: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>,
    kind: Int
  ) -> Bool {
    let line = UnsafeBufferPointer(rebasing: text[range])
    func has(_ word: StaticString) -> Bool {
      line.indices.contains { Bytes.matches(word, line, at: $0) }
    }
    switch kind {
    case 1: return has("</script>") || has("</pre>") || has("</style>")
    case 2: return has("-->")
    case 3: return has("?>")
    case 4: return has(">")
    case 5: return has("]]>")
    default: return false
    }
  }

  // MARK: Tags

  private static func skipSpaces(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Bool {
    let start = index
    while index < text.count, Bytes.isSpace(text[index]) { index += 1 }
    return index > start
  }

  private static func skipName(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Bool {
    guard index < text.count, Bytes.isLetter(text[index]) else { return false }
    index += 1
    while index < text.count,
      Bytes.isLetterOrDigit(text[index]) || text[index] == UInt8(ascii: "-")
    {
      index += 1
    }
    return true
  }

  /// Where a tag that begins with a name ends.
  static func startTag(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    var index = start
    guard skipName(text, &index) else { return nil }
    while true {
      let hasSpace = skipSpaces(text, &index)
      guard index < text.count else { return nil }
      switch text[index] {
      case UInt8(ascii: ">"): return index + 1
      case UInt8(ascii: "/"):
        return index + 1 < text.count && text[index + 1] == UInt8(ascii: ">") ? index + 2 : nil
      default: guard hasSpace, skipAttribute(text, &index) else { return nil }
      }
    }
  }

  private static func skipAttribute(
    _ text: UnsafeBufferPointer<UInt8>,
    _ index: inout Int
  ) -> Bool {
    func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":") }
    guard Bytes.isLetter(text[index]) || isSign(text[index]) else { return false }
    while index < text.count,
      Bytes.isLetterOrDigit(text[index]) || isSign(text[index]) || text[index] == UInt8(ascii: ".")
        || text[index] == UInt8(ascii: "-")
    {
      index += 1
    }
    var value = index
    _ = skipSpaces(text, &value)
    guard value < text.count, text[value] == UInt8(ascii: "=") else { return true }
    value += 1
    _ = skipSpaces(text, &value)
    guard value < text.count else { return false }
    let quote = text[value]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let end = text.place(of: quote, from: value + 1)
      guard end < text.count else { return false }
      index = end + 1
      return true
    }
    let start = value
    scan: while value < text.count {
      switch text[value] {
      case 0x20, 0x09...0x0D, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="),
        UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`"):
        break scan
      default: value += 1
      }
    }
    index = value
    return value > start
  }

  /// Where a tag that begins with a slash ends.
  static func endTag(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    var index = start + 1
    guard skipName(text, &index) else { return nil }
    _ = skipSpaces(text, &index)
    return index < text.count && text[index] == UInt8(ascii: ">") ? index + 1 : nil
  }
}

/// Finds raw HTML inside a text, from left to right.
struct InlineHTML {
  /// What ends something and stands nowhere any more, by its first byte.
  private var missing: Set<UInt8> = []

  /// Where HTML ends that begins with a sign before `start`; nil where none does.
  ///
  /// - Complexity: O(what it is), and O(text) once for each kind of end that is missing.
  mutating func end(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    guard start < text.count else { return nil }
    switch text[start] {
    case UInt8(ascii: "/"): return HTMLSigns.endTag(text, at: start)
    case UInt8(ascii: "?"): return end(of: "?>", in: text, from: start + 1)
    case UInt8(ascii: "!"): break
    default: return HTMLSigns.startTag(text, at: start)
    }
    if Bytes.matches("--", text, at: start + 1) { return comment(text, at: start + 3) }
    if Bytes.matches("[cdata[", text, at: start + 1) {
      return end(of: "]]>", in: text, from: start + 8)
    }
    var index = start + 1
    while index < text.count, (0x41...0x5A).contains(text[index]) { index += 1 }
    guard index > start + 1, index < text.count, Bytes.isSpace(text[index]) else { return nil }
    return end(of: ">", in: text, from: index)
  }

  /// Where a comment ends: it does not begin like its end, and holds no two hyphens.
  private mutating func comment(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    if Bytes.matches("-->", text, at: start) { return start + 3 }
    if Bytes.matches(">", text, at: start) || Bytes.matches("->", text, at: start) { return nil }
    guard let end = end(of: "--", in: text, from: start) else { return nil }
    return Bytes.matches(">", text, at: end) ? end + 1 : nil
  }

  private mutating func end(
    of word: StaticString,
    in text: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> Int? {
    let first = word.utf8Start[0]
    guard !missing.contains(first) else { return nil }
    var index = text.place(of: first, from: start)
    while index < text.count {
      if Bytes.matches(word, text, at: index) { return index + word.utf8CodeUnitCount }
      index = text.place(of: first, from: index + 1)
    }
    missing.insert(first)
    return nil
  }
}
