import Lengths

// What is to keep its place on screen while content changes.
extension Viewport {
  /// What the viewport wants to keep on screen now.
  package func anchorWish(in scene: ViewportScene) -> AnchorWish {
    if anchorsAtTop(in: scene) { return .top(point: hold.point) }
    switch hold.follow {
    case .end:
      let range = scene.extents.range
      return range.lowerBound == range.upperBound ? .shortContent : .end
    // On its way from out of view it is aimed at; what is on screen keeps its place.
    case .approaching(let message), .pin(let message): return .message(message)
    case .free: return .end
    }
  }

  /// The block that an edit before in this frame has kept; nil when there is none.
  package func keptBlock(in scene: ViewportScene) -> (message: UInt32, block: Int)? {
    guard case .block(let handle, let block)? = keptAnchor, anchorsAtTop(in: scene) else {
      return nil
    }
    return (handle, block)
  }

  /// Takes the anchor that is wished for; the viewport stays where it is. A block is kept by the edits that
  /// follow in this frame, where it is the anchor for standing at the viewport's top.
  package mutating func keep(_ anchor: PlacedAnchor, in scene: ViewportScene) {
    var isKept = false
    if case .block = anchor.anchor { isKept = anchorsAtTop(in: scene) }
    keep(anchor, isKept: isKept)
  }

  /// Whether the anchor is what stands at the viewport's top.
  private func anchorsAtTop(in scene: ViewportScene) -> Bool {
    switch hold.follow {
    // A finger keeps its point, whatever is followed.
    case .end: !holdsEnd || isInHand
    case .approaching(let message): !isInView(message, in: scene)
    case .pin: false
    case .free: !isHeldByClamp
    }
  }

  private func isInView(_ message: UInt32, in scene: ViewportScene) -> Bool {
    guard let slot = scene.content.slot(of: message) else { return false }
    return slot.y < offset + scene.extents.height && slot.y + slot.height > offset
  }

  /// Whether what the last frame showed below what has changed or gone is to keep its place, and not the anchor:
  /// the reader is at a place, and no point of it is held.
  package var keepsLine: Bool {
    guard case .block = anchor.anchor else { return false }
    return hold.follow == .free && !isHeldForFold && !isPointHeld
  }

  /// Content was moved by an edit: the viewport goes along.
  ///
  /// - Parameter isLeft: Whether the design leaves it where it is: it goes along nevertheless with what keeps its
  ///   place while a part is folded.
  package mutating func follow(content distance: LayoutUnit, isLeft: Bool) {
    if !isLeft || isHeldForFold { follow(content: distance) }
  }

  /// The blocks of a message are no longer told apart.
  package mutating func forgetBlocks(of message: UInt32, top: LayoutUnit) {
    guard case .block(message, _) = anchor.anchor else { return }
    keep(PlacedAnchor(anchor: .block(message, 0), y: top), isKept: keptAnchor != nil)
  }

  /// Messages have left: a pinned one among them is pinned no more.
  ///
  /// - Parameters:
  ///   - keepsAnchor: Whether the edits that follow in this frame keep what has its place on screen.
  ///   - isThere: Whether a message is in the conversation.
  package mutating func losePin(keepsAnchor: Bool, unless isThere: (UInt32) -> Bool) {
    guard let followed, !isThere(followed) else { return }
    take(.removed(followed))
    if keepsAnchor { keepAnchor() }
  }

  // MARK: Folds

  /// What keeps its place when a part is folded or unfolded.
  package enum FoldWish {
    /// Nothing else than without the fold.
    case none
    /// The part itself.
    case part
    /// What did when it was folded.
    case block(UInt32, Int)
    /// The first line of the last frame, unless a point is held that is no part of the fold.
    case line(point: (message: UInt32, utf8: Int?)?)
  }

  /// What is to keep its place when a part is folded or unfolded.
  package func wish(for part: ViewportHold.Fold.Part, isByReader: Bool) -> FoldWish {
    guard hold.follow == .free else { return .none }
    if isByReader { return .part }
    if let fold = hold.fold, fold.parts.contains(part) { return .block(fold.handle, fold.block) }
    return .line(point: hold.point)
  }

  /// The reader folds a part whose top lies at `top`: it keeps its place, and comes into view at `edge`.
  package mutating func keepPart(_ anchor: PlacedAnchor, edge: LayoutUnit) {
    if anchor.y < edge { shift(by: anchor.y - edge) }
    keep(anchor, isKept: true)
  }

  /// A part is folded: a block keeps its place, also when it unfolds.
  package mutating func keepLine(_ line: PlacedAnchor, for part: ViewportHold.Fold.Part) {
    keep(line, isKept: true)
    guard case .block(let handle, let block) = line.anchor else { return }
    take(.folded(ViewportHold.Fold(part, handle: handle, block: block)))
  }

  // MARK: A change of width

  /// The message whose place in the viewport is to be kept in proportion; nil where none is.
  package var readMessage: UInt32? {
    guard hold.follow == .free, case .block(let handle, _) = anchor.anchor else { return nil }
    return handle
  }

  /// Where the reader is in an item that gets another height in this frame; nil where nobody is in one.
  package var reading: ReadingPlace? {
    if case .reading(let place) = goal { place } else { nil }
  }

  /// The item that is read gets another height, unless a jump or a move goes elsewhere.
  package mutating func read(at place: ReadingPlace) {
    switch goal {
    case .none, .resting: goal = .reading(place)
    case .reading, .landing, .moving: break
    }
  }

  /// Where to put the item that was read, now that it gets its height; nil for nowhere.
  package mutating func endReading() -> ReadingPlace? {
    guard let place = reading else { return nil }
    goal = .none
    return hold.follow == .free ? place : nil
  }

  /// The lines of the pinned message are broken anew.
  package mutating func breakLines() { fixPin(hidden: nil) }
}
