import ChatSurface
import Lengths

// Where what is read lies from frame to frame.
extension DriftJudge {
  /// What is read keeps its place; nil when it is gone from the screen.
  func movement(
    _ asked: Asked,
    in frame: FrameSnapshot,
    offScreen: (MessageID) -> LayoutUnit?
  ) -> LayoutUnit? {
    guard let reading = asked.reading else { return nil }
    let mayBeAtEnd = (frame.follow == .following && !isPageFollowed(asked)) || mayHaveGoneToEnd
    if mayBeAtEnd, frame.isAtEnd { return .zero }
    let way = frame.shift - before.shift - motion.distance
    let isMoving = motion.distance != .zero
    let isShifted = frame.shift != before.shift && frame.follow == .free
    if isMoving || isShifted, isGone(reading, in: frame, asked: way) { return nil }
    if isMoving, mayHaveBeenPushed(reading, in: frame) { return nil }
    guard let y = place(of: reading, in: frame, offScreen: offScreen) else { return nil }
    let moved = y - reading.y - way
    // Of a keyboard that a finger puts away within the frame no shift is left that says how far
    // content went down with it.
    let uncovered = before.covered - frame.covered
    let inset = frame.composer - before.composer - uncovered
    // The end was in view and went with the insets, whatever grew above it later in the frame.
    if asked.mayBeForEnd, before.isAtEnd {
      if moved + inset == .zero { return .zero }
      // It was gone to, and what that brought into view had other heights than were thought. Short
      // content that is not short any more goes down for it.
      if moved <= .zero || before.isShort, frame.showsEnd { return .zero }
    }
    // What was left of a keyboard's shift was taken for the viewport's place: nothing moved.
    if frame.shift == .zero, moved == before.shift { return .zero }
    if asked.isForNoKeyboard, uncovered > .zero, moved > .zero, moved <= uncovered { return .zero }
    if case .pinned = frame.follow {
      if frame.isAtAnEnd { return .zero }
      // The end of the range kept it from its place; now there is room.
      if before.isAtEnd, moved < .zero { return .zero }
      // A finger kept it from there, and has let go.
      if before.scroll == .dragging, frame.scroll != .dragging { return .zero }
    }
    // Of content that was stretched beyond an end no frame says how far it was, to less than a unit.
    if isRaisedAgain(by: .zero - moved, asked, in: frame) { return .zero }
    let mayBeRounded = motion.isInexact || motion.wasBetweenUnits
    if mayBeRounded, moved.magnitude.rawValue <= 1 { return .zero }
    return moved
  }

  /// Whether a hand or the keyboard has taken what was read off the screen or behind the top inset: what is
  /// read now came into view above it or below it, and what lies between may have found its height.
  private func isGone(
    _ reading: Reading,
    in frame: FrameSnapshot,
    asked: LayoutUnit
  ) -> Bool {
    let top = reading.y - reading.inset + asked
    if top >= frame.viewportHeight { return true }
    if let item = before.items.first(where: { $0.id == reading.id }),
      top + item.height <= before.topInset
    {
      return true
    }
    return reading.y + asked <= .zero && !frame.visible.contains { $0.id == reading.id }
  }

  /// Whether a message that a hand has brought into view above what was read, and that streams or has another
  /// height now, may have pushed it down.
  private func mayHaveBeenPushed(_ reading: Reading, in frame: FrameSnapshot) -> Bool {
    for item in frame.visible {
      if item.id == reading.id { return false }
      let wasInView = before.items.contains {
        $0.id == item.id && $0.y + $0.height > before.topInset
      }
      if wasInView { continue }
      let isOther = before.items.contains { $0.id == item.id && $0.height != item.height }
      if isOther || frame.streams.contains(where: { $0.id == item.id }) { return true }
    }
    return false
  }

  /// Where what is read lies now; nil when that cannot be told.
  private func place(
    of reading: Reading,
    in frame: FrameSnapshot,
    offScreen: (MessageID) -> LayoutUnit?
  ) -> LayoutUnit? {
    if let point = frame.stillPoint, point.id == reading.id, point.block == reading.block {
      return point.y
    }
    // Blocks above it may be others while the message streams.
    let isGrowing = frame.streams.contains { $0.id == reading.id }
    guard reading.block == 0 || !isGrowing else { return nil }
    let top = frame.visible.first { $0.id == reading.id }?.y ?? offScreen(reading.id)
    return top.map { $0 + reading.inset }
  }

