import MarkdownBlocks
import Testing
import Timebase

/// Places inside containers and long leaves from which a growing text is parsed again.
@Suite struct RestartTests {
  /// Words of ten scripts, with and without spaces between them.
  static let scripts: [[String]] = [
    ["tide", "harbour", "of", "lights"], ["прилив", "гавань", "и", "огни"],
    ["παλίρροια", "λιμάνι", "και", "φώτα"], ["مد", "الميناء", "و", "أضواء"],
    ["גאות", "נמל", "ו", "אורות"], ["ज्वार", "बंदरगाह", "और", "रोशनी"],
    ["น้ำขึ้น", "ท่าเรือ", "และแสงไฟ", "ริมน้ำ"], ["潮汐", "港口", "和", "灯火。"],
    ["潮の満ち引き", "港", "と", "灯り、"], ["밀물", "항구", "그리고", "불빛"],
    ["👩🏽‍💻", "🇩🇪", "🌊🌊", "é\u{301}"],
  ]
  private static let marks = [
    "*", "**", "_", "`", "~~", "[", "]", "](", ")", "[a](b) ", "**bold** ", "*it* ", "`code` ",
    "[ref] ", "[ref][a] ", "![i](j) ", "<b>", "<http://a.b> ", "www.a.bc ", "me@a.bc ", "&amp;",
    "\\*", "|", "a_b ", "2 * 3 ", "[^n] ", "http://a.b/", "  \n", "\\\n", "\n",
  ]
  private static let lineStarts = [
    "\n\n", "\n", "\n- ", "\n  - ", "\n    - ", "\n1. ", "\n   ", "\n> ", "\n> - ", "\n>   ",
    "\n\n  ",
    "\n\n    ", "\n```\n", "\n  ```\n  ", "\n> ```\n> ", "\n| a | b |\n|---|:-:|\n| ",
    "\n> | a |\n> |---|\n> | ", "\n  | a |\n  |---|\n  | ", "\n# ", "\n---\n", "\n[ref]: /there\n",
    "\n\n[a]: <x y> 'title'\n", "\n===\n", "\n3) ", "\n10. ", "\n-\n", "\n\n\n", "\n>\n> ", "\n* ",
    "\n\n[ref]: /there\n[a]: /x\n[b]: /y\n", "\n[c]: /z\n[ref]: /w\n",
    "\n\n[a]: /u\n[b]: /v\n===\n",
    "\n\n[a]: /u\n[ref]: /v\n'title'\n", "\n\n[b]: /u\n[a]: /v\n  'title' and more\n", "\n|-|-|\n",
    "\n|-|\n",
    "\n\n- [ref]: /u\n[a]: /v\n[b]: /w\n", "\n\n> [a]: /u\n[b]: /v\n",
    "\n\n[a]: /u\n| a | b |\n|---|---|\n",
  ]

  /// Grows a text token by token and compares with whole parses.
  static func firstDifference(
    _ text: String,
    seed: UInt64,
    longest: Int,
    every: Int
  ) -> Int? {
    let bytes = Array(text.utf8)
    let parser = MarkdownParser()
    var chance = SeededGenerator(seed: seed, index: 9)
    var list = BlockList(rule: .incremental, parser: parser)
    var (start, token) = (0, 0)
    while start < bytes.count {
      let end = min(bytes.count, start + 1 + chance.nextIndex(below: longest))
      let before = list.blocks
      let change = list.append(Array(bytes[start..<end]))
      (start, token) = (end, token + 1)
      guard token % every == 0 || end == bytes.count else { continue }
      guard list.blocks == parser.parse(Array(bytes[..<end])).blocks,
        GrowthCheck.describes(change, before, list.blocks)
      else { return end }
    }
    return nil
  }

