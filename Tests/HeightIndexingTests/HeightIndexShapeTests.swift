import HeightIndexing
import Testing
import Timebase

/// Random edits of indices whose segments and nodes are full with few items and with many. `ITERATIONS` is
/// the edits of each shape.
@Suite struct HeightIndexShapeTests {
  @Test(arguments: [(2, 4), (4, 4), (64, 16), (256, 16)])
  func everyAnswerIsThatOfAnArray(segmentFill: Int, nodeFill: Int) {
    var session = EditSession(
      segmentFill: segmentFill,
      nodeFill: nodeFill,
      generator: SeededGenerator(
        seed: PropertySettings.seed,
        index: UInt64(7_000 + segmentFill * 100 + nodeFill)
      )
    )
    let limit = segmentFill * 6
    for step in 0..<PropertySettings.iterations(1_000) {
      if session.generator.nextIndex(below: 50) == 0 {
        session.stepEverywhere(limit: limit)
      } else {
        session.step(limit: limit)
      }
      let difference =
        session.listDifference() ?? session.lookUpDifference() ?? session.difference()
      if difference != nil { return session.expectNone(difference, step: step) }
    }
  }
}
