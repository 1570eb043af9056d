import MarkdownBlocks
import Testing

@Suite struct BlockDirectionTests {
  @Test(arguments: [
    ("Latin first, then \u{5D0}", false), ("\u{5D0} then Latin", true), ("12 (\u{627})", true),
    ("\u{200F}Latin", true), ("\u{4E2D}\u{627}", false), ("\u{7CA}", true), ("\u{1E900}", true),
  ])
  func theFirstLetterDecides(_ text: String, _ isRightToLeft: Bool) {
    let blocks = PlainTextParser().parse(text).blocks
    #expect(blocks.first?.isRightToLeft == isRightToLeft)
  }
}
