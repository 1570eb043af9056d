import FramePacing
import Records

extension CellCounts {
  /// Takes from a cell's record what stands there; the caller adds what only its runner knows:
  /// chunks, look-ups in the cache, rebases, operations.
  ///
  /// - Parameters:
  ///   - record: The record of a repetition that counted allocations, after a warm-up.
  ///   - key: What its allocations depend on.
  ///   - reason: Why allocations were not counted; used when a presented frame has none.
  /// - Precondition: The record's cost was modelled: one that was measured hangs on the machine,
  ///   and a baseline of the one is not to be compared with the other.
  /// - Complexity: O(frames).
  package init(
    record: CellRecord,
    allocationKey key: AllocationKey,
    unlessCounted reason: String = "a frame has no count of its allocations"
  ) {
    precondition(
      record.modelRatio == nil,
      "\(record.scenario), \(record.profile): its cost was measured; baselines are of modelled cost"
    )
    cell = CellIdentity(
      scenario: record.scenario,
      profile: record.profile,
      device: record.device,
      refreshHertz: record.refreshHertz
    )
    exact = ExactCounts()
    if let hash = record.frameLogSHA256 { exact.set("frame_log_sha256", hash: hash) }
    let presented = record.frames.filter { !$0.isSwallowed }
    exact.set("frames", count: record.frames.count, isNeverZero: true)
    exact.set(Self.framesName, count: presented.count, isNeverZero: true)
    exact.set(
      "lost_vsyncs",
      count: presented.reduce(0) { $0 + $1.lostVsyncs },
      expectation: .noneMore
    )
    exact.set(
      "fallback_entries",
      count: record.fallbacks.count,
      expectation: .noneMore
    )
    exact.set(
      "drift_units",
      count: presented.reduce(0) { max($0, Int($1.drift.magnitude.rawValue)) },
      expectation: .noneMore
    )
    guard let counts = Self.allocations(of: presented) else {
      allocations = .notAvailable(reason)
      return
    }
    allocations = .counted(counts, key)
  }

  private static func allocations(of presented: [FrameRecord]) -> ExactCounts? {
    var byPhase = FrameRecord.PhaseValuesOfInt()
    var bytes = 0
    for frame in presented {
      guard let allocations = frame.allocations else { return nil }
      for phase in Phase.allCases { byPhase[phase] += allocations.counts[phase] }
      bytes += allocations.bytes
    }
    var counts = ExactCounts()
    counts.set(
      allocationsName,
      count: byPhase.total,
      expectation: .fewerIsBetter,
      isNeverZero: true
    )
    for phase in Phase.allCases {
      counts.set(
        "\(allocationsName)_\(phase.name)",
        count: byPhase[phase],
        expectation: .fewerIsBetter
      )
    }
    counts.set("allocated_bytes", count: bytes, expectation: .fewerIsBetter)
    return counts
  }
}

extension ExactCounts {
  /// Sets how often each operation happened, under `operations.` and its name; fewer is better.
  package mutating func set(_ operations: OperationCounts) {
    for operation in Operation.allCases {
      set(
        "operations.\(operation.name)",
        count: operations[operation],
        expectation: .fewerIsBetter
      )
    }
  }
}
