import AnchoredLayout
import FramePacing
import Lengths
import Timebase

/// The still point before an edit: what it is and where it was.
struct HeldPoint {
  enum Point: Equatable {
    case item(UInt32, Int)
    case end
  }

  var point: Point
  var y: LayoutUnit
}

extension Surface {
  /// Fifth phase: follow, pin and the scroll range decide where everything lies.
  public func layout(at instant: Instant) {
    settle(at: instant)
    let shift = layout.rebase(around: offset, viewport: device.height)
    if shift != .zero { translateSpace(by: shift) }
    charge(.layout)
  }

  private func translateSpace(by shift: LayoutUnit) {
    rebaseShift += shift
    offset += shift
    motion.translate(by: shift.points)
    for record in messages.records.values
    where record.committedY != LayoutUnit(rawValue: .min) {
      record.committedY += shift
    }
  }

  // MARK: Extent

  /// The first item's top less its padding.
  var contentTop: LayoutUnit { layout.top - profile.style.topPadding }

  /// The last item's bottom.
  var contentBottom: LayoutUnit {
    layout.bottom > layout.top ? layout.bottom - profile.style.spacing : layout.bottom
  }

  /// The offsets that the insets allow; content shorter than the viewport rests at its top.
  var scrollRange: ClosedRange<LayoutUnit> {
    let lower = contentTop - insets.top
    return lower...max(lower, contentBottom + insets.bottom - device.height)
  }

  var pointsFromEnd: LayoutUnit { contentBottom + insets.bottom - device.height - offset }

  /// Keeps as much free space below the last turn as lets its message reach the viewport's top.
  func updateBlank() {
    guard isBlankInForce, let lastUser, let index = layout.index(of: lastUser) else {
      insets.blank = .zero
      return
    }
    let turn = contentBottom - layout.y(at: index)
    let free = device.height - insets.top - insets.covered - insets.composer
    insets.blank = max(.zero, free - turn)
  }

  // MARK: The still point

  /// What may not move, and where it lies; nil in an empty conversation.
  func heldPoint() -> HeldPoint? {
    guard layout.count > 0 else { return nil }
    switch follow {
    case .following:
      let range = scrollRange
      if range.lowerBound == range.upperBound {
        return HeldPoint(point: .item(layout.handle(at: 0), 0), y: layout.top)
      }
      return HeldPoint(point: .end, y: layout.bottom)
    case .pinning, .pinned:
      if let followed, let index = layout.index(of: followed) {
        return HeldPoint(point: .item(followed, 0), y: layout.y(at: index))
      }
      return topmostPoint()
    case .free:
      return topmostPoint()
    }
  }

  /// The first block whose bottom lies below the viewport's top edge.
  private func topmostPoint() -> HeldPoint? {
    guard var index = layout.index(atY: offset) else { return nil }
    var y = layout.y(at: index)
    while index + 1 < layout.count, y + layout.height(at: index) - profile.style.spacing <= offset {
      y += layout.height(at: index)
      index += 1
    }
    let handle = layout.handle(at: index)
    guard let record = messages.record(handle), measured.contains(handle) else {
      return HeldPoint(point: .item(handle, 0), y: y)
    }
    var block = 0
    var inset = box(of: record.role).vertical
    while block + 1 < record.measuredBlocks, y + inset + record.blockHeights[block] <= offset {
      inset += record.blockHeights[block] + blockSpacing(before: block + 1, of: record)
      block += 1
    }
    return HeldPoint(point: .item(handle, block), y: block == 0 ? y : y + inset)
  }

  /// Where a block begins below its item's top; the first block begins at the top itself.
  private func inset(ofBlock block: Int, handle: UInt32) -> LayoutUnit {
    guard block > 0, let record = messages.record(handle) else { return .zero }
    var inset = box(of: record.role).vertical
    for index in 0..<min(block, max(0, record.measuredBlocks - 1)) {
      inset += record.blockHeights[index] + blockSpacing(before: index + 1, of: record)
    }
    return inset
  }

  private func stillPoint(_ point: HeldPoint.Point) -> StillPoint {
    switch point {
    case .end: .end
    case .item(let handle, let block):
      .item(handle: handle, inset: inset(ofBlock: block, handle: handle))
    }
  }

