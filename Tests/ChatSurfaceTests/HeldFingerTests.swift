import ChatSurface
import Lengths
import Testing
import Timebase

/// A finger that rests on the content.
@Suite struct HeldFingerTests {
  /// An answer that becomes shorter at the end of the content, and everything after it, moves nothing
  /// under the finger; letting go springs back into the range.
  @Test(
    arguments: Setting.all(["reference", "vercel-v0", "messaging-ui", "conversation-kit"])
  )
  func aRangeThatShrinksUnderAFingerMovesNothing(setting: Setting) throws {
    var random = SeededGenerator(seed: PropertySettings.seed)
    let drawn = (0..<4).map { _ in
      let before = 20 + random.nextIndex(below: 700)
      return (before, 10 + random.nextIndex(below: before - 10))
    }
    for (before, after) in [(60, 20), (300, 40), (90, 89)] + drawn {
      let driver = try setting.driver(Message.history(20) + [.supplied("z", .assistant, before)])
      driver.settle()
      driver.frame(.scroll(to: .end, isAnimated: false))
      driver.settle()
      driver.frame(.touch(.began, y: 400), .touch(.moved, y: 398))
      let still = driver.places
      for height in [after, after + 3, after] {
        driver.frame(.setHeight("z", points(height)))
        for _ in 0..<5 {
          driver.frame()
          for (id, y) in still {
            #expect(driver.place(of: id) == y, "\(id), \(before) to \(height)")
          }
        }
      }
      driver.frame(.touch(.ended, y: 398))
      driver.settle()
      #expect(driver.pointsFromEnd == .zero)
      #expect(driver.violations.isEmpty)
    }
  }

  /// Dots that become a line of text make a message 12 pt lower.
  @Test(arguments: Setting.all(["conversation-kit"]))
  func textThatArrivesUnderARestingFingerMovesNothing(setting: Setting) throws {
    let driver = try setting.driver(Message.history(20))
    driver.settle()
    driver.frame(.send("u", text: "Hello there"), .streamBegin("a"))
    driver.settle()
    driver.frame(.touch(.began, y: 400))
    driver.frame(.touch(.moved, y: 398))
    let still = driver.places
    #expect(still.count > 2)
    for _ in 0..<30 {
      driver.frame(.token("a", "word "))
      for (id, y) in still { #expect(driver.place(of: id) == y, "\(id)") }
    }
    driver.frame(.touch(.ended, y: 398))
    driver.settle()
    #expect(driver.violations.isEmpty, "it rests within the range")
  }
}
