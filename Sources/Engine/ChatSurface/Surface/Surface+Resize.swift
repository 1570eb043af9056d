import Lengths
import TextMeasuring
import ViewportPlacing

extension Surface {
  /// The viewport gets another size: the reader keeps the place, in a text that is set again the
  /// same proportion into it.
  func resize(width: LayoutUnit, height: LayoutUnit) {
    guard width != device.width || height != device.height else { return }
    takeAnchor(isAnew: true)
    let isRewrapped = width != device.width
    let place = isRewrapped ? viewport.read(in: scene(at: context.lastInstant)) : viewport.reading
    let old = heights.textGeometry(of: .assistant, in: geometry).width
    surroundings.resize(width: width, height: height)
    if isRewrapped {
      let new = heights.textGeometry(of: .assistant, in: geometry).width
      forgetMeasuredHeights(numerator: Int(old.rawValue), denominator: Int(new.rawValue))
    }
    restoreReader(at: place)
  }

  /// The reader chose another size of text: the place is kept as for another width.
  func setTextSize(_ size: TextSizeCategory) {
    let old = surroundings.textSize
    guard size != old else { return }
    takeAnchor(isAnew: true)
    let place = viewport.read(in: scene(at: context.lastInstant))
    surroundings.setTextSize(size)
    forgetMeasuredHeights(
      numerator: size.bodyPoints * size.bodyPoints,
      denominator: old.bodyPoints * old.bodyPoints
    )
    restoreReader(at: place)
  }

  private func restoreReader(at place: ReadingPlace?) {
    viewport.take(.breaksLines, in: scene(at: context.lastInstant))
    restoreAnchor()
    if let place { restore(place) }
  }

  /// Puts the item the reader is in where it was read, once it has its new height.
  func endReading() {
    guard let place = viewport.endReading() else { return }
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
    viewport.follow(
      content: transcript.restore(.item(handle: place.handle, inset: .zero), to: top)
    )
    updateBlank()
  }

  /// Every height is an estimate again: as much text takes more room in narrower or larger lines.
  ///
  /// A profile that measures each item once, when it comes, keeps the old heights until they are seen.
  private func forgetMeasuredHeights(numerator: Int, denominator: Int) {
    transcript.unmarkAll()
    guard layout.count > 0, profile.measuring != .eagerly else { return }
    transcript.scaleHeights(numerator: numerator, denominator: denominator)
  }
}
