import ChatSurface
import Lengths
import Testing

/// What the reference shows at the end of an answer that still grows.
@Suite struct UndecidedMarkdownTests {
  /// The heights of an answer whose text comes in pieces, one after the other.
  private func heights(_ pieces: [String], _ profile: Profile = .reference) -> [Double] {
    let driver = Driver(profile, messages: [.user("u")])
    driver.frame(.streamBegin("a"))
    var heights: [Double] = []
    for piece in pieces {
      driver.frame(.token("a", piece))
      driver.run(milliseconds: 700)
      if let item = driver.snapshot.visible.last { heights.append(item.height.points) }
    }
    driver.frame(.streamEnd("a", .complete))
    driver.run(milliseconds: 700)
    heights.append(driver.snapshot.visible.last?.height.points ?? 0)
    return heights
  }

  @Test(arguments: [
    [
      "Read [the guide](", "https://example.com/", "a/very/long/path/that/takes/lines/",
      "x) first.",
    ],
    ["Here is what to do\n", "-", " Boil the water\n", "-", " Wait\n"],
    ["Compare:\n\n", "| Name | Cost |\n", "|", "---", "|", "---", "|\n", "| one | 1 |\n"],
    ["Some **bold ", "words** and `co", "de` and ~~no", " more~~ of it\n\n", "``", "`\nx\n```\n"],
    ["```js\n", "let x\n", "``", "`\n", "~~~\n", "y\n\n", "~", "~~\n", "last"],
    ["1", ". One\n", "2", ". Two\n\n", "#", "# Head\n\n", "-", "--\n\n", "AT&", "amp; T"],
  ])
  func anAnswerIsNeverLowerThanBefore(pieces: [String]) {
    let found = heights(pieces)
    #expect(found == found.sorted(), "\(found)")
  }

  @Test func rawMarksMoveTheChat() {
    var profile = Profile.reference
    profile.unfinishedMarks = .raw
    let found = heights(
      ["Read [the guide](", "https://example.com/a/very/long/path/that/takes/lines", ") first."],
      profile
    )
    #expect(found != found.sorted(), "\(found)")
  }

  @Test func whatIsUndecidedIsShownWhenTheStreamHasEnded() {
    let driver = Driver(messages: [.user("u")])
    driver.frame(.streamBegin("a"), .token("a", "Read [the guide"))
    driver.run(milliseconds: 700)
    driver.frame(.streamEnd("a", .complete))
    driver.run(milliseconds: 700)
    let driven = driver.snapshot.visible.last?.height
    let whole = Driver(messages: [
      .user("u"), Message(id: "a", role: .assistant, text: "Read [the guide"),
    ])
    #expect(driven == whole.snapshot.visible.last?.height)
    driver.frame(
      .update("a", text: "Read [the guide](https://example.com/a/long/path/that/takes/lines")
    )
    let other = Driver(messages: [
      .user("u"),
      Message(
        id: "a",
        role: .assistant,
        text: "Read [the guide](https://example.com/a/long/path/that/takes/lines"
      ),
    ])
    #expect(driver.snapshot.visible.last?.height == other.snapshot.visible.last?.height)
  }
}
