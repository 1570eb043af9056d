import ChatSurface
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
