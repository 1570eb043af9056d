import ChatSurface
import Lengths
import Testing

/// What a profile shows where an answer is expected: the answer takes its place, and nothing else.
@Suite struct PlaceholderTests {
  private func asked() -> Driver {
    let driver = Driver(.builtIn("swiftui-tips"), messages: Message.history(4))
    driver.settle()
    driver.frame(.send("u", text: "A question"))
    return driver
  }

  private func answer(_ id: MessageID, _ text: String) -> Message {
    Message(id: id, role: .assistant, text: text)
  }

  private func text(_ driver: Driver, _ id: MessageID) -> String? {
    driver.surface.shownText(of: id).map { String(decoding: $0.text, as: UTF8.self) }
  }

  @Test func anAnswerThatComesWholeTakesItsPlace() {
    let driver = asked()
    driver.frame(.append(.user("other", "Another device's question")))
    driver.frame(.append(answer("a", "An answer")))
    #expect(driver.surface.ids.suffix(3) == ["u", "a", "other"])
    driver.frame(.taskEnd)
    #expect(driver.surface.ids.suffix(3) == ["u", "a", "other"])
    #expect(text(driver, "a") == "An answer")
  }

  @Test func whatTheHostMadeOfItIsNotTheAnswers() throws {
    let driver = asked()
    driver.frame(
      .update("u.answer", text: "Thinking"),
      .setHeight("u.answer", LayoutUnit(points: 300))
    )
    driver.settle()
    driver.frame(.streamBegin("a"))
    driver.frame(.token("a", "Words"), .streamEnd("a", .complete))
    driver.settle()
    #expect(text(driver, "a") == "Words")
    let answer = try #require(driver.snapshot.visible.last)
    #expect(answer.id == "a")
    #expect(answer.height < LayoutUnit(points: 100))
  }

  @Test func anAnswerMayHaveItsName() {
    let streamed = asked()
    streamed.frame(.streamBegin("u.answer"), .token("u.answer", "Words"))
    streamed.frame(.streamEnd("u.answer", .complete), .taskEnd)
    streamed.settle()
    #expect(text(streamed, "u.answer") == "Words")
    let whole = asked()
    whole.frame(.append(answer("u.answer", "Words")))
    whole.frame(.taskEnd)
    #expect(whole.surface.refusals.isEmpty)
    #expect(text(whole, "u.answer") == "Words")
  }

  @Test func withoutAnAnswerItGoesWithTheTask() {
    let driver = asked()
    driver.frame(.taskEnd)
    #expect(driver.surface.ids.last == "u")
    let removed = asked()
    removed.frame(.remove("u.answer"))
    removed.frame(.append(answer("a", "An answer")), .taskEnd)
    #expect(removed.surface.ids.suffix(2) == ["u", "a"])
  }
}
