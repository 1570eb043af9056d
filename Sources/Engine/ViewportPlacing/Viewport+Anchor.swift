import Lengths

// What is to keep its place on screen while content changes.
extension Viewport {
  /// Takes the anchor: what is to keep its place on screen while content changes. The viewport stays where it is.
  ///
  /// A reader has seen only what the last frame showed: what an edit brings to the viewport's top does not become
  /// the anchor of the next edit in the same frame.
  ///
  /// - Parameter isAnew: Whether it is what stands at the viewport's top now, whatever it was in this frame.
  package mutating func takeAnchor(isAnew: Bool = false, in scene: ViewportScene) {
    let isTopmost = anchorsAtTop(in: scene)
    if !isAnew, isTopmost, case .block(let handle, let block)? = keptAnchor,
      let y = scene.content.top(ofBlock: block, of: handle)
    {
      return keep(PlacedAnchor(anchor: .block(handle, block), y: y), isKept: true)
    }
    let found =
      isTopmost ? heldPoint(in: scene) ?? scene.content.topmost(at: offset) : heldAnchor(in: scene)
    let anchor = found ?? PlacedAnchor(anchor: .origin, y: offset)
    var isBlock = false
    if case .block = anchor.anchor { isBlock = true }
    keep(anchor, isKept: isTopmost && isBlock)
  }

  /// What is held where that is not what stands at the viewport's top; nil in an empty conversation.
  private func heldAnchor(in scene: ViewportScene) -> PlacedAnchor? {
    guard !scene.content.isEmpty else { return nil }
    let extents = scene.extents
    switch hold.follow {
    case .end:
      let range = extents.range
      guard range.lowerBound == range.upperBound, !extents.restsAtBottom else { break }
      let first = scene.content.first
      return PlacedAnchor(anchor: .block(first.handle, 0), y: first.y)
    // On its way from out of view it is aimed at; what is on screen keeps its place.
    case .approaching(let message), .pin(let message):
      guard let slot = scene.content.slot(of: message) else {
        return scene.content.topmost(at: offset)
      }
      return PlacedAnchor(anchor: .block(message, 0), y: slot.y)
    case .free: break
    }
    return PlacedAnchor(anchor: .end, y: extents.contentBottom + extents.insets.blank)
  }

  /// The point that is held as long as it is in view; nil where none is: then it is what stands at the
  /// viewport's top.
  func heldPoint(in scene: ViewportScene) -> PlacedAnchor? {
    guard let point = hold.point else { return nil }
    let block = point.utf8.map { scene.content.block(atUTF8: $0, of: point.message) } ?? 0
    guard let y = scene.content.top(ofBlock: block, of: point.message), y >= offset,
      y < offset + scene.extents.height
    else { return nil }
    return PlacedAnchor(anchor: .block(point.message, block), y: y)
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

  /// Content was moved by an edit: the viewport goes along.
  ///
  /// - Parameter isLeft: Whether the design leaves it where it is: it goes along nevertheless with what keeps its
  ///   place while a part is folded.
  package mutating func follow(content distance: LayoutUnit, isLeft: Bool) {
    if !isLeft || isHeldForFold { follow(content: distance) }
  }

  /// Messages have left: a pinned one among them is pinned no more.
  ///
  /// - Parameter keepsAnchor: Whether the edits that follow in this frame keep what has its place on screen.
  mutating func losePin(keepsAnchor: Bool, in scene: ViewportScene) {
    guard let followed, scene.content.slot(of: followed) == nil else { return }
    take(.removed(followed))
    if keepsAnchor { keepAnchor() }
  }

  // MARK: A change of width

  /// Where the reader is in an item that gets another height in this frame; nil where nobody is in one.
  package var reading: ReadingPlace? {
    if case .reading(let place) = goal { place } else { nil }
  }

  /// Where the reader is in a message whose height is about to change as a whole; nil where in none. It keeps its
  /// place in proportion, unless a jump or a move goes elsewhere.
  package mutating func read(in scene: ViewportScene) -> ReadingPlace? {
    guard let place = reading ?? placeOfReader(in: scene) else { return nil }
    switch goal {
    case .none, .resting: goal = .reading(place)
    case .reading, .landing, .moving: break
    }
    return place
  }

  private func placeOfReader(in scene: ViewportScene) -> ReadingPlace? {
    guard hold.follow == .free, case .block(let handle, _) = anchor.anchor,
      let slot = scene.content.slot(of: handle)
    else { return nil }
    let height = max(.zero, slot.height - rules.spacing)
    guard offset > slot.y, height > .zero else { return nil }
    return ReadingPlace(handle: handle, above: min(offset - slot.y, height), height: height)
  }

  /// Where to put the item that was read, now that it gets its height; nil for nowhere.
  package mutating func endReading() -> ReadingPlace? {
    guard let place = reading else { return nil }
    goal = .none
    return hold.follow == .free ? place : nil
  }
}
