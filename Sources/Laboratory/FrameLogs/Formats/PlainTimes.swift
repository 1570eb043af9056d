/// A table of text with the times of frames, or how long each was shown.
///
/// The column is told by its name, else by its values: times increase. The unit is told by the
/// name, else by the size of the intervals.
struct PlainTimes: PartReader {
  let source: LogSource
  var rows = RowCounts()
  private var separator = CSVRow.Separator.comma
  private(set) var decimalComma = false
  var header: [String]?
  /// A header of fewer cells than the rows below it have.
  private var shortHeader: [String]?
  /// The first cell of each column that is no number.
  var samples: [Int: String] = [:]
  var columns: [[Double]] = []
  var lines: [Int32] = []
  var notes: [String] = []
  /// Whether any row has a decimal point.
  private var hasPoint = false
  /// Of each column, where a comma may stand before decimals, how many cells have a point and how many a comma.
  var decimalMarks: [(points: Int, commas: Int)] = []
  /// Whether the rows are of JSON.
  var isJSON = false
  /// The names of the columns where each row is an object on a line of its own; nil before the first, and elsewhere.
  var members: [[UInt8]]?
  /// Which of them names a frame's time.
  var timeColumn = 0
  /// What the first part of a long table says of all parts; nil before it is read.
  var settled: Settled?
  /// The last line, if it is no whole object: where it is not the end of a file that was cut off, it is refused.
  var broken: (line: Int, text: String)?
  /// The cells of the line at hand.
  var row = CSVRow()
  /// Whether the line may stand above the rows.
  private var isStart = true
  /// Whether the last row lacks cells.
  private var isLastUnfinished = false
  /// Whether the file is handed out in parts.
  private(set) var isParted = false
  /// Whether rows can only be judged all together.
  private var isOneLog = false

  struct Settled {
    var choice: PlainColumns.Choice
    var unit: Double
    var rate: Result<AssumedRate, AssumedRate.Refusal>?
  }

  init(_ source: LogSource) { self.source = source }

  /// Whether the lines may be such a table: most begin with a number.
  static func fits(_ head: [String]) -> Bool {
    var lines = head.filter { !$0.isEmpty && !$0.hasPrefix("#") && !$0.hasPrefix("//") }[...]
    // A few lines of what a tool ran on may stand above the header.
    while lines.count > 8, lines.startIndex < 6, !hasNumber(lines.dropFirst().first ?? "") {
      lines = lines.dropFirst()
    }
    let numbers = lines.dropFirst().prefix(20)
      .filter(hasNumber)
    let rest = lines.dropFirst().prefix(20).count
    if rest == 0 { return lines.first.map { Double($0.trimmingQuotes) != nil } ?? false }
    return numbers.count * 10 >= rest * 8
  }

  private static func hasNumber(_ line: String) -> Bool {
    line.split { ",;\t ".contains($0) }.contains { Double($0.trimmingQuotes) != nil }
  }

  /// Reads a file, in parts of so many rows; nil for one log.
  static func read(
    _ source: LogSource,
    partsOf part: Int?,
    _ body: (FrameLog) throws -> Void
  ) throws {
    let head = try source.stream().next() ?? []
    let first = head.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    var reader = PlainTimes(source)
    reader.isJSON = first == 0x5B || first == 0x7B
    if reader.isJSON, !areObjectsOnLines(head) { return try body(readJSON(source)) }
    try reader.readLines(of: source, partsOf: part, body)
  }

  // MARK: Lines

  var heldRows: Int { lines.count }

  mutating func isRow(_ line: LineReader.Line, _ number: Int) -> Bool {
    refuseBroken()
    isLastUnfinished = false
    let line = line.withoutBlanks
    if line.isEmpty || line.hasPrefix("#") || line.hasPrefix("//") { return false }
    if isJSON { return isObject(line, number) }
    guard isStart else { return true }
    // Tools write what they ran on above the header: the last line without a number is it.
    if lines.isEmpty, begin(line) { return false }
    // What a tool ran on may have numbers too: then names follow after a line or two.
    if isHeader(line) {
      restart()
      _ = begin(line)
      return false
    }
    isStart = lines.count < 3
    return true
  }

