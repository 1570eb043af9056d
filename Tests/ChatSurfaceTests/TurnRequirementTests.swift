import ChatSurface
import Lengths
import Testing
import Timebase

/// The space below the last turn, and where a sent message comes to.
@Suite struct TurnRequirementTests {
  /// The blank by the specification, from what the frame shows.
  private func blank(_ driver: Driver, _ setting: Setting, question: MessageID, tallest: Int? = 88)
    throws -> LayoutUnit
  {
    let y = try #require(driver.surface.y(of: question))
    let own = driver.snapshot.visible.first { $0.id == question }?.height ?? .zero
    let hidden = tallest.map { max(.zero, own - points($0)) } ?? .zero
    let turn = driver.snapshot.contentBottom - y - hidden
    return max(.zero, setting.free - turn)
  }

  /// The dots are 32 pt, a line 20: what becomes shorter gives its room to the blank at once.
  @Test(arguments: Setting.all(["vercel-v0", "reference"]))
  func theFirstWordOfAnAnswerDoesNotMoveTheQuestion(setting: Setting) throws {
    var random = SeededGenerator(seed: PropertySettings.seed)
    // Behind a history the question comes to its place by a spring.
    let drawn = (0..<4).map { _ in
      (
        random.nextIndex(below: 12), 2_000 + random.nextIndex(below: 2_000),
        random.nextIndex(below: 24)
      )
    }
    for (history, wait, letters) in [(0, 300, 5), (0, 900, 5)] + drawn {
      let driver = try setting.driver(Message.history(history))
      driver.settle()
      driver.frame(.send("u", text: "Hi"), .streamBegin("a"))
      driver.run(milliseconds: wait)
      #expect(driver.place(of: "u") == driver.snapshot.topInset, "\(history), \(wait) ms")
      driver.frame(.token("a", String(repeating: "e", count: 1 + letters) + " there "))
      for _ in 0..<setting.hertz * 2 {
        driver.frame()
        #expect(driver.place(of: "u") == driver.snapshot.topInset)
      }
      #expect(driver.snapshot.blank == (try blank(driver, setting, question: "u")))
      driver.frame(.streamEnd("a", .complete), .taskEnd)
      driver.settle()
      #expect(driver.place(of: "u") == driver.snapshot.topInset)
    }
  }

  /// Of a question taller than 88 pt only the end stays in view.
  @Test(arguments: Setting.all(["vercel-v0"]))
  func ofATallQuestionTheLast88PointsStayInView(setting: Setting) throws {
    for lines in [1, 3, 4, 12] {
      let driver = try setting.driver(Message.history(8))
      driver.settle()
      driver.frame(.send("u", text: .lines(lines)))
      driver.settle()
      let height = points(20 * lines + 24)
      #expect(driver.snapshot.follow == .pinned("u"))
      #expect(driver.bottom(of: "u") == driver.snapshot.topInset + min(height, points(88)))
      driver.frame(.append(.supplied("a", .assistant, 50)))
      driver.settle()
      #expect(driver.bottom(of: "u") == driver.snapshot.topInset + min(height, points(88)))
      #expect(driver.snapshot.blank == (try blank(driver, setting, question: "u")))
    }
  }

  /// A load replaces the conversation as one value: nothing of the one before says where it opens.
  @Test(arguments: Setting.all)
  func aSecondLoadOpensAsTheFirstDoes(setting: Setting) throws {
    func turns(_ prefix: String, last: Int) -> [Message] {
      (0..<10).flatMap { turn in
        [
          Message.user("\(prefix)u\(turn)", "Question \(turn)"),
          .assistant("\(prefix)a\(turn)", lines: turn == 9 ? last : 8),
        ]
      }
    }
    for (first, second) in [(20, 1), (1, 20), (3, 2)] {
      let fresh = try setting.driver(turns("y", last: second))
      let used = try setting.driver(turns("x", last: first))
      used.frame(.send("u", text: "Hi"), .streamBegin("a"), .token("a", "one two three "))
      used.run(untilMilliseconds: 700)
      used.frame(.load(ListedMessages(turns("y", last: second))))
      for frame in 0..<setting.hertz {
        #expect(used.places == fresh.places, "frame \(frame)")
        #expect(used.snapshot.blank == fresh.snapshot.blank, "frame \(frame)")
        #expect(used.snapshot.button == fresh.snapshot.button)
        fresh.frame()
        used.frame()
      }
      if setting.profile == "vercel-v0", second < 10 {
        #expect(used.place(of: "yu9") == used.snapshot.topInset)
      }
    }
  }

  /// The inset is larger, and what stood at the end stands there again, at once and 16 ms later.
  @Test(arguments: Setting.all(["vercel-v0"]))
  func aComposerThatGrowsAtTheEndIsFollowedByAJump(setting: Setting) throws {
    var random = SeededGenerator(seed: PropertySettings.seed)
    let drawn = (0..<4).map { _ in
      (1_000 + random.nextIndex(below: 4_000), 2 + random.nextIndex(below: 5))
    }
    for (answer, lines) in [(2_000, 2), (2_000, 5), (2_000, 6)] + drawn {
      let driver = try setting.driver([.user("q", "why"), .supplied("a", .assistant, answer)])
      driver.settle()
      driver.frame(.composer(lines: lines))
      #expect(driver.pointsFromEnd == .zero, "at once")
      let asked = driver.snapshot.instant
      #expect(driver.surface.nextDue == asked + .milliseconds(16))
      driver.settle()
      #expect(driver.bottom(of: "a") == driver.device(setting) - points(28 + 20 * lines))
      // Further up, with the last item reaching below the screen, nothing jumps.
      driver.frame(.composer(lines: 1))
      driver.settle()
      driver.rest(pointsFromEnd: 400)
      let places = driver.places
      driver.frame(.composer(lines: lines))
      driver.settle()
      #expect(driver.places == places)
    }
  }

  @Test(arguments: Setting.all)
  func actionsUnderAnythingButAnAnswerAreRefused(setting: Setting) throws {
    var random = SeededGenerator(seed: PropertySettings.seed)
    for _ in 0..<4 {
      let roles = (0..<3 + random.nextIndex(below: 6)).map { _ in
        [Message.Role.user, .placeholder, .assistant][random.nextIndex(below: 3)]
      }
      let messages = roles.enumerated().map {
        Message(id: MessageID(rawValue: "m\($0)"), role: $1, text: "x")
      }
      let driver = try setting.driver(messages)
      driver.settle()
      var height = driver.snapshot.contentBottom - driver.snapshot.contentTop
      var refused = 0
      for (message, role) in zip(messages, roles) {
        let before = driver.places
        let own = points(1 + random.nextIndex(below: 64))
        driver.frame(.auxiliary(.actions(message.id), own))
        if role == .assistant {
          driver.settle()
          height += own
        } else {
          refused += 1
          #expect(driver.refusals.last == .notAnAnswer(message.id))
          #expect(driver.places == before, "\(roles)")
        }
        #expect(driver.snapshot.contentBottom - driver.snapshot.contentTop == height, "\(roles)")
        #expect(driver.refusals.count == refused)
      }
    }
  }
}

extension Driver {
  /// The lower edge of what is not covered by a bottom safe area.
  fileprivate func device(_ setting: Setting) -> LayoutUnit {
    setting.device.height - setting.device.safeBottom
  }
}
