import ChatSurface
import Lengths
import MarkdownBlocks
import TextMeasuring

/// Something on screen that assistive technology can go to.
public struct HostElement: Hashable, Sendable, Identifiable {
  /// Names it: the message, and which of its blocks.
  public struct ID: Hashable, Sendable {
    /// The message.
    public var message: MessageID
    /// The block; nil for a message as a whole: one that the host draws, or one without text.
    public var block: RenderedBlock.ID?
  }

  /// What it is.
  public enum Role: Hashable, Sendable {
    /// Running text.
    case text
    /// A heading of level 1 to 6.
    case heading(level: Int)
    /// Code.
    case code
    /// An image, with its description.
    case image
    /// A row of a table.
    case tableRow
    /// Something that the host draws.
    case custom
    /// The dots of an answer that is expected.
    case progress
  }

  /// Names it.
  public var id: ID
  /// Who speaks.
  public var speaker: Message.Role
  /// What it is.
  public var role: Role
  /// What is read; empty for what the host draws.
  public var label: String
  /// Where it lies in the viewport.
  public var frame: HostRectangle
  /// Whether its text runs from right to left: its first letter that has a direction does.
  public var isRightToLeft: Bool
}

/// A rectangle of the viewport, in points from its top left corner.
public struct HostRectangle: Hashable, Sendable {
  /// Its left edge.
  public var x: Double
  /// Its top.
  public var y: Double
  /// From left to right.
  public var width: Double
  /// From top to bottom.
  public var height: Double

  init(x: LayoutUnit, y: LayoutUnit, width: LayoutUnit, height: LayoutUnit) {
    (self.x, self.y) = (x.points, y.points)
    (self.width, self.height) = (width.points, height.points)
  }
}

extension HostFrame {
  /// What is on screen for assistive technology, in the order of reading.
  ///
  /// - Complexity: O(text on screen).
  public var elements: [HostElement] {
    zip(snapshot.visible, drawing.messages).flatMap { item, message in
      // A message of the host's own, or dots. Of any other one without a block only the padding is in view.
      if item.showsLoadingDots || message.box == nil { return [whole(item, message)] }
      return message.blocks.filter { $0.frame.height > .zero }.map { element($0, item, message) }
    }
  }

  private func whole(_ item: FrameSnapshot.VisibleItem, _ message: RenderedMessage) -> HostElement {
    HostElement(
      id: .init(message: message.id, block: nil),
      speaker: message.role,
      role: item.showsLoadingDots ? .progress : .custom,
      label: "",
      frame: HostRectangle(x: .zero, y: item.y, width: drawing.width, height: item.height),
      isRightToLeft: false
    )
  }

  private func element(
    _ block: RenderedBlock,
    _ item: FrameSnapshot.VisibleItem,
    _ message: RenderedMessage
  ) -> HostElement {
    let text = block.content.string
    return HostElement(
      id: .init(message: message.id, block: block.id),
      speaker: message.role,
      role: block.isCard ? .custom : HostElement.Role(block.content.kind),
      label: text,
      frame: rectangle(of: block, item, message),
      isRightToLeft: block.isRightToLeft
    )
  }

  /// Where a block lies in the viewport.
  func rectangle(
    of block: RenderedBlock,
    _ item: FrameSnapshot.VisibleItem,
    _ message: RenderedMessage
  ) -> HostRectangle {
    let left = message.box.map { $0.x + $0.padding.horizontal } ?? drawing.sidePadding
    return HostRectangle(
      x: left + block.frame.x,
      y: item.y + block.frame.y,
      width: block.frame.width,
      height: block.frame.height
    )
  }
}

extension HostElement.Role {
  fileprivate init(_ kind: BlockKind) {
    switch kind {
    case .heading(let level): self = .heading(level: level)
    case .code: self = .code
    case .image: self = .image
    case .tableRow: self = .tableRow
    case .paragraph, .html, .thematicBreak, .unknown: self = .text
    }
  }
}

extension RenderedBlock {
  /// Whether its text runs from right to left: its first letter that has a direction does, as rules P2 and P3
  /// of UAX #9 say.
  ///
  /// - Complexity: O(text before that letter).
  public var isRightToLeft: Bool {
    for scalar in content.string.unicodeScalars {
      if scalar.runsRightToLeft { return true }
      if scalar.properties.isAlphabetic { return false }
    }
    return false
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter of a script that runs from right to left, or a mark that says so: the blocks whose
  /// default class is R or AL in DerivedBidiClass of Unicode 16.
  fileprivate var runsRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      properties.isAlphabetic
    case 0x200F: true
    default: false
    }
  }
}

/// Says each block of an answer once it has come to its end, so that a reader who sees nothing hears the answer
/// grow by sentences and not by words.
struct HostAnnouncer {
  /// How many blocks of each answer that streams were said.
  private var said: [MessageID: Int] = [:]

  /// - Returns: What is new in a frame.
  /// - Complexity: O(blocks of the answers that stream).
  mutating func news(in frame: HostFrame, of surface: Surface) -> [String] {
    var news: [String] = []
    var open: Set<MessageID> = []
    for stream in frame.snapshot.streams {
      open.insert(stream.id)
      // The last one may still grow.
      let count = (surface.shownBlockCount(of: stream.id) ?? 0) - 1
      var known = said[stream.id] ?? 0
      while known < count {
        news.append(surface.shownText(ofBlock: known, of: stream.id))
        known += 1
      }
      said[stream.id] = known
    }
    for id in said.keys.filter({ !open.contains($0) }).sorted(by: { $0.rawValue < $1.rawValue }) {
      let known = said.removeValue(forKey: id) ?? 0
      let count = surface.shownBlockCount(of: id) ?? 0
      for block in known..<max(known, count) {
        news.append(surface.shownText(ofBlock: block, of: id))
      }
    }
    return news.filter { !$0.isEmpty }
  }
}
