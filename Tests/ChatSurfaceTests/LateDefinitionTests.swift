import ChatSurface
import Testing

/// What is measured again when the end of an answer changes blocks above it.
@Suite struct LateDefinitionTests {
  struct Late: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var addition: String
    /// The texts of the blocks that change, as they are then.
    var redone: [String]
  }

  static let cases = [
    Late(
      testDescription: "link definition",
      text: "[ref] one\n\nplain\n\nlast [ref]",
      addition: "\n\n[ref]: /there\n",
      redone: ["ref one", "last ref"]
    ),
    Late(
      testDescription: "footnote",
      text: "text[^n]\n\nplain",
      addition: "\n\n[^n]: note\n",
      redone: ["text[1]", "note"]
    ),
    Late(
      testDescription: "setext underline",
      text: "plain\n\ntitle",
      addition: "\n===\n",
      redone: ["title"]
    ),
    Late(
      testDescription: "head of a table",
      text: "plain\n\na | b",
      addition: "\n--|--\n",
      redone: ["ab"]
    ),
    Late(
      testDescription: "loose list",
      text: "plain\n\n- a\n- b",
      addition: "\n\n- c",
      redone: ["c"]
    ),
  ]

  /// The items of a list that becomes loose lie further apart, and are as tall as they were.
  @Test(arguments: cases)
  func exactlyTheBlocksThatChangeAreMeasuredAgain(late: Late) {
    let measurer = RecordingMeasurer()
    let driver = Driver(
      measurer: measurer,
      messages: [Message(id: "a", role: .assistant, text: late.text)]
    )
    #expect(!measurer.texts.isEmpty)
    measurer.forget()
    driver.frame(.update("a", text: late.text + late.addition))
    #expect(measurer.texts == late.redone)
    // As tall as if it had come whole.
    let whole = Driver(messages: [
      Message(id: "a", role: .assistant, text: late.text + late.addition)
    ])
    #expect(driver.snapshot.visible.map(\.height) == whole.snapshot.visible.map(\.height))
  }

  /// The same while it streams: a link in the first block is defined behind a hundred others.
  @Test func aStreamsLateDefinitionRedoesItsLinksAlone() {
    let measurer = RecordingMeasurer()
    let driver = Driver(.reference, measurer: measurer)
    let paragraphs = (0..<100).map { $0 % 50 == 0 ? "see [ref] \($0)" : "paragraph \($0)" }
    driver.frame(.reducedMotion(true), .streamBegin("a"))
    driver.frame(.token("a", paragraphs.joined(separator: "\n\n") + "\n\n"))
    measurer.forget()
    driver.frame(.token("a", "[ref]: /there\n\n"))
    driver.frame(.token("a", "end"), .streamEnd("a", .complete))
    let links = measurer.texts.filter { $0.hasPrefix("see") }
    #expect(links == ["see ref 0", "see ref 50"])
    // Of the others at most the last one, which was still open.
    let others = measurer.texts.filter { $0.hasPrefix("paragraph") }
    #expect(Set(others).isSubset(of: ["paragraph", "paragraph 99"]))
  }
}
