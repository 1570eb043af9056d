import ChatSurface
import Foundation
import Lengths
import Testing
import Timebase

/// How `vercel-v0` moves its list for the keyboard.
@Suite struct ListKeyboardTests {
  private static let settings = Setting.all(["vercel-v0"])

  /// The shift of the specification's table, in points.
  private func shift(
    opening: Bool,
    distance: Double,
    blank: Double,
    travel: Double,
    reach: Double
  ) -> Double {
    guard opening else { return distance <= 12 ? -min(blank, travel) : -travel }
    if distance < blank { return blank < reach ? max(-(blank - distance), -travel) : -travel }
    if distance < 100, blank < travel { return blank > 0 ? max(-(travel - blank), -travel) : 0 }
    return -travel
  }

  /// What is left of a way on a spring of stiffness 500, damping 45, mass 1: the roots of
  /// r² + 45 r + 500 are -20 and -25.
  private func rest(after seconds: Double) -> Double {
    5 * exp(-20 * seconds) - 4 * exp(-25 * seconds)
  }

  private func read(_ setting: Setting, distance: Int, answer: Int = 2_000) throws -> Driver {
    let driver = try setting.driver([.user("q", "why"), .supplied("a", .assistant, answer)])
    driver.settle()
    driver.rest(pointsFromEnd: distance)
    return driver
  }

  /// Opening moves the content offset by T + shift, along the spring; closing takes T + the shift of
  /// its own row back.
  @Test(arguments: settings)
  func openingMovesContentByTheKeyboardLessTheTableAndClosingTakesItBack(setting: Setting) throws {
    for (distance, keyboard) in [
      (0, 336), (0, 120), (1, 300), (60, 291), (99, 291), (100, 336), (700, 250),
    ] {
      let driver = try read(setting, distance: distance)
      let travel = (setting.covered(by: keyboard) - device(setting).safeBottom).points
      let reach = Double(keyboard + 48)
      let offset = driver.snapshot.offset.points
      #expect(driver.snapshot.blank == .zero)
      let up =
        travel
        + shift(opening: true, distance: Double(distance), blank: 0, travel: travel, reach: reach)
      var from = 0.0
      let back =
        travel
        + shift(
          opening: false,
          distance: Double(distance) + travel - up - travel,
          blank: 0,
          travel: travel,
          reach: reach
        )
      for (height, to) in [(keyboard, up), (0, up - back)] {
        driver.frame(.keyboard(height: points(height)))
        let start = driver.snapshot.instant
        #expect(abs(driver.snapshot.offset.points - offset - from) < 1.0 / 32, "no jump")
        for _ in 0..<setting.hertz {
          driver.frame()
          let left = (from - to) * rest(after: (driver.snapshot.instant - start).seconds)
          let tolerance = abs(left) <= 0.5 ? 0.5 : 1.0 / 32
          let moved = driver.snapshot.offset.points - offset
          #expect(abs(moved - to - left) <= tolerance, "\(distance) pt, \(keyboard)")
        }
        #expect(abs(driver.snapshot.offset.points - offset - to) < 1.0 / 32)
        from = to
      }
      #expect(driver.snapshot.shift == .zero, "a closed keyboard leaves nothing applied")
      #expect(driver.violations.isEmpty)
    }
  }

  private func device(_ setting: Setting) -> Device { setting.device }

  @Test(arguments: settings)
  func farFromTheEndNothingMoves(setting: Setting) throws {
    let driver = try setting.driver([.user("q", "why"), .supplied("a", .assistant, 2_000)])
    driver.settle()
    driver.frame(.scroll(to: .top, isAnimated: false))
    driver.settle()
    let before = driver.places
    for height in [336, 291, 380, 0] {
      driver.frame(.keyboard(height: points(height)))
      for _ in 0..<40 {
        driver.frame()
        driver.expectStill(since: before)
      }
    }
  }

