import AnchoredLayout
import Lengths

// Whether anything moved that nothing asked for.
extension Surface {
  /// What was asked for has brought other blocks to the viewport's top: edits keep one of those.
  func changeWatchedPoint() {
    settleDrift()
    watchDrift()
  }

  /// The still point for an edit or for new heights, watched from here on when it is another one.
  ///
  /// An edit before it in the same frame may have put the watched point elsewhere, or have made a
  /// guess of what lies between it and what the reader has seen. A layout that
  /// corrects late keeps its watch for the whole frame: what it owes is the movement of all edits.
  func heldForChange() -> HeldPoint? {
    let held = heldPoint()
    guard layout.correction.isAtOnce, let watched = drift.point,
      case .item(let handle, let block)? = held?.point,
      watched != .block(handle: handle, block: block)
    else { return held }
    changeWatchedPoint()
    return held
  }

  /// What the drift is measured of: the still point in its present state.
  func watchDrift() {
    switch follow {
    case .following, .pinning:
      drift.watch(nil, at: .zero)
    case .pinned, .free:
      guard let held = heldPoint(), case .item(let handle, let block) = held.point,
        isLaidOut(handle)
      else {
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
    let inset = inset(ofBlock: block, handle: handle)
    let expected = drift.expectedPlace
    // What was asked for may have taken it off the screen, where heights are still corrected.
    guard expected < device.height,
      expected + extent(ofBlock: block, handle: handle, at: index) > .zero
    else {
      drift.watch(nil, at: .zero)
      return
    }
    drift.settle(at: layout.y(at: index) + inset - offset)
  }

  /// How far the viewport is from where the follow state wants it, nothing moving it there.
  var followDrift: LayoutUnit {
    guard motion.isIdle else { return .zero }
    switch follow {
    case .free, .pinning: return .zero
    case .following:
      return restingEnd == nil && holdsEnd ? offset - scrollRange.upperBound : .zero
    case .pinned where layout.pendingCorrection != .zero: return .zero
    case .pinned: return followed.map { offset - place(of: .pin($0)) } ?? .zero
    }
  }
}