  /// Puts the still point back to where it was before an edit.
  func restore(_ held: HeldPoint?) {
    guard let held else { return }
    _ = layout.restore(stillPoint(held.point), to: held.y)
    updateBlank()
  }

  // MARK: Follow

  /// Changes what the viewport holds on to; the drift is measured anew from there.
  func setFollow(_ state: FollowState, handle: UInt32? = nil) {
    guard state != follow else { return }
    settleDrift()
    follow = state
    followed = handle
    drift.watch(nil, at: .zero)
  }

  /// Moves the viewport because something asked for it.
  func moveOffset(to target: LayoutUnit) {
    drift.ask(target - offset)
    offset = target
  }

  /// Where a programmatic move goes, within the scroll range.
  func place(of target: ScrollMotion.Target) -> LayoutUnit {
    let range = scrollRange
    let goal: LayoutUnit
    switch target {
    case .top: goal = range.lowerBound
    case .end: goal = range.upperBound
    case .pin(let handle):
      goal = layout.index(of: handle).map { layout.y(at: $0) - insets.top } ?? offset
    case .message(let handle, let alignment):
      guard let index = layout.index(of: handle) else { return offset }
      let y = layout.y(at: index)
      let height = layout.height(at: index) - profile.style.spacing
      let free = device.height - insets.top - insets.composer - insets.covered
      switch alignment {
      case .top: goal = y - insets.top
      case .center:
        goal = LayoutUnit(
          rawValue: (y - insets.top).rawValue - (free - height).rawValue / 2
        )
      case .bottom: goal = y + height - insets.top - free
      }
    }
    return min(max(goal, range.lowerBound), range.upperBound)
  }

  /// Moves the viewport to where the follow state, a programmatic move or the range's ends want it.
  func settle(at instant: Instant) {
    updateBlank()
    guard !motion.isUsers else { return }
    if let target = motion.target {
      motion.aim(at: place(of: target).points, instant: instant)
      let range = ScrollMotion.Range(lower: -.infinity, upper: .infinity)
      if let position = motion.advance(
        to: instant,
        range: range,
        viewport: device.height.points
      ) {
        moveOffset(to: LayoutUnit(nearest: position))
      }
      if motion.isIdle { arrive(at: target) }
      return
    }
    switch follow {
    case .following: hold(at: scrollRange.upperBound)
    case .pinning(let id), .pinned(let id):
      guard let followed else { return }
      if case .pinning = follow { setFollow(.pinned(id), handle: followed) }
      hold(at: place(of: .pin(followed)))
    case .free: clamp()
    }
  }

  private func arrive(at target: ScrollMotion.Target) {
    moveOffset(to: place(of: target))
    guard case .pinning(let id) = follow, case .pin(let handle) = target else { return }
    setFollow(.pinned(id), handle: handle)
  }

  private func hold(at target: LayoutUnit) {
    guard target != offset else { return }
    moveOffset(to: target)
  }

  private func clamp() {
    let range = scrollRange
    let target = min(max(offset, range.lowerBound), range.upperBound)
    guard target != offset else { return }
    isClamped = true
    moveOffset(to: target)
  }

  // MARK: Drift

  /// What the drift is measured of: the still point in its present state.
  func watchDrift() {
    switch follow {
    case .following, .pinning, .pinned:
      drift.watch(nil, at: .zero)
    case .free:
      guard let held = topmostPoint(), case .item(let handle, let block) = held.point else {
        drift.watch(nil, at: .zero)
        return
      }
      drift.watch(.block(handle: handle, block: block), at: held.y - offset)
    }
  }

  /// Adds the movement of the watched point up to now.
  func settleDrift() {
    guard case .block(let handle, let block) = drift.point,
      let index = layout.index(of: handle)
    else { return }
    let y = layout.y(at: index) + inset(ofBlock: block, handle: handle)
    drift.settle(at: y - offset)
  }

  /// How far the viewport is from where the follow state wants it, nothing moving it there.
  var followDrift: LayoutUnit {
    guard motion.isIdle else { return .zero }
    switch follow {
    case .free, .pinning: return .zero
    case .following: return offset - scrollRange.upperBound
    case .pinned: return followed.map { offset - place(of: .pin($0)) } ?? .zero
    }
  }
}
