import ChatSurface
import Lengths
import Testing
import TextMeasuring

@Suite struct ZZTests {
  @Test func kit() {
    for profile in [Profile.reference, .vercelV0, .conversationKit] {
      let driver = Driver(profile, messages: Message.history(400))
      driver.settle()
      driver.frame(.scroll(to: .message("m200", .top), isAnimated: false))
      driver.settle()
      func show(_ label: String) {
        print(
          "DBG",
          profile.name,
          label,
          driver.snapshot.stillPoint as Any,
          driver.snapshot.visible.prefix(3).map { "\($0.id) \($0.y) \($0.height)" },
          driver.snapshot.drift,
          driver.snapshot.offset
        )
      }
      show("start")
      for size in [(667, 375), (375, 667)] {
        driver.frame(.resize(width: LayoutUnit(points: size.0), height: LayoutUnit(points: size.1)))
        show("resized")
        for _ in 0..<5 { driver.frame(); show("then") }
      }
    }
  }
  @Test func hostPlaceholder() {
    let driver = Driver(messages: [.user("u")])
    driver.frame(.append(Message(id: "p", role: .placeholder, text: "")))
    driver.frame(.streamBegin("p"), .token("p", "words"), .streamEnd("p", .complete))
    driver.settle()
    print("DBG host", driver.surface.conversation.map { "\($0.id) \($0.role)" })
  }
  @Test func kitSend() {
    let driver = Driver(.conversationKit, messages: Message.history(40))
    driver.settle()
    driver.frame(.scroll(to: .end, isAnimated: false))
    driver.settle()
    print(
      "DBG send",
      driver.snapshot.follow,
      driver.places.sorted { $0.value < $1.value }.map { "\($0.key) \($0.value)" }
    )
    driver.frame(.send("v", text: "Another"))
    print(
      "DBG send",
      driver.snapshot.follow,
      driver.snapshot.scroll,
      driver.places.sorted { $0.value < $1.value }.map { "\($0.key) \($0.value)" }
    )
    driver.frame()
    print(
      "DBG send",
      driver.snapshot.follow,
      driver.snapshot.scroll,
      driver.places.sorted { $0.value < $1.value }.map { "\($0.key) \($0.value)" }
    )
  }
}
