import ConformanceTags
import FramePacing
import Simulation
import Testing

/// What was written down when the declared costs were fitted.
@Suite struct DeclaredCostsTests {
  @Test(.tags(.framesCostFit), arguments: MeasurerChoice.allCases)
  func theCommittedCostsFitEachPhaseOnTheirMachine(measurer: MeasurerChoice) throws {
    let costs = try DeclaredCosts.builtIn()
    #expect(!costs.machine.isEmpty && costs.machine != "unknown")
    let ratios = try #require(costs.modelledOverCPU?[measurer.rawValue])
    #expect(ratios.count == 6)
    for phase in Phase.allCases {
      let ratio = try #require(ratios[phase.name], "\(phase.name)")
      #expect((0.7...1.5).contains(ratio), "\(phase.name)")
    }
  }

  @Test func everyOperationHasACost() throws {
    let costs = try DeclaredCosts.builtIn()
    for measurer in MeasurerChoice.allCases {
      let table = costs.table(for: measurer)
      for operation in FramePacing.Operation.allCases { #expect(table[operation] >= 1) }
    }
  }
}
