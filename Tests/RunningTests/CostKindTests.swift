import ChatSurface
import FramePacing
import LoadGeneration
import Records
import Testing
import Timebase

/// What a frame's cost is made of.
@Suite struct CostKindTests {
  private func run(_ cost: CostChoice, scale: Double = 1) -> TestBench.Result {
    var settings = TestBench.settings()
    settings.cost = cost
    var device = Device.iPhoneSE
    device.cpuScale = scale
    return TestBench.run(TestBench.answer(words: 40), device: device, settings: settings)
  }

  @Test func modelledCostIsCountedWorkTimesItsDeclaredCost() {
    let result = run(.modelled)
    for frame in result.made { #expect(frame.cost == frame.modelled) }
    // Nothing but the phase itself is charged where nothing is done: 300 ns.
    #expect(result.made.contains { $0.cost[.ingest] == Nanoseconds(rawValue: 300) })
    #expect(result.made.allSatisfy { $0.cost[.ingest] >= Nanoseconds(rawValue: 300) })
  }

  @Test(arguments: [CostChoice.cpu, .wall])
  func measuredCostIsReadFromAClockBesideTheModel(cost: CostChoice) {
    let (measured, modelled) = (run(cost), run(.modelled))
    let engine = measured.made.map(\.cost.engine)
    #expect(engine.allSatisfy { $0 > .zero })
    #expect(engine != measured.made.map(\.modelled.engine))
    let ticks = Dictionary(uniqueKeysWithValues: modelled.made.map { ($0.tick, $0.modelled) })
    for frame in measured.made.prefix(5) { #expect(frame.modelled == ticks[frame.tick]) }
  }

  @Test(arguments: [0.5, 2, 3])
  func theDevicesScaleMultipliesIt(scale: Double) {
    let (plain, scaled) = (run(.modelled), run(.modelled, scale: scale))
    #expect(plain.made.map(\.tick) == scaled.made.map(\.tick))
    for (one, other) in zip(plain.made, scaled.made) {
      for phase in Phase.allCases {
        let expected = (Double(one.cost[phase].rawValue) * scale).rounded()
        #expect(other.cost[phase].rawValue == Int64(expected))
      }
    }
  }
}
