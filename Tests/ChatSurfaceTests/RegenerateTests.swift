import ChatSurface
import Lengths
import Testing
import Timebase

/// A question that is answered again, as it stands or with another text.
@Suite struct RegenerateTests {
  private let history = Message.history(8)
  private let question = Message.user("q", .lines(2))

  /// Where a send would have put question and answer, had they been the first.
  @Test(arguments: Setting.all)
  func theTurnIsThatOfItsQuestionAsAfterASend(setting: Setting) throws {
    for (named, text) in [("q", nil), ("a", nil), ("a2", nil), ("q", String.lines(5))] {
      let asked = try setting.driver(
        history + [question, .assistant("a", lines: 30), .assistant("a2", lines: 3)]
      )
      let sent = try setting.driver(history)
      for driver in [asked, sent] { driver.settle() }
      asked.frame(.regenerate(MessageID(rawValue: named), text: text), .streamBegin("b"))
      sent.frame(.send("q", text: text ?? .lines(2)), .streamBegin("b"))
      #expect(asked.snapshot.visible.allSatisfy { !["a", "a2"].contains($0.id) })
      for driver in [asked, sent] {
        driver.settle()
        for _ in 0..<6 { driver.frame(.token("b", "some words and ")) }
        driver.frame(.streamEnd("b", .complete), .taskEnd)
        driver.settle()
        #expect(driver.snapshot.button == .sendDisabled)
        #expect(driver.refusals.isEmpty && driver.violations.isEmpty)
      }
      #expect(asked.surface.ids == sent.surface.ids)
      #expect(asked.text(of: "q") == text ?? .lines(2))
      #expect(asked.text(of: "b") == sent.text(of: "b"))
      #expect(asked.places == sent.places, "\(named) \(text ?? "")")
      #expect(asked.snapshot.blank == sent.snapshot.blank)
      #expect(asked.snapshot.follow == sent.snapshot.follow)
    }
  }

  /// In the middle of a conversation all that follows goes, in the frame of the event.
  @Test(arguments: Setting.all)
  func allThatFollowsIsCutInOneFrame(setting: Setting) throws {
    let driver = try setting.driver(Message.history(40))
    driver.settle()
    driver.frame(.scroll(to: .message("m20", .top), isAnimated: false))
    driver.settle()
    driver.frame(.regenerate("m20"), .streamBegin("b"), .token("b", "one "))
    #expect(driver.surface.ids == (0...20).map { MessageID(rawValue: "m\($0)") } + ["b"])
    #expect(driver.place(of: "m21") == nil)
    #expect(driver.place(of: "m20") != nil)
    #expect(driver.snapshot.button == .stop)
    driver.settle()
    #expect(driver.text(of: "b") == "one ")
    #expect(driver.violations.isEmpty)
  }

  /// A task that runs is stopped first, and both have to end.
  @Test(arguments: Profile.all.map(\.name))
  func aRunningTaskIsStopped(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    let driver = Driver(profile, messages: history)
    driver.frame(.send("q", text: "Why"), .streamBegin("a"), .token("a", "first "))
    driver.settle()
    driver.frame(.regenerate("a"), .token("a", "lost "), .streamBegin("b"), .token("b", "new "))
    #expect(driver.surface.ids.suffix(2) == ["q", "b"])
    #expect(driver.refusals.isEmpty && driver.surface.discardedUTF8 == 5, "they come too late")
    driver.frame(.taskEndOf("q"))
    #expect(driver.snapshot.button == .stop)
    driver.frame(.streamEnd("b", .complete), .taskEndOf("q"))
    #expect(driver.snapshot.button == .sendDisabled)
    driver.settle()
    #expect(driver.text(of: "b") == "new ")
    #expect(driver.violations.isEmpty)
  }

  /// The placeholder of the task that is stopped may stand above the question.
  @Test(
    arguments: Profile.all.filter(\.addsPlaceholder).map(\.name)
  )
  func aPlaceholderAboveTheQuestionChangesNothingOfWhatIsCut(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    for question in ["m2", "m6", "q"] {
      let driver = Driver(profile, messages: history)
      driver.frame(.send("q", text: "Why"))
      driver.frame(.move("q.answer", index: 0))
      let kept = driver.surface.ids.dropFirst().prefix { $0.rawValue != question }
      driver.frame(.regenerate(MessageID(rawValue: question)), .streamBegin("b"))
      #expect(driver.surface.ids == kept + [MessageID(rawValue: question), "b"])
      driver.settle()
      #expect(driver.refusals.isEmpty && driver.violations.isEmpty)
    }
  }

  /// The new answer may have the name of the one that was cut; nothing of that is left.
  @Test(arguments: Profile.all.map(\.name))
  func theNewAnswerMayHaveTheOldName(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    let driver = Driver(profile, messages: history + [question, .assistant("a", lines: 40)])
    driver.settle()
    for _ in 0..<3 {
      driver.frame(.regenerate("a"), .streamBegin("a"), .token("a", "new "))
      driver.settle()
      #expect(driver.text(of: "a") == "new ")
      driver.frame(.streamEnd("a", .complete), .taskEnd)
      driver.settle()
      #expect(driver.surface.count == history.count + 2)
    }
    #expect(driver.refusals.isEmpty && driver.violations.isEmpty)
  }

  @Test(arguments: Setting.all)
  func whatCannotBeAnsweredAgainIsRefusedAndChangesNothing(setting: Setting) throws {
    let long = String(repeating: "x", count: Surface.longestText + 1)
    let driver = try setting.driver([.assistant("first", lines: 3)] + history)
    driver.settle()
    let before = (driver.places, driver.surface.ids, driver.snapshot.follow)
    driver.frame(.regenerate("nobody"), .regenerate("first"), .regenerate("m0", text: long))
    #expect(
      driver.refusals == [
        .unknown("nobody"), .noQuestion("first"), .tooLong("m0", bytes: long.utf8.count),
      ]
    )
    driver.settle()
    #expect(driver.places == before.0)
    #expect(driver.surface.ids == before.1)
    #expect(driver.snapshot.follow == before.2)
    #expect(driver.snapshot.button == .sendDisabled)
  }
}
