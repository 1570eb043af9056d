import ChatSurface
import Lengths
import MarkdownBlocks
import PublishedDesigns
import TextMeasuring

/// What a frame has to show: every height measured from scratch, every place a sum.
///
/// Knows the messages and what of their text is shown, the viewport's size and the size of text;
/// keeps no height from one frame to the next.
struct NaiveScreen {
  typealias Entry = RandomSession.Entry

  private(set) var width = LayoutUnit(points: 375)
  private(set) var height = LayoutUnit(points: 667)
  let profile: Profile
  private let measurer = FixedAdvanceMeasurer()
  private let markdown = MarkdownParser()
  private let plain = PlainTextParser()
  private var textSize = TextSizeCategory.large
  // What stands beside the messages.
  private var header = LayoutUnit.zero
  private var footer = LayoutUnit.zero
  private var disclaimer = LayoutUnit.zero
  private var isTyping = false
  private var loaders: Set<ContentEdge> = []
  /// What was sent since the last load: the blank is in force as long as one of them is there.
  private var sent: [MessageID] = []
  private var scrollBefore = FrameSnapshot.ScrollActivity.idle
  private var offsetBefore: LayoutUnit?
  /// The pinned message, and how much of it stays above the viewport's top: what did when it got there.
  private var pin: (id: MessageID, hidden: LayoutUnit)?
  private var shown: (MessageID) -> [MessagePart]? = { _ in nil }

  init(_ profile: Profile) { self.profile = profile }

  /// - Parameters:
  ///   - frame: What the engine shows.
  ///   - entries: The messages, in order.
  ///   - sent: Which of them, and of others, were sent since the last load, in that order.
  ///   - events: What happened since the last frame.
  ///   - shown: What is shown of a message's text, part by part.
  /// - Returns: What is wrong; nil when nothing is.
  mutating func take(
    _ frame: FrameSnapshot,
    of entries: [Entry],
    sent: [MessageID],
    after events: [SurfaceEvent],
    shown: @escaping (MessageID) -> [MessagePart]?
  ) -> String? {
    self.shown = shown
    self.sent = sent
    for event in events {
      switch event {
      // The same again changes nothing.
      case .resize(let width, let height) where (width, height) != (self.width, self.height):
        (self.width, self.height) = (width, height)
        pin = nil
      case .textSize(let size) where size != textSize:
        textSize = size
        pin = nil
      case .typing(let isOn): isTyping = isOn
      case .auxiliary(.header, let height): header = height ?? .zero
      case .auxiliary(.footer, let height): footer = height ?? .zero
      case .auxiliary(.disclaimer, let height): disclaimer = height ?? .zero
      case .loader(let edge, let isVisible):
        if isVisible { loaders.insert(edge) } else { loaders.remove(edge) }
      case .regenerate: pin = nil
      case .replaceID(let old, let new) where pin?.id == old: pin?.id = new
      default: break
      }
    }
    notePin(of: frame, entries)
    defer { (scrollBefore, offsetBefore) = (frame.scroll, frame.offset) }
    return difference(of: frame, from: entries) ?? differenceAtRest(of: frame)
      ?? differenceOfBlank(in: frame, entries)
  }

  private mutating func notePin(of frame: FrameSnapshot, _ entries: [Entry]) {
    switch frame.follow {
    // It is not at its place in this frame.
    case .pinning(let id) where pin?.id == id: break
    case .pinned(let id) where pin?.id != id:
      guard let entry = entries.first(where: { $0.id == id }) else { return }
      let hidden = profile.blank.tallestQuestion.map { max(.zero, height(of: entry) - $0) }
      pin = (id, hidden ?? .zero)
    case .pinned: break
    case .free, .following, .pinning: pin = nil
    }
  }

  /// What lies above the first message's padding: a header, and a loader of 44 pt.
  private var leading: LayoutUnit {
    header + (loaders.contains(.top) ? LayoutUnit(points: 44) : .zero)
  }

  /// What lies below the last message: a disclaimer under an answer, an indicator of 32 pt that stands
  /// like a message, a loader of 44 pt, a footer.
  private func trailing(_ entries: [Entry]) -> LayoutUnit {
    (entries.last?.role == .assistant ? disclaimer : .zero)
      + (isTyping ? profile.style.spacing + LayoutUnit(points: 32) : .zero)
      + (loaders.contains(.end) ? LayoutUnit(points: 44) : .zero) + footer
  }

  // MARK: Heights

  /// The height of a message with what is shown of its text, and of its actions; a message without
  /// height is hidden with them.
  func height(of entry: Entry) -> LayoutUnit {
    let own = ownHeight(of: entry)
    return own == .zero ? .zero : own + entry.actions
  }

