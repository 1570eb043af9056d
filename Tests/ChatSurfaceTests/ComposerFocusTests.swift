import ChatSurface
import Lengths
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

  /// Whether a swipe asks the host for the keyboard.
  private func focuses(_ profile: Profile, velocity: Double, travel: Double) -> Bool {
    let driver = Driver(profile, messages: Message.history(4))
    driver.settle()
    driver.frame(.focus(velocity: velocity, travel: travel))
    return driver.surface.observations.wantsKeyboard
  }

  @Test func aSwipeUpFasterThan250PointsASecondAsksForTheKeyboard() {
    for profile in Profile.all where profile.name != "swiftui-tips" {
      #expect(focuses(profile, velocity: -251, travel: -1), "\(profile.name)")
      #expect(!focuses(profile, velocity: -250, travel: -200), "\(profile.name)")
      #expect(!focuses(profile, velocity: 900, travel: 200), "\(profile.name)")
    }
  }

  @Test func inTheTipsItAlsoNeedsFiftyPoints() {
    #expect(focuses(.builtIn("swiftui-tips"), velocity: -251, travel: -51))
    #expect(!focuses(.builtIn("swiftui-tips"), velocity: -251, travel: -50))
    #expect(!focuses(.builtIn("swiftui-tips"), velocity: -250, travel: -51))
    #expect(!focuses(.builtIn("swiftui-tips"), velocity: -900, travel: 51))
  }

  @Test func aComposerThatHasTheKeyboardAsksForNone() {
    let driver = Driver(messages: Message.history(4))
    driver.frame(.keyboard(height: LayoutUnit(points: 260), .easeInOut))
    driver.frame(.focus(velocity: -600, travel: -100))
    #expect(!driver.surface.observations.wantsKeyboard)
  }
}
