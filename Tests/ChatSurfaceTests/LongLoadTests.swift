import AnchoredLayout
import MarkdownBlocks
import ChatSurface
import FramePacing
import Lengths
import Testing
import TextMeasuring

/// Conversations so long that most of their messages are a run until they are looked at.
@Suite struct LongLoadTests {
  private static let count = 50_000

  private func driver(_ source: any MessageSource, isWhole: Bool = false) -> Driver {
    let whole = AnchoredTree(segmentFill: 256, nodeFill: 16, wholeLimit: .max)
    let driver = Driver(layout: isWhole ? whole : nil)
    driver.checksInvariants = false
    driver.frame(.load(source))
    return driver
  }

  private func id(_ index: Int) -> MessageID { MessageID(rawValue: "n\(index)") }

  @Test func openingEstimatesAsMuchForAMillionMessagesAsForTenThousand() {
    let work = [10_000, 1_000_000].map { count in
      let surface = driver(NumberedMessages(count: count)).surface
      #expect(surface.count == count)
      return Phase.allCases.reduce(into: OperationCounts()) { $0 += surface.work[$1] }
    }
    #expect(work[0][.itemEstimated] == work[1][.itemEstimated])
    #expect(work[0][.itemEstimated] <= 1_024)
    #expect(work[0][.indexElementLoaded] <= 512)
    #expect(work[0] == work[1])
  }

  @Test func aLongListNamesItsMessagesAsAShortOneDoes() {
    let driver = driver(NumberedMessages(count: Self.count))
    let ids = driver.surface.ids
    #expect(ids == (0..<Self.count).map(id))
  }

  @Test(arguments: ScrollTarget.Alignment.allCases)
  func farMessagesAreFoundByName(alignment: ScrollTarget.Alignment) {
    let driver = driver(NumberedMessages(count: Self.count))
    for index in [0, 1, 25_000, 25_001, 49_742, 49_743, 49_744, 49_999, 7] {
      driver.frame(.scroll(to: .message(id(index), alignment), isAnimated: false))
      driver.frame()
      #expect(driver.place(of: id(index)) != nil, "message \(index)")
      #expect(driver.snapshot.visible.allSatisfy { !$0.isEstimated })
      #expect(driver.drift == .zero)
    }
    driver.surface.checkInvariants()
    #expect(driver.violations.isEmpty)
  }

  @Test func farMessagesAreEdited() {
    let driver = driver(NumberedMessages(count: Self.count))
    driver.frame(.append(.user(id(30_000).rawValue)))
    #expect(driver.refusals == [.duplicate(id(30_000))])
    driver.frame(
      .remove(id(30_000)),
      .update(id(30_001), text: "Another text"),
      .setHeight(id(30_002), LayoutUnit(points: 500)),
      .move(id(30_003), index: 10),
      .insert(index: 20_000, .user("new")),
      .replaceID(id(30_004), with: "other")
    )
    var expected = (0..<Self.count).map(id)
    expected.remove(at: 30_000)
    expected.remove(at: expected.firstIndex(of: id(30_003)) ?? 0)
    expected.insert(id(30_003), at: 10)
    expected.insert("new", at: 20_000)
    expected[expected.firstIndex(of: id(30_004)) ?? 0] = "other"
    #expect(driver.surface.ids == expected)
    driver.surface.checkInvariants()
    driver.frame(.scroll(to: .message("other", .bottom), isAnimated: false))
    driver.frame()
    let shown = driver.snapshot.visible.map(\.id)
    let place = shown.firstIndex(of: "other")
    #expect(place.map { $0 > 0 && shown[$0 - 1] == id(30_002) } == true, "\(shown)")
    #expect(driver.drift == .zero && driver.violations.isEmpty)
  }

  /// With one height for all messages no frame may show that most of them were a run. Heights are
  /// scaled with other roundings, so the width stays.
  @Test func everyFrameIsThatOfAConversationLoadedWhole() {
    let source = NumberedMessages(count: 5_000, height: LayoutUnit(points: 61))
    let (long, whole) = (driver(source), driver(source, isWhole: true))
    let events: [SurfaceEvent?] = [
      nil, .fling(velocity: -9_000), nil, nil, nil, nil, nil, nil,
      .scroll(to: .message(id(2_345), .center), isAnimated: false), nil,
      .fling(velocity: 4_000), nil, nil, nil, .prepend(NumberedMessages.before(50)), nil,
      .setHeight(id(40), LayoutUnit(points: 900)), .remove(id(2_340)), nil,
      .scroll(to: .top, isAnimated: false), nil, .scroll(to: .end, isAnimated: true),
    ]
    for event in events + Array(repeating: nil, count: 60) {
      for driver in [long, whole] {
        if let event { driver.frame(event) } else { driver.frame() }
        driver.surface.checkInvariants()
      }
      let (one, other) = (long.snapshot, whole.snapshot)
      #expect(one.visible == other.visible, "after \(String(describing: event))")
      #expect(one.offset == other.offset && one.follow == other.follow)
      #expect(one.contentTop == other.contentTop && one.contentBottom == other.contentBottom)
      #expect(long.drift == .zero)
    }
  }

  @Test func aListWithANameTwiceIsRefusedWhenItIsLoaded() {
    var messages = (0..<10_000).map { Message.user(id($0).rawValue) }
    messages[9_000].id = id(3)
    let driver = driver(ListedMessages(messages))
    #expect(driver.refusals == [.duplicate(id(3))] && driver.surface.count == 0)
  }

  @Test func aLongListOfTheAppsOpensByWhatIsSeen() {
    let messages = (0..<20_000).map { Message.assistant(id($0).rawValue, lines: 1 + $0 % 7) }
    let driver = driver(ListedMessages(messages))
    #expect(driver.snapshot.visible.last?.id == id(19_999))
    #expect(driver.surface.recordCount < 100)
    driver.frame(.scroll(to: .message(id(4_000), .top), isAnimated: false))
    driver.frame()
    #expect(driver.place(of: id(4_000)) == driver.snapshot.topInset)
  }
}

extension NumberedMessages {
  /// Messages of the same height and other names.
  fileprivate static func before(_ count: Int) -> ListedMessages {
    ListedMessages(
      (0..<count).map {
        Message(
          id: MessageID(rawValue: "before-\($0)"),
          role: .user,
          text: "",
          suppliedHeight: LayoutUnit(points: 61)
        )
      }
    )
  }
}
