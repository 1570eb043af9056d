import FramePacing
import Records

/// How often each phase asked for memory.
struct AllocationSums {
  private var total = FrameRecord.PhaseValuesOfInt()
  private var most = FrameRecord.PhaseValuesOfInt()
  private var frames = 0

  /// - Complexity: O(frames).
  init(_ cell: CellRecord) {
    for frame in cell.frames {
      guard let allocations = frame.allocations else { continue }
      frames += 1
      for phase in Phase.allCases {
        total[phase] += allocations.counts[phase]
        most[phase] = max(most[phase], allocations.counts[phase])
      }
    }
  }

  /// The sums as a table, a row for each phase; without rows where nothing was counted.
  var table: Table {
    Table(
      [.init("phase"), .number("a frame"), .number("most in one"), .number("in all")],
      rows: frames == 0
        ? []
        : Phase.allCases.map { phase in
          [
            phase.name, DecimalText.short(Double(total[phase]) / Double(frames)),
            "\(most[phase])", "\(total[phase])",
          ]
        }
    )
  }
}