  @Test(arguments: scripts.indices)
  func longTextsWithMarksInEveryScriptGiveTheWholeParse(script: Int) {
    let words = Self.scripts[script]
    for iteration in 0..<TestSettings.iterations(25) {
      let seed = TestSettings.seed ^ UInt64(iteration) << 8 ^ UInt64(script)
      var chance = SeededGenerator(seed: seed, index: 1)
      let isUnspaced = (6...8).contains(script) || script == 10
      let rarity = [3, 12, 40, 150][chance.nextIndex(below: 4)]
      var text = ["", "> ", "- ", "1. ", "# ", "> - ", "- > "][chance.nextIndex(below: 7)]
      for _ in 0..<150 + chance.nextIndex(below: 500) {
        text += words[chance.nextIndex(below: words.count)]
        if !isUnspaced || chance.nextIndex(below: 9) == 0 { text += " " }
        if chance.nextIndex(below: rarity) == 0 {
          text += Self.marks[chance.nextIndex(below: Self.marks.count)]
        }
        if chance.nextIndex(below: 120) == 0 {
          text += Self.lineStarts[chance.nextIndex(below: Self.lineStarts.count)]
        }
      }
      let place = Self.firstDifference(text, seed: seed, longest: 60, every: 3)
      #expect(
        place == nil,
        "SEED=\(TestSettings.seed) iteration \(iteration), at \(place ?? 0): \(text.debugDescription)"
      )
    }
  }

  /// The restart lies in the long paragraph while a token ends what stands behind it and defines what the
  /// paragraph refers to.
  @Test func definitionsBehindLongParagraphsInLongTokensGiveTheWholeParse() {
    let refers = ["[ref] ", "[a] ", "[ref][b] ", "[^n] ", "*one* ", "[^m] and [ref] ", "words "]
    let between = ["\n\n", "\n\n- ", "\n\n> ", "\n\n# ", "\n\n1. ", "\n\n    ", "\n", "\n\n\n"]
    let defines = [
      "[ref]: /there", "[a]: /x 'title'\n[b]: /y", "[^n]: note", "[b]: <z>\n", "words [ref]",
    ]
    for iteration in 0..<TestSettings.iterations(400) {
      let seed = TestSettings.seed ^ UInt64(iteration) &* 131
      var chance = SeededGenerator(seed: seed, index: 3)
      var text = ""
      for _ in 0..<1 + chance.nextIndex(below: 2) {
        for _ in 0..<60 + chance.nextIndex(below: 200) {
          text += chance.nextIndex(below: 20) == 0 ? refers[chance.nextIndex(below: 7)] : "word "
        }
        for _ in 0..<1 + chance.nextIndex(below: 4) {
          text += between[chance.nextIndex(below: between.count)]
          text +=
            chance.nextIndex(below: 3) == 0
            ? "words [a] " : defines[chance.nextIndex(below: defines.count)]
        }
        text += "\n\n"
      }
      let longest = [20, 60, 300][chance.nextIndex(below: 3)]
      let place = Self.firstDifference(text, seed: seed, longest: longest, every: 1)
      #expect(
        place == nil,
        "SEED=\(TestSettings.seed) iteration \(iteration), at \(place ?? 0): \(text.debugDescription)"
      )
    }
  }

  @Test func nestedContainersInRandomTokensGiveTheWholeParse() {
    for iteration in 0..<TestSettings.iterations(1_500) {
      let seed = TestSettings.seed ^ UInt64(iteration) &* 77
      var chance = SeededGenerator(seed: seed, index: 2)
      var text = ""
      let few = (0..<5).map { _ in chance.nextIndex(below: Self.lineStarts.count) }
      for _ in 0..<4 + chance.nextIndex(below: 26) {
        let choice = chance.nextIndex(below: 4)
        let place =
          choice == 0
          ? chance.nextIndex(below: Self.lineStarts.count) : few[chance.nextIndex(below: 5)]
        text += Self.lineStarts[place]
        text += ["a", "bc d", "[ref]", "*e*", "", "x | y", "[a] f"][chance.nextIndex(below: 7)]
      }
      let place = Self.firstDifference(text, seed: seed, longest: 5, every: 1)
      #expect(
        place == nil,
        "SEED=\(TestSettings.seed) iteration \(iteration), at \(place ?? 0): \(text.debugDescription)"
      )
    }
  }

  /// Lines of every length, of which some could be the delimiter row of a table: sixteen are tried.
  @Test func theLinesThatCouldBeginATableAreCountedAcrossRestarts() {
    for iteration in 0..<TestSettings.iterations(60) {
      let seed = TestSettings.seed ^ UInt64(iteration) &* 131
      var chance = SeededGenerator(seed: seed, index: 4)
      var text = ["", "> ", "- ", "1. "][chance.nextIndex(below: 4)]
      let rarity = 1 + chance.nextIndex(below: 4)
      for _ in 0..<20 + chance.nextIndex(below: 60) {
        switch chance.nextIndex(below: rarity + 2) {
        case 0:
          text += ["|-|-|\n", "-|-|-\n", "|:-|\n", "| - | - | - |\n"][chance.nextIndex(below: 4)]
        case 1: text += ["a|b\n", "|a|b|\n", "a|b|c\n", "x\n"][chance.nextIndex(below: 4)]
        default:
          text += String(repeating: "words and ", count: chance.nextIndex(below: 40)) + "end\n"
        }
      }
      let place = Self.firstDifference(text, seed: seed, longest: 90, every: 1)
      #expect(
        place == nil,
        "SEED=\(TestSettings.seed) iteration \(iteration), at \(place ?? 0): \(text.debugDescription)"
      )
    }
  }

  @Test(
    arguments: [
      "# ", "[", "a**b", "![a", "[a](", "`a", ">", "- ", "1. ", "> - ", "|", "|-", "\\|", "x\n",
      "字",
      "🌊", "~~a", "\\*", "&amp;", "a@", "www.a.b ", "|-|-|\n|-|-|-|\n", "[a]: /b\n", "    ",
      "one\n", "a|b\n", "[a]: /b\n\n", "[a]: /b\n[c]: /d\ne\n\n", "x\\\n", "x  \n", "> x\n",
      "- x\n  y\n",
    ])
  func floodsInTokensGiveTheWholeParseAfterEach(part: String) {
    for count in [95, 105, 255, 265, 800] {
      let text = part + String(repeating: part, count: count) + "end of *it* [a]\n\nword"
      let place = Self.firstDifference(
        text,
        seed: UInt64(count),
        longest: 150,
        every: 1
      )
      #expect(place == nil, "\(count) times, at \(place ?? 0)")
    }
  }
}
