import ChatSurface
import Lengths
import Testing

/// Where messages lie from side to side, 375 pt apart.
@Suite struct MessageBoxTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  private func shown(_ profile: Profile, _ message: Message) -> MessageBox? {
    Driver(profile, messages: [message]).surface.box(of: message.id)
  }

  /// 11 graphemes of 8 pt, and 16 on both sides.
  @Test
  func aUsersBubbleIsAlignedRightAndAsWideAsItsText() throws {
    for (text, width) in [("Hello there", 88), ("Hi", 16), ("日本", 32), ("a  \nlonger", 48)] {
      let box = try #require(shown(.reference, .user("u", text)))
      #expect(box.width == points(width + 32), "\(text)")
      #expect(box.x == points(375 - 16 - width - 32), "\(text)")
      #expect(box.padding == .init(horizontal: 16, vertical: 12))
    }
    // Two lines of 33 graphemes and less: as narrow as two lines allow.
    let long = try #require(
      shown(.reference, .user("u", String(repeating: "ab ", count: 17) + "end"))
    )
    #expect(long.x + long.width == points(375 - 16))
    #expect(long.width < points(343) && long.width >= points(27 * 8 + 32))
  }

  @Test func aBubbleIsRoundedAndLessSoAtItsTail() throws {
    for profile in Profile.all {
      let box = try #require(shown(profile, .user("u")), "\(profile.name)")
      let radius = profile.name == "messaging-ui" ? 16 : 20
      #expect(box.cornerRadius == points(radius), "\(profile.name)")
      #expect(box.tailRadius == points(8), "\(profile.name)")
    }
  }

  @Test func anAnswerIsBareAlignedLeftAndOfFullWidth() throws {
    for text in ["Short", .lines(7), "# Heading\n\n- item", ""] {
      let box = try #require(
        shown(.reference, Message(id: "a", role: .assistant, text: text))
      )
      #expect(
        box
          == MessageBox(
            x: points(16),
            width: points(375 - 32),
            padding: .init(horizontal: 0, vertical: 0),
            cornerRadius: .zero,
            tailRadius: .zero
          )
      )
    }
    // As tall as its text alone.
    let driver = Driver(messages: [.assistant("a", lines: 3)])
    #expect(driver.snapshot.visible.first?.height == points(60))
  }

  @Test func whereAnAnswerIsBoxedItHasNoTail() throws {
    let box = try #require(shown(.builtIn("swiftui-tips"), .assistant("a")))
    #expect(box.x == points(16) && box.width == points(343))
    #expect(box.cornerRadius == points(20) && box.tailRadius == points(20))
  }

  @Test func whatTheHostRendersHasNoBoxAndExactlyItsHeight() {
    for role in Message.Role.allCases {
      let rendered = Message(
        id: "h",
        role: role,
        text: role == .assistant ? "" : "text",
        suppliedHeight: LayoutUnit(rawValue: 1_001)
      )
      let driver = Driver(messages: [rendered, .assistant("next")])
      #expect(driver.surface.box(of: "h") == nil)
      let item = driver.snapshot.visible.first
      #expect(item?.height == LayoutUnit(rawValue: 1_001))
      #expect(item?.showsLoadingDots == false)
      #expect(driver.place(of: "next") == points(20 + 16 + 12) + LayoutUnit(rawValue: 1_001))
    }
    #expect(Driver().surface.box(of: "nobody") == nil)
  }

  @Test func aMessageTheHostTakesOverLosesItsPadding() {
    let driver = Driver(messages: [.user("u"), .assistant("a")])
    #expect(driver.place(of: "a") == points(36 + 44 + 12))
    driver.frame(.setHeight("u", points(20)))
    #expect(driver.place(of: "a") == points(36 + 20 + 12))
    #expect(driver.surface.box(of: "u") == nil)
  }
}
