import AnchoredLayout
import Lengths
import TextMeasuring

extension Surface {
  /// The viewport gets another size: the reader keeps the place, in a text that is set anew the
  /// same proportion into it.
  func resize(width: LayoutUnit, height: LayoutUnit) {
    guard width != device.width || height != device.height else { return }
    takeAnchorAnew()
    let isRewrapped = width != device.width
    if isRewrapped, position.readingPlace == nil { position.read(at: placeOfReader()) }
    let old = heights.textGeometry(of: .assistant, in: geometry).width
    surroundings.resize(width: width, height: height)
    if isRewrapped {
      let new = heights.textGeometry(of: .assistant, in: geometry).width
      forgetMeasuredHeights(numerator: Int(old.rawValue), denominator: Int(new.rawValue))
    }
    restoreReader()
  }

  /// The reader chose another size of text: the place is kept as for another width.
  func setTextSize(_ size: TextSizeCategory) {
    let old = surroundings.textSize
    guard size != old else { return }
    takeAnchorAnew()
    if position.readingPlace == nil { position.read(at: placeOfReader()) }
    surroundings.setTextSize(size)
    forgetMeasuredHeights(
      numerator: size.bodyPoints * size.bodyPoints,
      denominator: old.bodyPoints * old.bodyPoints
    )
    restoreReader()
  }

  private func restoreReader() {
    position.fixPin(hidden: nil)
    restoreAnchor()
    if let place = position.readingPlace { restore(place) }
  }

  private func placeOfReader() -> ReadingPlace? {
    guard position.kind == .place, case .block(let handle, _) = position.anchor,
      let index = layout.index(of: handle)
    else { return nil }
    let top = offset
    let y = layout.y(at: index)
    let height = transcript.ownHeight(ofSlot: layout.height(at: index))
    guard top > y, height > .zero else { return nil }
    return ReadingPlace(
      handle: handle,
      above: min(top - y, height),
      height: height
    )
  }

  /// Puts the item the reader is in where it was read, once it has its new height.
  func settleReader() {
    guard let place = position.readingPlace else { return }
    position.read(at: nil)
    guard position.kind == .place, position.landing == nil, position.motion.target == nil else {
      return
    }
    if !transcript.isMeasured(place.handle) { placeMeasured(place.handle) }
    restore(place)
  }

  private func restore(_ place: ReadingPlace) {
    guard let index = layout.index(of: place.handle) else { return }
    let height = transcript.ownHeight(ofSlot: layout.height(at: index))
    let product = place.above.rawValue.multipliedFullWidth(by: height.rawValue)
    let above = place.height.rawValue.dividingFullWidth(product).quotient
    let top = offset - LayoutUnit(rawValue: above)
    // A layout that cannot move its content leaves it to the viewport.
    position.follow(
      content: transcript.restore(.item(handle: place.handle, inset: .zero), to: top)
    )
    updateBlank()
  }

  /// Every height is an estimate again: as much text takes more room in narrower or larger lines.
  ///
  /// Who measures what is taken in, and nothing twice, keeps the old heights until they are seen.
  private func forgetMeasuredHeights(numerator: Int, denominator: Int) {
    transcript.unmarkAll()
    guard layout.count > 0, profile.measuring != .eagerly else { return }
    transcript.scaleHeights(numerator: numerator, denominator: denominator)
  }
}
