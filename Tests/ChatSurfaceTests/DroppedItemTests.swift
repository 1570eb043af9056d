import ChatSurface
import Lengths
import Ornaments
import Testing

@Suite struct DroppedItemTests {
  @Test func textIsInsertedAsItIs() {
    #expect(DroppedItem.text(" a\n```b ").insertion == " a\n```b ")
  }

  @Test func codeIsFenced() {
    let code = DroppedItem.code("let a = 1", language: "swift")
    #expect(code.insertion == "```swift\nlet a = 1\n```\n")
    #expect(DroppedItem.code("a\n", language: "").insertion == "```\na\n```\n")
    #expect(DroppedItem.code("", language: "").insertion == "```\n```\n")
    #expect(DroppedItem.code("x", language: "a`\nb").insertion == "```ab\nx\n```\n")
  }

  @Test func theFenceIsLongerThanAnyInTheCode() {
    let code = "```\ninner\n```\n`````"
    #expect(DroppedItem.code(code, language: "md").insertion == "``````md\n\(code)\n``````\n")
  }

  @Test func anImageIsAMarkdownImage() {
    let image = DroppedItem.image(source: "https://a.b/c d(1).png", description: "A [cat]")
    #expect(image.insertion == #"![A \[cat\]](<https://a.b/c d(1).png>)"#)
    let odd = DroppedItem.image(source: "a<b>\\c\nd", description: "x\ny\\")
    #expect(odd.insertion == #"![x y\\](<a\<b\>\\c%0Ad>)"#)
  }

  @Test func aFileIsAttachedAndNothingIsWritten() {
    let driver = Driver(messages: Message.history(4))
    driver.settle()
    #expect(driver.snapshot.button == .sendDisabled)
    driver.frame(.drop(.file(name: "figures.csv"), overlap: 1))
    #expect(driver.snapshot.drop?.item == .file)
    #expect(driver.snapshot.composerText.isEmpty && driver.snapshot.button == .send)
  }

  /// Every end of a line is one, wherever it was written.
  @Test(arguments: ["one\ntwo\nthree", "one\r\ntwo\r\nthree", "one\n\nthree"])
  func whatIsDroppedHasItsOwnLines(text: String) {
    let driver = Driver(messages: Message.history(4))
    driver.settle()
    driver.frame(.drop(.text(text), overlap: 1))
    #expect(driver.snapshot.composer == LayoutUnit(points: 28 + 20 * 3))
  }

  /// What is dropped is seen, up to six lines of it.
  @Test(arguments: [(0, 1), (1, 1), (3, 1), (4, 2), (7, 3), (16, 6), (19, 6), (100_000, 6)])
  func theComposerGrowsByWhatIsDropped(words: Int, lines: Int) {
    let driver = Driver(messages: Message.history(4))
    driver.settle()
    // 8 pt a character, and 311 pt inside a message of the user's: three words are 29 characters, four 39.
    driver.frame(
      .drop(.text(Array(repeating: "prompting", count: words).joined(separator: " ")), overlap: 1)
    )
    #expect(driver.snapshot.composer == LayoutUnit(points: 28 + 20 * lines))
    // A host that says how high it is has the last word.
    driver.frame(.composerHeight(LayoutUnit(points: 300)))
    driver.frame(.drop(.text("more\nlines"), overlap: 1))
    #expect(driver.snapshot.composer == LayoutUnit(points: 300))
  }

  @Test func aHundredDropsInARowLoseNothing() {
    var composer = Composer()
    var places: [String] = []
    for index in 0..<100 {
      let item: DroppedItem =
        switch index % 3 {
        case 0: .text("text \(index) ")
        case 1: .code("let a\(index) = \(index)", language: "swift")
        default: .image(source: "image-\(index).png", description: "picture \(index)")
        }
      places.append(item.insertion)
      composer.insert(item.insertion)
    }
    var rest = composer.text[...]
    for place in places {
      if rest.first == "\n" { rest.removeFirst() }
      #expect(rest.hasPrefix(place))
      rest = rest.dropFirst(place.count)
    }
    #expect(rest.isEmpty)
    #expect(composer.button(whileTaskRuns: false) == .send)
  }
}
