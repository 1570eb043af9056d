import Lengths
import ViewportPlacing

// What of the last frame keeps its place when messages of it change or go. It is said by that frame and by the
// list as it is, never by where a line lies in a list of which only some edits are done: so the order of the
// edits of one instant decides nothing.
extension Surface {
  /// A message that the last frame showed.
  typealias ShownPlace = FrameContext.ShownPlace

  /// Where the top of a message lies that the last frame showed, had nothing but the viewport moved since.
  func top(of shown: ShownPlace) -> LayoutUnit { offset - viewport.travel + shown.y }

  /// Where the last frame showed the top of a message, as ``top(of:)`` has it; where the layout has it for
  /// one that it did not show.
  func lastPlace(ofItemAt index: Int) -> LayoutUnit {
    let handle = layout.handle(at: index)
    return context.shown.places.first { $0.handle == handle }.map { top(of: $0) }
      ?? layout.y(at: index)
  }

  /// The line below a message that has become shorter keeps its place, where the message lies across the top
  /// of what can be read. The reader then sees nothing move.
  ///
  /// It does not where the reader is in the message itself, or where something else is held.
  func keepLineBelowShorter() {
    guard viewport.keepsLine, context.shown.geometry == geometry, let line = lineBelowShorter()
    else { return }
    keep(line)
    _ = transcript.restore(.item(handle: line.handle, inset: .zero), to: viewport.anchor.y)
  }

  /// The top of a message that the last frame showed keeps its place.
  private func keep(_ shown: ShownPlace) {
    viewport.keep(PlacedAnchor(anchor: .block(shown.handle, 0), y: top(of: shown)), isKept: true)
  }

  /// The first message below the last one across the top that has become shorter since the last frame.
  private func lineBelowShorter() -> ShownPlace? {
    let shown = context.shown.places
    // The viewport in the last frame's coordinates.
    let bottom = viewport.travel + device.height
    let edge = viewport.travel + insets.top
    var below: Int?
    for (index, place) in shown.enumerated() {
      guard place.y < edge else { break }
      let end = place.y + transcript.ownHeight(ofSlot: place.height)
      guard end > edge, end < bottom, place.y + place.lastTop < edge,
        let now = layout.index(of: place.handle), layout.height(at: now) < place.height
      else { continue }
      below = index + 1
    }
    return below.flatMap { shown[$0...].first { isShown($0, above: bottom) } }
  }

  /// Whether a message of the last frame is still there and begins above a line.
  private func isShown(_ place: ShownPlace, above bottom: LayoutUnit) -> Bool {
    place.y < bottom
      && layout.index(of: place.handle).map { layout.height(at: $0) > .zero } ?? false
  }

  /// The line that keeps its place when messages go: where the line that is read goes, or what lies between it
  /// and the anchor above, the next that remains from that line down; where only the anchor's message goes, the
  /// next below it on screen, or else the nearest above, or else the next there is.
  ///
  /// - Parameter isGone: Whether a message goes.
  func passOnAnchor(from isGone: (UInt32) -> Bool) {
    guard case .block(let handle, _) = viewport.anchor.anchor else { return }
    let shown = context.shown.places
    let bottom = viewport.travel + device.height
    func remains(_ place: ShownPlace) -> Bool {
      isShown(place, above: bottom) && !isGone(place.handle)
    }
    let anchor = shown.firstIndex { $0.handle == handle }
    if viewport.keepsLine, let line = firstLine(in: shown),
      let first = anchor ?? shown.indices.first, first <= line,
      shown[first...line].contains(where: { isGone($0.handle) }),
      let heir = shown[line...].first(where: remains)
    {
      return keep(heir)
    }
    guard isGone(handle), let index = layout.index(of: handle) else { return }
    if let anchor,
      let heir = shown[(anchor + 1)...].first(where: remains)
        ?? shown[..<anchor].last(where: remains)
    {
      return keep(heir)
    }
    let rest = (index + 1..<layout.count).first { !isGone(layout.handle(at: $0)) }
    let above = (0..<index).last { !isGone(layout.handle(at: $0)) }
    guard let heir = rest ?? above else { return viewport.passOn(to: .origin) }
    let top = PlacedAnchor(anchor: .block(layout.handle(at: heir), 0), y: layout.y(at: heir))
    viewport.keep(top, isKept: true)
  }

  /// The message of the line that is read: the first of the last frame that had the top of a block below the
  /// top inset and above the middle; nil where none had, and the block across the top is read.
  private func firstLine(in shown: [ShownPlace]) -> Int? {
    let edge = viewport.travel + insets.top
    guard let line = shown.firstIndex(where: { $0.y + $0.lastTop >= edge && $0.height > .zero })
    else { return nil }
    let middle = LayoutUnit(rawValue: device.height.rawValue / 2)
    return shown[line].y < viewport.travel + middle ? line : nil
  }

  /// Where the last of a message's blocks begins below its top; the first begins at the top itself.
  func lastTop(of record: ItemRecord) -> LayoutUnit {
    guard isPlaced(record), record.placed.count > 1 else { return .zero }
    return record.placed[record.placed.count - 1].top
  }
}