  mutating func take(_ line: LineReader.Line, _ number: Int, isPart: Bool) -> Bool {
    isParted = isPart
    if isOneLog || !isPart, rows.isFull(lines.count) { return false }
    isLastUnfinished = !take(line.withoutBlanks, number)
    return true
  }

  /// The next row goes on from the last one.
  mutating func canEndPart() throws -> Bool {
    if isOneLog { return false }
    if settled == nil {
      // To try it refuses rows.
      var trial = self
      isOneLog = try trial.logOfDeadlines() != nil || trial.logOfPromises() != nil
      if isOneLog { return false }
    }
    let choice = try settled?.choice ?? choose()
    guard choice.meaning == .times else { return true }
    let values = columns[choice.column].suffix(2)
    guard let last = values.last, let before = values.first else { return false }
    return last > before
  }

  mutating func startPart() {
    let kept = settled?.choice.meaning == .times ? 1 : 0
    for index in columns.indices { columns[index].removeFirst(columns[index].count - kept) }
    lines.removeFirst(lines.count - kept)
    (rows, notes) = (RowCounts(), [])
  }

  mutating func end(isUnfinished: Bool) {
    if !isUnfinished { refuseBroken() }
    if isUnfinished, isLastUnfinished || broken != nil { rows.unfinished += 1 }
  }

  // MARK: Rows

  /// Looks at a line before the first row.
  ///
  /// - Returns: Whether it is a header.
  private mutating func begin(_ line: LineReader.Line) -> Bool {
    var row = CSVRow()
    let isOfHeader = takesSeparatorOfHeader(line, &row)
    if !isOfHeader { separator = CSVRow.Separator(ofHeader: line) }
    row.split(line, at: separator)
    decimalComma = separator != .comma
    let values = row.ranges.indices.map {
      Self.value(row.cell($0, of: line), decimalComma: decimalComma)
    }
    columns = Array(repeating: [], count: min(row.ranges.count, 16))
    if values.contains(where: { $0.number != nil }) {
      // Of fewer columns than the header names it is no row of that table.
      if let header, header.count != row.ranges.count {
        if header.count < row.ranges.count, header.contains(where: PlainColumns.isNamed) {
          shortHeader = header
        }
        self.header = nil
      }
      return false
    }
    let cells = row.texts(of: line)
    if let names = header, names.count == cells.count, names.contains(where: PlainColumns.isNamed),
      cells.allSatisfy(PlainColumns.isUnit)
    {
      // The units stand in a line of their own.
      header = zip(names, cells).map { $1.isEmpty ? $0 : "\($0) \($1.filter(\.isLetter))" }
      return true
    }
    header = cells
    return true
  }

  /// Whether a row has as many cells as the header when it is parted as the header is. A header of one cell
  /// has no separator: below the name of a frame's time a single comma stands before decimals.
  private mutating func takesSeparatorOfHeader(_ line: LineReader.Line, _ row: inout CSVRow) -> Bool
  {
    guard let header else { return false }
    if header.count == 1, PlainColumns.isNamed(header[0]) {
      row.split(line, at: .semicolon)
      if let cell = row.cell(0, of: line), DecimalNumber.double(cell, decimalComma: true) != nil {
        separator = .semicolon
        return true
      }
    }
    row.split(line, at: separator)
    return header.count > 1 && row.ranges.count == header.count
  }

  /// Whether a line among the first has names in all its cells, more than one of them.
  private mutating func isHeader(_ line: LineReader.Line) -> Bool {
    row.split(line, at: CSVRow.Separator(ofHeader: line))
    let cells = row.texts(of: line)
    return cells.count > 1 && cells.allSatisfy { $0.first?.isLetter ?? false }
  }

  /// Forgets the rows that were read.
  private mutating func restart() {
    rows = RowCounts()
    lines = []
    header = nil
  }