  @Test(arguments: settings)
  func atTheEndTheLastMessageRisesByWhatIsCoveredAndComesBack(setting: Setting) throws {
    let driver = try setting.driver([.user("q", "why"), .supplied("a", .assistant, 2_000)])
    driver.settle()
    let place = try #require(driver.bottom(of: "a"))
    #expect(place == setting.device.height - setting.device.safeBottom - points(48))
    driver.frame(.keyboard(height: points(336)))
    #expect(driver.bottom(of: "a") == place)
    driver.settle()
    #expect(
      driver.bottom(of: "a") == place - (setting.covered(by: 336) - setting.device.safeBottom)
    )
    driver.frame(.keyboard(height: .zero))
    driver.settle()
    #expect(driver.bottom(of: "a") == place)
  }

  /// With free space below the last turn nothing is pushed off the screen.
  @Test(arguments: settings)
  func inAShortChatBothMessagesStayInView(setting: Setting) throws {
    let driver = try setting.driver([.user("q", "why"), .assistant("a")])
    driver.settle()
    let before = driver.places
    #expect(before.count == 2)
    driver.frame(.keyboard(height: points(280)))
    for _ in 0..<60 {
      driver.frame()
      #expect(driver.places == before)
    }
  }

  /// However short the last turn is: what the blank below it holds of the keyboard pushes nothing.
  @Test(arguments: settings)
  func aShortChatRisesByWhatTheBlankDoesNotHold(setting: Setting) throws {
    var random = SeededGenerator(seed: PropertySettings.seed)
    for _ in 0..<12 {
      let (answer, keyboard) = (
        20 + random.nextIndex(below: 700), 100 + random.nextIndex(below: 280)
      )
      let driver = try setting.driver([.user("q", "why"), .supplied("a", .assistant, answer)])
      driver.settle()
      // A line in its box, the space between messages, the answer.
      let turn = points(20 + 24 + 12 + answer)
      let blank = max(.zero, setting.free - turn).points
      let travel = (setting.covered(by: keyboard) - setting.device.safeBottom).points
      let shift = shift(
        opening: true,
        distance: 0,
        blank: blank,
        travel: travel,
        reach: Double(keyboard + 48)
      )
      let before = ["q", "a"].map { driver.surface.placeOnScreen(of: $0) }
      driver.frame(.keyboard(height: points(keyboard)))
      driver.settle()
      for (id, place) in zip(["q", "a"] as [MessageID], before) {
        let (now, then) = (try #require(driver.surface.placeOnScreen(of: id)), try #require(place))
        let way = (then - now).points
        #expect(abs(way - travel - shift) < 1.0 / 32, "\(id), \(answer) over \(keyboard)")
        if blank >= travel { #expect(driver.place(of: id) == place) }
      }
    }
  }

  @Test func aSingleMessageIsNotMoved() {
    let driver = Driver(.builtIn("vercel-v0"), messages: [.supplied("a", .assistant, 2_000)])
    driver.settle()
    let before = driver.places
    driver.frame(.keyboard(height: points(260)))
    driver.settle()
    #expect(driver.places == before)
  }

  /// At rest over an open keyboard another message applies the opening rule once more, in one frame.
  @Test(arguments: settings)
  func anotherMessageOverAnOpenKeyboardAppliesTheRuleOnceMore(setting: Setting) throws {
    for distance in [0, 40, 99, 700] {
      let driver = try read(setting, distance: distance)
      driver.frame(.keyboard(height: points(280)))
      driver.settle()
      let travel = (setting.covered(by: 280) - setting.device.safeBottom).points
      let offset = driver.snapshot.offset.points
      let blankBefore = driver.snapshot.blank
      driver.frame(.append(.supplied("b", .assistant, 60)))
      // The whole keyboard's shift may have been applied before: this move is asked for all the same.
      #expect(driver.drift == .zero, "\(distance)")
      let blank = driver.snapshot.blank
      #expect(blank == blankBefore && blank == .zero)
      // From where content stood, with 72 pt more below it.
      let fromEnd =
        (driver.snapshot.contentBottom + driver.snapshot.bottomInset
        - driver.snapshot.viewportHeight).points - offset
      let expected =
        travel
        + shift(
          opening: true,
          distance: fromEnd - travel,
          blank: blank.points,
          travel: travel,
          reach: 280 + 48
        )
      #expect(abs(driver.snapshot.offset.points - offset - expected) < 1.0 / 32, "\(distance)")
      driver.settle()
      driver.frame()
      #expect(abs(driver.snapshot.offset.points - offset - expected) < 1.0 / 32, "once")
    }
  }

  /// While a sent message is on its way the keyboard moves nothing of itself.
  @Test(arguments: settings)
  func aMessageOnItsWayComesToItsPlaceWhateverTheKeyboardDoes(setting: Setting) throws {
    for heights in [[280, 280, 0], [0, 280, 280], [280, 0, 0], [0, 0, 280]] {
      let driver = try setting.driver([.user("q", "why"), .supplied("a", .assistant, 2_000)])
      driver.settle()
      driver.frame(.keyboard(height: points(heights[0])))
      driver.settle()
      driver.frame(.send("u", text: "And then?"))
      driver.frame()
      driver.frame(.keyboard(height: points(heights[1])))
      driver.settle()
      #expect(driver.snapshot.follow == .pinned("u"))
      #expect(driver.place(of: "u") == driver.snapshot.topInset, "\(heights)")
      driver.frame(.keyboard(height: points(heights[2])))
      driver.settle()
      if heights[2] <= heights[1] {
        #expect(driver.place(of: "u") == driver.snapshot.topInset, "\(heights)")
      }
    }
  }

  /// What is covered follows a finger in proportion, from what was covered open to the safe area.
  @Test(arguments: settings)
  func underAFingerTheCoverIsInProportion(setting: Setting) throws {
    let driver = try read(setting, distance: 0)
    driver.frame(.keyboard(height: points(320)))
    driver.settle()
    let open = setting.covered(by: 320)
    for left in [240, 160, 80, 300, 0, 320] {
      driver.frame(.keyboardDragged(height: points(left)))
      let travel = (open - setting.device.safeBottom).rawValue * Int64(left) / 320
      #expect(driver.snapshot.covered == setting.device.safeBottom + LayoutUnit(rawValue: travel))
      #expect(driver.pointsFromEnd.magnitude <= LayoutUnit(rawValue: 1), "\(left)")
    }
    driver.frame(.keyboard(height: .zero))
    driver.settle()
    #expect(driver.snapshot.covered == setting.device.safeBottom)
    #expect(driver.pointsFromEnd == .zero)
  }
}
