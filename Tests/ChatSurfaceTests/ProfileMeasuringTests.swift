import ChatSurface
import FramePacing
import Lengths
import PublishedDesigns
import Testing

/// What each design measures and parses, and when, by the counts of its work.
@Suite struct ProfileMeasuringTests {
  /// The profile with its text shown as it comes, so that each token changes its message at once.
  private func unstaggered(_ profile: Profile) -> Profile {
    var profile = profile
    profile.reveal = Profile.builtIn("messaging-ui").reveal
    profile.chunking = .wholeDelta
    return profile
  }

  /// A message of ten paragraphs that goes on streaming.
  private func streaming(_ profile: Profile) -> Driver {
    let driver = Driver(unstaggered(profile), messages: Message.history(4))
    driver.settle()
    driver.frame(.streamBegin("a"), .token("a", paragraphs(10)))
    driver.settle()
    return driver
  }

  private func paragraphs(_ count: Int) -> String {
    (0..<count).map { "paragraph \($0)" }.joined(separator: "\n\n")
  }

  @Test func aChangedMessageIsMeasuredWholeOnceAFrame() {
    for profile in [Profile.builtIn("vercel-v0"), .builtIn("swiftui-tips")] {
      let driver = streaming(profile)
      // With the marks inside lines alone a text is one block.
      let isOne = profile.markdown == .inlineOnly
      driver.frame(.token("a", " and more"))
      #expect(driver.surface.observations.measuredBlocks == (isOne ? 1 : 10), "\(profile.name)")
      driver.frame(.token("a", "\n\none"), .token("a", " and"), .token("a", "\n\ntwo"))
      #expect(driver.surface.observations.measuredBlocks == (isOne ? 1 : 12), "\(profile.name)")
      driver.frame()
      #expect(driver.surface.observations.measuredBlocks == 0, "\(profile.name)")
    }
    let article = streaming(.builtIn("parameter-article"))
    article.frame(.token("a", " and more"))
    #expect(article.surface.observations.measuredBlocks == 1, "its text is one paragraph")
    let glyphs = article.surface.work[.measure][.glyphShaped]
    #expect(glyphs >= (paragraphs(10) + " and more").split { $0.isNewline }.joined().count)
    let reference = streaming(.reference)
    reference.frame(.token("a", " and more"))
    #expect(reference.surface.observations.measuredBlocks == 1, "the one that grew")
  }

  /// The others place a height when it has changed; the tips place all of a frame's together.
  @Test func theTipsGiveTheLayoutTheHeightsOfAFrameInOneGo() {
    for (profile, places) in [
      (Profile.builtIn("vercel-v0"), 0), (.builtIn("parameter-article"), 0),
      (.builtIn("swiftui-tips"), 2),
    ] {
      let driver = Driver(unstaggered(profile), messages: Message.history(4))
      driver.frame(.streamBegin("a"), .token("a", "one"), .streamBegin("b"), .token("b", "two"))
      driver.settle()
      driver.frame(.token("a", " more"), .token("b", " more"))
      #expect(driver.surface.observations.measuredBlocks == 2, "\(profile.name)")
      let work = driver.surface.work[.measure][.arrayElementRewritten]
      #expect(work == 0 && places == 0 || work >= places && places > 0, "\(profile.name): \(work)")
    }
  }

  @Test func messagingUIMeasuresEveryItemWhenItTakesItIn() {
    let driver = Driver(.builtIn("messaging-ui"), messages: Message.history(200))
    #expect(driver.surface.observations.measuredBlocks == 200)
    driver.frame(.prepend(ListedMessages(Message.history(50, prefix: "p"))))
    #expect(driver.surface.observations.measuredBlocks == 50)
    driver.frame(.append(.user("x")), .append(.assistant("y", lines: 3)))
    #expect(driver.surface.observations.measuredBlocks == 2)
    driver.frame(.scroll(to: .top, isAnimated: false))
    #expect(driver.surface.observations.measuredBlocks == 0, "all of it is measured")
    let text = Array(repeating: "a word", count: 100).joined(separator: " ")
    driver.frame(.append(Message(id: "z", role: .assistant, text: text)))
    #expect(driver.surface.work[.measure][.glyphShaped] >= 600, "whole")
    driver.frame(.update("z", text: text + " more"))
    #expect(driver.surface.work[.measure][.glyphShaped] == 0, "nobody sees it")
    driver.frame(.scroll(to: .end, isAnimated: false))
    #expect(driver.surface.work[.measure][.glyphShaped] >= 605, "whole, when it is seen")
    driver.frame(.update("z", text: text + " more and more"))
    #expect(driver.surface.work[.measure][.glyphShaped] >= 605, "whole again")
    driver.frame(.resize(width: LayoutUnit(points: 667), height: LayoutUnit(points: 375)))
    #expect(driver.surface.observations.measuredBlocks < 20, "the others when they are seen")
    let lazy = Driver(messages: Message.history(200))
    #expect(lazy.surface.observations.measuredBlocks < 60)
  }

