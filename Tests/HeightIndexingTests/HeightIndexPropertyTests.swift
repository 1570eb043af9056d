import ConformanceTags
import HeightIndexing
import Lengths
import Testing
import Timebase

/// Random edits, compared with `NaiveHeights` and with the safe twin.
@Suite struct HeightIndexPropertyTests {
  @Test(.tags(.heightsIndexExact), arguments: [(2, 4), (3, 4), (4, 16), (256, 16)])
  func randomEditsAgreeWithAPlainArray(segmentFill: Int, nodeFill: Int) {
    var session = EditSession(
      segmentFill: segmentFill,
      nodeFill: nodeFill,
      generator: SeededGenerator(
        seed: PropertySettings.seed,
        index: UInt64(segmentFill * 100 + nodeFill)
      )
    )
    for _ in 0..<PropertySettings.iterations(1_000) {
      session.step(limit: segmentFill > 100 ? 3_000 : 200)
      session.lookUp()
      session.compare()
      session.compareList()
      session.compareTwin()
    }
  }

  /// Sizes where a segment, a node and a node of nodes are just full.
  @Test(.tags(.heightsIndexExact), arguments: [250, 256, 257, 4_090, 4_097, 65_500, 65_537])
  func editsAroundFullNodesAgree(count: Int) {
    var session = EditSession(
      generator: SeededGenerator(seed: PropertySettings.seed, index: UInt64(count))
    )
    let steps = PropertySettings.iterations(1_000) / 4
    for round in 0..<2 {
      session.load(count + round)
      session.compare()
      for _ in 0..<steps / 2 {
        session.step(limit: count + 700)
        session.lookUp()
      }
      session.compare()
      session.compareList()
      session.compareTwin()
    }
  }

  /// Pages at the start and single items at the end, which never leave the regular form.
  @Test func pagesAtTheStartAndItemsAtTheEndAgree() {
    var session = EditSession(generator: SeededGenerator(seed: PropertySettings.seed, index: 77))
    for step in 0..<PropertySettings.iterations(1_000) / 5 {
      session.growAtEnds()
      if step % 20 == 0 {
        session.compare()
        session.compareTwin()
      }
    }
    session.compare()
  }
}
