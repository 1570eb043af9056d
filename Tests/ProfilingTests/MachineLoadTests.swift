import Profiling
import Testing

@Suite struct MachineLoadTests {
  @Test func theFirstLineOfTheSystemsCountsIsRead() throws {
    let ticks = try #require(MachineLoad.Ticks(line: "cpu  10 20 30 400 50 6 7 80 0 0"))
    #expect(ticks.busy == 73 && ticks.stolen == 80 && ticks.all == 603)
    for line in ["", "cpu", "cpu0 1 2 3 4 5 6 7 8", "cpu 1 2 3 4", "cpu a b c d e f g h"] {
      #expect(MachineLoad.Ticks(line: line) == nil, "\(line)")
    }
  }

  @Test func sharesAreShares() {
    let load = MachineLoad()
    #expect((load.average ?? 0) >= 0)
    for _ in 0..<100 { PlantedLoop.perform(steps: 1_000_000) }
    // Nil where the system does not say.
    guard let since = load.sinceStart() else { return }
    #expect(since.others >= 0 && since.others <= 4_096)
    #expect(since.steal >= 0 && since.steal <= 1)
  }
}
