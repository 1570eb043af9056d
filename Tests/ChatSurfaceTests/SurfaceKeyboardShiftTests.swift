import ChatSurface
import ConformanceTags
import Foundation
import Lengths
import Testing
import Timebase

/// The keyboard of `vercel-v0` as it shifts a whole list, and the spring that all keyboards share.
@Suite struct SurfaceKeyboardShiftTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }
  private func keyboard(_ height: Int) -> SurfaceEvent {
    .keyboard(height: points(height), .easeInOut)
  }

  /// What is left of a way after so many seconds on a spring of stiffness 500, damping 45 and mass
  /// 1, let go at rest: the roots of r² + 45 r + 500 are -20 and -25.
  private func rest(after seconds: Double) -> Double {
    5 * exp(-20 * seconds) - 4 * exp(-25 * seconds)
  }

  /// A list at rest far from its end, in the profile that shifts it.
  private func reading() -> Driver {
    let driver = Driver(.vercelV0, messages: Message.uniform(40))
    driver.settle()
    driver.frame(.scroll(to: .message("m20", .top), isAnimated: false))
    driver.settle()
    return driver
  }

  /// A conversation with the distance, the blank, T and, where there can be such a composer, M of
  /// a case. Where there cannot, M is larger, and has no say: the blank is below it either way.
  private func conversation(for check: KeyboardShiftTests.Check) -> (Driver, keyboard: Int) {
    let safe = max(0, check.reach - check.travel - 48)
    let device = Device(
      name: "check",
      width: 375,
      height: 900,
      safeTop: 20,
      safeBottom: safe,
      keyboard: 0,
      hertz: 60
    )
    let free = 900 - 20 - safe - 48
    let turn = check.blank > 0 ? free - check.blank : free + 100
    let messages = Message.uniform(20) + [.supplied("u", .user, turn)]
    let driver = Driver(.vercelV0, device: device, messages: messages)
    driver.settle()
    driver.rest(pointsFromEnd: check.distance)
    return (driver, check.travel + safe)
  }

  @Test(.tags(.keyboardChecks, .keyboardShiftApplied), arguments: KeyboardShiftTests.checks)
  func eachPublishedCaseMovesTheContentByItsShift(check: KeyboardShiftTests.Check) {
    let (driver, height) = conversation(for: check)
    #expect(driver.pointsFromEnd == points(check.distance))
    #expect(driver.snapshot.blank == points(check.blank))
    #expect(driver.snapshot.follow == .free)
    let offset = driver.snapshot.offset
    driver.frame(keyboard(height))
    driver.settle()
    #expect(driver.snapshot.shift == points(check.shift))
    #expect(driver.snapshot.offset == offset - points(check.shift))
    #expect(driver.violations.isEmpty, "\(driver.violations)")
  }

  @Test(.tags(.keyboardShiftApplied, .keyboardSpring))
  func theShiftIsAddedAndTakenAwayAlongTheSpring() {
    let driver = reading()
    let offset = driver.snapshot.offset
    for (height, from, to) in [(300, 0.0, -300.0), (0, -300.0, 0.0)] {
      driver.frame(keyboard(height))
      let start = driver.snapshot.instant
      #expect(driver.snapshot.shift.points == from)
      for _ in 0..<60 {
        driver.frame()
        let rest = rest(after: (driver.snapshot.instant - start).seconds)
        let expected = to + (from - to) * rest
        // It is there when less than a quarter of a point is left.
        let tolerance = abs(from - to) * rest < 0.25 ? 0.25 : 1.0 / 64
        #expect(abs(driver.snapshot.shift.points - expected) <= tolerance)
        #expect(driver.snapshot.offset == offset - driver.snapshot.shift)
      }
      #expect(driver.snapshot.shift.points == to)
    }
    #expect(driver.snapshot.offset == offset)
  }

  @Test(.tags(.keyboardSpring)) func theEndMovesAlongTheSameSpringInTheReference() {
    let driver = Driver(messages: Message.uniform(30))
    driver.frame(keyboard(260))
    let start = driver.snapshot.instant
    #expect(driver.pointsFromEnd == points(268))
    for _ in 0..<60 {
      driver.frame()
      let rest = 268 * rest(after: (driver.snapshot.instant - start).seconds)
      let tolerance = rest < 0.25 ? 0.25 : 1.0 / 64
      #expect(abs(driver.pointsFromEnd.points - rest) <= tolerance)
    }
    #expect(driver.pointsFromEnd == .zero)
  }

  @Test(.tags(.keyboardShiftClosing))
  func closingAtTheEndTakesAwayWhatTheBlankWillTakeAndFurtherUpAllOfT() {
    // 100 pt of blank with the keyboard closed: the published second case, then back.
    for (distance, taken) in [(12, 100), (13, 230)] {
      let (driver, height) = conversation(for: KeyboardShiftTests.checks[1])
      driver.frame(keyboard(height))
      driver.settle()
      driver.rest(pointsFromEnd: distance)
      let offset = driver.snapshot.offset
      driver.frame(keyboard(0))
      driver.settle()
      // At the end the blank that comes back takes the rest of the way.
      let isAtEnd = distance <= 12 && driver.pointsFromEnd == .zero
      let moved = offset - driver.snapshot.offset
      #expect(isAtEnd ? moved >= points(taken) : moved == points(taken), "\(distance) pt")
      #expect(driver.snapshot.shift == .zero, "a closed keyboard leaves nothing applied")
    }
  }

  /// A pinned message comes back to where it was, however often, while the answer grows.
  @Test(.tags(.keyboardShiftClosing, .keyboardShiftApplied))
  func nothingOfAShiftStaysWhenTheKeyboardIsClosed() {
    let driver = Driver(.vercelV0, messages: Message.history(40))
    driver.settle()
    driver.frame(.send("u", text: "A question"))
    driver.settle()
    // Dots are higher than the line that takes their place, and the blank makes up for it late.
    driver.frame(.streamBegin("a"), .token("a", "word "))
    driver.settle()
    let place = driver.place(of: "u")
    #expect(place != nil)
    for turn in 0..<4 {
      driver.frame(keyboard(291))
      for word in 0..<40 { driver.frame(.token("a", "word \(turn)-\(word) ")) }
      #expect((points(-291)...points(0)).contains(driver.snapshot.shift))
      driver.frame(keyboard(0))
      for word in 0..<60 { driver.frame(.token("a", "more \(turn)-\(word) ")) }
      #expect(driver.snapshot.shift == .zero)
      if driver.snapshot.blank > .zero {
        #expect(driver.place(of: "u") == place, "turn \(turn)")
      }
    }
    #expect(driver.violations.isEmpty)
  }

  @Test(.tags(.keyboardShiftApplied)) func aTapLeavesAShiftedListWhereItIs() {
    let (driver, height) = conversation(for: KeyboardShiftTests.checks[3])
    driver.frame(keyboard(height))
    driver.settle()
    let (shift, offset) = (driver.snapshot.shift, driver.snapshot.offset)
    #expect(shift < .zero)
    driver.tap()
    #expect(driver.snapshot.shift == shift)
    #expect(driver.snapshot.offset == offset)
    #expect(driver.violations.isEmpty)
  }

  @Test(.tags(.keyboardInteractive)) func theListGoesWithAFingerThatDragsTheKeyboard() {
    let driver = reading()
    let offset = driver.snapshot.offset
    for end in [0, 300] {
      driver.frame(keyboard(300))
      driver.settle()
      #expect(driver.snapshot.shift == points(-300))
      for height in [200, 120, 260, 30] {
        driver.frame(.keyboardDragged(height: points(height)))
        #expect(driver.snapshot.shift == points(-height))
        #expect(driver.snapshot.offset == offset + points(height))
      }
      // The finger lets go: it closes, or comes back. A second end says nothing new.
      for _ in 0..<2 {
        driver.frame(keyboard(end))
        driver.settle()
        #expect(driver.snapshot.shift == points(-end))
        #expect(driver.snapshot.offset == offset + points(end))
      }
    }
  }

  @Test(.tags(.keyboardInteractive, .keyboardShiftClosing))
  func atTheEndAFingerTakesAwayNoMoreThanTheBlankWillTake() {
    let (driver, height) = conversation(for: KeyboardShiftTests.checks[1])
    driver.frame(keyboard(height))
    driver.settle()
    driver.rest(pointsFromEnd: 0)
    let shift = driver.snapshot.shift
    // T is 230: half of it takes half of the blank's 100 pt, in as many steps as it likes.
    for left in [200, 150, 115] { driver.frame(.keyboardDragged(height: points(left + 22))) }
    #expect(driver.snapshot.shift == shift + points(50))
    driver.frame(keyboard(0))
    driver.settle()
    #expect(driver.snapshot.shift == shift + points(100))
  }

  @Test(.tags(.keyboardHeightChange)) func anotherHeightShiftsByTheDifferenceOnly() {
    let driver = reading()
    let offset = driver.snapshot.offset
    for (height, shift) in [(300, -300), (340, -340), (280, -280), (0, 0)] {
      driver.frame(keyboard(height))
      driver.settle()
      #expect(driver.snapshot.shift == points(shift))
      #expect(driver.snapshot.offset == offset - points(shift))
    }
  }

  @Test(.tags(.keyboardMerge)) func threeShowsOnReturnShiftTheListOnce() {
    let driver = reading()
    let offset = driver.snapshot.offset
    driver.frame(.background)
    driver.frame(.foreground, keyboard(300))
    driver.frame(keyboard(300))
    driver.frame(keyboard(300))
    driver.settle()
    #expect(driver.snapshot.shift == points(-300))
    #expect(driver.snapshot.offset == offset + points(300))
  }

  @Test(.tags(.keyboardBackground)) func aHideInTheBackgroundIsIgnored() {
    let driver = reading()
    driver.frame(keyboard(300))
    driver.settle()
    let offset = driver.snapshot.offset
    driver.frame(.background, keyboard(0))
    driver.frame(keyboard(200), .foreground)
    driver.settle()
    #expect(driver.snapshot.covered == points(308))
    #expect(driver.snapshot.offset == offset)
    #expect(driver.snapshot.shift == points(-300))
  }
}
