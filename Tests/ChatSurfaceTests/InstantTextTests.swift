import ChatSurface
import Lengths
import Testing
import Timebase

/// Profiles that show text as it comes.
@Suite struct InstantTextTests {
  private func expectInstantText(_ profile: Profile) {
    let driver = Driver(profile, messages: Message.history(3))
    driver.frame(.streamBegin("a"))
    var text = ""
    let long = Array(repeating: "many words ", count: 300).joined()
    for delta in ["one ", "two thr", "ee", "\n\n- f", "our 你好", long, "end"] {
      // Halfway between two frames: it is shown by the next, as of its own instant.
      let due = driver.next + Nanoseconds.milliseconds(-8)
      driver.frame(scheduled: [ScheduledEvent(.token("a", delta), at: due)])
      text += delta
      #expect(driver.text(of: "a") == text)
      let stream = driver.snapshot.streams.first
      #expect(stream?.releasedScalars == text.unicodeScalars.count)
      #expect(stream?.backlogChunks == 0)
      #expect(stream?.fades.isEmpty == true)
      #expect(driver.surface.observations.releases.map(\.instant) == [due])
      driver.frame()
    }
    #expect(driver.surface.poolCounts.peak == 0)
  }

  @Test func messagingUIShowsEachDeltaWhenItComes() {
    expectInstantText(.builtIn("messaging-ui"))
  }

  @Test func conversationKitShowsEachDeltaWhenItComes() {
    expectInstantText(.builtIn("conversation-kit"))
  }
}
