import FramePacing
import Judging
import Lengths
import Records

/// The run's frames as `frames.csv`: a row for each active tick, swallowed ones included.
///
/// `cell` is the cell's index in `run.json`, from 0: two cells may have the same names. A swallowed
/// tick has no costs: it is not on time, is as the frame before it where animation was given up, and
/// has empty fields else. `offset_pt` is counted from the cell's first frame.
enum FramesCSV {
  /// Columns that say which tick of which cell.
  static let keyColumns = [
    "schema", "cell", "scenario", "profile", "device", "refresh_hz", "seed", "tick", "t_ms",
    "swallowed",
  ]
  static let costColumns = Phase.allCases.map { "cost_\($0.name)_ms" }
  static let allocationColumns = Phase.allCases.map { "allocations_\($0.name)" }
  static let modelledColumns = Phase.allCases.map { "modelled_\($0.name)_ms" }
  /// Columns of a frame; a swallowed tick fills `on_time` and `fallback` alone.
  static let frameColumns =
    costColumns + [
      "stall_ms", "end_ms", "presented_ms", "vsync", "lost_vsyncs", "hitch_ms", "on_time",
      "fallback", "offset_pt", "drift_pt", "backlog_chunks", "fades", "visible_items",
      "redrawn_items",
    ] + allocationColumns + ["allocated_bytes"] + modelledColumns + ["modelled_stall_ms"]
  static let columns = keyColumns + frameColumns

  /// Makes the file's bytes, the header and then each cell, when they are asked for.
  ///
  /// - Complexity: O(frames), about 250 bytes each.
  static func parts(of run: RunRecord) -> any Sequence<[UInt8]> {
    run.hasRecordings ? partsOfRecordings(run) : partsOfCells(run)
  }

  /// The rows of recordings, whose frames say what the file says of each.
  private static func partsOfRecordings(_ run: RunRecord) -> some Sequence<[UInt8]> {
    var header = CSVText()
    for column in RecordedFrameRows.columns { header.add(column) }
    header.endRow()
    let rows = run.cells.enumerated().lazy.compactMap { index, cell in
      cell.recording.map { RecordedFrameRows(cell, $0, at: index) }
    }
    return AnySequence([AnySequence([header.bytes]), AnySequence(rows.joined())].joined())
  }

  private static func partsOfCells(_ run: RunRecord) -> some Sequence<[UInt8]> {
    var header = CSVText()
    for column in columns { header.add(column) }
    header.endRow()
    let first = header.bytes
    return (-1..<run.cells.count).lazy.map { index in
      guard index >= 0 else { return first }
      let cell = run.cells[index]
      var text = CSVText()
      var keys = keys(of: cell, at: index)
      keys.add(cell.seed)
      let opening = cell.frames.first { !$0.isSwallowed }?.offset ?? .zero
      var isFallback = false
      for frame in cell.frames {
        text.add(prepared: keys.bytes)
        text.add(frame.tick)
        text.add(milliseconds: frame.instant)
        text.add(frame.isSwallowed)
        if frame.isSwallowed {
          for column in frameColumns {
            switch column {
            case "on_time": text.add(false)
            case "fallback": text.add(isFallback)
            default: text.add(String?.none)
            }
          }
        } else {
          isFallback = frame.isFallback
          add(frame, from: opening, hertz: cell.refreshHertz, to: &text)
        }
        text.endRow()
      }
      return text.bytes
    }
  }

  /// What every row of a cell begins with.
  static func keys(of cell: CellRecord, at index: Int) -> CSVText {
    var keys = CSVText()
    keys.add(RunRecord.schema)
    keys.add(index)
    keys.add(cell.scenario)
    keys.add(cell.profile)
    keys.add(cell.device)
    keys.add(cell.refreshText)
    return keys
  }

  private static func add(
    _ frame: FrameRecord,
    from opening: LayoutUnit,
    hertz: Int,
    to text: inout CSVText
  ) {
    for phase in Phase.allCases { text.add(milliseconds: frame.cost[phase]) }
    text.add(milliseconds: frame.cost.stall)
    text.add(milliseconds: frame.end)
    text.add(milliseconds: frame.presented)
    text.add(frame.vsync)
    text.add(frame.lostVsyncs)
    text.add(DecimalText.shortest(Double(frame.lostVsyncs) * 1000 / Double(hertz)))
    text.add(frame.isOnTime)
    text.add(frame.isFallback)
    text.add(points: frame.offset - opening)
    text.add(points: frame.drift)
    text.add(frame.backlogChunks)
    text.add(frame.fades)
    text.add(frame.visibleItems)
    text.add(frame.redrawnItems)
    if let allocations = frame.allocations {
      for phase in Phase.allCases { text.add(allocations.counts[phase]) }
      text.add(allocations.bytes)
    } else {
      for _ in allocationColumns { text.add(String?.none) }
      text.add(String?.none)
    }
    for phase in Phase.allCases { text.add(milliseconds: frame.modelled[phase]) }
    text.add(milliseconds: frame.modelled.stall)
  }
}