  private func ownHeight(of entry: Entry) -> LayoutUnit {
    if let height = entry.suppliedHeight { return height }
    let blocks = blocks(of: entry)
    // Three dots of 8 pt in a padding of 12, or one line.
    let isWaiting = entry.role == .placeholder || entry.role == .assistant && entry.isOpen
    if blocks.isEmpty, isWaiting, let dots = profile.style.loadingHeight { return dots }
    let padding = box(of: entry).vertical
    let last = max(0, blocks.count - 1)
    return bottom(ofBlock: last, of: entry, blocks) + padding
  }

  /// Markdown is an answer's; a user's text stands as it was typed. A card is a block of its own.
  func blocks(of entry: Entry) -> [Block] {
    let isPlain = entry.role == .user || profile.markdown == .plain
    return (shown(entry.id) ?? []).flatMap { part in
      if part.kind == .card {
        return [Block(kind: .unknown(name: Self.card(part.cardHeight)), sourceUTF8: 0..<0)]
      }
      if isPlain { return plain.parse(part.text).blocks }
      return profile.markdown == .inlineOnly
        ? part.text.withUnsafeBufferPointer { markdown.parseInline($0).blocks }
        : markdown.parse(part.text).blocks
    }
  }

  private static func card(_ height: LayoutUnit) -> String { "card \(height.rawValue)" }

  /// The height of the card that a block stands for; nil for text.
  private func cardHeight(_ block: Block) -> LayoutUnit? {
    guard case .unknown(let name) = block.kind, name.hasPrefix("card ") else { return nil }
    return Int64(name.dropFirst(5)).map { LayoutUnit(rawValue: $0) }
  }

  private func box(of entry: Entry) -> MessageStyle.Box {
    entry.role == .user ? profile.style.user : profile.style.assistant
  }

  func height(ofBlock index: Int, of entry: Entry, _ blocks: [Block]) -> LayoutUnit {
    let block = blocks.isEmpty ? Block(kind: .paragraph, sourceUTF8: 0..<0) : blocks[index]
    if let height = cardHeight(block) { return height }
    return measurer.measure(
      StyledBlock(block, role: entry.role == .user ? .user : .assistant),
      width: width - (profile.style.sidePadding + box(of: entry).horizontal) * 2,
      textSize: textSize
    ).height
  }

  /// Where a block begins below its message's top, beside the first one's padding.
  func top(ofBlock index: Int, of entry: Entry, _ blocks: [Block]) -> LayoutUnit {
    var y = box(of: entry).vertical
    for place in 0..<index {
      y += height(ofBlock: place, of: entry, blocks)
      y += spacing(before: place + 1, blocks)
    }
    return y
  }

  /// The space above a block: that between it and the one before, but for cards without height.
  private func spacing(before index: Int, _ blocks: [Block]) -> LayoutUnit {
    guard cardHeight(blocks[index]) != .zero,
      let upper = blocks[..<index].last(where: { cardHeight($0) != .zero })
    else { return .zero }
    return BlockMetrics.spacing(between: upper, and: blocks[index])
  }

  /// Where a block ends below its message's top.
  func bottom(ofBlock index: Int, of entry: Entry, _ blocks: [Block]) -> LayoutUnit {
    top(ofBlock: index, of: entry, blocks) + height(ofBlock: index, of: entry, blocks)
  }

  // MARK: One frame

  private func difference(of frame: FrameSnapshot, from entries: [Entry]) -> String? {
    guard frame.viewportHeight == height else { return "the viewport is \(frame.viewportHeight)" }
    guard let first = frame.visible.first else { return differenceOfEmpty(frame, entries) }
    guard let start = entries.firstIndex(where: { $0.id == first.id }) else {
      return "\(first.id) is no message"
    }
    let space = profile.style.spacing
    var y = first.y
    var shown = frame.visible[...]
    var place = start
    while place < entries.count, y < height {
      let expected = height(of: entries[place])
      if expected > .zero {
        guard let item = shown.popFirst() else {
          return "\(entries[place].id) is not shown at \(y)"
        }
        guard item.id == entries[place].id else { return "\(item.id) is in another's place" }
        guard item.y == y else { return "\(item.id) is at \(item.y), not \(y)" }
        // Of a host's empty answer that stands for one to come the model does not know.
        if item.showsLoadingDots, profile.placeholder == .emptyAnswer { return nil }
        guard item.height == expected else {
          return "\(item.id) is \(item.height) high, not \(expected)"
        }
        y += expected + space
      }
      place += 1
    }
    if let item = shown.first { return "\(item.id) is not in view" }
    if place == entries.count, y - space != frame.contentBottom - trailing(entries) - frame.offset {
      return "the last message ends at \(y - space), not at \(frame.contentBottom)"
    }
    guard first.y + first.height > .zero else { return "\(first.id) is above the viewport" }
    // Without stored sizes a hidden message has the average height until it is met.
    let isFirst =
      profile.layout == .unsizedArray
      ? start == 0 : entries[..<start].allSatisfy { $0.suppliedHeight == .zero }
    let top = frame.contentTop + leading + profile.style.topPadding - frame.offset
    if isFirst { return first.y == top ? nil : "the first message is at \(first.y), not \(top)" }
    // One that has nothing but cards without height is a guess until it is met.
    if first.y == top, entries[..<start].allSatisfy({ height(of: $0) == .zero }) { return nil }
    return first.y <= space || profile.layout == .unsizedArray
      ? nil : "above \(first.y) nothing is shown"
  }

