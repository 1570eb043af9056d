import Records
import Reporting
import Testing

@Suite struct CostKindTests {
  @Test(arguments: CostChoice.allCases)
  func aRecordSaysWhatItsCostIs(cost: CostChoice) throws {
    var run = SyntheticRun.make(ticks: 40)
    run.cost = cost
    try withTemporaryFolder { folder in
      let path = folder + "/run"
      try RunFolder(path: path).write(run, environment: ChartStub.environment(in: folder))
      #expect(try RunFile(path: path).read().cost == cost)
      let text = String(decoding: try bytes(path + "/run.json"), as: UTF8.self)
      let name = ["modelled", "cpu", "wall"][CostChoice.allCases.firstIndex(of: cost) ?? 0]
      #expect(text.contains("\"cost\" : \"\(name)\""))
    }
  }
}
