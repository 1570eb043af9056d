import Gating
import Records
import Testing

/// Baselines are of modelled cost: a run of measured cost is none of theirs.
@Suite struct CostKindTests {
  private static func record() -> CellRecord {
    CellRecord(scenario: "s", profile: "p", device: "d", refreshHertz: 60, seed: 1)
  }

  @Test func aMeasuredRunIsNotHeldAgainstABaseline() async {
    let counts = CellCounts(record: Self.record(), allocationKey: Sample.key)
    #expect("\(counts.cell)" == "s.p.d.60")
    await #expect(processExitsWith: .failure) {
      var measured = Self.record()
      measured.modelRatio = [:]
      _ = CellCounts(record: measured, allocationKey: Sample.key)
    }
  }
}
