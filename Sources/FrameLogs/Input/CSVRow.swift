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
