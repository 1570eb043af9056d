import FrameMetrics

// Times of frames in JSON: an array of numbers or of objects, objects one after the other, or such an array
// below a name. Members are columns.
extension PlainTimes {
  /// Whether JSON names a frame's time or duration with a number, or is a bare array of numbers.
  static func fitsJSON(_ text: some StringProtocol) -> Bool {
    let head = text.prefix(16_384)
    if let first = head.dropFirst().first(where: { !$0.isWhitespace }), head.first == "[" {
      if first.isNumber || first == "-" { return true }
    }
    // The names in quotes that a number, a word, or an array of numbers follows.
    var isName = false
    var name: Substring = ""
    for part in head.split(separator: "\"", omittingEmptySubsequences: false).dropFirst() {
      isName.toggle()
      if isName {
        name = Substring(part)
        continue
      }
      let value = part.drop { ":[ \t\r\n".contains($0) }
      guard part.drop(while: \.isWhitespace).first == ":", let first = value.first,
        first.isNumber || first == "-"
      else { continue }
      let words = PlainColumns.words(String(name))
      if PlainColumns.isFrameDuration(words) || PlainColumns.isFrameTime(words) { return true }
    }
    return false
  }

  /// Whether each of the first lines is a whole object that holds no list, one of them with a frame's time, or a
  /// bracket around all.
  static func areObjectsOnLines(_ head: [UInt8]) -> Bool {
    var hasTime = false
    let lines = head.split(separator: 0x0A).dropLast(head.last == 0x0A ? 0 : 1).prefix(64)
    let areObjects = lines.allSatisfy { line in
      line.withUnsafeBufferPointer { bytes in
        let bytes = bytes.filter { $0 != 0x0D }
        return bytes.withUnsafeBufferPointer { line in
          if ["[", "]", ""].contains(line.withoutBlanks.text) { return true }
          var hasList = false
          let isObject = CSVRow.forEachMember(of: line) { key, value, isList in
            hasList = hasList || isList
            hasTime =
              hasTime
              || PlainColumns.isNamed(JSONStream.text(line[key]))
                && TextValue(UnsafeBufferPointer(rebasing: line[value])).number != nil
          }
          return isObject && !hasList
        }
      }
    }
    return areObjects && hasTime
  }

  /// Finds the cells of an object on a line; the first one with a frame's time or duration names the columns.
  ///
  /// - Returns: Whether it has such a time.
  mutating func isObject(_ line: LineReader.Line, _ number: Int) -> Bool {
    if line.count == 1, line[0] == 0x5B || line[0] == 0x5D { return false }
    if let members, row.split(line, members: members), !row.ranges[timeColumn].isEmpty {
      return true
    }
    var keys: [[UInt8]] = []
    let isWhole = CSVRow.forEachMember(of: line) { key, _, _ in keys.append(Array(line[key])) }
    guard isWhole else {
      broken = (number, String(line.text.prefix(60)))
      return false
    }
    let names = keys.map(JSONStream.text)
    guard let place = names.firstIndex(where: PlainColumns.isNamed) else { return false }
    guard members == nil else { return true }
    guard place < 16 else { return false }
    keys = Array(keys.prefix(16))
    (header, members, timeColumn) = (Array(names.prefix(16)), keys, place)
    columns = Array(repeating: [], count: keys.count)
    return row.split(line, members: keys)
  }

  /// Refuses the line before, which is no whole object.
  mutating func refuseBroken() {
    guard let line = broken else { return }
    rows.read += 1
    rows.refuse(line: line.line, "`\(line.text)` is no whole object")
    broken = nil
  }

  static func readJSON(_ source: LogSource) throws -> FrameLog {
    var reader = PlainTimes(source)
    reader.isJSON = true
    let json = JSONStream(try source.stream())
    let isCutOff = try json.isCutOff {
      while let next = try json.peek() {
        if next == 0x5B {
          try json.elements { try reader.takeElement(json, "") }
        } else {
          try reader.takeObject(json, isOuter: true)
        }
      }
    }
    if isCutOff { reader.rows.unfinished += 1 }
    if reader.header?.allSatisfy(\.isEmpty) == true { reader.header = nil }
    return try reader.log()
  }

  private mutating func takeElement(_ json: JSONStream, _ name: String) throws {
    switch try json.peek() {
    case 0x7B: try takeObject(json, isOuter: false)
    case 0x5B: try json.skip()
    // Below names one array is that of the frames; what else was sampled is none.
    case _
    where !name.isEmpty && (!PlainColumns.isNamed(name) || header.map { $0 != [name] } == true):
      try json.skip()
    default:
      let line = json.currentLine
      take([(name, try json.value(limit: 4096))], line)
    }
  }

  /// Takes an object as a row. The arrays of an outer one are lists of rows, where its own members name no
  /// frame's time.
  private mutating func takeObject(_ json: JSONStream, isOuter: Bool) throws {
    var cells: [(name: String, value: [UInt8])] = []
    let line = json.currentLine
    try json.members { name in
      let next = try json.peek()
      if next == 0x5B, isOuter {
        try json.elements { try takeElement(json, name) }
      } else if next == 0x7B || next == 0x5B {
        try json.skip()
      } else {
        cells.append((name, try json.value(limit: 4096)))
      }
    }
    if cells.contains(where: { PlainColumns.isNamed($0.name) }) { take(cells, line) }
  }

  /// Takes a row, the first of which names the columns.
  private mutating func take(_ cells: [(name: String, value: [UInt8])], _ line: Int) {
    if header == nil {
      header = cells.prefix(16).map(\.name)
      columns = Array(repeating: [], count: min(cells.count, 16))
    }
    guard !rows.isFull(lines.count) else { return }
    rows.read += 1
    let values = (header ?? []).map { name in
      cells.first { $0.name == name }.map { cell in
        cell.value.withUnsafeBufferPointer {
          Self.value(Self.unquoted($0), decimalComma: decimalComma)
        }
      }
    }
    guard values.contains(where: { $0?.number != nil }) else {
      return rows.refuse(line: line, "no number of a frame")
    }
    for (column, value) in values.enumerated() {
      columns[column].append(value?.number ?? .nan)
      if value == .garbage, samples[column] == nil, let name = header?[column],
        let cell = cells.first(where: { $0.name == name })
      {
        samples[column] = String(
          String(decoding: cell.value, as: UTF8.self).trimmingQuotes.prefix(40)
        )
      }
    }
    lines.append(Int32(clamping: line))
  }

  private static func unquoted(_ bytes: LineReader.Line) -> LineReader.Line {
    guard bytes.count >= 2, bytes[0] == 0x22 else { return bytes }
    return UnsafeBufferPointer(rebasing: bytes[1..<bytes.count - 1])
  }
}