  /// What stands in a cell. Static: a copy of all rows would be kept for each.
  static func value(_ cell: LineReader.Line?, decimalComma: Bool) -> TextValue {
    guard let cell else { return .absent }
    if 2...5 ~= cell.count, cell[0] > 0x39 {
      let word = cell.text.lowercased()
      if word == "true" || word == "yes" { return .number(1) }
      if word == "false" || word == "no" { return .number(0) }
    }
    let plain = TextValue(cell)
    // Between commas a cell with a comma stands in quotes, and the comma before decimals; thousands are
    // written so too.
    guard plain == .garbage, decimalComma || hasDecimals(cell) else { return plain }
    return TextValue(cell, decimalComma: true)
  }

  /// Whether a comma stands before decimals and not before thousands: any but three digits follow.
  private static func hasDecimals(_ cell: LineReader.Line) -> Bool {
    guard let comma = cell.firstIndex(of: 0x2C) else { return false }
    return cell.count - comma - 1 != 3
  }

  /// - Returns: Whether the row was whole.
  private mutating func take(_ line: LineReader.Line, _ number: Int) -> Bool {
    if members == nil { row.split(line, at: separator) }
    rows.read += 1
    var (hasNumber, hasGarbage) = (false, false)
    if decimalComma { countMarks(line, row) }
    for index in columns.indices {
      let value = Self.value(row.cell(index, of: line), decimalComma: decimalComma)
      let number = value.number ?? (value == .garbage ? verdict(row, index, line) : nil)
      if number != nil { hasNumber = true }
      columns[index].append(number ?? .nan)
      if value == .garbage { hasGarbage = true }
    }
    guard hasNumber else {
      for index in columns.indices { columns[index].removeLast() }
      rows.refuse(line: number, "`\(line.text.prefix(60))` has no number")
      return false
    }
    if hasGarbage {
      for index in columns.indices where samples[index] == nil {
        let value = Self.value(row.cell(index, of: line), decimalComma: decimalComma)
        guard value == .garbage else { continue }
        samples[index] = row.cell(index, of: line).map { String($0.text.prefix(40)) }
      }
    }
    if !hasPoint { hasPoint = line.contains(0x2E) }
    lines.append(Int32(clamping: number))
    return row.ranges.count >= columns.count
  }

  private mutating func countMarks(_ line: LineReader.Line, _ row: CSVRow) {
    if decimalMarks.count != columns.count {
      decimalMarks = Array(repeating: (0, 0), count: columns.count)
    }
    for index in columns.indices {
      guard let cell = row.cell(index, of: line) else { continue }
      if cell.contains(0x2E) { decimalMarks[index].points += 1 }
      if cell.contains(0x2C) { decimalMarks[index].commas += 1 }
    }
  }

  /// What a word says in a column that calls frames late: 1, or 0 where it says that all was well; nil in others.
  private func verdict(_ row: CSVRow, _ index: Int, _ line: LineReader.Line) -> Double? {
    guard let header, index < header.count,
      PlainColumns.isOwnVerdict(PlainColumns.words(header[index])),
      let word = row.cell(index, of: line)?.text.trimmingQuotes.lowercased()
    else { return nil }
    return ["ok", "good", "smooth", "normal", "in time", "on time"].contains(word)
      || word.hasPrefix("no") ? 0 : 1
  }

  // MARK: Columns

