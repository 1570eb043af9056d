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

  /// The template's values.
  var values: [String: Any] {
    [
      "hasAllocations": frames > 0,
      "allocations": Phase.allCases.map { phase -> [String: Any] in
        [
          "phase": phase.name,
          "mean": DecimalText.short(Double(total[phase]) / Double(max(frames, 1))),
          "most": "\(most[phase])", "total": "\(total[phase])",
        ]
      },
    ]
  }
}
