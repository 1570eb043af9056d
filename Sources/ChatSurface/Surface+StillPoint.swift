import AnchoredLayout
import Lengths

/// The still point before an edit: what it is and where it was.
struct HeldPoint {
  enum Point: Equatable {
    case item(UInt32, Int)
    case end
  }

  var point: Point
  var y: LayoutUnit
}

// What may not move.
extension Surface {
  /// What may not move, and where it lies; nil in an empty conversation.
  func heldPoint() -> HeldPoint? {
    guard layout.count > 0 else { return nil }
    switch follow {
    // A finger keeps its point, whatever is followed.
    case .following where !holdsEnd || motion.isUsers:
      return topmostPoint()
    case .following:
      let range = scrollRange
      if range.lowerBound == range.upperBound {
        return shortContentPoint
      }
      return HeldPoint(point: .end, y: contentBottom + insets.blank)
    case .pinning, .pinned:
      if let followed, let index = layout.index(of: followed) {
        return HeldPoint(point: .item(followed, 0), y: layout.y(at: index))
      }
      return topmostPoint()
    case .free where isHeldByClamp:
      return HeldPoint(point: .end, y: contentBottom + insets.blank)
    case .free:
      return topmostPoint()
    }
  }

  /// Content shorter than the viewport is held by the end it rests at.
  private var shortContentPoint: HeldPoint {
    restsAtBottom
      ? HeldPoint(point: .end, y: contentBottom + insets.blank)
      : HeldPoint(point: .item(layout.handle(at: 0), 0), y: layout.top)
  }

  /// The first block whose bottom lies below the viewport's top edge; nobody sees a hidden message
  /// move.
  ///
  /// An item that comes into view and was never laid out does not count while one below it was:
  /// nobody has seen where it lies. Nor does one that comes into view above such a guess while
  /// something below the guess was on screen.
  private func topmostPoint() -> HeldPoint? {
    // Where the reader is when a correction is still owed.
    let offset = offset + layout.pendingCorrection
    guard var index = layout.index(atY: offset) else { return nil }
    var y = layout.y(at: index)
    while index + 1 < layout.count {
      let height = layout.height(at: index)
      guard height == .zero || y + ownHeight(ofSlot: height) <= offset else { break }
      y += height
      index += 1
    }
    let top = layout.handle(at: index)
    if !isLaidOut(top) || !wasSeen(top), let known = firstKnown(from: index, at: y) {
      (index, y) = known
    }
    let handle = layout.handle(at: index)
    guard let record = messages.record(handle), isPlaced(record) else {
      return HeldPoint(point: .item(handle, 0), y: y)
    }
    var block = 0
    while block + 1 < record.placedBlocks.count, y + record.placedBlocks[block].bottom <= offset {
      block += 1
    }
    return HeldPoint(
      point: .item(handle, block),
      y: block == 0 ? y : y + record.placedBlocks[block].top
    )
  }

  /// The first item from here on that was laid out; or, where a guess lies between that one and
  /// what the last frame showed, the first of what it showed.
  private func firstKnown(from index: Int, at y: LayoutUnit) -> (index: Int, y: LayoutUnit)? {
    var (index, y) = (index, y)
    var first: (index: Int, y: LayoutUnit)?
    var hasGuess = false
    while index < layout.count, y < offset + device.height {
      let height = layout.height(at: index)
      if height > .zero {
        let handle = layout.handle(at: index)
        if first == nil, isLaidOut(handle) { first = (index, y) }
        if first != nil, wasSeen(handle) { return hasGuess ? (index, y) : first }
        if first != nil, !measured.contains(handle) { hasGuess = true }
      }
      y += height
      index += 1
    }
    return first
  }

  /// Whether the last frame showed the item.
  private func wasSeen(_ handle: UInt32) -> Bool {
    messages.record(handle)?.shownInFrame == frameNumber - 1
  }

  /// Whether the item's place was ever more than a guess at this width.
  func isLaidOut(_ handle: UInt32) -> Bool {
    measured.contains(handle) || messages.record(handle)?.laidOutGeometry == geometry
  }

  /// Whether the places of the item's blocks are those of the layout.
  private func isPlaced(_ record: ItemRecord) -> Bool {
    !record.placedBlocks.isEmpty && record.measuredGeometry == textGeometry(of: record.role)
  }

  /// Where a block begins below its item's top; the first block begins at the top itself.
  func inset(ofBlock block: Int, handle: UInt32) -> LayoutUnit {
    guard block > 0, let blocks = messages.record(handle)?.placedBlocks, !blocks.isEmpty else {
      return .zero
    }
    return blocks[min(block, blocks.count - 1)].top
  }

  /// From where a block begins to its bottom; the last one reaches to the item's.
  func extent(ofBlock block: Int, handle: UInt32, at index: Int) -> LayoutUnit {
    guard let blocks = messages.record(handle)?.placedBlocks, block + 1 < blocks.count else {
      return ownHeight(ofSlot: layout.height(at: index)) - inset(ofBlock: block, handle: handle)
    }
    return block == 0 ? blocks[0].bottom : blocks[block].height
  }

  private func stillPoint(_ point: HeldPoint.Point) -> StillPoint {
    switch point {
    case .end: .end
    case .item(let handle, let block):
      .item(handle: handle, inset: inset(ofBlock: block, handle: handle))
    }
  }

  /// Puts the still point back to where it was before an edit.
  ///
  /// - Parameter isMeasuring: Whether it is new heights that have moved it, and not an edit.
  func restore(_ held: HeldPoint?, isMeasuring: Bool = false) {
    guard let held else { return }
    updateBlank()
    // The end is the end of the blank space below the content.
    let y =
      held.point == .end
      ? held.y - insets.blank - (contentBottom - layout.bottom) : held.y
    let way = layout.restore(stillPoint(held.point), to: y)
    switch layout.correction {
    case .exact, .never: break
    case .sameFrame: follow(content: way)
    case .nextFrame:
      // An edit is made up for in the next frame; what that frame measures is, in it.
      if isMeasuring, isCatchingUp {
        follow(content: layout.takeCorrection())
      } else if way != .zero {
        isCatchingUp = false
      }
    }
  }

  /// The viewport goes with content that was moved: nothing moves on screen.
  private func follow(content distance: LayoutUnit) {
    guard distance != .zero else { return }
    offset += distance
    motion.translate(by: distance.points)
    if let end = restingEnd { restingEnd = end + distance }
  }
}
