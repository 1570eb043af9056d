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

  // MARK: What keeps its place

  /// What the reader looks at when a part is folded keeps its place: see `ViewportHold.Fold`.
  private func holdForFold(
    of part: Int,
    _ blocks: Range<Int>,
    in record: ItemRecord,
    to height: PartHeight
  ) {
    guard !blocks.isEmpty,
      let index = layout.index(of: record.handle), isPlaced(record),
      blocks.upperBound <= record.placed.count
    else { return }
    // The first block begins at its message's top, the box around it included.
    let top =
      lastPlace(ofItemAt: index) + inset(ofBlock: blocks.lowerBound, handle: record.handle)
    let folded = ViewportHold.Fold.Part(message: record.handle, part: part)
    let scene = scene(at: context.lastInstant)
    switch viewport.wish(for: folded, isByReader: height.by == .reader, in: scene) {
    case .none: break
    case .part:
      let anchor = PlacedAnchor(anchor: .block(record.handle, blocks.lowerBound), y: top)
      viewport.keepPart(anchor, edge: offset + insets.top)
    case .block(let handle, let block):
      guard let index = layout.index(of: handle) else { return }
      // It unfolds: what kept its place then keeps it now, and the picture comes back.
      let y = layout.y(at: index) + inset(ofBlock: block, handle: handle)
      viewport.keep(PlacedAnchor(anchor: .block(handle, block), y: y), isKept: true)
    case .line(let point):
      // A point that is held and not folded itself stays where it is.
      guard point.map({ $0.anchor.isIn(blocks, of: record.handle) }) ?? true,
        top < offset,
        let old = record.placed.height(of: blocks), height.height ?? old < old,
        let line = firstTopInView(besides: blocks, of: record)
      else { return }
      context.noteFold(folded)
      viewport.keepLine(line, for: folded)
    }
  }

  /// The first block of the last frame whose top is in the viewport, those that are folded left out.
  private func firstTopInView(besides folded: Range<Int>, of record: ItemRecord) -> PlacedAnchor? {
    let bottom = offset + device.height
    for shown in context.shown.places {
      guard let index = layout.index(of: shown.handle), layout.height(at: index) > .zero else {
        continue
      }
      let y = top(of: shown)
      guard y < bottom else { return nil }
      if y >= offset { return PlacedAnchor(anchor: .block(shown.handle, 0), y: y) }
      guard let other = messages.record(shown.handle), isPlaced(other) else { continue }
      let others = context.foldedParts.filter { $0.message == shown.handle }
        .compactMap { other.text.blocks(ofPart: $0.part) }
      for block in 1..<max(1, other.placed.count) {
        if other === record, folded.contains(block) { continue }
        if others.contains(where: { $0.contains(block) }) { continue }
        let top = y + other.placed[block].top
        guard top < bottom else { return nil }
        if top >= offset { return PlacedAnchor(anchor: .block(shown.handle, block), y: top) }
      }
    }
    return nil
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
