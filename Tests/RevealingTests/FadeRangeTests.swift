import Revealing
import Testing
import Timebase

@Suite struct FadeRangeTests {
  @Test(arguments: [350, 420, 500])
  func theArticlesFadeMayTakeFrom350To500Milliseconds(milliseconds: Int) {
    var rule = RevealRule.builtIn("parameter-article")
    rule.fade = .easeIn(lasting: .milliseconds(milliseconds))
    #expect(rule.fade == .timed(duration: .milliseconds(milliseconds), curve: .easeIn))
    var reveal = Reveal(rule)
    reveal.chunk(0)
    reveal.advance(Double(milliseconds) - 1)
    #expect(reveal.fades(Double(milliseconds) - 1).count == 1)
    reveal.advance(Double(milliseconds))
    #expect(reveal.fades(Double(milliseconds)).isEmpty)
  }

  @Test func anyOtherTimeIsRefused() async {
    await #expect(processExitsWith: .failure) { _ = FadeRule.easeIn(lasting: .milliseconds(349)) }
    await #expect(processExitsWith: .failure) { _ = FadeRule.easeIn(lasting: .milliseconds(501)) }
  }

  @Test func theCatalogueKeepsToTheRange() {
    guard case .timed(let duration, let curve) = RevealRule.builtIn("parameter-article").fade else {
      Issue.record("the article has a timed fade")
      return
    }
    #expect(duration >= .milliseconds(350) && duration <= .milliseconds(500))
    #expect(curve == .easeIn)
  }
}
