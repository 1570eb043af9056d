import ChatSurface
import Lengths
import MarkdownBlocks
import PublishedDesigns
import Records
import Timebase

/// Where the reader's place on screen has to be from one frame to the next.
struct NaiveReader {
  typealias Entry = RandomSession.Entry

  /// Where the block at the top inset was.
  private struct Still {
    var id: MessageID
    /// The blocks above it, and it.
    var blocks: [Block]
    var y: LayoutUnit
  }

  private struct Moment {
    var frame: FrameSnapshot
    var entries: [Entry]
    var still: Still?
    var drift: LayoutUnit
    /// Whether the judge left the frame out.
    var isExempt: Bool
    /// How far the still point is from where it is to be in the next frame; nil when that is not
    /// told.
    var owed: LayoutUnit?
  }

  /// In how many frames the place of the still point was compared.
  private(set) var comparisons = 0
  /// How far it was from there in the last frame; nil where that was not compared.
  private var comparedOff: LayoutUnit?
  /// In how many of them it was not where it belongs.
  private(set) var lateFrames = 0
  /// In how many it was known from scratch how far it had to be off.
  private(set) var knownMoves = 0
  private let layout: LayoutRule
  private let correction: LayoutRule.Correction
  private var before: Moment?
  /// The message that was jumped to: as long as its top is in view it is what is read, until a gesture, a
  /// send or another jump. A jump takes the viewport from a finger that is down.
  private var jumpedTo: MessageID?
  /// Whether a gesture may have ended that: one that has scrolled nothing has not.
  private var mayBeLeft = false
  /// For so long after an inset has changed the judge takes it for asked that the end comes into view.
  private static let endReach = Nanoseconds.milliseconds(60)
  /// When an inset last changed, or may have.
  private var insetChanged = Instant.distantPast
  /// How many frames ago all heights became guesses.
  private var age = 0

  init(_ profile: Profile) {
    layout = profile.layout
    correction = profile.whenCorrected
  }

  /// - Parameters:
  ///   - frame: What the engine shows.
  ///   - entries: The messages, in order.
  ///   - events: What happened since the last frame.
  ///   - accepted: Those of them that are not refused.
  ///   - screen: Which measures.
  ///   - verdict: How far what is read moved, as the judge says.
  /// - Returns: What is wrong; nil when nothing is.
  mutating func take(
    _ frame: FrameSnapshot,
    of entries: [Entry],
    after events: [SurfaceEvent],
    accepted: [SurfaceEvent],
    on screen: NaiveScreen,
    verdict: DriftVerdict
  ) -> String? {
    let drift = verdict.drift
    for event in accepted { takeJump(event, entries) }
    if frame.follow != .free { (jumpedTo, mayBeLeft) = (nil, false) }
    if frame.covered != before?.frame.covered || frame.composer != before?.frame.composer
      || events.contains(where: \.mayChangeInsets)
    {
      insetChanged = frame.instant
    }
    let still = still(of: frame, entries, on: screen)
    age = events.allSatisfy(\.keepsHeights) ? age + 1 : 0
    // Until what is around the reader is measured anew, averages change what is above in each frame.
    let isSettled = correction == .exact || age > 3
    let isPlain =
      isSettled && events.count <= 1
      && events.allSatisfy {
        $0.leavesReaderAlone && !mayShortenAcrossTop($0) && !removesFirstLine($0)
      }
    comparedOff = nil
    let complaint =
      difference(of: frame.stillPoint, from: still, entries)
      ?? (isPlain ? movement(in: frame, of: entries, on: screen, verdict: verdict) : nil)
    before = Moment(
      frame: frame,
      entries: entries,
      still: still,
      drift: drift,
      isExempt: verdict.exemption != nil,
      owed: owed(
        in: frame,
        still,
        verdict,
        isQuiet: events.isEmpty
      )
    )
    return complaint.map { "tick \(frame.tick): \($0)" }
  }

  /// What a frame leaves to the next one; nil when that cannot be told from outside.
  private func owed(
    in frame: FrameSnapshot,
    _ still: Still?,
    _ verdict: DriftVerdict,
    isQuiet: Bool
  ) -> LayoutUnit? {
    guard correction == .byAverages else { return .zero }
    guard let off = comparedOff else {
      let isCalm = frame.offset == before?.frame.offset && before?.drift == .zero
      return isQuiet && isCalm && verdict.drift == .zero ? .zero : nil
    }
    // What was compared and is left out by the judge may be off all the same.
    guard verdict.exemption == nil else { return nil }
    guard off != .zero || verdict.drift != .zero else { return .zero }
    // What will be at the top inset is another block; those between may be guesses.
    guard let still, let point = frame.stillPoint, point.id == still.id,
      point.block == max(0, still.blocks.count - 1)
    else { return nil }
    return off
  }

