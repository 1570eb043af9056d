import Lengths
import Timebase
import ViewportPlacing

// Answers of several parts: text, reasoning, cards.
extension Surface {
  /// The parts of a message with the text that is shown; nil when no message has this name.
  ///
  /// - Complexity: O(length of the text).
  package func parts(of id: MessageID) -> [MessagePart]? {
    handle(of: id).flatMap { record($0) }?.text.content
  }

  /// The parts of a message that is laid out, with the text that is shown; nil for one that nobody has
  /// looked at.
  ///
  /// - Complexity: O(length of the text).
  package func shownParts(of id: MessageID) -> [MessagePart]? { seen(id)?.text.content }

  /// A part of a message is to have another height.
  func setPart(_ part: Int, of id: MessageID, to height: PartHeight, at instant: Instant) {
    guard let handle = named(id) else { return }
    answers.put(.height(handle, part: part, height, instant))
  }

  /// A part that is not shown yet takes note of its height.
  func setPart(_ part: Int, of handle: UInt32, to height: PartHeight) {
    guard let record = record(handle) else { return }
    var looks = 0
    let isWaiting = answers.setPart(
      part,
      of: handle,
      after: record.text,
      to: height,
      counting: &looks
    )
    meter.look(looks)
    guard !isWaiting else { return }
    decide(record)
    guard let blocks = record.text.blocks(ofPart: part),
      let change = record.setPart(part, to: height)
    else {
      context.refuse(
        height.isCards ? .noCard(record.id, part: part) : .noPart(record.id, part: part)
      )
      return
    }
    holdForFold(of: part, blocks, in: record, to: height)
    record.keep()
    record.forgetTail()
    invalidate(record, change)
  }

  /// A message is made of these parts from here on.
  func setParts(_ parts: [MessagePart], of record: ItemRecord) {
    decide(record)
    let (change, work) = record.setParts(parts)
    meter.count(work)
    invalidate(record, change)
  }

  /// What the reader looks at when a part is folded keeps its place.
  private func holdForFold(
    of part: Int,
    _ blocks: Range<Int>,
    in record: ItemRecord,
    to height: PartHeight
  ) {
    guard !blocks.isEmpty, isPlaced(record), blocks.upperBound <= record.placed.count else {
      return
    }
    let old = record.placed.height(of: blocks)
    let folded = FoldedPart(
      .init(message: record.handle, part: part),
      blocks: blocks,
      // The first block begins at its message's top, the box around it included.
      inset: inset(ofBlock: blocks.lowerBound, handle: record.handle),
      isShorter: old.map { height.height ?? $0 < $0 } ?? false,
      isByReader: height.by == .reader
    )
    if viewport.take(folded, in: scene(at: context.lastInstant)) { context.noteFold(folded.part) }
  }
}

/// How high a part of a message is to be.
package struct PartHeight {
  /// The height; nil for its own.
  package var height: LayoutUnit?
  /// Whether it is a card's own height.
  package var isCards: Bool
  package var by: Initiator

  package init(height: LayoutUnit?, isCards: Bool, by initiator: Initiator) {
    self.height = height
    self.isCards = isCards
    by = initiator
  }
}
