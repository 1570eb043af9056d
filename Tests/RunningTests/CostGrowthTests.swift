import ChatSurface
import Foundation
import FramePacing
import Lengths
import LoadGeneration
import PublishedDesigns
import Records
import Running
import Scenarios
import Testing
import Timebase

/// The cost model sees algorithms: what a strategy touches is charged, so it grows as it does.
@Suite struct CostGrowthTests {
  /// The modelled cost in nanoseconds of the frame in which a page of 50 arrives above a history:
  /// that of the edit (the input phase less what a phase, an event and 50 estimates cost anywhere),
  /// and all of it.
  private func costOfPage(above history: Int, _ profile: Profile) throws -> (
    edit: Double, frame: Double
  ) {
    let pages = 8
    let instants = (0..<pages).map { Instant(milliseconds: 1_000 + 500 * Double($0)) }
    var events = [TimedLoadEvent(.load(SuppliedMessages(first: 0, count: history)), at: .zero)]
    for (page, instant) in instants.enumerated() {
      let messages = SuppliedMessages(first: -50 * (page + 1), count: 50)
      events.append(TimedLoadEvent(.prepend(messages), at: instant))
    }
    let frames = TestBench.run(events, profile: profile).made
    // Where the correction is late another frame follows.
    let edits = instants.compactMap { instant in frames.first { $0.instant >= instant } }
    #expect(Set(edits.map(\.tick)).count == pages)
    let costs = TestBench.costs
    let fixed = Double(costs[.inputPhase] + costs[.event] + 50 * costs[.itemEstimated])
    let input = edits.map { Double($0.modelled[.input].rawValue) - fixed }.reduce(0, +)
    let whole = edits.map { Double($0.modelled.engine.rawValue) }.reduce(0, +)
    return (input / Double(pages), whole / Double(pages))
  }

  /// The slope of log(cost) over log(history), by least squares.
  private func exponent(_ points: [(history: Int, cost: Double)]) -> Double {
    let x = points.map { log(Double($0.history)) }
    let y = points.map { log($0.cost) }
    let meanX = x.reduce(0, +) / Double(x.count)
    let meanY = y.reduce(0, +) / Double(y.count)
    let above = zip(x, y).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
    let below = x.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
    return above / below
  }

  private func exponents(_ profile: Profile) throws -> (edit: Double, frame: Double) {
    let histories = [1_000, 3_162, 10_000, 31_623, 100_000]
    let costs = try histories.map { try costOfPage(above: $0, profile) }
    print(
      "\(profile.name): a page of 50 above \(histories) messages costs "
        + "\(costs.map { Int($0.edit) }) ns to edit, \(costs.map { Int($0.frame) }) ns a frame"
    )
    return (
      exponent(zip(histories, costs).map { ($0, $1.edit) }),
      exponent(zip(histories, costs).map { ($0, $1.frame) })
    )
  }

  @Test func aPageAboveALongHistoryCostsTheAdjustingArrayMore() throws {
    let growth = try exponents(.builtIn("vercel-v0"))
    print("vercel-v0: exponent \(growth.edit) of the edit, \(growth.frame) of the frame")
    #expect(growth.edit >= 0.9)
  }

  /// The tree, and the anchored array, which has room before its first item.
  @Test(arguments: [Profile.reference, .builtIn("messaging-ui")])
  func aPageAboveALongHistoryCostsTheAnchoredLayoutsTheSame(profile: Profile) throws {
    let growth = try exponents(profile)
    print("\(profile.name): exponent \(growth.edit) of the edit, \(growth.frame) of the frame")
    #expect(growth.edit <= 0.05)
    #expect(growth.frame <= 0.05)
  }
}
