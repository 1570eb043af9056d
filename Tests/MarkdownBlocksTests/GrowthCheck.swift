import MarkdownBlocks
import Testing

/// Grows texts token by token and compares with whole parses after every token.
struct GrowthCheck {
  let bytes: [UInt8]
  /// What a whole parse makes of each prefix.
  let expected: [[Block]]

  init(_ bytes: [UInt8]) {
    let parser = MarkdownParser()
    self.bytes = bytes
    expected = (0...bytes.count).map { parser.parse(Array(bytes[..<$0])).blocks }
  }

  /// Grows the text with the given cuts; returns where it first differs.
  func firstDifference(cuts: [Int]) -> Int? {
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    var start = 0
    for end in cuts + [bytes.count] {
      let before = list.blocks
      let change = list.append(Array(bytes[start..<end]))
      start = end
      guard list.blocks == expected[end], Self.describes(change, before, list.blocks) else {
        return end
      }
    }
    return nil
  }

  /// Whether a change says what happened between two lists.
  static func describes(_ change: BlockListChange, _ old: [Block], _ new: [Block]) -> Bool {
    guard change.replaced.lowerBound == change.inserted.lowerBound,
      old[..<change.replaced.lowerBound] == new[..<change.inserted.lowerBound],
      old[change.replaced.upperBound...] == new[change.inserted.upperBound...]
    else { return false }
    guard let first = change.replaced.first, !change.inserted.isEmpty else {
      return change.keptUTF8Count == 0
    }
    let kept = change.keptUTF8Count
    return old[first].text.prefix(kept) == new[first].text.prefix(kept)
      && kept <= min(old[first].text.count, new[first].text.count)
  }
}