  private mutating func takeJump(_ event: SurfaceEvent, _ entries: [Entry]) {
    switch event {
    // An answer that takes the place of the message it was expected in is that message.
    case .streamBegin(let answer):
      guard let jumpedTo, !entries.contains(where: { $0.id == jumpedTo }),
        let place = before?.entries.firstIndex(where: {
          $0.id == jumpedTo && $0.role == .placeholder
        }),
        place < entries.count, entries[place].id == answer
      else { return }
      self.jumpedTo = answer
    case .scroll(.message(let id, _), _, _): (jumpedTo, mayBeLeft) = (id, false)
    case .restore(let anchor, _): (jumpedTo, mayBeLeft) = (anchor.id, false)
    case .replaceID(jumpedTo, let new): jumpedTo = new
    case .touch, .fling: mayBeLeft = true
    case .scroll, .send, .regenerate, .load, .removeAll, .remove(jumpedTo): jumpedTo = nil
    default: break
    }
  }

  /// The first block whose bottom lies below the top inset; a message that was jumped to.
  private func still(
    of frame: FrameSnapshot,
    _ entries: [Entry],
    on screen: NaiveScreen
  ) -> Still? {
    let edge = frame.topInset
    guard frame.follow == .free,
      let first = frame.visible.first(where: { $0.y + $0.height > edge }) ?? frame.visible.last,
      let entry = entries.first(where: { $0.id == first.id })
    else { return nil }
    if let item = frame.visible.first(where: { $0.id == jumpedTo }), item.y >= .zero,
      !mayBeLeft || frame.stillPoint?.id == jumpedTo,
      let jumped = entries.first(where: { $0.id == jumpedTo })
    {
      let blocks = jumped.suppliedHeight == nil ? screen.blocks(of: jumped) : []
      return Still(id: jumped.id, blocks: Array(blocks.prefix(1)), y: item.y)
    }
    let blocks = entry.suppliedHeight == nil ? screen.blocks(of: entry) : []
    var index = 0
    var y = first.y
    while index + 1 < blocks.count,
      first.y + screen.bottom(ofBlock: index, of: entry, blocks) <= edge
    {
      index += 1
      y = first.y + screen.top(ofBlock: index, of: entry, blocks)
    }
    return Still(id: entry.id, blocks: Array(blocks.prefix(index + 1)), y: y)
  }

  private func difference(
    of point: FrameSnapshot.StillPoint?,
    from still: Still?,
    _ entries: [Entry]
  ) -> String? {
    guard correction != .byAverages, let still else { return nil }
    guard let point else { return "nothing is still" }
    let block = max(0, still.blocks.count - 1)
    let isHidden = entries.contains { $0.id == point.id && $0.suppliedHeight == .zero }
    guard
      point.y != still.y || (point.id != still.id && !isHidden)
        || (point.block != block && !isHidden)
    else { return nil }
    return "\(point) is still, not block \(block) of \(still.id) at \(still.y)"
  }

  /// The still point of the frame before is where it was, or as far off as the strategy leaves it.
  private mutating func movement(
    in frame: FrameSnapshot,
    of entries: [Entry],
    on screen: NaiveScreen,
    verdict: DriftVerdict
  ) -> String? {
    guard let before, let still = before.still, let owed = before.owed,
      // A hidden message at the same place grows downward.
      before.frame.stillPoint?.id == still.id,
      frame.follow == .free, frame.scroll == .idle,
      before.frame.scroll == .idle, !frame.isClamped,
      // What was collected of a keyboard after a return counts without an event.
      frame.covered == before.frame.covered, frame.rebases == before.frame.rebases,
      let entry = entries.first(where: { $0.id == still.id }),
      let item = frame.visible.first(where: { $0.id == still.id })
    else { return nil }
    let blocks = entry.suppliedHeight == nil ? screen.blocks(of: entry) : []
    // As published, the end is gone to once more a frame after an inset has changed.
    // Short content is at its end at the viewport's top, too.
    let end = frame.contentBottom + frame.bottomInset - frame.viewportHeight
    let top = frame.contentTop - frame.topInset
    let isAtEnd = frame.offset == end || (end < top && frame.offset == top)
    let mayGoToEnd = before.frame.instant <= insetChanged + Self.endReach
    if isAtEnd, mayGoToEnd { return nil }
    // What is above the block, or the block itself, may be another text now.
    guard blocks.count >= still.blocks.count, blocks.starts(with: still.blocks.dropLast()) else {
      return nil
    }
    let index = max(0, still.blocks.count - 1)
    let inset = index == 0 ? .zero : screen.top(ofBlock: index, of: entry, blocks)
    // A finger on the keyboard takes content along.
    let off = item.y + inset - still.y + owed - (frame.shift - before.frame.shift)
    // The end was in view and was gone to at an instant of the frame; what was added then lies below.
    let showedEnd = before.frame.contentBottom <= before.frame.offset + before.frame.viewportHeight
    if off < .zero, mayGoToEnd, showedEnd, entries.count > before.entries.count { return nil }
    comparisons += 1
    comparedOff = off
    if off != .zero { lateFrames += 1 }
    switch correction {
    case .exact: return off == .zero ? nil : "\(still.id) moved by \(off)"
    case .never, .byAverages:
      // After a frame that was off, or that it left out and may have been, the judge cannot tell a
      // second movement from one that puts it back; frames that it leaves out say nothing.
      let drift = verdict.drift
      let isJudged = verdict.exemption == nil && before.drift == .zero && !before.isExempt
      guard off == drift || !isJudged else {
        return "\(still.id) is off by \(off), not \(drift)"
      }
    }
    guard !layout.forgetsHeights,
      let known = knownMove(of: still.id, from: before.entries, to: entries, on: screen)
    else { return nil }
    let upward =
      correction == .never && entries.count > before.entries.count
      && entries.first?.id != before.entries.first?.id
    knownMoves += 1
    let expected = upward ? .zero : known
    return off == expected
      ? nil : "\(still.id) is off by \(off), not by the \(expected) of the edit"
  }

