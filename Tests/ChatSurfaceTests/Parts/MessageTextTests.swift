import ChatSurface
import Lengths
import MarkdownBlocks
import Testing
import Timebase

/// The text of a message in parts, against its parts one after the other.
@Suite struct MessageTextTests {
  private static let pieces = [
    "word ", "\n\n", "- item\n", "# Head\n\n", "**bold** ", "漢字", "```\ncode\n",
  ]

  /// What the parts are said to be, counted from the beginning.
  private func check(_ text: MessageText, _ place: String) {
    let parts = text.content
    #expect(text.partCount == parts.count, "\(place)")
    #expect(text.text == parts.flatMap(\.text), "\(place)")
    #expect(text.utf8Count == text.text.count, "\(place)")
    #expect(text.blocks.count == text.count, "\(place)")
    var block = 0
    var start = 0
    for part in parts {
      let blocks = part.kind == .card ? [] : MarkdownParser().parse(part.text).blocks
      for each in blocks {
        #expect(text[block] == each && text.blocks[block] == each, "\(place)")
        #expect(text.fixedHeight(ofBlock: block) == nil, "\(place)")
        let range = start + each.sourceUTF8.lowerBound..<start + each.sourceUTF8.upperBound
        #expect(text.utf8Range(ofBlock: block) == range, "\(place)")
        block += 1
      }
      if part.kind == .card {
        #expect(text.fixedHeight(ofBlock: block) == part.cardHeight, "\(place)")
        #expect(text.utf8Range(ofBlock: block) == start..<start, "\(place)")
        block += 1
      }
      start += part.text.count
    }
    #expect(text.count == block, "\(place)")
    #expect(text.isBeginning(of: text.text + [0x61]), "\(place)")
    #expect(text.utf8Count == 0 || !text.isBeginning(of: [0x07] + text.text), "\(place)")
  }

  @Test func everyBlockIsFoundInItsPart() {
    for number in 0..<PropertySettings.iterations(60) {
      var chance = SeededGenerator(seed: PropertySettings.seed, index: UInt64(number))
      var text = MessageText(rule: .incremental, parser: MarkdownParser())
      var parsed = 0
      for step in 0..<24 {
        let old = text.blocks
        var change: BlockListChange?
        switch chance.nextIndex(below: 10) {
        case 0...1: change = text.begin(.card, cardHeight: LayoutUnit(points: step))
        case 2: change = text.begin(.reasoning)
        case 3: change = text.begin(.text)
        case 4:
          let part = chance.nextIndex(below: text.partCount)
          let height = LayoutUnit(points: 100 + step)
          _ = text.setPart(part, to: PartHeight(height: height, isCards: true, by: .app))
        case 5:
          let kept = text.text.prefix(chance.nextIndex(below: text.utf8Count + 1))
          let start = String(decoding: kept, as: UTF8.self)
          change = text.replace(with: Array((start + Self.pieces[step % 7]).utf8))
        default:
          var piece = Self.pieces[chance.nextIndex(below: Self.pieces.count)]
          change = piece.withUTF8 { text.append($0) }
        }
        let place = "SEED=\(PropertySettings.seed), \(number), \(step)"
        check(text, place)
        #expect(text.parsingWork.bytes >= parsed, "\(place)")
        parsed = text.parsingWork.bytes
        if let change {
          let new = text.blocks
          #expect(
            old[..<change.replaced.lowerBound] == new[..<change.inserted.lowerBound],
            "\(place)"
          )
          #expect(
            old[change.replaced.upperBound...] == new[change.inserted.upperBound...],
            "\(place)"
          )
        }
      }
    }
  }
}
