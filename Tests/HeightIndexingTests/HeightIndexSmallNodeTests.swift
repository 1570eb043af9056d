import HeightIndexing
import Testing
import Timebase

/// Random edits of an index whose segments and nodes are full with 2 to 4 items, which makes a
/// few dozen items a deep tree. `ITERATIONS` is the edits of each of the four shapes.
///
/// After each edit the invariants hold, and every answer about every item is that of a plain array;
/// lists are compared at every 4th edit.
@Suite struct HeightIndexSmallNodeTests {
  @Test(arguments: [(2, 4), (3, 4), (4, 4), (4, 16)])
  func randomEditsAgreeWithAPlainArray(segmentFill: Int, nodeFill: Int) {
    var session = EditSession(
      segmentFill: segmentFill,
      nodeFill: nodeFill,
      generator: SeededGenerator(
        seed: PropertySettings.seed,
        index: UInt64(segmentFill * 100 + nodeFill)
      )
    )
    var limit = 24
    for step in 0..<PropertySettings.iterations(60_000) {
      if step % 1_000 == 0 {
        limit = [3, 8, 16, 24, 24, 64][session.generator.nextIndex(below: 6)]
      }
      if session.generator.nextIndex(below: 50) == 0 {
        session.stepEverywhere(limit: limit)
      } else {
        session.step(limit: limit, run: 12)
      }
      let difference =
        session.lookUpDifference() ?? session.difference()
        ?? (step % 4 == 0 ? session.listDifference() : nil)
      if difference != nil { return session.expectNone(difference, step: step) }
    }
    session.expectNone(session.difference(), step: -1)
  }
}
