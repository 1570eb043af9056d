import HeightIndexing
import Lengths
import Testing
import Timebase

/// Random edits, compared with `NaiveHeights` after every step.
@Suite struct HeightIndexPropertyTests {
  @Test(arguments: [(2, 4), (3, 4), (4, 4), (256, 16)])
  func randomEditsAgreeWithAPlainArray(segmentFill: Int, nodeFill: Int) {
    var session = EditSession(
      index: HeightIndex(segmentFill: segmentFill, nodeFill: nodeFill),
      generator: SeededGenerator(
        seed: PropertySettings.seed,
        index: UInt64(segmentFill * 100 + nodeFill)
      )
    )
    for _ in 0..<PropertySettings.iterations(3_000) {
      session.step(limit: segmentFill > 100 ? 3_000 : 200)
      session.compare()
    }
  }
}
