import HeightIndexing
import Testing
import Timebase

/// The fast index and its safe twin, driven by the same edits in one process, give the same
/// answers, totals, work counts and words. `ITERATIONS` is the edits of each shape.
@Suite struct HeightTwinTests {
  @Test(arguments: [(2, 4), (4, 4), (64, 16), (256, 16)])
  func everyAnswerIsTheSame(segmentFill: Int, nodeFill: Int) {
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
        session.listDifference() ?? session.lookUpDifference() ?? session.answerDifference()
      if difference != nil { return session.expectNone(difference, step: step) }
      session.twin.checkInvariants()
    }
  }
}
