import CMarkParsing
import ChatSurface
import Lengths
import MarkdownBlocks
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
  private let markdown = CMarkParser()
  private let plain = PlainTextParser()
  private var textSize = TextSizeCategory.large
  /// What lies below the last message.
  private var trailing = LayoutUnit.zero
  private var scrollBefore = FrameSnapshot.ScrollActivity.idle
  private var shown: (MessageID) -> [UInt8]? = { _ in nil }

  init(_ profile: Profile) { self.profile = profile }

  /// - Parameters:
  ///   - frame: What the engine shows.
  ///   - entries: The messages, in order.
  ///   - events: What happened since the last frame.
  ///   - shown: What is shown of a message's text.
  /// - Returns: What is wrong; nil when nothing is.
  mutating func take(
    _ frame: FrameSnapshot,
    of entries: [Entry],
    after events: [SurfaceEvent],
    shown: @escaping (MessageID) -> [UInt8]?
  ) -> String? {
    self.shown = shown
    for event in events {
      switch event {
      case .resize(let width, let height): (self.width, self.height) = (width, height)
      case .textSize(let size): textSize = size
      // The indicator is 32 pt high.
      case .typing(let isOn):
        trailing = isOn ? profile.style.spacing + LayoutUnit(points: 32) : .zero
      default: break
      }
    }
    defer { scrollBefore = frame.scroll }
    return difference(of: frame, from: entries) ?? differenceAtRest(of: frame)
  }

  // MARK: Heights

  /// The height of a message with what is shown of its text.
  func height(of entry: Entry) -> LayoutUnit {
    if let height = entry.suppliedHeight { return height }
    let blocks = blocks(of: entry)
    // Three dots of 8 pt in a padding of 12.
    guard !blocks.isEmpty || entry.role == .user else { return LayoutUnit(points: 32) }
    let padding = box(of: entry).vertical
    let last = max(0, blocks.count - 1)
    return bottom(ofBlock: last, of: entry, blocks) + padding
  }

  /// Markdown is an answer's; a user's text stands as it was typed.
  func blocks(of entry: Entry) -> [Block] {
    let text = shown(entry.id) ?? []
    let isPlain = entry.role == .user || profile.markdown == .plain
    return isPlain ? plain.parse(text).blocks : markdown.parse(text).blocks
  }

  private func box(of entry: Entry) -> MessageStyle.Box {
    entry.role == .user ? profile.style.user : profile.style.assistant
  }

  func height(ofBlock index: Int, of entry: Entry, _ blocks: [Block]) -> LayoutUnit {
    let block = blocks.isEmpty ? Block(kind: .paragraph, sourceUTF8: 0..<0) : blocks[index]
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
      y += BlockMetrics.spacing(between: blocks[place], and: blocks[place + 1])
    }
    return y
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
        guard item.height == expected else {
          return "\(item.id) is \(item.height) high, not \(expected)"
        }
        y += expected + space
      }
      place += 1
    }
    if let item = shown.first { return "\(item.id) is not in view" }
    if place == entries.count, y - space != frame.contentBottom - trailing - frame.offset {
      return "the last message ends at \(y - space), not at \(frame.contentBottom)"
    }
    guard first.y + first.height > .zero else { return "\(first.id) is above the viewport" }
    // Without stored sizes a hidden message has the average height until it is met.
    let isFirst =
      profile.layout == .unsizedArray
      ? start == 0 : entries[..<start].allSatisfy { $0.suppliedHeight == .zero }
    if isFirst {
      let top = frame.contentTop + profile.style.topPadding - frame.offset
      return first.y == top ? nil : "the first message is at \(first.y), not \(top)"
    }
    return first.y <= space || profile.layout == .unsizedArray
      ? nil : "above \(first.y) nothing is shown"
  }

  private func differenceOfEmpty(_ frame: FrameSnapshot, _ entries: [Entry]) -> String? {
    let space = profile.style.spacing
    let top = frame.contentTop + profile.style.topPadding - frame.offset
    let isOutOfView = top >= height || frame.contentBottom - trailing - frame.offset <= .zero
    if isOutOfView || entries.allSatisfy({ $0.suppliedHeight == .zero }) { return nil }
    // The space below a message may be all that is in view.
    return height <= space ? nil : "nothing is shown of \(entries.count) messages"
  }

  /// What the follow state says of a viewport at rest.
  private func differenceAtRest(of frame: FrameSnapshot) -> String? {
    guard frame.scroll == .idle, scrollBefore == .idle else { return nil }
    let lowest = frame.contentTop - frame.topInset
    let end = max(lowest, frame.contentBottom + frame.bottomInset - height)
    switch frame.follow {
    // As published, the others leave the end when the composer grows, or come to it later.
    case .following where profile.composer != .keepsEnd || profile.jump != .oncePerFrame: return nil
    case .following: return frame.offset == end ? nil : "follows at \(frame.offset), not \(end)"
    // What the viewport is owed it gets in the next frame; after a change of all heights no drift
    // says so.
    case .pinned where profile.layout.correction == .nextFrame: return nil
    case .pinned(let id):
      guard let item = frame.visible.first(where: { $0.id == id }) else { return nil }
      let isAtEnd = frame.offset == lowest || frame.offset == end
      let hidden = profile.blank.tallestQuestion.map { max(.zero, item.height - $0) } ?? .zero
      let place = frame.topInset - hidden + frame.shift
      return item.y == place || isAtEnd ? nil : "\(id) is pinned at \(item.y), not \(place)"
    case .free, .pinning: return nil
    }
  }
}
