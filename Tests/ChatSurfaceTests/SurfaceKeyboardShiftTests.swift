import ChatSurface
import Foundation
import Lengths
import PublishedDesigns
import Testing
import Timebase

/// The keyboard of `vercel-v0` as it shifts a whole list, and the spring that all keyboards share.
@Suite struct SurfaceKeyboardShiftTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }
  private func keyboard(_ height: Int) -> SurfaceEvent {
    .keyboard(height: points(height))
  }

  /// What is left of a way after so many seconds on a spring of stiffness 500, damping 45 and mass
  /// 1, let go at rest: the roots of r² + 45 r + 500 are -20 and -25.
  private func rest(after seconds: Double) -> Double {
    5 * exp(-20 * seconds) - 4 * exp(-25 * seconds)
  }

  /// A conversation with the distance, the blank, T and, where there can be such a composer, M of
  /// a case. Where there cannot, M is larger, and has no say: the blank is below it either way. The
  /// keyboard covers 8 pt more than its height, so T is its height and 8 less the safe area.
  private func conversation(for check: KeyboardShiftTests.Check) -> (Driver, keyboard: Int) {
    let safe = max(0, check.reach - check.travel - 40)
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
    let messages =
      Message.uniform(20) + [
        .supplied("u", .user, 44), .supplied("z", .assistant, turn - 44 - 12),
      ]
    let driver = Driver(.builtIn("vercel-v0"), device: device, messages: messages)
    driver.settle()
    driver.rest(pointsFromEnd: check.distance)
    return (driver, check.travel + safe - 8)
  }

  @Test(arguments: KeyboardShiftTests.checks)
  func eachPublishedCaseMovesTheContentByTheKeyboardLessItsShift(
    check: KeyboardShiftTests.Check
  ) {
    let (driver, height) = conversation(for: check)
    #expect(driver.pointsFromEnd == points(check.distance))
    #expect(driver.snapshot.blank == points(check.blank))
    #expect(driver.snapshot.follow == .free)
    let offset = driver.snapshot.offset
    driver.frame(keyboard(height))
    driver.settle()
    #expect(driver.snapshot.shift == -points(check.travel + check.shift))
    #expect(driver.snapshot.offset == offset + points(check.travel + check.shift))
    #expect(driver.violations.isEmpty, "\(driver.violations)")
  }

  @Test func theEndMovesAlongTheSameSpringInTheReference() {
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

  @Test
  func closingNearTheEndTakesBackWhatTheBlankWillNotFill() {
    // 100 pt of blank with the keyboard closed, T 230: counted without the keyboard, within 12 pt of
    // the end 130 are taken back, further up nothing is.
    for (distance, taken) in [(0, 130), (200, 130), (242, 130), (243, 0), (400, 0)] {
      let (driver, height) = conversation(for: KeyboardShiftTests.checks[1])
      driver.frame(keyboard(height))
      driver.settle()
      driver.rest(pointsFromEnd: distance)
      let offset = driver.snapshot.offset
      driver.frame(keyboard(0))
      driver.settle()
      #expect(offset - driver.snapshot.offset == points(taken), "\(distance) pt")
      #expect(driver.snapshot.shift == .zero, "a closed keyboard leaves nothing applied")
    }
  }

  /// A pinned message comes back to where it was, however often, while the answer grows.
  @Test
  func nothingOfAShiftStaysWhenTheKeyboardIsClosed() {
    let driver = Driver(.builtIn("vercel-v0"), messages: Message.history(40))
    driver.settle()
    driver.frame(.send("u", text: "A question"))
    driver.settle()
    driver.frame(.streamBegin("a"), .token("a", "word "))
    driver.settle()
    let place = driver.place(of: "u")
    #expect(place == driver.snapshot.topInset)
    for turn in 0..<4 {
      driver.frame(keyboard(291))
      for word in 0..<40 { driver.frame(.token("a", "word \(turn)-\(word) ")) }
      #expect((points(-299)...points(0)).contains(driver.snapshot.shift))
      driver.frame(keyboard(0))
      for word in 0..<60 { driver.frame(.token("a", "more \(turn)-\(word) ")) }
      #expect(driver.snapshot.shift == .zero)
      #expect(driver.place(of: "u") == place, "turn \(turn)")
    }
    #expect(driver.violations.isEmpty)
  }

  @Test func aTapLeavesAMovedListWhereItIs() {
    let (driver, height) = conversation(for: KeyboardShiftTests.checks[1])
    driver.frame(keyboard(height))
    driver.settle()
    let (shift, offset) = (driver.snapshot.shift, driver.snapshot.offset)
    #expect(shift < .zero)
    driver.tap()
    #expect(driver.snapshot.shift == shift)
    #expect(driver.snapshot.offset == offset)
    #expect(driver.violations.isEmpty)
  }

  @Test
  func theListGoesWithAFingerInProportionToWhatIsLeftOfTheKeyboard() {
    let (driver, height) = conversation(for: KeyboardShiftTests.checks[1])
    driver.frame(keyboard(height))
    driver.settle()
    let offset = driver.snapshot.offset
    #expect(driver.snapshot.shift == points(-130))
    // Closing takes 130 pt back; a part of the way takes as much a part of it.
    for left in [200, 150, 115, 240, 30] {
      driver.frame(.keyboardDragged(height: points(left)))
      let taken = points(130).rawValue * Int64(height - left) / Int64(height)
      // The end of the content comes down faster, and stops it.
      let there = min(offset - LayoutUnit(rawValue: taken), driver.endOffset)
      #expect(driver.snapshot.offset == there, "\(left)")
    }
    // The finger lets go: it comes back, or closes. A second end says nothing new.
    for end in [height, 0] {
      driver.frame(.keyboardDragged(height: points(60)))
      for _ in 0..<2 {
        driver.frame(keyboard(end))
        driver.settle()
        #expect(driver.snapshot.offset == (end == 0 ? offset - points(130) : offset))
        #expect(driver.snapshot.shift == (end == 0 ? .zero : points(-130)))
      }
    }
  }

  /// At the end the end stays in view at every height; far from it nothing moves.
  @Test func anotherHeightMovesByTheDifferenceOnly() {
    for distance in [0, 500] {
      let driver = Driver(.builtIn("vercel-v0"), messages: Message.withoutBlank)
      driver.settle()
      driver.rest(pointsFromEnd: distance)
      let offset = driver.snapshot.offset
      for height in [300, 340, 280, 0] {
        driver.frame(keyboard(height))
        driver.settle()
        let moved = distance == 0 && height > 0 ? points(height + 8) : .zero
        #expect(driver.snapshot.offset == offset + moved, "\(height), \(distance)")
      }
    }
  }
}
