import ChatSurface
import Testing

@Suite struct ComposerFocusTests {
  @Test func aFastSwipeUpFocusesAtItsFirstDirection() {
    let rule = ComposerFocus.atFirstDirection
    #expect(rule.focuses(velocity: -251, travel: -1))
    #expect(!rule.focuses(velocity: -250, travel: -400))
    #expect(!rule.focuses(velocity: 900, travel: 80))
    #expect(rule.isDrag(distance: 1))
  }

  @Test func atReleaseItMustAlsoHaveTravelled() {
    let rule = ComposerFocus.atRelease
    #expect(rule.focuses(velocity: -251, travel: -51))
    #expect(!rule.focuses(velocity: -251, travel: -50))
    #expect(!rule.focuses(velocity: -250, travel: -200))
    #expect(!rule.focuses(velocity: -600, travel: 80))
    #expect(!rule.isDrag(distance: 19.9))
    #expect(rule.isDrag(distance: 20))
  }
}
