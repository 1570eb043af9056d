import Gating
import Testing

@Suite struct GateComparisonTests {
  private static let path = "Reports/baselines.csv"

  private func baseline(_ counts: CellCounts) throws -> Baseline {
    try Baseline(adopting: counts, over: nil)
  }

  private func compare(_ measured: CellCounts, _ base: CellCounts) throws -> GateComparison {
    GateComparison(measured: measured, baseline: try baseline(base), path: Self.path)
  }

  /// Changes one exact count.
  private func changed(_ change: (inout ExactCounts) -> Void) -> CellCounts {
    var counts = Sample.counts()
    change(&counts.exact)
    return counts
  }

  @Test func theSameCountsPassAndPrintNothing() throws {
    let comparison = try compare(Sample.counts(), Sample.counts())
    #expect(comparison.verdict == .pass)
    #expect(comparison.difference.isEmpty)
    #expect(comparison.verdict.exitCode == 0)
  }

  @Test func oneMoreAllocationAFrameIsARegressionAndReadsLikeAPatch() throws {
    let comparison = try compare(Sample.counts(allocations: 14_400), Sample.counts())
    #expect(comparison.verdict == .regression)
    #expect(comparison.verdict.exitCode == 2)
    #expect(
      comparison.difference == [
        "--- Reports/baselines.csv",
        "+++ measured",
        "@@ allocations [swift-6.3.1, x86_64, jemalloc 5.3.0, release] @@",
        "- allocations: 10800",
        "+ allocations: 14400 (+3600)",
        "  allocations a frame: 3 -> 4 (+1 a frame)",
      ]
    )
  }

  @Test(arguments: [
    (10_908, GateVerdict.pass), (10_909, .regression), (10_692, .pass), (10_691, .improvement),
  ])
  func aHundredthOfAScenariosAllocationsIsTolerated(allocations: Int, verdict: GateVerdict) throws {
    let comparison = try compare(Sample.counts(allocations: allocations), Sample.counts())
    #expect(comparison.verdict == verdict)
    #expect(comparison.difference.isEmpty == (verdict == .pass))
  }

  @Test(arguments: [(10_200, GateVerdict.pass), (10_201, .regression)])
  func ofAPhaseTwoHundredthsAreTolerated(input: Int, verdict: GateVerdict) throws {
    func counts(_ input: Int) -> CellCounts {
      var counts = Sample.counts()
      guard case .counted(var counted, let key) = counts.allocations else { return counts }
      counted.set("allocations_input", count: input, expectation: .fewerIsBetter)
      counts.allocations = .counted(counted, key)
      return counts
    }
    #expect(try compare(counts(input), counts(10_000)).verdict == verdict)
  }

  @Test func fewerAllocationsPassAndPrintTheLineToCommit() throws {
    let comparison = try compare(Sample.counts(allocations: 9000), Sample.counts())
    #expect(comparison.verdict == .improvement)
    #expect(comparison.verdict.exitCode == 0)
    #expect(
      comparison.difference.suffix(2) == [
        "  allocations a frame: 3 -> 2.5 (-0.5 a frame)",
        "  commit: stream-steady,reference,iphone-15-pro,120,"
          + "swift-6.3.1/x86_64/jemalloc 5.3.0/release,allocations,9000,10800",
      ]
    )
  }

  /// Each step is within the tolerance; together they are not.
  @Test func smallStepsFromTheLastReleaseAddUp() throws {
    var baseline = try baseline(Sample.counts())
    var steps = 0
    var comparison: GateComparison
    repeat {
      steps += 1
      let counts = Sample.counts(allocations: 10_800 + 100 * steps)
      comparison = GateComparison(measured: counts, baseline: baseline, path: Self.path)
      guard comparison.verdict == .pass else { break }
      baseline = try Baseline(adopting: counts, over: baseline)
    } while steps < 10
    #expect(steps == 6, "540 of 10,800 are 5 %")
    #expect(comparison.verdict == .regression)
    #expect(
      comparison.difference.last == "! allocations is more than 5 % worse than at the last release"
    )
    let released = try Baseline(
      adopting: Sample.counts(allocations: 11_400),
      over: baseline,
      isRelease: true
    )
    #expect(released.allocations.first?.counts.first?.released == 11_400)
  }

  @Test func noAllocationsWhereThereWasWorkIsInvalid() throws {
    let comparison = try compare(Sample.counts(allocations: 0), Sample.counts())
    #expect(comparison.verdict == .invalid)
    #expect(comparison.verdict.exitCode == 3)
    #expect(comparison.difference.contains("! allocations is 0 although there was work"))
  }

  @Test func aPhaseWithoutAllocationsIsNoBrokenCount() throws {
    let comparison = try compare(Sample.counts(), Sample.counts())
    let inputs = comparison.sections.flatMap(\.findings).filter { $0.name == "allocations_input" }
    #expect(inputs.map(\.outcome) == [.equal])
  }

  @Test(arguments: [
    ("cache_hits", 9091, GateVerdict.improvement), ("cache_hits", 8909, .regression),
    ("cache_hits", 9001, .pass), ("cache_hits", 8999, .pass),
    ("cache_misses", 118, .improvement), ("cache_misses", 122, .regression),
    ("cache_misses", 119, .pass), ("cache_misses", 121, .pass),
    ("chunks_released", 411, .regression), ("chunks_released", 413, .regression),
    ("lost_vsyncs", 1, .regression), ("frames", 0, .invalid),
  ])
  func whatAChangeMeansDependsOnTheCount(name: String, count: Int, verdict: GateVerdict) throws {
    let measured = changed { counts in
      guard let entry = counts.entries.first(where: { $0.name == name }) else { return }
      counts.set(
        name,
        count: count,
        expectation: entry.expectation,
        isNeverZero: entry.isNeverZero
      )
    }
    #expect(try compare(measured, Sample.counts()).verdict == verdict)
  }

  @Test func aChangedFrameLogIsARegressionEvenIfEveryCountGotBetter() throws {
    let measured = changed { counts in
      counts.set("frame_log_sha256", hash: "ab")
      counts.set("cache_misses", count: 100, expectation: .fewerIsBetter)
    }
    let comparison = try compare(measured, Sample.counts())
    #expect(comparison.verdict == .regression)
    #expect(
      comparison.difference == [
        "--- Reports/baselines.csv",
        "+++ measured",
        "@@ exact @@",
        "- frame_log_sha256: \(Sample.hash)",
        "+ frame_log_sha256: ab",
        "- cache_misses: 120",
        "+ cache_misses: 100 (-20)",
        "  commit: stream-steady,reference,iphone-15-pro,120,,cache_misses,100,120",
        "  frame_log_sha256 changed together with cache_misses (-20)",
      ]
    )
  }

  @Test func aFrameLogThatChangesAloneSaysThatNoCountExplainsIt() throws {
    let measured = changed { $0.set("frame_log_sha256", hash: "ab") }
    let comparison = try compare(measured, Sample.counts())
    #expect(comparison.verdict == .regression)
    #expect(comparison.difference.last?.hasPrefix("  no count explains frame_log_sha256") == true)
  }

  @Test func aNewKeyIsNoPass() throws {
    let measured = changed { $0.set("rebases", count: 3) }
    let comparison = try compare(measured, Sample.counts())
    #expect(comparison.verdict == .invalid)
    #expect(comparison.difference.contains("! no baseline for rebases"))
  }

  @Test func aKeyThatIsNoLongerMeasuredIsNoPass() throws {
    let base = changed { $0.set("rebases", count: 3) }
    let comparison = try compare(Sample.counts(), base)
    #expect(comparison.verdict == .invalid)
    #expect(comparison.difference.contains("! rebases was not measured"))
  }

  @Test func aCellWithoutABaselineIsNoPass() {
    let comparison = GateComparison(measured: Sample.counts(), baseline: nil, path: Self.path)
    #expect(comparison.verdict == .invalid)
    #expect(comparison.difference.contains("! no baseline for \(Sample.cell)"))
  }

  @Test func anotherToolchainIsNoPassButItsExactCountsAreCompared() throws {
    var other = Sample.key
    other.toolchain = "swift-6.4+"
    let same = try compare(Sample.counts(key: other), Sample.counts())
    #expect(same.verdict == .invalid)
    #expect(
      same.difference.contains(
        "! no baseline for allocations [swift-6.4+, x86_64, jemalloc 5.3.0, release]"
      )
    )
    var worse = Sample.counts(key: other)
    worse.exact.set("chunks_released", count: 1)
    #expect(try compare(worse, Sample.counts()).verdict == .regression)
  }

  @Test func allocationsThatCannotBeCountedAreNotAvailableAndTheRestDecides() throws {
    var measured = Sample.counts()
    measured.allocations = .notAvailable("the allocator is libc")
    let comparison = try compare(measured, Sample.counts())
    #expect(comparison.sections.map(\.verdict) == [.pass, .notAvailable])
    #expect(comparison.verdict == .pass)
    #expect(
      comparison.sections[1].problem == "allocations are not available: the allocator is libc"
    )
    measured.exact.set("chunks_released", count: 1)
    #expect(try compare(measured, Sample.counts()).verdict == .regression)
  }

  @Test func aNumberThatBecomesAHashIsARegression() throws {
    let measured = changed { $0.set("chunks_released", hash: "12") }
    #expect(try compare(measured, Sample.counts()).verdict == .regression)
  }

  @Test func aRegressionIsGraverThanWhatCannotBeJudgedAndThatThanAnImprovement() {
    let order: [GateVerdict] = [
      .notAvailable, .pass, .improvement, .inconclusive, .invalid, .regression,
    ]
    for (place, verdict) in order.enumerated() {
      for (otherPlace, other) in order.enumerated() {
        #expect(verdict.combined(with: other) == order[max(place, otherPlace)])
      }
    }
    #expect(order.map(\.exitCode) == [0, 0, 0, 3, 3, 2])
  }
}
