import LoadGeneration
import MarkdownBlocks
import Testing

/// Each construct is what its name says, in every script.
@Suite struct TextConstructTests {
  private func blocks(_ construct: TextConstruct, _ script: TextScript, _ seed: UInt64) -> [Block] {
    MarkdownParser().parse(TextSynthesis.text(of: construct, script: script, seed: seed).bytes)
      .blocks
  }

  private func has(_ blocks: [Block], _ style: TextStyle) -> Bool {
    blocks.contains { $0.runs.contains { $0.style.isSuperset(of: style) } }
  }

  private func isList(_ block: Block, _ isMarker: (Nesting.Marker) -> Bool) -> Bool {
    block.nesting.listDepth > 0 && block.nesting.markers.contains(where: isMarker)
  }

  private func isAsItsNameSays(_ construct: TextConstruct, _ blocks: [Block]) -> Bool {
    let kinds = blocks.map(\.kind)
    let isText = kinds.allSatisfy { $0 == .paragraph }
    switch construct {
    case .paragraph, .longToken, .longRun, .boundSpaces, .escapes, .invalidBytes, .openMarks,
      .lineEnds:
      return isText && blocks.allSatisfy { $0.nesting == Nesting() }
    case .emphasis:
      return isText && has(blocks, .bold) && has(blocks, .italic) && has(blocks, .code)
        && has(blocks, [.bold, .italic]) && has(blocks, .strikethrough)
    case .heading:
      return kinds.count == 1 && kinds.allSatisfy { if case .heading = $0 { true } else { false } }
    case .underlinedHeading:
      return kinds == [.heading(level: 1)] || kinds == [.heading(level: 2)]
    case .bulletList: return isText && blocks.allSatisfy { isList($0) { $0 == .bullet } }
    case .numberedList:
      return isText
        && blocks.allSatisfy { isList($0) { if case .number = $0 { true } else { false } } }
    case .nestedList: return isText && Set(blocks.map(\.nesting.listDepth)) == [1, 2, 3]
    case .taskList:
      return isText && isList(blocks[0]) { $0 == .task(isDone: true) }
        && blocks.allSatisfy { isList($0) { if case .task = $0 { true } else { false } } }
    case .code, .openFence:
      guard kinds.count == 1, case .code(let language) = kinds[0] else { return false }
      return !language.isEmpty
    case .indentedCode: return kinds.allSatisfy { $0 == .code(language: "") }
    case .table:
      return kinds.count >= 3
        && kinds.allSatisfy { if case .tableRow = $0 { true } else { false } }
    case .quote:
      return isText && Set(blocks.map(\.nesting.quoteDepth)) == [1, 2]
        && blocks.last?.nesting.listDepth == 1
    case .links:
      let targets = blocks.flatMap(\.runs).filter { $0.style.contains(.link) }
      return kinds == [.paragraph] && targets.count >= 4
    case .image:
      return kinds.count == 1 && kinds.allSatisfy { if case .image = $0 { true } else { false } }
    case .rule: return kinds == [.thematicBreak]
    case .html: return kinds == [.html]
    case .footnote:
      return isText
        && blocks.contains { isList($0) { if case .footnote = $0 { true } else { false } } }
    case .blankLines: return isText && blocks.count == 2
    }
  }

  @Test(arguments: TextConstruct.allCases)
  func everyConstructParsesToItsKindInEveryScript(construct: TextConstruct) {
    for script in TextScript.allCases {
      for seed in 1...8 as ClosedRange<UInt64> {
        let blocks = blocks(construct, script, seed)
        #expect(
          !blocks.isEmpty && isAsItsNameSays(construct, blocks),
          "\(construct), \(script), seed \(seed): \(blocks.map(\.kind))"
        )
      }
    }
  }

  @Test func aDocumentHasEveryKindOfBlock() {
    for seed in 1...4 as ClosedRange<UInt64> {
      let text = TextSynthesis.document(words: 3_000, mix: .everything, seed: seed)
      let blocks = MarkdownParser().parse(text.bytes).blocks
      var names = Set<String>()
      for block in blocks {
        switch block.kind {
        case .paragraph: names.insert("paragraph")
        case .heading: names.insert("heading")
        case .code: names.insert("code")
        case .html: names.insert("html")
        case .tableRow: names.insert("row")
        case .thematicBreak: names.insert("rule")
        case .image: names.insert("image")
        case .unknown(let name): names.insert(name)
        }
      }
      #expect(
        names == ["paragraph", "heading", "code", "html", "row", "rule", "image"],
        "seed \(seed)"
      )
      #expect(blocks.contains { $0.nesting.quoteDepth == 2 })
      #expect(blocks.contains { $0.nesting.listDepth == 3 })
    }
  }

  @Test func hardCasesAreInTheText() throws {
    let text = { (construct: TextConstruct) in
      String(decoding: TextSynthesis.text(of: construct, seed: 5).bytes, as: UTF8.self)
    }
    #expect(text(.longToken).split(separator: " ").map(\.count).max() == 2_982)
    let runs = text(.longRun).split(separator: " ").map(\.count)
    #expect(runs.filter { $0 > 64 }.count == 3)
    #expect(text(.blankLines).contains(String(repeating: " ", count: 65)))
    #expect(text(.blankLines).filter { $0 == "\n" }.count > 64)
    let spaces = text(.boundSpaces).unicodeScalars
    for value in [0xA0, 0x2007, 0x202F] as [UInt32] {
      #expect(spaces.contains { $0.value == value })
    }
    let ends = text(.lineEnds).unicodeScalars
    for value in [0x2028, 0x2029, 0x85, 0x0D] as [UInt32] {
      #expect(ends.contains { $0.value == value })
    }
    let broken = TextSynthesis.text(of: .invalidBytes, seed: 5).bytes
    #expect(String(validating: broken, as: UTF8.self) == nil)
    #expect(String(decoding: broken, as: UTF8.self).filter { $0 == "\u{FFFD}" }.count >= 9)
    for construct in TextConstruct.allCases where construct != .invalidBytes {
      let bytes = TextSynthesis.text(of: construct, script: .emoji, seed: 5).bytes
      #expect(String(validating: bytes, as: UTF8.self) != nil, "\(construct)")
    }
  }
}
