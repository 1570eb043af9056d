import ChatSurface
import Lengths
import Testing

/// In the design whose host adds an empty answer for the one to come, it loads until its stream begins or its task
/// has ended; in all others a complete answer without text is an empty line.
@Suite struct EmptyAnswerTests {
  private func showsDots(_ driver: Driver, _ id: MessageID = "a") -> Bool? {
    driver.snapshot.visible.first { $0.id == id }?.showsLoadingDots
  }

  private func empty(_ id: MessageID = "a") -> Message {
    Message(id: id, role: .assistant, text: "")
  }

  private func asked(_ name: String) -> Driver {
    let driver = Driver(.builtIn(name), messages: Message.history(6))
    driver.settle()
    driver.frame(.send("u", text: "A question"))
    driver.settle()
    return driver
  }

  @Test(arguments: Profile.all.map(\.name)) func onlyWhereTheDesignSaysSo(name: String) {
    let driver = asked(name)
    driver.frame(.append(empty()))
    driver.settle()
    #expect(showsDots(driver) == (name == "conversation-kit"))
  }

  @Test func aStreamEndsIt() {
    let driver = asked("conversation-kit")
    driver.frame(.append(empty()))
    driver.frame(.streamBegin("a"))
    #expect(showsDots(driver) == true)
    driver.frame(.streamEnd("a", .complete))
    driver.settle()
    #expect(showsDots(driver) == false)
  }

  @Test func theEndOfItsTaskEndsIt() {
    let driver = asked("conversation-kit")
    driver.frame(.append(empty()))
    #expect(showsDots(driver) == true)
    let height = driver.snapshot.visible.first { $0.id == "a" }?.height
    driver.frame(.taskEnd)
    driver.settle()
    #expect(showsDots(driver) == false)
    #expect(driver.snapshot.visible.first { $0.id == "a" }?.height != height)
  }

  @Test func aListBringsOneToo() {
    let driver = asked("conversation-kit")
    driver.frame(.replaceAll(ListedMessages(driver.surface.conversation + [empty()])))
    driver.settle()
    #expect(showsDots(driver) == true)
    driver.frame(.update("a", text: "Here it is"))
    driver.settle()
    #expect(showsDots(driver) == false)
  }

  @Test(arguments: [Message.State.failed, .cancelled])
  func aFailedOneIsNoneToCome(state: Message.State) {
    let driver = asked("conversation-kit")
    driver.frame(.append(Message(id: "a", role: .assistant, text: "", state: state)))
    driver.settle()
    #expect(showsDots(driver) == false)
  }

  @Test func aHistoryHasNoneToCome() {
    let driver = Driver(.builtIn("conversation-kit"), messages: [.user("u"), empty()])
    driver.settle()
    #expect(showsDots(driver) == false)
  }
}
