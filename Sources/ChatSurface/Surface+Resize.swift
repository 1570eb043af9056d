import AnchoredLayout
import Lengths
import TextMeasuring

/// Where the reader is in an item whose height is about to change as a whole.
struct ReadingPlace {
  var handle: UInt32
  /// How much of the item lies above the viewport's top edge.
  var above: LayoutUnit
  /// The item's height then; the same part of it is to lie there when it has another.
  var height: LayoutUnit
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
    if isRewrapped {
      forgetMeasuredHeights(
        numerator: Int(oldWidth.rawValue),
        denominator: Int(textWidth(of: .assistant).rawValue)
      )
    }
    drift.watch(nil, at: .zero)
    restore(held)
    if let readingPlace { restore(readingPlace) }
  }

  /// The reader chose another size of text: the place is kept as for another width.
  func setTextSize(_ size: TextSizeCategory) {
    guard size != textSize else { return }
    let held = heldPoint()
    if readingPlace == nil { readingPlace = placeOfReader(held) }
    let old = textSize
    textSize = size
    forgetMeasuredHeights(
      numerator: size.bodyPoints * size.bodyPoints,
      denominator: old.bodyPoints * old.bodyPoints
    )
    drift.watch(nil, at: .zero)
    restore(held)
    if let readingPlace { restore(readingPlace) }
  }

  private func placeOfReader(_ held: HeldPoint?) -> ReadingPlace? {
    guard follow == .free, let held, case .item(let handle, _) = held.point,
      let index = layout.index(of: handle)
    else { return nil }
    // Where the reader is when a correction is still owed.
    let top = offset + layout.pendingCorrection
    let y = layout.y(at: index)
    let height = ownHeight(ofSlot: layout.height(at: index))
    guard top > y, height > .zero else { return nil }
    return ReadingPlace(
      handle: handle,
      above: min(top - y, height),
      height: height
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
    // What is owed is already on its way there.
    let top = offset + layout.pendingCorrection - LayoutUnit(rawValue: above)
    // A layout that cannot move its content leaves it to the viewport, at once or a frame later.
    let off = layout.restore(.item(handle: place.handle, inset: .zero), to: top)
    if off != .zero, layout.correction != .nextFrame { moveOffset(to: offset + off) }
    drift.watch(nil, at: .zero)
    updateBlank()
  }

  /// Every height is an estimate again: as much text takes more room in narrower or larger lines.
  ///
  /// Who measures what is taken in, and nothing twice, keeps the old heights until they are seen.
  private func forgetMeasuredHeights(numerator: Int, denominator: Int) {
    measured.removeAll()
    guard layout.count > 0, profile.measuring != .eagerly else { return }
    layout.scaleHeights(numerator: numerator, denominator: denominator)
  }
}
