import HeightIndexing
import Testing
import Timebase

/// Random edits in the geometry of production, at sizes around which a segment, a node and a node
/// of nodes are just full. `ITERATIONS` is the edits of each of the three sizes.
///
/// The invariants and every answer about every item are compared at every 1,000th edit and at the end,
/// searches and lists at every 16th.
@Suite struct HeightIndexGeometryTests {
  @Test(arguments: [256, 4_096, 65_536])
  func editsAroundFullNodesAgree(size: Int) {
    var session = EditSession(
      generator: SeededGenerator(seed: PropertySettings.seed, index: UInt64(size))
    )
    session.load(size)
    session.expectNone(session.difference(), step: -1)
    for step in 0..<PropertySettings.iterations(6_000) {
      if step % 2_500 == 2_499 {
        session.load(size - 3 + session.generator.nextIndex(below: 6))
      } else if session.generator.nextIndex(below: 500) == 0 {
        session.stepEverywhere(limit: size)
      } else if session.model.items.count < size - 200 {
        session.growAtEnds()
      } else {
        session.step(limit: size + 100, run: 20)
      }
      var difference: String?
      if step % 16 == 0 { difference = session.lookUpDifference() ?? session.listDifference() }
      if step % 1_000 == 999 { difference = difference ?? session.difference() }
      if difference != nil { return session.expectNone(difference, step: step) }
    }
    session.expectNone(session.difference(), step: -1)
  }
}