  /// What is read where a hand has brought the viewport since the last frame; nil when something has
  /// come into view that the last frame did not show.
  func whatIsRead(insteadOf reading: Reading) -> Reading? {
    let moved = LayoutUnit.zero - motion.distance
    guard let first = before.items.first, first.y + moved <= before.topInset else {
      return nil
    }
    guard let top = before.items.first(where: { $0.y + $0.height + moved > before.topInset }) else {
      return nil
    }
    if top.id == reading.id { return reading }
    // Which block of it a hand has brought from behind the top inset, no frame says.
    return moved < .zero ? Reading(id: top.id, block: 0, inset: .zero, y: top.y) : nil
  }

  /// What is read after an event; nil when that cannot be told.
  ///
  /// - Parameter isAlone: Whether nothing has changed the content in this frame before it.
  func follow(
    _ reading: Reading,
    through event: SurfaceEvent,
    isAlone: Bool
  ) -> Reading? {
    switch event {
    case .replaceID(reading.id, let new):
      return Reading(id: new, block: reading.block, inset: reading.inset, y: reading.y)
    case .remove(reading.id):
      // The next one on screen keeps its own place, or else the one above. Which block of it was there
      // when a hand moves it, no frame says.
      guard isAlone, motion.distance == .zero,
        let index = before.items.firstIndex(where: { $0.id == reading.id })
      else { return nil }
      let next = index + 1 < before.items.count ? index + 1 : index - 1
      guard before.items.indices.contains(next) else { return nil }
      return Reading(id: before.items[next].id, block: 0, inset: .zero, y: before.items[next].y)
    // A hand may have taken the next one to the viewport's top before this one was moved, or the end
    // may have been gone to.
    case .move(reading.id, _):
      return motion.distance == .zero && !mayHaveGoneToEnd ? reading : nil
    // A hidden message is nowhere, and one that ends behind the top inset now is read no more.
    case .setHeight(reading.id, let height)
    where height.map { $0 == .zero || reading.y - reading.inset + $0 <= before.topInset } ?? false:
      return nil
    // Its blocks are others, or the host's.
    case .update(reading.id, _, _), .setHeight(reading.id, _):
      return reading.block == 0 ? reading : nil
    // Which of its blocks are there still, no frame says: `KeptPlace` has what else may keep its place.
    case .card(reading.id, _, _), .partHeight(reading.id, _, _, _):
      return reading.block == 0 ? reading : nil
    case .replaceAll(let source) where source.index(of: reading.id) == nil: return nil
    // The question's text may be another.
    case .regenerate: return reading.block == 0 ? reading : nil
    default: return reading
    }
  }

  /// The other name of a message in whose place an answer streams: both lay below the same message.
  ///
  /// - Returns: The change of its name; nil where an answer began elsewhere.
  func adoption(by event: SurfaceEvent, in frame: FrameSnapshot) -> SurfaceEvent? {
    guard case .streamBegin(let answer) = event,
      let now = frame.visible.firstIndex(where: { $0.id == answer }), now > 0,
      let above = before.items.firstIndex(where: { $0.id == frame.visible[now - 1].id }),
      above + 1 < before.items.count
    else { return nil }
    let old = before.items[above + 1].id
    guard old != answer, !frame.visible.contains(where: { $0.id == old }) else { return nil }
    return .replaceID(old, with: answer)
  }

  /// What is read in a frame; nil when nothing is.
  func what(
    isReadIn frame: FrameSnapshot,
    offScreen: (MessageID) -> LayoutUnit?
  ) -> Reading? {
    // A keyboard may have pushed a pinned message off the screen; it keeps its place all the same.
    if case .pinned(let id) = frame.follow,
      let y = frame.visible.first(where: { $0.id == id })?.y ?? offScreen(id)
    {
      return Reading(id: id, block: 0, inset: .zero, y: y)
    }
    if frame.follow == .free, let held = held?.reading(in: frame) { return held }
    guard let first = frame.visible.first(where: { $0.y + $0.height > frame.topInset }) else {
      return nil
    }
    if let point = frame.stillPoint, point.id == first.id, point.block > 0 {
      return Reading(id: point.id, block: point.block, inset: point.y - first.y, y: point.y)
    }
    return Reading(id: first.id, block: 0, inset: .zero, y: first.y)
  }
}
