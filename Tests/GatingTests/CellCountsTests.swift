import FramePacing
import Gating
import Lengths
import Records
import Testing
import Timebase

@Suite struct CellCountsTests {
  private func frame(_ tick: Int, lost: Int, drift: Int64, allocations: Int?) -> FrameRecord {
    var frame = FrameRecord(swallowedTick: tick, at: Instant(nanoseconds: Int64(tick)))
    frame.isSwallowed = false
    frame.lostVsyncs = lost
    frame.drift = LayoutUnit(rawValue: drift)
    if let allocations {
      var counts = FrameRecord.PhaseValuesOfInt()
      counts[.layout] = allocations
      counts[.commit] = 1
      frame.allocations = FrameRecord.Allocations(counts: counts, bytes: 64 * allocations)
    }
    return frame
  }

  private func record(_ frames: [FrameRecord]) -> CellRecord {
    CellRecord(
      scenario: "s",
      profile: "p",
      device: "d",
      refreshHertz: 60,
      seed: 1,
      frames: FrameTable(frames),
      frameLogSHA256: "0a"
    )
  }

  @Test func aRecordGivesTheCountsThatStandInIt() throws {
    let frames = [
      frame(0, lost: 0, drift: 0, allocations: 2),
      FrameRecord(swallowedTick: 1, at: .zero),
      frame(2, lost: 3, drift: -5, allocations: 4),
    ]
    let counts = CellCounts(record: record(frames), allocationKey: Sample.key)
    #expect("\(counts.cell)" == "s.p.d.60")
    #expect(counts.exact["frame_log_sha256"] == .hash("0a"))
    #expect(counts.exact.count(of: "frames") == 3)
    #expect(counts.exact.count(of: "presented") == 2)
    #expect(counts.exact.count(of: "lost_vsyncs") == 3)
    #expect(counts.exact.count(of: "fallback_entries") == 0)
    #expect(counts.exact.count(of: "drift_units") == 5)
    guard case .counted(let allocations, Sample.key) = counts.allocations else {
      Issue.record("the allocations are \(counts.allocations)")
      return
    }
    #expect(allocations.count(of: "allocations") == 8)
    #expect(allocations.count(of: "allocations_layout") == 6)
    #expect(allocations.count(of: "allocations_commit") == 2)
    #expect(allocations.count(of: "allocations_input") == 0)
    #expect(allocations.count(of: "allocated_bytes") == 384)
    #expect(counts.brokenNames.isEmpty)
  }

  @Test func aFrameWithoutACountMakesAllOfThemNotAvailable() {
    let frames = [
      frame(0, lost: 0, drift: 0, allocations: 2), frame(1, lost: 0, drift: 0, allocations: nil),
    ]
    let counts = CellCounts(
      record: record(frames),
      allocationKey: Sample.key,
      unlessCounted: "no jemalloc"
    )
    #expect(counts.allocations == .notAvailable("no jemalloc"))
  }

  @Test func aRecordWithoutFramesIsBroken() {
    let counts = CellCounts(record: record([]), allocationKey: Sample.key)
    #expect(counts.brokenNames == ["frames", "presented", "allocations"])
  }

  @Test func everyOperationHasAName() {
    var operations = OperationCounts()
    operations[.glyphShaped] = 7
    var counts = ExactCounts()
    counts.set(operations)
    #expect(counts.entries.count == Operation.allCases.count)
    #expect(counts.count(of: "operations.glyphShaped") == 7)
    #expect(counts.count(of: "operations.inputPhase") == 0)
  }

  @Test func aNameSetTwiceKeepsItsPlace() {
    var counts = ExactCounts()
    counts.set("a", count: 1)
    counts.set("b", count: 2)
    counts.set("a", count: 3)
    #expect(counts.entries.map(\.name) == ["a", "b"])
    #expect(counts["a"] == .count(3))
    #expect(counts["c"] == nil)
    counts.set("a", hash: "ff")
    #expect(counts.count(of: "a") == nil)
  }

  @Test func namesAndHashesThatCannotStandInAFileAreRefused() async {
    await #expect(processExitsWith: .failure) {
      var counts = ExactCounts()
      counts.set("a\"b", count: 1)
    }
    await #expect(processExitsWith: .failure) {
      var counts = ExactCounts()
      counts.set("a", hash: "XYZ")
    }
    await #expect(processExitsWith: .failure) {
      _ = AllocationKey(toolchain: "", architecture: "a", allocator: "b", configuration: "c")
    }
  }
}
