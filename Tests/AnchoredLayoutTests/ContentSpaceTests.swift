import AnchoredLayout
import Lengths
import Testing

@Suite struct ContentSpaceTests {
  @Test
  func theSpaceHasItsPublishedMeasures() {
    #expect(ContentSpace.height == LayoutUnit(points: 100_000_000))
    #expect(ContentSpace.start == LayoutUnit(points: 50_000_000))
    #expect(ContentSpace.margin == LayoutUnit(points: 1_000_000))
    #expect(ContentSpace.tallestLoad == LayoutUnit(points: 40_000_000))
  }
}
