import FramePacing
import Lengths
import Simulation
import Timebase

extension FramesCSV {
  /// The greatest time that is read, in nanoseconds: sums of some of them still fit.
  static let greatestTime: UInt64 = 1 << 50

  /// Reads the frames into the cells of `run`.
  ///
  /// - Parameter activeTicks: How many frames each cell must have.
  /// - Throws: `ReportError.invalid` with line and column, also when frames are missing.
  static func read(
    _ bytes: [UInt8],
    path: String,
    into run: inout RunRecord,
    activeTicks: [Int]
  ) throws(ReportError) {
    var reader = CSVReader(bytes, path: path)
    var fields: [String] = []
    let hasHeader = try reader.next(into: &fields)
    guard hasHeader, fields == columns else {
      let wrong = zip(fields, columns).first { $0 != $1 }
      throw .invalid(
        path: path,
        line: 1,
        key: "header",
        value: wrong?.0 ?? "\(fields.count) columns",
        expected: wrong?.1 ?? "\(columns.count) columns"
      )
    }
    while try reader.next(into: &fields) {
      guard fields.count == columns.count else {
        throw .invalid(
          path: path,
          line: reader.rowLine,
          key: "row",
          value: "\(fields.count) fields",
          expected: "\(columns.count)"
        )
      }
      var row = Row(path: path, line: reader.rowLine, fields: fields)
      let schema = try row.whole(Int.self)
      guard schema == RunRecord.schema else {
        throw row.invalid("\(RunRecord.schema), the schema that this program reads")
      }
      row.skip(1)
      let cell = try row.whole(Int.self)
      guard run.cells.indices.contains(cell) else {
        throw row.invalid("a cell of run.json, 0 ..< \(run.cells.count)")
      }
      row.skip(5)
      run.cells[cell].frames.append(try frame(&row))
    }
    for (index, cell) in run.cells.enumerated() where cell.frames.count != activeTicks[index] {
      throw .invalid(
        path: path,
        line: reader.rowLine,
        key: "cell \(index)",
        value: "\(cell.frames.count) rows",
        expected: "\(activeTicks[index]), as run.json says"
      )
    }
  }

  private static func frame(_ row: inout Row) throws(ReportError) -> FrameRecord {
    let tick = try row.whole(Int.self)
    guard (0..<1 << 50).contains(tick) else { throw row.invalid("a tick from 0 to 2^50") }
    var frame = FrameRecord(swallowedTick: tick, at: .zero + (try row.milliseconds()))
    frame.isSwallowed = try row.claim()
    if frame.isSwallowed { return frame }
    for phase in Phase.allCases { frame.cost[phase] = try row.milliseconds() }
    frame.cost.stall = try row.milliseconds()
    frame.end = .zero + (try row.milliseconds())
    frame.presented = .zero + (try row.milliseconds())
    frame.vsync = try row.whole(Int.self)
    frame.lostVsyncs = try row.whole(Int.self)
    row.skip(1)
    frame.isOnTime = try row.claim()
    frame.isFallback = try row.claim()
    frame.offset = try row.points()
    frame.drift = try row.points()
    frame.backlogChunks = try row.whole(Int.self)
    frame.fades = try row.whole(Int.self)
    frame.visibleItems = try row.whole(Int.self)
    frame.redrawnItems = try row.whole(Int.self)
    if row.isNextEmpty {
      row.skip(Phase.allCases.count + 1)
    } else {
      var counts = FrameRecord.PhaseValuesOfInt()
      for phase in Phase.allCases { counts[phase] = try row.whole(Int.self) }
      frame.allocations = .init(counts: counts, bytes: try row.whole(Int.self))
    }
    for phase in Phase.allCases { frame.modelled[phase] = try row.milliseconds() }
    frame.modelled.stall = try row.milliseconds()
    return frame
  }

  /// One row, read field by field.
  private struct Row {
    let path: String
    let line: Int
    let fields: [String]
    var position = 0

    /// What is wrong with the field read last.
    func invalid(_ expected: String) -> ReportError {
      .invalid(
        path: path,
        line: line,
        key: columns[position - 1],
        value: fields[position - 1].isEmpty ? "nothing" : fields[position - 1],
        expected: expected
      )
    }

    var isNextEmpty: Bool { fields[position].isEmpty }

    mutating func skip(_ count: Int) { position += count }

    mutating func whole<Whole: FixedWidthInteger>(
      _ type: Whole.Type
    ) throws(ReportError) -> Whole {
      position += 1
      guard let value = Whole(fields[position - 1]) else { throw invalid("a whole number") }
      return value
    }

    mutating func milliseconds() throws(ReportError) -> Nanoseconds {
      position += 1
      let span = DecimalText.nanoseconds(fields[position - 1])
      guard let span, span.rawValue.magnitude <= FramesCSV.greatestTime else {
        throw invalid("ms with at most six decimals, up to 13 days")
      }
      return span
    }

    mutating func points() throws(ReportError) -> LayoutUnit {
      position += 1
      guard let length = DecimalText.length(fields[position - 1]) else {
        throw invalid("pt in whole 64ths")
      }
      return length
    }

    mutating func claim() throws(ReportError) -> Bool {
      position += 1
      switch fields[position - 1] {
      case "true": return true
      case "false": return false
      default: throw invalid("true or false")
      }
    }
  }
}