  func choose() throws -> PlainColumns.Choice {
    let isRising = columns.indices.map { increases($0) }
    guard let header else {
      if let shortHeader {
        throw source.fault(
          "rows of \(columns.count) cells below a header of \(shortHeader.count)",
          expected:
            "as many cells in each row; decimals behind a comma in quotes, or cells parted by semicolons",
          advice: "Write a point before decimals, or part the cells by semicolons."
        )
      }
      if columns.count == 2, separator == .comma, !hasPoint,
        !columns.indices.contains(where: isCounter)
      {
        throw source.fault(
          "two columns of whole numbers without a header, or decimals behind a comma",
          expected: "a header that names the column with each frame's time or duration",
          advice: "Name it frame_timestamp_ms or frame_time_ms."
        )
      }
      // One column of numbers needs no name.
      let full = columns.indices.filter { isFull($0) && !isCounter($0) }
      if columns.count <= 2, let column = full.first {
        return .init(column: column, meaning: isRising[column] ? .times : .durations)
      }
      throw source.fault(
        "\(columns.count) columns without a header",
        expected: "a header that names the column with each frame's time or duration",
        advice: "Name it frame_timestamp_ms or frame_time_ms."
      )
    }
    switch PlainColumns.choose(header, isFull: columns.indices.map(isFull), isRising: isRising) {
    case .success(let choice):
      let animating = header.firstIndex { PlainColumns.isAnimating(PlainColumns.words($0)) }
      if let animating, choice.animating == nil {
        throw source.fault(
          "a column `\(header[animating].prefix(40))` whose values are neither true nor false",
          expected: "true or false, or 1 or 0, in each row",
          advice: "Write whether something moved, or leave the column out."
        )
      }
      // Durations are held against times: those that nobody can read would say nothing.
      if choice.meaning == .durations, choice.clock == nil {
        try refuseUnread(in: header) { !$0.contains { !"0123456789.,' ".contains($0) } }
      }
      return choice
    case .failure(let refusal):
      if refusal.problem == PlainColumns.noTimes { try refuseUnread(in: header) { _ in true } }
      throw source.fault(refusal.problem, expected: refusal.expected, advice: refusal.advice)
    }
  }

  /// Refuses a table whose first column with a name of times holds what is no plain number in most rows.
  ///
  /// - Parameter isOne: Whether what it holds was meant to be a number.
  private func refuseUnread(in header: [String], _ isOne: (String) -> Bool) throws {
    let column = header.indices.first {
      PlainColumns.isNamed(header[$0]) && $0 < columns.count && !isFull($0)
    }
    guard let column, let sample = samples[column], isOne(sample) else { return }
    throw source.fault(
      "a column `\(header[column].prefix(40))` that holds `\(sample)`, which is no plain number",
      expected: "digits, and a point before decimals",
      advice: "Write the number alone: no unit, and nothing between thousands."
    )
  }

  func isFull(_ column: Int) -> Bool {
    columns[column].count { !$0.isNaN } * 2 > columns[column].count
  }

  /// A running number is no time.
  private func isCounter(_ column: Int) -> Bool {
    let values = columns[column]
    return columns.count > 1 && values.count > 2
      && zip(values, values.dropFirst()).allSatisfy { $1 - $0 == 1 }
  }

  func increases(_ column: Int) -> Bool {
    var (steps, falls, rises) = (0, 0, 0)
    var last = Double.nan
    for value in columns[column] where !value.isNaN {
      if !last.isNaN {
        steps += 1
        if value < last { falls += 1 }
        if value > last { rises += 1 }
      }
      last = value
    }
    // A frame may stand in two rows of one time; durations do not rise in every other row.
    return steps > 0 && falls * 20 <= steps && rises * 5 >= steps * 2
  }

  func guessedUnit(_ column: Int, _ meaning: PlainColumns.Meaning) -> Double {
    let values = columns[column].filter { !$0.isNaN }
    let intervals =
      meaning == .durations
      ? values.filter { $0 > 0 }.sorted()
      : zip(values, values.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.sorted()
    guard !intervals.isEmpty else { return 1e6 }
    // A display shows a picture for 1 to 500 ms, as a rule.
    switch intervals[intervals.count / 2] {
    case ..<0.7: return 1e9
    case ..<700: return 1e6
    case ..<700_000: return 1e3
    default: return 1
    }
  }
}

extension StringProtocol {
  /// Without blanks and quotes around it.
  var trimmingQuotes: String {
    var text = Substring(self)
    while let first = text.first, first == "\"" || first == " " { text.removeFirst() }
    while let last = text.last, last == "\"" || last == " " { text.removeLast() }
    return String(text)
  }
}
