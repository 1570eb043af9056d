import CMarkOracle
import MarkdownBlocks
import Testing
import Timebase

/// Marks in long paragraphs, far from what ends them, or without it.
@Suite struct OpenMarkTests {
  private static let words = [
    "tide", "harbour", "of", "гавань", "و", "การ", "潮汐。", "港と灯り", "밀물이", "🇩🇪", "é\u{301}", "(so",
    "so)",
  ]
  private static let marks = [
    "*", "**", "_", "`", "``", "[", "]", "](u)", "<b", ">", "\\*", " * ", "**bold**", "*it* ",
    "`code`", "[a](b)",
  ]

  @Test func paragraphsWithMarksFarApartAreWhatTheLibraryMakesOfThem() {
    let seed = TestSettings.seed
    for iteration in 0..<TestSettings.iterations(300) {
      var chance = SeededGenerator(seed: seed ^ 0x6D61, index: UInt64(iteration))
      let rarity = [5, 30, 100, 300][chance.nextIndex(below: 4)]
      var (text, marks) = ("word", 0)
      for _ in 0..<20 + chance.nextIndex(below: 900) {
        if chance.nextIndex(below: 3) != 0 { text += " " }
        text += Self.words[chance.nextIndex(below: Self.words.count)]
        if marks < 200, chance.nextIndex(below: rarity) == 0 {
          marks += 1
          text += Self.marks[chance.nextIndex(below: Self.marks.count)]
        }
      }
      let own = MarkdownParser().parse(Array(text.utf8)).blocks.first.map(Self.styledBytes) ?? []
      let whole = CMarkOracle.parse(Array(text.utf8)).blocks.first.map(Self.styledBytes) ?? []
      guard own != whole else { continue }
      let place = zip(own, whole).prefix { $0 == $1 }.count
      func near(_ bytes: [StyledByte]) -> String {
        let part = bytes[max(0, place - 80)...].prefix(160)
        return "\(String(decoding: part.map(\.byte), as: UTF8.self)) \(part.map(\.style.rawValue))"
      }
      Issue.record(
        """
        SEED=\(seed) iteration \(iteration), byte \(place): \(text.debugDescription)
        is \(near(own))
        not \(near(whole))
        """
      )
    }
  }

  @Test(arguments: ["[", "![", "*", "**", "_", "`", "~~", "<b ", "[a ", "> [", "- *", "*[`_"])
  func aMarkThatNothingEndsCostsTheTextBehindItOnce(mark: String) {
    var perByte: [Double] = []
    for count in [1_000, 10_000] {
      var list = BlockList(rule: .incremental, parser: MarkdownParser())
      list.append("words before it\n\n" + mark)
      for index in 0..<count { list.append(index % 9 == 8 ? "tide & " : "tide ") }
      perByte.append(Double(list.bytesParsed) / Double(list.utf8Count))
      #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
    }
    // A word with a sign is parsed with the end of its paragraph: a segment, and a little more.
    #expect(perByte[0] < 25 && perByte[1] < 1.12 * perByte[0], "\(perByte)")
  }

  @Test(arguments: ["*", "`", "_", "**"])
  func whatEndsAMarkFarBehindItChangesAllBetween(mark: String) {
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    let between = String(repeating: "tide and wind ", count: 700) + "end"
    list.append("some words \(mark)")
    for word in between.split(separator: " ") { list.append("\(word) ") }
    #expect(list.blocks[0].runs.count == 1)
    let change = list.append("end\(mark) ")
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
    #expect(list.blocks[0].runs.count == 2 && !list.blocks[0].text.contains(mark.utf8.first ?? 0))
    #expect(change.keptUTF8Count == "some words ".utf8.count)
  }

  @Test func anAddressBehindABracketIsNoLinkUntilTheBracketEnds() {
    for rest in ["www.a.bc ", "http://a.bc ", "and ] www.a.bc "] {
      var list = BlockList(rule: .incremental, parser: MarkdownParser())
      list.append("some [")
      for _ in 0..<600 { list.append("words ") }
      list.append(rest)
      #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
      let isLink = list.blocks[0].runs.contains { $0.destination != nil }
      #expect(isLink == rest.contains("]"))
    }
  }

  @Test func whatWouldEndAMarkTooLateIsCounted() {
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    list.append("some words *")
    for _ in 0..<20_000 { list.append("tide and ") }
    #expect(list.limitedAppendCount == 0)
    list.append("end* ")
    #expect(list.limitedAppendCount == 1)
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
  }

  /// Whenever one mark ends, another one is open that began before it.
  @Test(
    arguments: [
      ["*", "*", "_", "_"], ["`", "`", "*", "*"], ["**", "**", "`", "`"], ["[", "]", "*", "*"],
      ["[", "]", "`", "`"], ["[", "]", "[", "]"],
    ],
    [64, 140, 205, 410, 820]
  )
  func marksThatOverlapForEverCostTheirReach(marks: [String], between: Int) {
    var perByte: [Double] = []
    for kilobytes in [100, 400] {
      var list = BlockList(rule: .incremental, parser: MarkdownParser())
      list.append("words \(marks[0])")
      for index in 0..<kilobytes * 200 / between {
        for _ in 0..<between { list.append("tide ") }
        list.append([marks[2], "end\(marks[1]) ", marks[0], "end\(marks[3]) "][index % 4])
      }
      perByte.append(Double(list.bytesParsed) / Double(list.utf8Count))
      #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
    }
    #expect(perByte[0] < 50 && perByte[1] < 1.15 * perByte[0], "\(perByte)")
  }

  @Test func starsThatBeginSomethingAreNotParsed() {
    for size in 1...5 {
      var list = BlockList(rule: .incremental, parser: MarkdownParser())
      list.append("It begins with words and")
      let before = list.bytesParsed
      var text = Array(" **some more of them".utf8)
      while !text.isEmpty {
        list.append(Array(text.prefix(size)))
        text.removeFirst(min(size, text.count))
      }
      #expect(list.bytesParsed - before == " **some more of them".utf8.count)
      #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
    }
  }

  /// A byte that is shown, and how.
  struct StyledByte: Equatable {
    var byte: UInt8
    var style: TextStyle
  }

  private static func styledBytes(_ block: Block) -> [StyledByte] {
    var start = 0
    return block.runs.flatMap { run in
      defer { start += run.utf8Count }
      return block.text[start..<start + run.utf8Count].map {
        StyledByte(byte: $0, style: run.style)
      }
    }
  }
}
