import Lengths

/// Where a frame showed a message.
package struct ShownPlace: Sendable {
  package var handle: UInt32
  /// Its top, below the viewport's.
  package var y: LayoutUnit
  /// Its height, with the space below it.
  package var height: LayoutUnit
  /// Where the last of its blocks begins below its top; 0 for one that lies below the top inset.
  package var lastTop: LayoutUnit

  package init(handle: UInt32, y: LayoutUnit, height: LayoutUnit, lastTop: LayoutUnit) {
    (self.handle, self.y, self.height, self.lastTop) = (handle, y, height, lastTop)
  }
}

/// A part that is folded or unfolded.
package struct FoldedPart {
  package var part: ViewportHold.Fold.Part
  /// Its blocks, as they were laid out; there is one.
  package var blocks: Range<Int>
  /// Where they begin below their message's top.
  package var inset: LayoutUnit
  /// Whether they are less high than they were.
  package var isShorter: Bool
  package var isByReader: Bool

  package init(
    _ part: ViewportHold.Fold.Part,
    blocks: Range<Int>,
    inset: LayoutUnit,
    isShorter: Bool,
    isByReader: Bool
  ) {
    (self.part, self.blocks, self.inset) = (part, blocks, inset)
    (self.isShorter, self.isByReader) = (isShorter, isByReader)
  }
}

// What of the last frame keeps its place when messages of it change or go. It is said by that frame and by the
// list as it is, never by where a line lies in a list of which only some edits are done: so the order of the
// edits of one instant decides nothing.
extension Viewport {
  /// Where the top of a message lies that the last frame showed, had nothing but the viewport moved since.
  private func top(of shown: ShownPlace) -> LayoutUnit { offset - travel + shown.y }

  /// Whether what the last frame showed below what has changed or gone is to keep its place, and not the anchor:
  /// the reader is at a place, and no point of it is held.
  private var keepsLine: Bool {
    guard case .block = anchor.anchor else { return false }
    return hold.follow == .free && !isHeldForFold && !isPointHeld
  }

  /// The line below a message that has become shorter keeps its place, where the message lies across the top
  /// of what can be read. The reader then sees nothing move.
  ///
  /// It does not where the reader is in the message itself, or where something else is held.
  ///
  /// - Returns: The anchor, where it has become that line.
  package mutating func keepLineBelowShorter(
    in scene: @autoclosure () -> ViewportScene
  ) -> PlacedAnchor? {
    guard keepsLine else { return nil }
    let scene = scene()
    guard scene.content.isShownAsSet, let line = lineBelowShorter(in: scene) else { return nil }
    keep(line)
    return anchor
  }

  /// The top of a message that the last frame showed keeps its place.
  private mutating func keep(_ shown: ShownPlace) {
    keep(PlacedAnchor(anchor: .block(shown.handle, 0), y: top(of: shown)), isKept: true)
  }

  /// The first message below the last one across the top that has become shorter since the last frame.
  private func lineBelowShorter(in scene: ViewportScene) -> ShownPlace? {
    let shown = scene.content.shown
    // The viewport in the last frame's coordinates.
    let bottom = travel + scene.extents.height
    let edge = travel + scene.extents.insets.top
    var below: Int?
    for (index, place) in shown.enumerated() {
      guard place.y < edge else { break }
      let end = place.y + max(.zero, place.height - rules.spacing)
      guard end > edge, end < bottom, place.y + place.lastTop < edge,
        let now = scene.content.slot(of: place.handle), now.height < place.height
      else { continue }
      below = index + 1
    }
    return below.flatMap { shown[$0...].first { isShown($0, above: bottom, scene) } }
  }

  /// Whether a message of the last frame is still there and begins above a line.
  private func isShown(_ place: ShownPlace, above bottom: LayoutUnit, _ scene: ViewportScene)
    -> Bool
  {
    place.y < bottom && scene.content.slot(of: place.handle).map { $0.height > .zero } ?? false
  }

