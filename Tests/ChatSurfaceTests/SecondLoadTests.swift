import ChatSurface
import Lengths
import Testing
import Timebase

/// A load after any session is as the first one: nothing of the conversation before it is left, whose
/// numbers for messages are given out again.
@Suite struct SecondLoadTests {
  /// Brings what is not the conversation's back to where a new surface has it.
  private func restoreSurroundings(of driver: Driver) {
    driver.frame(
      .touch(.cancelled, y: 300),
      .foreground,
      .reducedMotion(false),
      .timestamps(true),
      .typing(false),
      .loader(.top, isVisible: false),
      .loader(.end, isVisible: false),
      .auxiliary(.header, nil),
      .auxiliary(.footer, nil),
      .auxiliary(.disclaimer, nil),
      .textSize(.large),
      .resize(width: Device.iPhoneSE.width, height: Device.iPhoneSE.height),
      .composer(lines: 1, text: "", attachments: 0)
    )
    driver.run(milliseconds: 400)
    driver.frame(.keyboard(height: .zero, duration: .zero, .linear))
    driver.run(milliseconds: 100)
  }

  /// Messages whose heights are known: what a surface guesses depends on what it has measured before.
  private func list(_ seed: UInt64) -> [Message] {
    var random = SeededGenerator(seed: seed)
    return (0..<random.nextIndex(below: 30)).map { index in
      let id = MessageID(rawValue: "l\(index)")
      return Message(
        id: id,
        role: random.nextIndex(below: 2) == 0 ? .user : .assistant,
        text: "text of \(index)",
        suppliedHeight: points(20 + random.nextIndex(below: 300))
      )
    }
  }

  /// What happens after both loads, a fraction of a second apart.
  private func next(_ step: Int) -> [SurfaceEvent] {
    switch step {
    case 20: [.touch(.began, y: 300)]
    case 21: [.touch(.moved, y: 360)]
    case 24: [.touch(.ended, y: 360)]
    case 60: [.append(.supplied("u", .user, 70))]
    case 80: [.append(.supplied("a", .assistant, 32))]
    case 90: [.setHeight("a", points(180))]
    case 130: [.append(.supplied("last", .assistant, 90))]
    case 150: [.remove("u")]
    default: []
    }
  }

  @Test(arguments: Profile.all.map(\.name))
  func aLoadAfterAnySessionIsAsTheFirst(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    for seed in PropertySettings.seed..<PropertySettings.seed + 12 {
      var session = RandomSession(profile, seed: seed)
      for _ in 0..<20 + seed % 3 * 40 {
        // What a frame shows is judged by other tests.
        _ = session.step()
      }
      let used = session.driver
      used.frame(.removeAll)
      restoreSurroundings(of: used)
      let fresh = Driver(profile)
      let messages = list(seed)
      used.frame(.load(ListedMessages(messages)))
      fresh.skip(ticks: used.tick - 1 - fresh.tick)
      fresh.frame(.load(ListedMessages(messages)))
      for step in 0..<200 {
        let (one, other) = (used.snapshot, fresh.snapshot)
        #expect(used.places == fresh.places, "seed \(seed), step \(step)")
        #expect(one.visible.map(\.height) == other.visible.map(\.height))
        #expect(one.follow == other.follow, "seed \(seed), step \(step)")
        #expect(one.scroll == other.scroll, "seed \(seed), step \(step)")
        #expect(one.blank == other.blank && one.shift == other.shift)
        #expect(one.button == other.button && one.mode == other.mode)
        #expect(one.entrance == other.entrance && one.answerOpacity == other.answerOpacity)
        #expect(one.streams.map(\.id) == other.streams.map(\.id))
        #expect(one.streams.map(\.fades) == other.streams.map(\.fades))
        guard used.places == fresh.places, one.follow == other.follow else { return }
        for driver in [used, fresh] {
          driver.frame(scheduled: next(step).map { ScheduledEvent($0, at: driver.next) })
        }
      }
      // What a text is guessed to take differs; where it ends up does not.
      for driver in [used, fresh] {
        driver.frame(.send("v", text: "Hello"), .streamBegin("b"), .token("b", "some words "))
        driver.settle()
      }
      #expect(used.places == fresh.places, "seed \(seed), sent")
      #expect(used.snapshot.follow == fresh.snapshot.follow)
      #expect(used.snapshot.blank == fresh.snapshot.blank)
      #expect(used.snapshot.button == .stop && fresh.snapshot.button == .stop)
      #expect(used.surface.refusals.isEmpty)
    }
  }
}
