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

  /// The parts of a message that is laid out, with the text that is shown; nil for one that nobody has
  /// looked at. Looking is no work of a frame: it is not charged.
  ///
  /// - Complexity: O(length of the text).
  package func shownParts(of id: MessageID) -> [MessagePart]? {
    let charged = meter.pending
    defer { meter.forget(since: charged) }
    return handle(of: id).flatMap { messages.record($0) }?.text.content
  }

  func setCard(_ part: Int, of id: MessageID, to height: LayoutUnit, at instant: Instant) {
    guard let handle = handle(of: id) else {
      context.refuse(.unknown(id))
      return
    }
    guard (.zero...ContentSpace.tallestItem).contains(height) else {
      context.refuse(.heightOutOfRange(id, height))
      return
    }
    answers.put(.card(handle, part: part, height, instant))
  }

  /// A part that is not shown yet takes note of its height.
  func setCard(_ part: Int, of handle: UInt32, to height: LayoutUnit) {
    guard let record = record(handle) else { return }
    var looks = 0
    let isWaiting = answers.setCard(
      part,
      of: handle,
      after: record.text,
      to: height,
      counting: &looks
    )
    meter.look(looks)
    guard !isWaiting else { return }
    guard let change = record.setCardHeight(height, ofPart: part) else {
      context.refuse(.noCard(record.id, part: part))
      return
    }
    record.keep()
    invalidate(record, change)
  }
}
