import ChatSurface
import Lengths
import Testing
import Timebase

/// An app makes a frame for the time at which it will be shown; tokens carry the time they came.
@Suite struct EarlyEventTests {
  @Test(arguments: Setting.all)
  func anEventDueBeforeTheTargetOfTheLastFrameHappensInTheNext(setting: Setting) throws {
    let driver = try setting.driver(Message.history(4))
    driver.settle()
    driver.frame(.send("u", text: "Hi"), .streamBegin("a"))
    for index in 0..<40 {
      // Half a period, or three, before the target of the frame that was made last.
      let early = driver.next - driver.rate.period * (index % 2 + 1) - .milliseconds(3)
      driver.frame(scheduled: [
        ScheduledEvent(.token("a", "word "), at: max(.zero, early)),
        ScheduledEvent(.touch(.cancelled, y: 0), at: driver.next),
      ])
    }
    driver.frame(.streamEnd("a", .complete), .taskEnd)
    driver.settle()
    #expect(driver.text(of: "a") == String(repeating: "word ", count: 40))
    #expect(driver.refusals.isEmpty)
    #expect(driver.violations.isEmpty)
  }
}
