import ChatSurface
import Foundation
import Lengths
import Testing
import Timebase

/// What covers the viewport, and what a send moves.
@Suite struct InsetTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  @Test func anOpenKeyboardCoversEightPointsMoreAndElseTheSafeArea() {
    for (device, safe) in [(Device.iPhone15Pro, 34), (.iPhoneSE, 0)] {
      let driver = Driver(device: device, messages: Message.history(10))
      #expect(driver.snapshot.covered == points(safe))
      for (height, covered) in [(336, 344), (1, max(9, safe)), (0, safe)] {
        driver.frame(.keyboard(height: points(height)))
        #expect(driver.snapshot.covered == points(covered))
        #expect(driver.snapshot.bottomInset == points(covered + 48))
      }
    }
  }

  @Test func theBlankIsInForceFromTheFirstSend() {
    for profile in [Profile.reference, .builtIn("swiftui-tips"), .builtIn("parameter-article")] {
      let driver = Driver(profile, messages: Message.uniform(20))
      driver.settle()
      #expect(driver.snapshot.blank == .zero, "\(profile.name)")
      driver.frame(.append(.supplied("x", .user, 50)))
      driver.settle()
      #expect(driver.snapshot.blank == .zero, "\(profile.name)")
      driver.frame(.send("u", text: "A question"))
      #expect(driver.snapshot.blank > points(400), "\(profile.name)")
      driver.frame(.append(.supplied("a", .assistant, 900)), .taskEnd)
      driver.settle()
      #expect(driver.snapshot.blank == .zero, "\(profile.name): the answer takes it all")
      // A turn that nobody sent from here has none.
      driver.frame(.append(.supplied("v", .user, 50)))
      driver.settle()
      #expect(driver.snapshot.blank == .zero, "\(profile.name)")
    }
  }

  @Test func inV0TheBlankIsAlwaysInForce() {
    let driver = Driver(.builtIn("vercel-v0"), messages: Message.uniform(20))
    // The last turn is two messages of 100 pt, 12 pt apart; the question counts with 88 of them.
    #expect(driver.snapshot.blank == points(667 - 20 - 48 - 200))
    driver.settle()
    #expect(driver.bottom(of: "m18") == driver.snapshot.topInset + points(88))
  }

  @Test func whatASendMovesMovesAlongItsSpring() {
    let driver = Driver(messages: Message.uniform(20))
    driver.frame(.send("u", text: "A question"))
    let start = driver.snapshot.instant
    var offsets: [(seconds: Double, offset: LayoutUnit)] = [(0, driver.snapshot.offset)]
    for _ in 0..<90 {
      driver.frame()
      offsets.append(((driver.snapshot.instant - start).seconds, driver.snapshot.offset))
    }
    let goal = driver.snapshot.offset
    let way = (offsets[0].offset - goal).points
    #expect(way < -400)
    #expect(driver.place(of: "u") == driver.snapshot.topInset)
    // A response of 0.3 s without bounce.
    let frequency = 2 * Double.pi / 0.3
    for (seconds, offset) in offsets {
      let rest = way * (1 + frequency * seconds) * exp(-frequency * seconds)
      let tolerance = abs(rest) < 0.25 ? 0.25 : 1.0 / 64
      #expect(abs((offset - goal).points - rest) <= tolerance, "after \(seconds) s")
    }
  }
}
