import Foundation
import Gating
import Profiling
import Testing

@Suite struct GateTests {
  @Test func whatWasAdoptedPasses() throws {
    try Sample.withFolder { folder in
      let gate = Gate(path: folder + "/Reports/baselines.csv")
      let before = try gate.judge([Sample.counts()])
      #expect(before.verdict == .invalid)
      let adopted = try gate.adopt([Sample.counts()])
      #expect(adopted.map(\.isChanged) == [true])
      let after = try gate.judge([Sample.counts()])
      #expect(after.verdict == .pass)
      #expect(after.lines == ["gate: pass (1 pass)"])
      let again = try gate.adopt([Sample.counts()])
      #expect(again.map(\.isChanged) == [false])
      #expect(try Sample.files(in: folder + "/Reports") == ["baselines.csv"])
    }
  }

  @Test func adoptingKeepsTheAllocationsOfOtherKeys() throws {
    try Sample.withFolder { folder in
      let gate = Gate(path: folder + "/baselines.csv")
      var other = Sample.key
      other.architecture = "arm64"
      _ = try gate.adopt([Sample.counts()])
      _ = try gate.adopt([Sample.counts(allocations: 7, key: other)])
      let baseline = try #require(try gate.table()[Sample.cell])
      #expect(baseline.allocations.map(\.key) == [other, Sample.key])
      #expect(try gate.judge([Sample.counts()]).verdict == .pass)
      _ = try gate.adopt([Sample.counts(allocations: 11)])
      #expect(try gate.judge([Sample.counts(allocations: 7, key: other)]).verdict == .pass)
      #expect(try gate.judge([Sample.counts(allocations: 11)]).verdict == .pass)
    }
  }

  @Test func adoptingWithoutAllocationsKeepsThoseThereAre() throws {
    try Sample.withFolder { folder in
      let gate = Gate(path: folder + "/baselines.csv")
      _ = try gate.adopt([Sample.counts()])
      var counts = Sample.counts()
      counts.allocations = .notAvailable("none")
      counts.exact.set("chunks_released", count: 1)
      _ = try gate.adopt([counts])
      let baseline = try #require(try gate.table()[Sample.cell])
      #expect(baseline.allocations.count == 1)
      #expect(baseline.exact.contains { $0.name == "chunks_released" && $0.value == .count(1) })
    }
  }

  @Test func brokenCountsAreNotAdoptedAndNothingIsWritten() throws {
    try Sample.withFolder { folder in
      let gate = Gate(path: folder + "/baselines.csv")
      var second = Sample.counts(allocations: 0)
      second.cell.scenario = "other"
      let error = Sample.error { _ = try gate.adopt([Sample.counts(), second]) }
      #expect(error?.hasPrefix("\(second.cell): ") == true)
      #expect(error?.contains("allocations is 0") == true)
      let files = try Sample.files(in: folder)
      #expect(files.isEmpty)
    }
  }

  @Test func theReportNamesEveryCellThatDoesNotPassAndTheGravestVerdict() throws {
    try Sample.withFolder { folder in
      let gate = Gate(path: folder + "/baselines.csv")
      var cells = ["a", "b", "c", "d"].map { name in
        var counts = Sample.counts()
        counts.cell.scenario = name
        return counts
      }
      _ = try gate.adopt(cells)
      cells[1].exact.set("cache_misses", count: 1, expectation: .fewerIsBetter)
      #expect(try gate.judge(cells).verdict == .improvement)
      cells[2].exact.set("new", count: 1)
      #expect(try gate.judge(cells).verdict == .invalid)
      cells[3].exact.set("frame_log_sha256", hash: "00")
      let report = try gate.judge(cells)
      #expect(report.verdict == .regression)
      #expect(
        report.lines.suffix(2) == [
          "gate: regression (1 pass, 1 improvement, 1 invalid, 1 regression)",
          "if the change is meant, make it the baseline with gate --adopt",
        ]
      )
      #expect(!report.lines.contains("a.reference.iphone-15-pro.120: pass"))
      #expect(report.lines.contains("d.reference.iphone-15-pro.120: regression"))
    }
  }

  @Test func aRunWithoutCellsIsNoPass() throws {
    let report = try Gate().judge([])
    #expect(report.verdict == .invalid)
    #expect(report.lines.first == "gate: invalid (nothing was measured)")
  }

  @Test(arguments: ["", "a\"b", "a\nb", "ä"])
  func namesThatCannotStandInALineAreRefused(name: String) throws {
    var counts = Sample.counts()
    counts.cell.scenario = name
    let error = Sample.error { _ = try Gate(path: "nowhere.csv").adopt([counts]) }
    #expect(error?.contains("Rename the scenario") == true)
  }

  @Test func aCellThatWasMeasuredTwiceIsRefused() async {
    await #expect(processExitsWith: .failure) {
      _ = try Gate(path: "nowhere.csv").judge([Sample.counts(), Sample.counts()])
    }
  }

  @Test(
    .enabled(
      if: AllocationCounter.availability.isAvailable,
      "\(AllocationCounter.availability)"
    )
  )
  func onePlantedAllocationAFrameIsSeenAsExactlyThat() throws {
    let counter = try #require(AllocationCounter())
    func measure(planted: Int) -> CellCounts {
      let frames = 3600
      func frame(_ number: Int) {
        let text = String(repeating: "x", count: 40 + number % 7)
        withExtendedLifetime(text) { PlantedAllocations.perform(count: planted) }
      }
      for number in 0..<frames { frame(number) }
      let before = counter.sample()
      for number in 0..<frames { frame(number) }
      return Sample.counts(allocations: (counter.sample() - before).count)
    }
    try Sample.withFolder { folder in
      let gate = Gate(path: folder + "/baselines.csv")
      _ = try gate.adopt([measure(planted: 2)])
      #expect(try gate.judge([measure(planted: 2)]).verdict == .pass)
      let more = try gate.judge([measure(planted: 3)])
      #expect(more.verdict == .regression)
      #expect(more.lines.contains { $0.hasSuffix("(+1 a frame)") })
      let fewer = try gate.judge([measure(planted: 1)])
      #expect(fewer.verdict == .improvement)
      #expect(fewer.lines.contains { $0.hasSuffix("(-1 a frame)") })
    }
  }
}
