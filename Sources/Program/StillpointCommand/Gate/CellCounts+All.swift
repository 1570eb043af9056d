import FramePacing
import Gating
import Profiling
import Records

extension CellCounts {
  /// All that is counted of a cell.
  ///
  /// - Parameter byPhase: Whether operations are counted by phase too.
  package static func all(of record: CellRecord, byPhase: Bool) -> CellCounts {
    let facts = MachineFacts.current()
    let key = AllocationKey(
      toolchain: facts.toolchain,
      architecture: facts.architecture,
      allocator: AllocationCounter.availability.description,
      configuration: facts.configuration
    )
    var counts = CellCounts(
      record: record,
      allocationKey: key,
      unlessCounted: AllocationCounter.availability.isAvailable
        ? "those of a load of over 10 min are not counted"
        : "the allocator's statistics are \(AllocationCounter.availability)"
    )
    let outcome = record.counts
    counts.exact.set("chunks", count: outcome.chunks)
    counts.exact.set("releases", count: outcome.releases)
    counts.exact.set("snaps", count: outcome.snaps, expectation: .fewerIsBetter)
    counts.exact.set("cache_hits", count: outcome.cacheHits)
    counts.exact.set("cache_misses", count: outcome.cacheMisses, expectation: .fewerIsBetter)
    counts.exact.set("cache_evictions", count: outcome.cacheEvictions, expectation: .fewerIsBetter)
    counts.exact.set("rebases", count: outcome.rebases)
    counts.exact.set("text_out_sha256", hash: record.textOutSHA256)
    counts.exact.set(outcome.operations.total)
    guard byPhase else { return counts }
    for phase in Phase.allCases { counts.exact.set(outcome.operations[phase], in: phase) }
    return counts
  }
}
