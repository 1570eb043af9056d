import ChatSurface
import MarkdownBlocks
import Timebase

/// A text that comes in pieces and holds its marks back, beside one that looks at all of it each time.
struct HeldMarksTrial {
  /// Pieces of Markdown that open, close and escape each other.
  static let pieces = [
    "*", "**", "_", "__", "~", "~~", "`", "``", "[", "]", "(", ")", "![", "](", "](b)", "\\", "\\*",
    "\\[", "&", "&amp", ";", "a", "word ", " ", "  ", "\n", "\n\n", "- ", "1. ", "# ", "> ", "|",
    "|-|",
    "```\n", "~~~\n", "---", "===", "é", "の", "𝒳", "!", "some more words of it ",
  ]

  /// Writes a text of so many pieces, of which few kinds are in it.
  static func text(_ chance: inout SeededGenerator, count: Int) -> [UInt8] {
    let kinds = (0..<2 + chance.nextIndex(below: 8)).map { _ in
      pieces[chance.nextIndex(below: pieces.count)]
    }
    return Array(
      (0..<count).map { _ in kinds[chance.nextIndex(below: kinds.count)] }.joined().utf8
    )
  }

  private var text: MessageText
  private let rule: UnfinishedMarks
  private var parsed = BlockList(rule: .incremental, parser: MarkdownParser())
  /// The blocks that are shown.
  private(set) var shown: [Block] = []
  /// How many bytes the text has.
  private(set) var utf8Count = 0

  init(_ rule: UnfinishedMarks) {
    self.rule = rule
    text = MessageText(rule: .incremental, parser: MarkdownParser())
    text.grow(rule)
  }

  /// How many bytes were looked at so far.
  var bytesLookedAt: Int { text.parsingWork.bytesLookedAt }

  /// Appends a piece.
  ///
  /// - Returns: What is wrong with what is shown; nil where nothing is.
  mutating func append(_ piece: ArraySlice<UInt8>) -> String? {
    utf8Count += piece.count
    let change = Array(piece).withUnsafeBufferPointer { text.append($0) }
    let parsing = parsed.append(Array(piece))
    var expected = parsed.blocks
    // Notes stand behind the text that grows: they are shown as they are.
    if let last = expected.last, parsing.inserted.upperBound == expected.count {
      switch NaiveUnfinishedTail.look(at: last, of: parsed.text, rule) {
      case .parsed: break
      case .block(let block): expected[expected.count - 1] = block
      case .nothing: expected.removeLast()
      }
    }
    defer { shown = expected }
    guard text.blocks == expected else {
      return
        "shown \(String(describing: text.blocks.last)), not \(String(describing: expected.last))"
    }
    return problem(of: change, from: shown, to: expected)
  }

  /// Decides what is undecided.
  mutating func decide() -> String? {
    let change = text.decide()
    defer { shown = parsed.blocks }
    guard text.blocks == parsed.blocks else { return "decided as \(text.blocks)" }
    return problem(of: change, from: shown, to: parsed.blocks)
  }

  private func problem(of change: BlockListChange, from old: [Block], to new: [Block]) -> String? {
    let (replaced, inserted) = (change.replaced, change.inserted)
    guard replaced.lowerBound == inserted.lowerBound, replaced.upperBound <= old.count,
      inserted.upperBound <= new.count,
      old.count - replaced.upperBound == new.count - inserted.upperBound
    else { return "\(change) from \(old.count) to \(new.count) blocks" }
    guard old[..<replaced.lowerBound] == new[..<inserted.lowerBound],
      old[replaced.upperBound...] == new[inserted.upperBound...]
    else { return "\(change) leaves out a block that changed" }
    guard !replaced.isEmpty, !inserted.isEmpty else {
      return change.keptUTF8Count == 0 ? nil : "\(change) keeps of nothing"
    }
    let shared = old[replaced.lowerBound].commonPrefixUTF8Count(with: new[inserted.lowerBound])
    guard change.keptUTF8Count > shared else { return nil }
    return "\(change) keeps more than \(shared) bytes of \(old[replaced.lowerBound]), now "
      + "\(new[inserted.lowerBound])"
  }
}