  private func differenceOfEmpty(_ frame: FrameSnapshot, _ entries: [Entry]) -> String? {
    let space = profile.style.spacing
    let top = frame.contentTop + leading + profile.style.topPadding - frame.offset
    let isOutOfView =
      top >= height || frame.contentBottom - trailing(entries) - frame.offset <= .zero
    if isOutOfView || entries.allSatisfy({ height(of: $0) == .zero }) { return nil }
    // The space below a message may be all that is in view.
    return height <= space ? nil : "nothing is shown of \(entries.count) messages"
  }

  /// The blank is what the last turn leaves of the viewport. Judged where all of the turn is in view,
  /// and so measured, in profiles in which what has grown counts at once.
  private func differenceOfBlank(in frame: FrameSnapshot, _ entries: [Entry]) -> String? {
    guard profile.blank.growthDelay == .zero, profile.blank.tallestQuestion == nil else {
      return nil
    }
    guard profile.afterSend == .blankSize, entries.contains(where: { sent.contains($0.id) }) else {
      return frame.blank == .zero ? nil : "a blank of \(frame.blank) without a send"
    }
    let counts = { (id: MessageID) in profile.blank.isAlwaysInForce || sent.contains(id) }
    guard let question = entries.lastIndex(where: { $0.role == .user && counts($0.id) }) else {
      return nil
    }
    let turn = entries[question...]
    let heights = turn.map { height(of: $0) }
    let isInView = zip(turn, heights).allSatisfy { entry, height in
      height == .zero || frame.visible.contains { $0.id == entry.id }
    }
    guard isInView, let first = heights.first, first > .zero else { return nil }
    // A message that its cards' heights alone hide is measured when its place is met.
    let end = frame.visible.last.map { $0.y + $0.height + profile.style.spacing } ?? height
    let hasGuess = zip(turn, heights).contains { $1 == .zero && $0.suppliedHeight != .zero }
    guard !hasGuess || end < height else { return nil }
    let visible = heights.filter { $0 > .zero }
    let length =
      visible.reduce(.zero, +) + profile.style.spacing * (visible.count - 1) + trailing(entries)
    let composer = profile.blank.countsComposer ? frame.composer : .zero
    let free = height - frame.topInset - frame.covered - composer
    let expected = max(.zero, free - length)
    return frame.blank == expected ? nil : "a blank of \(frame.blank), not \(expected)"
  }

  /// What the follow state says of a viewport: a pinned message stands at its place, in every frame;
  /// what it says of one at rest.
  private func differenceAtRest(of frame: FrameSnapshot) -> String? {
    if case .pinned(let id) = frame.follow {
      let y = frame.visible.first { $0.id == id }?.y
      let place = frame.topInset - (pin?.hidden ?? .zero)
      // A question of which nothing stays in view, or without height, is not seen at its place.
      guard let y else { return nil }
      return y == place ? nil : "\(id) is pinned at \(y), not \(place)"
    }
    guard frame.scroll == .idle, scrollBefore == .idle else { return nil }
    let lowest = frame.contentTop - frame.topInset
    let end = max(lowest, frame.contentBottom + frame.bottomInset - height)
    switch frame.follow {
    // As published, the others leave the end when the composer grows, or come to it later.
    case .following where profile.composer != .keepsEnd || profile.jump != .oncePerFrame: return nil
    // A page of history came above content that fitted: such a layout leaves its offset as it was.
    case .following
    where profile.layout == .anchoredArray && frame.offset > end && frame.offset == offsetBefore:
      return nil
    case .following: return frame.offset == end ? nil : "follows at \(frame.offset), not \(end)"
    // Averages that have changed in the frame may have moved it.
    case .pinning where profile.whenCorrected == .byAverages: return nil
    case .pinning(let id):
      guard let pin, pin.id == id, let item = frame.visible.first(where: { $0.id == id }) else {
        return nil
      }
      let isAtEnd = frame.offset == lowest || frame.offset == end
      let place = frame.topInset - pin.hidden + frame.shift
      if frame.shift != .zero, item.y == place { return nil }
      return isAtEnd ? nil : "\(id) is not pinned at \(item.y), nor at an end"
    case .free, .pinned: return nil
    }
  }
}
