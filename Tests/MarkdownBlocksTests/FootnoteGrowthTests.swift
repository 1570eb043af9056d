import MarkdownBlocks
import Testing
import Timebase

/// Texts that define footnotes: the law, and what it costs.
@Suite struct FootnoteGrowthTests {
  @Test func randomFootnotesInRandomTokensGiveTheWholeParse() {
    let seed = TestSettings.seed
    for iteration in 0..<TestSettings.iterations(400) {
      var chance = SeededGenerator(seed: seed ^ 0xF007, index: UInt64(iteration))
      let text = Self.text(&chance)
      let check = GrowthCheck(Array(text.utf8))
      var cuts: [Int] = []
      while (cuts.last ?? 0) < check.bytes.count {
        cuts.append(min(check.bytes.count, (cuts.last ?? 0) + 1 + chance.nextIndex(below: 12)))
      }
      #expect(
        check.firstDifference(cuts: cuts) == nil,
        "SEED=\(seed) iteration \(iteration): \(text.debugDescription)"
      )
    }
  }

  /// Definitions and mentions of a few labels, in all kinds of places.
  static func text(_ chance: inout SeededGenerator) -> String {
    let labels = ["1", "2", "B", "b", "note-3", "注"]
    var text = ""
    for _ in 0..<3 + chance.nextIndex(below: 9) {
      let label = labels[chance.nextIndex(below: labels.count)]
      let other = labels[chance.nextIndex(below: labels.count)]
      switch chance.nextIndex(below: 20) {
      case 0, 1, 2, 3: text += "[^\(label)]: some note\n"
      case 4: text += "[^\(label)]: note that mentions [^\(other)]\n"
      case 5: text += "[^\(label)]: first\n\n    second, indented\n"
      case 6: text += "[^\(label)]:\n"
      case 7: text += "[^\(label)]: lazy\nline of it\n"
      case 8: text += "[^\(label)]: - list\n    - in it [^\(other)]\n\n    ```\n    code\n"
      case 9, 10, 11: text += "words[^\(label)] and more[^\(other)]\n"
      case 12: text += "- item [^\(label)]\n- item\n"
      case 13: text += "> quoted [^\(label)]\n"
      case 14: text += "> [^\(label)]: in a quote\n"
      case 15: text += "| a | b |\n|---|---|\n| [^\(label)] | c |\n| d | [^\(other)] |\n"
      case 16: text += "`[^\(label)]` *a[^\(other)]* [^ \(label) ] [link][^\(other)]\n"
      case 17: text += "[link]: /there\n"
      case 18:
        text += String(repeating: "many words ", count: 60) + "[^\(label)] and [link] "
        text += String(repeating: "more of them ", count: 40) + "\n"
      default: text += "```\n[^\(label)]: code\n"
      }
      text += ["\n", "\n", "", "\n\n"][chance.nextIndex(below: 4)]
    }
    return text
  }

  /// As an answer with sources has it: marks in the text, notes at the end.
  @Test(arguments: ["", "注", "é-"])
  func anAnswerWithNotesCostsItsTokensAndWhatMentionsEachNote(label: String) {
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    var tokens: [String] = []
    for paragraph in 0..<60 {
      for _ in 0..<12 { tokens += ["some ", "**words** ", "of it "] }
      if paragraph % 3 == 0 { tokens.append("[^\(label)\(paragraph / 3 + 1)]") }
      tokens.append(".\n\n")
    }
    for note in 1...20 {
      tokens += ["[^\(label)\(note)]", ": ", "where ", "it ", "was ", "`read`", "\n"]
    }
    for _ in 0..<400 { tokens += ["and ", "*words* ", "after "] }
    for token in tokens { list.append(token) }
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
    #expect(list.wholeParseCount == 0)
    let count = tokens.count
    #expect(list.bytesParsed < count * 1_500, "\(list.bytesParsed) of \(count) tokens")
  }

  /// One that is defined before another changes the number of that one, wherever it is mentioned.
  @Test func aNoteThatComesLateGivesThoseMentionedAfterItAnotherNumber() {
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    list.append("first[^a] and[^b]\n\nsecond[^c]\n\n[^c]: of c\n\n[^b]: of b, see[^c]\n\n")
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
    for token in ["[^a]: ", "of ", "a\n\n", "third[^d]", " word\n\n", "[^d]: of d\n"] {
      list.append(token)
      #expect(list.blocks == MarkdownParser().parse(list.text).blocks, "after \(token)")
    }
    #expect(list.wholeParseCount == 0)
  }

  @Test func aNoteThatGrowsAndTextBehindNotesCostTheirTails() {
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    for index in 0..<200 { list.append("paragraph \(index)[^a] of some words\n\n") }
    list.append("[^a]: a note")
    let parses = list.wholeParseCount
    var before = list.bytesParsed
    for _ in 0..<50 { list.append(" *goes* on") }
    #expect(list.bytesParsed - before < 50 * 600)
    list.append("\n\n")
    before = list.bytesParsed
    for index in 0..<200 { list.append("paragraph \(index) *behind* it, [^a]\n\n") }
    #expect(list.bytesParsed - before < 200 * 300, "\(list.bytesParsed - before)")
    #expect(list.wholeParseCount == parses)
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
  }

  /// So many that a search through all of them for each would take minutes.
  @Test func notesByTheThousandAreAllKeptApart() {
    let count = 40_000
    var text = ""
    for note in 0..<count { text += "see[^\(note)]\n\n[^\(note)]: note \(note)\n\n" }
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    list.append(text)
    list.append("*and* more")
    #expect(list.count == 2 * count + 1)
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
  }

  @Test(arguments: [
    "> [^a]: in a quote\n\nsee[^a]\n\n", "[^a]: one\n[^A]: two\n\nsee[^a]\n\n",
    "[^a*b]: odd\n\nsee[^a*b]\n\n",
  ])
  func whatCannotBeKeptApartIsParsedWhole(text: String) {
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    list.append(text)
    let before = list.bytesParsed
    var whole = 0
    for index in 0..<20 {
      list.append("*word* \(index)\n\n")
      whole += list.utf8Count
    }
    #expect(list.bytesParsed - before >= whole)
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
  }
}
