/// The footnotes of a growing text: which there are, in which order they are mentioned, and their blocks,
/// which stand behind all others.
///
/// A footnote has a number by the order of first mentions, wherever it is defined. So one that is defined
/// after its mention makes a mark of that, and gives others, which are mentioned later, another
/// number: what mentions one of those is parsed again, and nothing else.
///
/// Words: a footnote is *settled* when its first mention stands in the settled text; other mentioned ones
/// are *open*. The *list* is all that are mentioned, by number: first the settled ones.
struct FootnoteTable {
  /// The first mention of a footnote in the settled text.
  private struct Settled {
    var label: [UInt8]
    /// Where the leaf begins that has it.
    var utf8Offset: Int
    /// Where parsing began again when it was settled: a little behind it.
    var end: Int
  }

  /// The numbers in force, of all that are defined; 0 for one that nothing mentions.
  private var numbers: [[UInt8]: Int] = [:]
  private var settled: [Settled] = []
  /// The blocks of the footnotes that the settled text defines.
  private var settledBlocks: [[UInt8]: [Block]] = [:]
  /// The labels of the open ones, in order.
  private var openOrder: [[UInt8]] = []
  /// What the tail defines.
  private var open: [ParsedFootnote] = []
  /// How many blocks each footnote of the list has among those shown.
  private var blockCounts: [Int] = []
  /// Up to where the list is as shown.
  private var sameCount = 0

  /// How many blocks at the end of the text's are those of footnotes.
  private(set) var blockCount = 0

  /// Whether the text defines none.
  var isEmpty: Bool { numbers.isEmpty }
  /// How many are settled.
  var settledCount: Int { settled.count }
  /// Whether blocks of the list may differ from those shown.
  var isChanged: Bool {
    sameCount < blockCounts.count || sameCount < settled.count + openOrder.count
  }

  /// The labels by which marks of footnotes are found among all in brackets; one may have a space before it.
  static func marks(of labels: [[UInt8]]) -> Set<[UInt8]> {
    Set(labels.flatMap { [Array("^".utf8) + $0, Array("^ ".utf8) + $0] })
  }

  /// The numbers of the settled ones that a part of the text may mention or define, 0 for others.
  ///
  /// - Parameter labels: What stands in its brackets.
  func numbers(for labels: Set<[UInt8]>) -> [[UInt8]: Int] {
    var result: [[UInt8]: Int] = [:]
    guard !numbers.isEmpty else { return result }
    for label in labels where label.first == UInt8(ascii: "^") {
      // A mark may have spaces around its label.
      let name = Array(label.dropFirst().drop { $0 == 0x20 })
      if let number = numbers[name] { result[name] = number <= settled.count ? number : 0 }
    }
    return result
  }

  // MARK: The tail

  /// The labels that a tail defines and no text did before; nil when one is gone, or defined twice.
  ///
  /// - Complexity: O(footnotes of the tail).
  func newLabels(in tail: ParsedText) -> [[UInt8]]? {
    var known = open[...]
    var new: [[UInt8]] = []
    for footnote in tail.footnotes {
      if footnote.label == known.first?.label {
        known.removeFirst()
      } else if numbers[footnote.label] == nil {
        new.append(footnote.label)
      } else {
        return nil
      }
    }
    return known.isEmpty ? new : nil
  }

  /// Takes new footnotes; nothing mentions them yet.
  mutating func define(_ labels: [[UInt8]]) { for label in labels { numbers[label] = 0 } }

  /// Takes the footnotes and mentions of a tail.
  ///
  /// - Complexity: O(footnotes that it defines or mentions, or did).
  mutating func take(_ tail: ParsedText) {
    for label in openOrder { numbers[label] = 0 }
    open = tail.footnotes
    for footnote in open where numbers[footnote.label] == nil { numbers[footnote.label] = 0 }
    openOrder = tail.mentions.lazy.map(\.label).filter { !isSettled($0) }
    for (place, label) in openOrder.enumerated() { numbers[label] = settled.count + place + 1 }
    sameCount = min(sameCount, settled.count)
    for footnote in open { touch(footnote.label) }
  }

  private func isSettled(_ label: [UInt8]) -> Bool {
    numbers[label].map { $0 > 0 && $0 <= settled.count } ?? false
  }

  /// The blocks of a footnote are others than those shown.
  private mutating func touch(_ label: [UInt8]) {
    if let number = numbers[label], number > 0 { sameCount = min(sameCount, number - 1) }
  }