  /// The line that keeps its place when messages go: where the line that is read goes, or what lies between it
  /// and the anchor above, the next that remains from that line down; where only the anchor's message goes, the
  /// next below it on screen, or else the nearest above, or else the next there is.
  ///
  /// - Parameter isGone: Whether a message is about to be taken away.
  package mutating func passOnAnchor(in scene: ViewportScene, from isGone: (UInt32) -> Bool) {
    guard case .block(let handle, _) = anchor.anchor else { return }
    let shown = scene.content.shown
    let bottom = travel + scene.extents.height
    func remains(_ place: ShownPlace) -> Bool {
      isShown(place, above: bottom, scene) && !isGone(place.handle)
    }
    let anchor = shown.firstIndex { $0.handle == handle }
    if keepsLine, let line = firstLine(in: shown, scene.extents),
      let first = anchor ?? shown.indices.first, first <= line,
      shown[first...line].contains(where: { isGone($0.handle) }),
      let heir = shown[line...].first(where: remains)
    {
      return keep(heir)
    }
    guard isGone(handle) else { return }
    if let anchor,
      let heir = shown[(anchor + 1)...].first(where: remains)
        ?? shown[..<anchor].last(where: remains)
    {
      return keep(heir)
    }
    guard let heir = scene.content.nearest(to: handle, where: { !isGone($0) }) else {
      return passOn(to: .origin)
    }
    keep(PlacedAnchor(anchor: .block(heir.handle, 0), y: heir.y), isKept: true)
  }

  /// The message of the line that is read: the first of the last frame that had the top of a block below the
  /// top inset and above the middle; nil where none had, and the block across the top is read.
  private func firstLine(in shown: [ShownPlace], _ extents: ViewportExtents) -> Int? {
    let edge = travel + extents.insets.top
    guard let line = shown.firstIndex(where: { $0.y + $0.lastTop >= edge && $0.height > .zero })
    else { return nil }
    let middle = LayoutUnit(rawValue: extents.height.rawValue / 2)
    return shown[line].y < travel + middle ? line : nil
  }

  // MARK: Folds

  /// What keeps its place when a part is folded or unfolded: the part itself where the reader does it, what did
  /// before where it unfolds, and else the first line of the last frame, unless a point is held that is no part
  /// of the fold.
  ///
  /// - Returns: Whether that line keeps its place from here on, also when the part unfolds.
  package mutating func take(_ folded: FoldedPart, in scene: ViewportScene) -> Bool {
    let content = scene.content
    let message = folded.part.message
    guard hold.follow == .free, let slot = content.slot(of: message) else { return false }
    let shown = content.shown.first { $0.handle == message }
    let top = (shown.map { self.top(of: $0) } ?? slot.y) + folded.inset
    if folded.isByReader {
      // It comes into view.
      let edge = offset + scene.extents.insets.top
      if top < edge { shift(by: top - edge) }
      keep(PlacedAnchor(anchor: .block(message, folded.blocks.lowerBound), y: top), isKept: true)
    } else if let fold = hold.fold, fold.parts.contains(folded.part) {
      // What kept its place then keeps it now, and the picture comes back.
      guard let y = content.top(ofBlock: fold.block, of: fold.handle) else { return false }
      keep(PlacedAnchor(anchor: .block(fold.handle, fold.block), y: y), isKept: true)
    } else if heldPoint(in: scene)?.anchor.isIn(folded.blocks, of: message) ?? true, top < offset,
      folded.isShorter, let line = firstTopInView(besides: folded, in: scene),
      case .block(let handle, let block) = line.anchor
    {
      keep(line, isKept: true)
      take(.folded(ViewportHold.Fold(folded.part, handle: handle, block: block)))
      return true
    }
    return false
  }

  /// The first block of the last frame whose top is in the viewport, those that are folded left out.
  private func firstTopInView(
    besides folded: FoldedPart,
    in scene: ViewportScene
  ) -> PlacedAnchor? {
    let bottom = offset + scene.extents.height
    for shown in scene.content.shown {
      guard let slot = scene.content.slot(of: shown.handle), slot.height > .zero else { continue }
      let y = top(of: shown)
      guard y < bottom else { return nil }
      if y >= offset { return PlacedAnchor(anchor: .block(shown.handle, 0), y: y) }
      guard
        let line = scene.content.block(of: shown.handle, from: offset - y, besides: folded)
      else { continue }
      let top = y + line.inset
      return top < bottom ? PlacedAnchor(anchor: .block(shown.handle, line.block), y: top) : nil
    }
    return nil
  }
}
