import Files

/// One line of `sessions.csv`, its fields read when they are asked for.
struct SessionLine {
  /// Where each column stands in a file's rows.
  struct Header: Sendable {
    /// For each column of ``SessionColumn`` its place in a row.
    fileprivate let places: [Int]
    /// How many fields a row has.
    fileprivate let count: Int

    /// Reads a header; nil where a column is missing or there twice.
    init?(_ line: FileLines.Line) {
      var parts: [Range<Int>] = []
      guard SessionLine.split(line, into: &parts) else { return nil }
      let names = parts.map { SessionLine.text(line, $0) }
      var places: [Int] = []
      for column in SessionColumn.allCases {
        guard let place = names.firstIndex(of: column.rawValue),
          names.lastIndex(of: column.rawValue) == place
        else { return nil }
        places.append(place)
      }
      (self.places, count) = (places, names.count)
    }
  }

  private let line: FileLines.Line
  private let parts: [Range<Int>]
  private let header: Header

  /// Takes a row; nil where it has another number of fields than the header.
  ///
  /// - Parameter parts: Memory that is used again.
  init?(_ line: FileLines.Line, _ header: Header, _ parts: inout [Range<Int>]) {
    guard Self.split(line, into: &parts), parts.count == header.count else { return nil }
    (self.line, self.parts, self.header) = (line, parts, header)
  }

  /// The bytes of a field, without quotes around it; doubled ones stand as they are.
  subscript(column: SessionColumn) -> FileLines.Line {
    UnsafeBufferPointer(rebasing: line[parts[header.places[column.index]]])
  }

  /// A field as text.
  func text(_ column: SessionColumn) -> String {
    Self.text(line, parts[header.places[column.index]])
  }

  private static func text(_ line: FileLines.Line, _ part: Range<Int>) -> String {
    let text = String(decoding: line[part], as: UTF8.self)
    return line[part].contains(0x22) ? text.replacing("\"\"", with: "\"") : text
  }

  /// A hash of all fields in the order of ``SessionColumn``: equal rows have it alike, however they are quoted.
  ///
  /// - Complexity: O(bytes).
  var hash: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for place in header.places {
      for byte in line[parts[place]] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    return hash
  }

  /// Finds the fields of a line; false where one in quotes has no end.
  private static func split(_ line: FileLines.Line, into parts: inout [Range<Int>]) -> Bool {
    parts.removeAll(keepingCapacity: true)
    var start = 0
    while true {
      if start < line.count, line[start] == 0x22 {
        var end = start + 1
        while end < line.count {
          if line[end] == 0x22 {
            if end + 1 < line.count, line[end + 1] == 0x22 { end += 1 } else { break }
          }
          end += 1
        }
        guard end < line.count, end + 1 == line.count || line[end + 1] == 0x2C else { return false }
        parts.append(start + 1..<end)
        if end + 1 == line.count { return true }
        start = end + 2
      } else {
        var end = start
        while end < line.count, line[end] != 0x2C { end += 1 }
        parts.append(start..<end)
        if end == line.count { return true }
        start = end + 1
      }
    }
  }
}

/// The figures of a row, as they were read.
struct SessionFigures {
  var part = SessionPart.whole
  var frames: Int64?
  var animating: Int64?
  var hitchTime: Int64?
  var hitchRatio: SessionFigure?
  var late: Int64?
  var longest: SessionFigure?
  var textWait: SessionFigure?

  /// No sum of a session is larger: eleven days in nanoseconds.
  private static let largest: Int64 = 1_000_000_000_000_000

  /// Why a row says what cannot be: the column.
  struct Fault: Error { var column: SessionColumn }

  /// Reads and checks the figures of a row; its histograms are added by ``add(_:of:)``.
  init(_ line: SessionLine) throws(Fault) {
    func number(_ column: SessionColumn) throws(Fault) -> Int64? {
      let bytes = line[column]
      if bytes.isEmpty { return nil }
      guard let value = Self.whole(bytes[...]) else { throw Fault(column: column) }
      return value
    }
    func figure(
      _ column: SessionColumn,
      _ low: SessionColumn?,
      _ quality: SessionColumn
    ) throws(Fault) -> SessionFigure? {
      let words = line.text(quality)
      guard words == "exact" || words.isEmpty || SessionQuality(rawValue: words) != nil else {
        throw Fault(column: quality)
      }
      let (value, least) = (try number(column), try low.map(number) ?? nil)
      guard let value else { return nil }
      if let low, let least, least > value { throw Fault(column: low) }
      return SessionFigure(value, low: least, quality: SessionQuality(rawValue: words))
    }
    guard try number(.schema) == Int64(SessionColumn.formatVersion) else {
      throw Fault(column: .schema)
    }
    guard let part = SessionPart(rawValue: line.text(.part)) else { throw Fault(column: .part) }
    let digest = line[.digest]
    guard digest.isEmpty || SessionFigures.digest(digest) != nil else {
      throw Fault(column: .digest)
    }
    if let rate = try number(.rate), rate > 1_000_000 { throw Fault(column: .rate) }
    self.part = part
    frames = try number(.frames)
    animating = try number(.animating)
    hitchTime = try number(.hitchTime)
    hitchRatio = try figure(.hitchRatio, .hitchRatioLow, .hitchQuality)
    late = try number(.late)
    longest = try figure(.longest, .longestLow, .longestQuality)
    textWait = try figure(.textWait, nil, .textQuality)
    _ = try figure(.work, nil, .workQuality)
    for column in [SessionColumn.intervals, .hitches, .works] {
      guard Self.add(line[column], to: nil) else { throw Fault(column: column) }
    }
  }

  /// The digest's bits; nil where it is none of 16 hexadecimal digits.
  static func digest(_ bytes: FileLines.Line) -> UInt64? {
    guard bytes.count == 16 else { return nil }
    var value: UInt64 = 0
    for byte in bytes {
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt64(byte - 0x30)
      case 0x61...0x66: value = value << 4 | UInt64(byte - 0x57)
      default: return nil
      }
    }
    return value
  }

  /// A whole number from 0 to the largest that a session may have.
  private static func whole(_ bytes: Slice<FileLines.Line>) -> Int64? {
    guard 1...16 ~= bytes.count else { return nil }
    var value: Int64 = 0
    for byte in bytes {
      guard 0x30...0x39 ~= byte else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    return value <= largest ? value : nil
  }

  /// Adds a histogram's text to another one, or only reads it.
  ///
  /// - Returns: Whether it is one.
  @discardableResult
  static func add(_ bytes: FileLines.Line, to histogram: UnsafeMutablePointer<FixedHistogram>?)
    -> Bool
  {
    var (at, last) = (0, -1)
    while at < bytes.count {
      guard let colon = bytes[at...].firstIndex(of: 0x3A) else { return false }
      let end = bytes[colon...].firstIndex(of: 0x20) ?? bytes.count
      guard let bucket = whole(bytes[at..<colon]), bucket < FixedHistogram.count, bucket > last,
        let count = whole(bytes[(colon + 1)..<end])
      else { return false }
      histogram?.pointee.add(count, in: Int(bucket))
      last = Int(bucket)
      at = end + 1
    }
    return bytes.isEmpty || bytes[bytes.count - 1] != 0x20
  }
}
