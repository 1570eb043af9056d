import Gating
import Testing
import Timebase

@Suite struct PairLanesTests {
  @Test(arguments: [(1, 4, 1), (8, 4, 1), (9, 4, 2), (18, 2, 2), (18, 4, 3), (18, 0, 1), (0, 2, 1)])
  func aSecondLaneNeedsManyScenariosAndAProcessor(scenarios: Int, processors: Int, lanes: Int) {
    #expect(PairLanes.count(scenarios: scenarios, processors: processors) == lanes)
  }

  @Test func eachPlaceIsInOneLaneAndNoneIsLongerThanItMustBe() {
    var generator = SeededGenerator(seed: 1)
    for round in 0..<200 {
      let costs = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        Double(Int.random(in: 0...9, using: &generator))
      }
      let count = Int.random(in: 1...4, using: &generator)
      let lanes = PairLanes.lanes(of: costs, count: count)
      #expect(lanes.flatMap { $0 }.sorted() == Array(costs.indices), "round \(round)")
      #expect(lanes.count == min(count, costs.count), "round \(round): \(lanes) of \(costs)")
      #expect(lanes.allSatisfy { $0 == $0.sorted() }, "round \(round)")
      #expect(lanes.first?.first == costs.indices.first, "round \(round)")
      // Who puts each where least is never has more in a lane than a fair share and the dearest.
      let longest = lanes.map { $0.reduce(0) { $0 + costs[$1] } }.max() ?? 0
      let share = costs.reduce(0, +) / Double(count)
      #expect(longest <= share + (costs.max() ?? 0), "round \(round): \(lanes) of \(costs)")
    }
  }

  @Test func costsThatAreNotKnownAreTakenForAlike() {
    #expect(PairLanes.lanes(of: [0, 0, 0, 0, 0], count: 2) == [[0, 2, 4], [1, 3]])
    #expect(PairLanes.lanes(of: [1, 9, 4, 4, 1], count: 2) == [[0, 2, 3], [1, 4]])
  }
}
