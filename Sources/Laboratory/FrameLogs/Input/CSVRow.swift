/// The cells of one line of a table of text.
///
/// RFC 4180 without line feeds in cells, which no frame log has: a cell in quotes is what is
/// between them, doubled quotes as they stand.
struct CSVRow {
  /// What stands between two cells.
  enum Separator: UInt8 {
    case comma = 0x2C
    case semicolon = 0x3B
    case tab = 0x09

    /// The one that a header line is parted by: the most frequent.
    init(ofHeader line: LineReader.Line) {
      let counts = [Separator.comma, .semicolon, .tab].map { separator in
        (separator, line.count { $0 == separator.rawValue })
      }
      self = counts.max { $0.1 < $1.1 }?.0 ?? .comma
    }
  }

  private(set) var ranges: [Range<Int>] = []

  /// The cells of one line of a table with this header, as text.
  static func cells(_ line: some StringProtocol, of header: some StringProtocol) -> [String] {
    let separator = Array(header.utf8).withUnsafeBufferPointer(Separator.init(ofHeader:))
    return Array(line.utf8).withUnsafeBufferPointer { bytes in
      var row = CSVRow()
      row.split(bytes, at: separator)
      return row.texts(of: bytes)
    }
  }

  /// Finds the cells of `line`.
  mutating func split(_ line: LineReader.Line, at separator: Separator) {
    ranges.removeAll(keepingCapacity: true)
    var start = 0
    let mark = separator.rawValue
    while start <= line.count {
      if start < line.count, line[start] == 0x22 {
        var end = start + 1
        while end < line.count {
          if line[end] == 0x22 {
            if end + 1 < line.count, line[end + 1] == 0x22 { end += 1 } else { break }
          }
          end += 1
        }
        ranges.append(start + 1..<min(end, line.count))
        while end < line.count, line[end] != mark { end += 1 }
        start = end + 1
      } else {
        var end = start
        while end < line.count, line[end] != mark { end += 1 }
        ranges.append(start..<end)
        start = end + 1
      }
    }
  }

  /// Finds the values of the members with these names in an object on one line, a cell each; that of a name that is
  /// not there, and of a list or an object, is empty. Of two of one name the first counts.
  ///
  /// - Returns: Whether the line is one whole object.
  mutating func split(_ line: LineReader.Line, members names: [[UInt8]]) -> Bool {
    ranges.removeAll(keepingCapacity: true)
    for _ in names { ranges.append(0..<0) }
    var next = 0
    return Self.forEachMember(of: line) { key, value, _ in
      // Members stand in the same order on most lines.
      if next == names.count || !Self.isEqual(line, key, names[next]) {
        guard let place = names.firstIndex(where: { Self.isEqual(line, key, $0) }) else { return }
        next = place
      }
      if ranges[next].isEmpty { ranges[next] = value }
      next += 1
    }
  }

  private static func isEqual(_ line: LineReader.Line, _ key: Range<Int>, _ name: [UInt8]) -> Bool {
    guard key.count == name.count else { return false }
    for (place, byte) in zip(key, name) where line[place] != byte { return false }
    return true
  }

  /// Calls `body` with where name and value of each member of an object on one line stand, without quotes; lists and
  /// objects are empty values.
  ///
  /// - Returns: Whether the line is one whole object; a comma may stand behind it.
  @inline(__always)
  static func forEachMember(
    of line: LineReader.Line,
    _ body: (_ key: Range<Int>, _ value: Range<Int>, _ isList: Bool) -> Void
  ) -> Bool {
    var at = 0
    func skipBlanks() { while at < line.count, line[at] <= 0x20 { at += 1 } }
    /// What stands between the quote at hand and the next one.
    func text() -> Range<Int>? {
      let start = at + 1
      at = start
      while at < line.count, line[at] != 0x22 { at += line[at] == 0x5C ? 2 : 1 }
      guard at < line.count else { return nil }
      at += 1
      return start..<at - 1
    }
    func skipNested() -> Bool {
      var depth = 0
      while at < line.count {
        switch line[at] {
        case 0x22:
          if text() == nil { return false }
          continue
        case 0x7B, 0x5B: depth += 1
        case 0x7D, 0x5D: depth -= 1
        default: break
        }
        at += 1
        if depth == 0 { return true }
      }
      return false
    }
    skipBlanks()
    guard at < line.count, line[at] == 0x7B else { return false }
    at += 1
    skipBlanks()
    while at < line.count, line[at] == 0x22 {
      guard let key = text() else { return false }
      skipBlanks()
      guard at < line.count, line[at] == 0x3A else { return false }
      at += 1
      skipBlanks()
      guard at < line.count else { return false }
      var (value, isList) = (at..<at, false)
      if line[at] == 0x22 {
        guard let inside = text() else { return false }
        value = inside
      } else if line[at] == 0x7B || line[at] == 0x5B {
        isList = line[at] == 0x5B
        guard skipNested() else { return false }
      } else {
        let start = at
        while at < line.count, line[at] != 0x2C, line[at] != 0x7D, line[at] > 0x20 { at += 1 }
        value = start..<at
      }
      body(key, value, isList)
      skipBlanks()
      guard at < line.count, line[at] == 0x2C else { break }
      at += 1
      skipBlanks()
    }
    guard at < line.count, line[at] == 0x7D else { return false }
    at += 1
    skipBlanks()
    return at == line.count || (at + 1 == line.count && line[at] == 0x2C)
  }

  /// The cell in a column; nil when the row has none there.
  func cell(_ column: Int?, of line: LineReader.Line) -> LineReader.Line? {
    guard let column, column < ranges.count else { return nil }
    return UnsafeBufferPointer(rebasing: line[ranges[column]])
  }

  /// All cells as text, without blanks around them.
  func texts(of line: LineReader.Line) -> [String] {
    ranges.map { UnsafeBufferPointer(rebasing: line[$0]).withoutBlanks.text }
  }
}

/// Which column is called what: names are compared without case and signs.
struct CSVColumns {
  let names: [String]
  private let indices: [String: Int]

  init(_ names: [String]) {
    self.names = names
    var indices: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      let key = Self.key(name)
      if !key.isEmpty, indices[key] == nil { indices[key] = index }
    }
    self.indices = indices
  }

  /// The column of the first of these names that there is; nil when there is none.
  func index(_ names: String...) -> Int? {
    for name in names {
      if let index = indices[Self.key(name)] { return index }
    }
    return nil
  }

  /// Whether there is a column of each of these names.
  func contains(_ names: String...) -> Bool {
    names.allSatisfy { indices[Self.key($0)] != nil }
  }

  private static func key(_ name: String) -> String {
    String(
      name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || "0"..."9" ~= $0 }
    )
  }
}
