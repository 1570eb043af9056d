import FramePacing
import Lengths
import MarkdownBlocks
import TextMeasuring
import Timebase

/// The scroller of a part that is higher than it may be: a conversation of one message in a viewport of the
/// part's size. So it follows its end, and keeps what its reader is at, by the rules of the design's
/// conversations.
///
/// Complexity: That of a surface; a text that goes on is compared with what is shown.
package final class PartScroller {
  private static let message = MessageID(rawValue: "part")

  package let limit: LayoutUnit
  package let surface: Surface
  private(set) var shown: FrameSnapshot.Scroller = .init(id: message, part: 0, frame: .init())
  private var text: [UInt8]
  private var isOpen: Bool
  private var waiting: [ScheduledEvent] = []

  /// Makes a scroller of a part that says `text`.
  ///
  /// - Parameter isGrowing: Whether more may come; then it opens at its end, else at its start.
  init(
    _ text: [UInt8],
    isGrowing: Bool,
    limit: LayoutUnit,
    width: LayoutUnit,
    of profile: Profile,
    measurer: any TextMeasurer,
    parser: any BlockParser,
    costs: OperationCosts
  ) {
    self.limit = limit
    (self.text, isOpen) = (text, isGrowing)
    var device = Device.desktop
    (device.width, device.height) = (width, limit)
    surface = Surface(
      profile: profile.ofPart,
      device: device,
      measurer: measurer,
      parser: parser,
      costs: costs
    )
    let message = Message(
      id: Self.message,
      role: .assistant,
      text: String(decoding: text, as: UTF8.self),
      state: isGrowing ? .streaming : .complete
    )
    wait(for: .composerHeight(.zero), at: .zero)
    wait(for: .load(ListedMessages([message])), at: .zero)
    if !isGrowing { wait(for: .scroll(to: .top, isAnimated: false, by: .app), at: .zero) }
  }

  /// Whether something happened in it that no frame shows.
  package var isWaiting: Bool { !waiting.isEmpty }

  package var height: LayoutUnit { shown.frame.contentBottom - shown.frame.contentTop }

  /// The part says `text`, or will say more no longer.
  func show(_ text: [UInt8], isGrowing: Bool, at instant: Instant) {
    if text.count > self.text.count, isOpen, text.starts(with: self.text) {
      wait(for: .token(Self.message, Array(text[self.text.count...])), at: instant)
    } else if text != self.text {
      wait(for: .update(Self.message, text: String(decoding: text, as: UTF8.self)), at: instant)
    }
    self.text = text
    guard isGrowing != isOpen else { return }
    isOpen = isGrowing
    wait(
      for: isGrowing ? .streamBegin(Self.message) : .streamEnd(Self.message, .complete),
      at: instant
    )
  }

  func resize(to width: LayoutUnit, _ textSize: TextSizeCategory, at instant: Instant) {
    if width != surface.device.width {
      wait(for: .resize(width: width, height: limit), at: instant)
    }
    if textSize != surface.surroundings.textSize {
      wait(for: .textSize(textSize), at: instant)
    }
  }

  /// Something happens in it.
  func wait(for event: SurfaceEvent, at instant: Instant) {
    waiting.append(ScheduledEvent(event, at: instant))
  }

  func makeFrame(at instant: Instant, tick: Int) {
    surface.frame(waiting, at: instant, tick: tick, into: &shown.frame)
    waiting.removeAll(keepingCapacity: true)
  }
}

/// A part that is no higher than something.
struct LimitedPart {
  var part: Int
  var limit: LayoutUnit
  /// What scrolls in it; nil before it was laid out.
  var scroller: PartScroller?
}

extension Profile {
  /// The choices inside a part: text that has been revealed already, without boxes, turns and surroundings.
  fileprivate var ofPart: Profile {
    var profile = self
    profile.chunking = .wholeDelta
    profile.reveal.stagger = .none
    profile.reveal.fade = nil
    profile.reveal.pool.overflow = .bypass
    profile.afterSend = .followWithin(points: 0)
    profile.placement = PolicyChoice(placement.policy?.ofPart)
    profile.fallback = nil
    profile.shortContent = .top
    profile.placeholder = .none
    profile.style.assistant = .bare
    profile.style.spacing = .zero
    profile.style.sidePadding = .zero
    profile.style.topPadding = .zero
    return profile
  }
}
