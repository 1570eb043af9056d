import AnchoredLayout
import Lengths
import ViewportPlacing

// What may not move.
extension Surface {
  /// Takes the anchor; see `Viewport.takeAnchor`.
  func takeAnchor(isAnew: Bool = false) {
    viewport.takeAnchor(isAnew: isAnew, in: scene(at: context.lastInstant))
  }

  /// Edits the transcript; the anchor is at the same place on screen afterwards.
  func keepingAnchor(_ edit: () -> Void) {
    takeAnchor()
    edit()
    restoreAnchor()
  }

  /// The first block whose bottom lies below the top inset: what a bar covers nobody reads, nor does anybody
  /// see a hidden message move.
  ///
  /// An item that comes into view and was never laid out does not count while one below it was:
  /// nobody has seen where it lies. Nor does one that comes into view above such a guess while
  /// something below the guess was on screen.
  ///
  /// The viewport asks while it is changed: where it lies it says itself.
  package func topmost(at offset: LayoutUnit) -> PlacedAnchor? {
    let edge = offset + insets.top
    guard var index = layout.index(atY: edge) else { return nil }
    var y = layout.y(at: index)
    while index + 1 < layout.count {
      let height = layout.height(at: index)
      guard height == .zero || y + transcript.ownHeight(ofSlot: height) <= edge else { break }
      y += height
      index += 1
    }
    let top = layout.handle(at: index)
    if !transcript.isLaidOut(top, in: geometry) || !wasSeen(top),
      let known = firstKnown(from: index, at: y, offset)
    {
      (index, y) = known
    }
    let handle = layout.handle(at: index)
    guard let record = messages.record(handle), isPlaced(record) else {
      return PlacedAnchor(anchor: .block(handle, 0), y: y)
    }
    var looks = 0
    let below = record.placed.firstBlock(endingBelow: edge - y, counting: &looks)
    meter.look(looks)
    let block = min(below, record.placed.count - 1)
    return PlacedAnchor(
      anchor: .block(handle, block),
      y: block == 0 ? y : y + record.placed[block].top
    )
  }

  package func top(ofBlock block: Int, of message: UInt32) -> LayoutUnit? {
    guard let index = layout.index(of: message), layout.height(at: index) > .zero else {
      return nil
    }
    return layout.y(at: index) + inset(ofBlock: block, handle: message)
  }

  package func block(atUTF8 utf8: Int, of message: UInt32) -> Int {
    messages.record(message).map { max(0, $0.text.block(atUTF8: utf8)) } ?? 0
  }

  /// The first item from here on that was laid out; or, where a guess lies between that one and
  /// what the last frame showed, the first of what it showed.
  private func firstKnown(
    from index: Int,
    at y: LayoutUnit,
    _ offset: LayoutUnit
  ) -> (index: Int, y: LayoutUnit)? {
    var (index, y) = (index, y)
    var first: (index: Int, y: LayoutUnit)?
    var hasGuess = false
    while index < layout.count, y < offset + device.height {
      let height = layout.height(at: index)
      if height > .zero {
        let handle = layout.handle(at: index)
        if first == nil, transcript.isLaidOut(handle, in: geometry) { first = (index, y) }
        if first != nil, wasSeen(handle) { return hasGuess ? (index, y) : first }
        if first != nil, !transcript.isMeasured(handle) { hasGuess = true }
      }
      y += height
      index += 1
    }
    return first
  }

  /// Whether the last frame showed the item.
  private func wasSeen(_ handle: UInt32) -> Bool {
    messages.record(handle)?.shown.frame == context.number - 1
  }

  /// Whether the places of the item's blocks are those of the layout.
  func isPlaced(_ record: ItemRecord) -> Bool {
    record.placed.count > 0
      && record.placed.geometry == heights.textGeometry(of: record.role, in: geometry)
  }

  /// Where a block begins below its item's top; the first block begins at the top itself.
  func inset(ofBlock block: Int, handle: UInt32) -> LayoutUnit {
    guard block > 0, let record = messages.record(handle), record.placed.count > 0 else {
      return .zero
    }
    return record.placed[min(block, record.placed.count - 1)].top
  }

  private func stillPoint(_ anchor: ScrollAnchor) -> StillPoint? {
    switch anchor {
    case .origin: nil
    case .end: .end
    case .block(let handle, let block):
      .item(handle: handle, inset: inset(ofBlock: block, handle: handle))
    }
  }

  /// Puts the anchor back to where it was before an edit, as far as the layout can: the rest of the
  /// way the viewport goes with it.
  ///
  /// - Parameters:
  ///   - isMeasuring: Whether it is new heights that have moved it, and not an edit.
  ///   - isOfHeight: Whether the edit has given a message another height.
  func restoreAnchor(isMeasuring: Bool = false, isOfHeight: Bool = false) {
    updateBlank()
    let anchor = viewport.anchor
    guard let point = stillPoint(anchor.anchor) else { return }
    // The end is the end of the blank space below the content.
    let y =
      anchor.anchor == .end
      ? anchor.y - insets.blank - (contentBottom - layout.bottom) : anchor.y
    let way = transcript.restore(point, to: y)
    switch layout.correction {
    case .exact:
      let line = viewport.keepLineBelowShorter(in: scene(at: context.lastInstant))
      if let line, let point = stillPoint(line.anchor) { _ = transcript.restore(point, to: line.y) }
    // An edit is not made up for; what keeps its place while a part is folded stays.
    case .never: if isMeasuring { viewport.follow(content: way, isLeft: true) }
    case .sameFrame where isMeasuring || isOfHeight || way == .zero: viewport.follow(content: way)
    // Messages came or went above, for which a design may have another rule.
    case .sameFrame: followEdit(way)
    }
  }

  /// The offset goes with content that an edit has moved, unless the profile leaves it where it is.
  private func followEdit(_ way: LayoutUnit) {
    let rule = policy?.insertRule ?? .keep
    if rule == .open { context.noteOpenChoice() }
    viewport.follow(content: way, isLeft: rule == .shift)
  }
}