  /// Takes what stands before an offset as settled.
  mutating func settle(_ tail: ParsedText, upTo end: Int) {
    for mention in tail.mentions where !isSettled(mention.label) {
      guard mention.utf8Offset < end else { break }
      settled.append(Settled(label: mention.label, utf8Offset: mention.utf8Offset, end: end))
      numbers[mention.label] = settled.count
    }
    openOrder = openOrder.filter { !isSettled($0) }
    for (place, label) in openOrder.enumerated() { numbers[label] = settled.count + place + 1 }
    for footnote in open where footnote.utf8Offset < end {
      settledBlocks[footnote.label] = footnote.blocks
    }
    open.removeAll { $0.utf8Offset < end }
  }

  /// Takes what stands behind a restart as the tail's again.
  mutating func unsettle(from restart: ParsedText.Restart) {
    let start = restart.utf8Offset
    let leaf = restart.continuation?.leaf?.utf8Offset ?? start
    while let last = settled.last,
      last.utf8Offset >= start || last.utf8Offset >= leaf && last.end > start
    {
      settled.removeLast()
      openOrder.insert(last.label, at: 0)
    }
  }

  // MARK: The settled text

  /// Takes the mentions of a part of the settled text, after the labels they may have were defined.
  ///
  /// - Returns: The labels whose number is another one now.
  /// - Complexity: O(footnotes from the first new one on), and O(log footnotes).
  mutating func insert(_ mentions: [FootnoteMention], in part: Range<Int>) -> [[UInt8]] {
    var place = firstSettled(from: part.lowerBound)
    var first = settled.count
    for mention in mentions {
      if isSettled(mention.label) {
        let known = numbers[mention.label].map { $0 - 1 } ?? 0
        // One that is mentioned before this part says nothing of the order in it.
        if known >= place { place = known + 1 }
        continue
      }
      settled.insert(
        Settled(label: mention.label, utf8Offset: mention.utf8Offset, end: part.upperBound),
        at: place
      )
      openOrder.removeAll { $0 == mention.label }
      first = min(first, place)
      for later in place..<settled.count { numbers[settled[later].label] = later + 1 }
      place += 1
    }
    guard first < settled.count else { return [] }
    for (place, label) in openOrder.enumerated() { numbers[label] = settled.count + place + 1 }
    sameCount = min(sameCount, first)
    return settled[first...].map(\.label)
  }

  /// The first settled one that is mentioned at an offset or behind it.
  private func firstSettled(from offset: Int) -> Int {
    var low = 0
    var high = settled.count
    while low < high {
      let middle = (low + high) / 2
      if settled[middle].utf8Offset < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a part of the settled text mentions what it did, and nothing for the first time.
  ///
  /// - Complexity: O(mentions), and O(log footnotes).
  func agrees(_ mentions: [FootnoteMention], in part: Range<Int>) -> Bool {
    let isKnown = mentions.allSatisfy { mention in
      isSettled(mention.label)
        && settled[(numbers[mention.label] ?? 1) - 1].utf8Offset <= mention.utf8Offset
    }
    guard isKnown else { return false }
    let own = Set(mentions.map(\.label))
    return settled[firstSettled(from: part.lowerBound)...]
      .prefix { $0.utf8Offset < part.upperBound }.allSatisfy { own.contains($0.label) }
  }

  /// Takes the blocks of footnotes that were parsed again.
  mutating func replace(_ footnotes: [ParsedFootnote]) {
    for footnote in footnotes {
      guard let before = settledBlocks[footnote.label] else { continue }
      var blocks = footnote.blocks
      blocks.takeSurroundings(of: before)
      settledBlocks[footnote.label] = blocks
      touch(footnote.label)
    }
  }

  // MARK: Blocks

  /// Tells what of the list differs from what is shown, and takes it as shown.
  ///
  /// - Returns: How many blocks at the end are to be replaced, and by which.
  /// - Complexity: O(footnotes from the first that differs on, and their blocks).
  mutating func takeChanges() -> (count: Int, blocks: [Block]) {
    let count = blockCounts[sameCount...].reduce(0, +)
    blockCounts.removeSubrange(sameCount...)
    let own = Dictionary(open.map { ($0.label, $0.blocks) }, uniquingKeysWith: { $1 })
    var blocks: [Block] = []
    for place in sameCount..<settled.count + openOrder.count {
      let label =
        place < settled.count ? settled[place].label : openOrder[place - settled.count]
      var note = own[label] ?? settledBlocks[label] ?? []
      if let marker = note.first?.nesting.markers.first, case .footnote = marker {
        note[0].nesting.markers[0] = .footnote(place + 1)
      }
      blocks += note
      blockCounts.append(note.count)
    }
    blockCount += blocks.count - count
    sameCount = blockCounts.count
    return (count, blocks)
  }

  /// Forgets all footnotes but how many of their blocks are shown.
  mutating func forget() {
    let (counts, count) = (blockCounts, blockCount)
    self = FootnoteTable()
    (blockCounts, blockCount) = (counts, count)
  }
}