  /// How far the edits above a message move it in a layout that begins at a fixed top; nil where a
  /// height above it is measured, now or some time after it was estimated.
  private func knownMove(
    of id: MessageID,
    from old: [Entry],
    to new: [Entry],
    on screen: NaiveScreen
  ) -> LayoutUnit? {
    func extent(above entries: [Entry]) -> LayoutUnit? {
      var sum = LayoutUnit.zero
      for entry in entries {
        if entry.id == id { return sum }
        guard let height = entry.suppliedHeight else { return nil }
        if height > .zero { sum += height + entry.actions + screen.profile.style.spacing }
      }
      return nil
    }
    guard let before = extent(above: old), let after = extent(above: new) else { return nil }
    return after - before
  }
}

extension NaiveReader {
  /// Whether it may make a message shorter that lies across the top of what can be read: then what is
  /// below it keeps its place.
  private func mayShortenAcrossTop(_ event: SurfaceEvent) -> Bool {
    guard let frame = before?.frame else { return false }
    let id: MessageID
    switch event {
    case .update(let name, _, _), .setHeight(let name, _), .auxiliary(.actions(let name), _):
      id = name
    default: return false
    }
    return frame.visible.contains { $0.id == id && $0.y < frame.topInset }
  }
}

extension NaiveReader {
  /// Whether it removes the first message whose top is in view: then the next below keeps its place, which
  /// `SeveralChangesTests` hold against the rule.
  private func removesFirstLine(_ event: SurfaceEvent) -> Bool {
    guard let frame = before?.frame, case .remove(let id) = event else { return false }
    return frame.visible.first { $0.y >= frame.topInset }?.id == id
  }
}

extension Profile {
  /// Whether the still point is back in its place after an edit.
  var whenCorrected: LayoutRule.Correction { layout.correction }
}

extension LayoutRule {
  /// Whether the still point is back in its place after an edit.
  enum Correction {
    case exact
    case never
    /// As far as it can be told where heights off the screen are averages.
    case byAverages
  }

  /// Whether what is off the screen has an average height, and nothing else.
  var forgetsHeights: Bool { self == .unsizedArray }

  var correction: Correction {
    switch self {
    case .anchoredTree, .maintainedArray, .adjustingArray, .pagedArray: .exact
    case .anchoredArray: .never
    case .unsizedArray: .byAverages
    }
  }
}

extension SurfaceEvent {
  /// Whether it neither asks the viewport to move nor makes all heights guesses.
  var leavesReaderAlone: Bool {
    switch self {
    case .load, .removeAll, .replaceAll, .send, .touch, .fling, .scroll, .restore, .resize,
      .textSize,
      .focus, .keyboard, .keyboardDragged, .composer, .drop, .replaceID, .regenerate, .card,
      .partHeight:
      false
    default: true
    }
  }

  /// Whether it may change an inset.
  var mayChangeInsets: Bool {
    switch self {
    case .keyboard, .keyboardDragged, .composer, .drop, .typing, .send, .regenerate: true
    default: false
    }
  }

  /// Whether no height becomes a guess.
  var keepsHeights: Bool {
    switch self {
    case .resize, .textSize: false
    default: true
    }
  }
}
