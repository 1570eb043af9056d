import AnchoredLayout
import Lengths

/// Where the reader is in an item whose height is about to change as a whole.
struct ReadingPlace {
  var handle: UInt32
  /// How much of the item lies above `place`.
  var above: LayoutUnit
  /// The item's height then.
  var height: LayoutUnit
  /// A place in the content space: the same part of the item is to lie there.
  var place: LayoutUnit
}

extension Surface {
  /// The viewport gets another size: the reader keeps the place, in a text that is set anew the
  /// same proportion into it.
  func resize(width: LayoutUnit, height: LayoutUnit) {
    guard width != device.width || height != device.height else { return }
    let held = heldPoint()
    let isRewrapped = width != device.width
    if isRewrapped, readingPlace == nil { readingPlace = placeOfReader(held) }
    let oldWidth = textWidth(of: .assistant)
    device.width = width
    device.height = height
    if isRewrapped { forgetMeasuredHeights(oldWidth: oldWidth) }
    drift.watch(nil, at: .zero)
    restore(held)
    if let readingPlace { restore(readingPlace) }
  }

  private func placeOfReader(_ held: HeldPoint?) -> ReadingPlace? {
    guard follow == .free, let held, case .item(let handle, _) = held.point,
      let index = layout.index(of: handle)
    else { return nil }
    let y = layout.y(at: index)
    let height = ownHeight(ofSlot: layout.height(at: index))
    guard offset > y, height > .zero else { return nil }
    return ReadingPlace(
      handle: handle,
      above: min(offset - y, height),
      height: height,
      place: offset
    )
  }

  /// Puts the item the reader is in where it was read, once it has its new height.
  func settleReader() {
    guard let place = readingPlace else { return }
    readingPlace = nil
    guard follow == .free, landing == nil, motion.target == nil else { return }
    if !measured.contains(place.handle) { placeMeasured(place.handle) }
    restore(place)
  }

  private func restore(_ place: ReadingPlace) {
    guard let index = layout.index(of: place.handle) else { return }
    let height = ownHeight(ofSlot: layout.height(at: index))
    let product = place.above.rawValue.multipliedFullWidth(by: height.rawValue)
    let above = place.height.rawValue.dividingFullWidth(product).quotient
    let top = place.place - LayoutUnit(rawValue: above)
    // A layout that cannot move its content leaves it to the viewport, at once or a frame later.
    let off = layout.restore(.item(handle: place.handle, inset: .zero), to: top)
    if off != .zero, layout.correction != .nextFrame { moveOffset(to: offset + off) }
    drift.watch(nil, at: .zero)
    updateBlank()
  }

  /// Every height is an estimate again, at another width: as much text takes more lines in a
  /// narrower one.
  private func forgetMeasuredHeights(oldWidth: LayoutUnit) {
    measured.removeAll()
    guard layout.count > 0 else { return }
    guard profile.measuring != .eagerly else {
      unplaced = [
        UnplacedItems(handles: (0..<layout.count).map { layout.handle(at: $0) }, isPrepended: false)
      ]
      return
    }
    layout.scaleHeights(
      numerator: Int(oldWidth.rawValue),
      denominator: Int(textWidth(of: .assistant).rawValue)
    )
  }
}
