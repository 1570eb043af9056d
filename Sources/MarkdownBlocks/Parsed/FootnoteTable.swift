/// The footnotes of a growing text: which there are, in which order they are mentioned, and their blocks,
/// which stand behind all others.
///
/// A footnote has a number by the order of first mentions, wherever it is defined; so one that is defined or
/// mentioned for the first time may change others anywhere, and the text is parsed anew from its start.
/// As long as nothing such happens the tail alone is.
struct FootnoteTable {
  /// The numbers in force, of all that are defined; 0 for one that nothing mentions.
  private var numbers: [[UInt8]: Int] = [:]
  /// What the settled text mentions, in order.
  private var settledOrder: [[UInt8]] = []
  private var settledLabels: Set<[UInt8]> = []
  /// The blocks of the footnotes that the settled text defines.
  private var settledBlocks: [[UInt8]: [Block]] = [:]
  /// What the tail mentions and the settled text does not, in order.
  private var openOrder: [[UInt8]] = []
  /// What the tail defines.
  private var open: [ParsedFootnote] = []
  /// How many blocks at the end of the list are those of footnotes.
  var blockCount = 0

  /// Makes a table of a text without footnotes.
  ///
  /// - Parameter blockCount: How many blocks at the end of the list are yet those of footnotes.
  init(blockCount: Int = 0) { self.blockCount = blockCount }

  /// Makes the table of a whole text, nothing of which is settled.
  init(of text: ParsedText, blockCount: Int) {
    open = text.footnotes
    openOrder = text.mentions.map(\.label)
    for footnote in open { numbers[footnote.label] = 0 }
    for (place, label) in openOrder.enumerated() { numbers[label] = place + 1 }
    self.blockCount = blockCount
  }

  /// Whether the text defines none.
  var isEmpty: Bool { numbers.isEmpty }

  /// The numbers of those that a part of the text may mention or define.
  ///
  /// - Parameter labels: What stands in its brackets.
  func numbers(for labels: Set<[UInt8]>) -> [[UInt8]: Int] {
    var result: [[UInt8]: Int] = [:]
    for label in labels where label.first == UInt8(ascii: "^") {
      // A mark may have spaces around its label.
      let name = Array(label.dropFirst().drop { $0 == 0x20 })
      if let number = numbers[name] { result[name] = number }
    }
    return result
  }

  /// Whether the tail defines what it did, and mentions what it did in the same order.
  ///
  /// - Complexity: O(footnotes of the tail).
  func fits(_ tail: ParsedText) -> Bool {
    tail.footnotes.count == open.count
      && zip(tail.footnotes, open).allSatisfy { $0.label == $1.label }
      && newlyMentioned(by: tail) == openOrder
  }

  private func newlyMentioned(by tail: ParsedText) -> [[UInt8]] {
    tail.mentions.map(\.label).filter { !settledLabels.contains($0) }
  }

  /// Takes the footnotes of a tail that ``fits(_:)``, which have other blocks.
  mutating func take(_ tail: ParsedText) { open = tail.footnotes }

  /// Takes what stands before an offset as settled.
  mutating func settle(_ tail: ParsedText, upTo end: Int) {
    for mention in tail.mentions
    where mention.utf8Offset < end && settledLabels.insert(mention.label).inserted {
      settledOrder.append(mention.label)
    }
    openOrder.removeAll { settledLabels.contains($0) }
    for footnote in open where footnote.utf8Offset < end {
      settledBlocks[footnote.label] = footnote.blocks
    }
    open.removeAll { $0.utf8Offset < end }
  }

  /// The blocks of all that are mentioned, by number.
  ///
  /// - Complexity: O(footnotes and their blocks).
  var blocks: [Block] {
    let own = Dictionary(open.map { ($0.label, $0.blocks) }, uniquingKeysWith: { $1 })
    var result: [Block] = []
    for label in settledOrder + openOrder {
      result += own[label] ?? settledBlocks[label] ?? []
    }
    return result
  }
}