  @Test func conversationKitMeasuresWhatIsVisibleInEveryFrame() {
    let driver = Driver(.builtIn("conversation-kit"), messages: Message.history(60))
    driver.settle()
    for _ in 0..<4 {
      driver.frame()
      // One paragraph each; an item of which only the space below is in view is measured too.
      let visible = driver.snapshot.visible.count
      let measured = driver.surface.observations.measuredBlocks
      #expect(measured == visible || measured == visible + 1)
      #expect(visible > 4)
    }
    for profile in Profile.all where profile.measuring != .visibleEveryFrame {
      let other = Driver(profile, messages: Message.history(60))
      other.settle()
      other.frame()
      #expect(other.surface.observations.measuredBlocks == 0, "\(profile.name)")
    }
  }

  /// What has left the screen is as tall as the average of what is on it, whatever it was.
  @Test func conversationKitForgetsTheHeightOfWhatHasLeftTheScreen() {
    var messages = Message.uniform(60)
    messages[30] = .supplied("m30", .user, 5_000)
    func extent(_ profile: Profile) -> (LayoutUnit, LayoutUnit) {
      let driver = Driver(profile, messages: messages)
      driver.settle()
      driver.frame(.scroll(to: .message("m30", .top), isAnimated: false))
      driver.settle()
      let shown = driver.snapshot.contentBottom - driver.snapshot.contentTop
      driver.frame(.scroll(to: .message("m10", .top), isAnimated: false))
      driver.settle()
      return (shown, driver.snapshot.contentBottom - driver.snapshot.contentTop)
    }
    let (shown, left) = extent(.builtIn("conversation-kit"))
    #expect(shown > left + LayoutUnit(points: 4_000))
    let (known, kept) = extent(.builtIn("vercel-v0"))
    #expect(known == kept)
  }

  // MARK: Markdown

  private static let document = """
    # A title

    Some *text* with `code` and
    a second line.

    - one
    - two
      - three

    ```swift
    let x = 1
    ```

    | a | b |
    | - | - |
    | 1 | 2 |

    1. first
    2. second

    > a quotation
    """

  @Test(
    arguments: ["vercel-v0", "swiftui-tips", "conversation-kit"]
  )
  func aWholeParseInEachFrameThatBringsTextShowsTheSameBlocks(name: String) throws {
    let profile = unstaggered(try #require(Profile.all.first { $0.name == name }))
    var incremental = profile
    incremental.markdown = .incremental
    let (whole, other) = (Driver(profile), Driver(incremental))
    for driver in [whole, other] { driver.frame(.streamBegin("a")) }
    var shown = 0
    var parsed = 0
    let bytes = Array(Self.document.utf8)
    for start in stride(from: 0, to: bytes.count, by: 9) {
      let token = Array(bytes[start..<min(start + 9, bytes.count)])
      for driver in [whole, other] { driver.frame(.token("a", token)) }
      shown += token.count
      #expect(whole.surface.work[.reveal][.byteParsed] == shown)
      parsed += other.surface.work[.reveal][.byteParsed]
      // Marks inside lines alone make other blocks.
      if profile.markdown == .whole {
        #expect(whole.snapshot.visible.map(\.height) == other.snapshot.visible.map(\.height))
        #expect(whole.snapshot.stillPoint == other.snapshot.stillPoint)
      }
      whole.frame()
      other.frame()
      #expect(whole.surface.work[.reveal][.byteParsed] == 0)
    }
    #expect(parsed < shown * shown / 18, "the other parses its open tail alone")
    #expect(whole.text(of: "a") == Self.document)
  }

  // MARK: Pages

  /// Fifty items, the places of the pages they stand before, and those pages' own starts.
  @Test func theArticleHoldsItsHistoryInPagesOfFifty() {
    for count in [1_000, 5_000] {
      var profile = Profile.builtIn("parameter-article")
      profile.historyPage = nil
      let driver = Driver(profile, messages: Message.uniform(count))
      driver.settle()
      driver.frame(.scroll(to: .message("m500", .top), isAnimated: false))
      driver.settle()
      driver.frame(.prepend(ListedMessages(Message.uniform(50, prefix: "p"))))
      let work = driver.surface.work
      func touched(_ operation: FramePacing.Operation) -> Int {
        Phase.allCases.reduce(0) { $0 + work[$1][operation] }
      }
      #expect(touched(.arrayElementLoaded) == 50, "\(count) messages")
      #expect(touched(.arrayElementMoved) == count / 50, "\(count) messages")
      #expect(touched(.arrayElementRewritten) == 2 * (count / 50 + 1), "\(count) messages")
    }
  }
}
