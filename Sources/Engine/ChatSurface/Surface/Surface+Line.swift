import Lengths
import ViewportPlacing

// What the last frame showed, for what keeps its place when messages of it change or go.
extension Surface {
  package var shown: [ShownPlace] { context.shown.places }

  package var isShownAsSet: Bool { context.shown.geometry == geometry }

  package func nearest(
    to message: UInt32,
    where isMeant: (UInt32) -> Bool
  ) -> (handle: UInt32, y: LayoutUnit)? {
    guard let index = layout.index(of: message) else { return nil }
    let below = (index + 1..<layout.count).first { isMeant(layout.handle(at: $0)) }
    let place = below ?? (0..<index).last { isMeant(layout.handle(at: $0)) }
    return place.map { (layout.handle(at: $0), layout.y(at: $0)) }
  }

  package func block(
    of message: UInt32,
    from inset: LayoutUnit,
    besides folded: FoldedPart
  ) -> (block: Int, inset: LayoutUnit)? {
    guard let record = messages.record(message), isPlaced(record) else { return nil }
    let hidden = context.foldedParts.filter { $0.message == message }
      .compactMap { record.text.blocks(ofPart: $0.part) }
    let own = folded.part.message == message ? folded.blocks : 0..<0
    let found = (1..<max(1, record.placed.count)).first { block in
      record.placed[block].top >= inset && !own.contains(block)
        && !hidden.contains { $0.contains(block) }
    }
    return found.map { ($0, record.placed[$0].top) }
  }

  /// Where the last of a message's blocks begins below its top; the first begins at the top itself.
  func lastTop(of record: ItemRecord) -> LayoutUnit {
    guard isPlaced(record), record.placed.count > 1 else { return .zero }
    return record.placed[record.placed.count - 1].top
  }
}
