import AnchoredLayout
import Lengths
import MarkdownBlocks
import Timebase

// Answers of several parts: text, reasoning, cards.
extension Surface {
  /// The parts of a message with the text that is shown; nil when no message has this name.
  ///
  /// - Complexity: O(length of the text).
  public func parts(of id: MessageID) -> [MessagePart]? {
    handle(of: id).flatMap { record($0) }?.text.content
  }

  /// What is held belongs to the part before; the next chunk opens the new part.
  func beginPart(_ kind: MessagePart.Kind, of handle: UInt32, at due: Instant) {
    guard let record = messages.record(handle), record.stream?.isOpen == true else { return }
    finishChunker(of: handle, at: due)
    guard var stream = record.stream else { return }
    record.stream = nil
    stream.alreadyShown += stream.chunker.receivedScalars
    stream.alreadyShownUTF8 += stream.chunker.receivedUTF8
    stream.chunker = makeChunker()
    stream.begunParts.append(BegunPart(kind: kind, startUTF8: stream.received.count))
    record.stream = stream
  }

  func setCard(_ part: Int, of id: MessageID, to height: LayoutUnit, at instant: Instant) {
    guard let handle = handle(of: id) else {
      refusals.append(.unknown(id))
      return
    }
    guard (.zero...ContentSpace.tallestItem).contains(height) else {
      refusals.append(.heightOutOfRange(id, height))
      return
    }
    inbox.append(.card(handle, part: part, height, instant))
  }

  /// A part that is not shown yet takes note of its height.
  func setCard(_ part: Int, of handle: UInt32, to height: LayoutUnit) {
    guard let record = record(handle) else { return }
    if let begun = placeOfBegunPart(part, of: record),
      record.stream?.begunParts[begun].kind == .card
    {
      record.stream?.begunParts[begun].cardHeight = height
      return
    }
    guard let change = record.text.setCardHeight(height, ofPart: part) else {
      refusals.append(.noCard(record.id, part: part))
      return
    }
    record.isReplaceable = false
    invalidate(record, change)
  }

  /// Which of the parts that wait for the text before them will be the message's part `number`.
  private func placeOfBegunPart(_ number: Int, of record: ItemRecord) -> Int? {
    guard let stream = record.stream else { return nil }
    var (next, takesText) = (record.text.partCount, record.text.takesText)
    if record.text.isUntouched { next = 0 }
    var shown = stream.releasedUTF8
    for (place, begun) in stream.begunParts.enumerated() {
      if begun.startUTF8 > shown {
        // The text before it goes to the part before; after a card, and at first, to one of its own.
        if next == 0 || !takesText { next += 1 }
        shown = begun.startUTF8
      }
      if next == number { return place }
      next += 1
      takesText = begun.kind != .card
    }
    return nil
  }
}
