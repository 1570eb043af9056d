import Lengths
import MarkdownBlocks
import TextMeasuring
import Timebase
import TokenStreaming

/// What the surface knows of one message that it has had to look at.
///
/// Records exist for messages that are or were near the viewport, that stream, or that the app
/// gave singly; the rest of a history lies in its source.
final class ItemRecord {
  let handle: UInt32
  var id: MessageID
  var role: Message.Role
  var state: Message.State
  var suppliedHeight: LayoutUnit?
  /// The text that is shown, as blocks.
  var text: MessageText
  /// Where the blocks lay when they were last laid out; those from `measuredBlocks` on are stale,
  /// but say where the reader is in a text that has changed since.
  var placedBlocks: [PlacedBlock] = []
  /// How many leading blocks have a height that holds.
  var measuredBlocks = 0
  /// The viewport's width and the text's size when the item last got a height of its own.
  var laidOutGeometry: TextGeometry?
  /// The width and size of the text that the heights belong to.
  var measuredGeometry: TextGeometry?
  /// The last block of a growing text, measured by extension.
  var tail = TailMeasurement()
  /// Which block `tail` belongs to; -1 for none.
  var tailBlock = -1
  /// How many leading bytes of that block are as they were when `tail` was written.
  var tailKept = 0
  /// Arriving text; nil when the message does not stream.
  var stream: StreamState?
  /// Whether the record can be made anew from its source.
  var isReplaceable: Bool
  /// Whether the user sent the message and the app has not given its own copy of it yet.
  var isAwaited = false
  /// Frames since which the record was not looked at, as the frame number of the last look.
  var lastUsed = 0

  /// Changes when the item's text, frame, state, reveal or opacity does.
  var version = 0
  var isChanged = true
  /// Less all rebases up to then.
  /// The last frame that showed it.
  var shownInFrame = -1
  var committedY: LayoutUnit = LayoutUnit(rawValue: .min)
  var committedHeight: LayoutUnit = LayoutUnit(rawValue: .min)

  init(handle: UInt32, message: Message, text: MessageText, isReplaceable: Bool) {
    self.handle = handle
    id = message.id
    role = message.role
    state = message.state
    suppliedHeight = message.suppliedHeight
    self.text = text
    self.isReplaceable = isReplaceable
  }

  /// Whether the default style shows the loading dots in the place of a text that is not there yet.
  var showsLoadingDots: Bool { text.count == 0 && role != .user && suppliedHeight == nil }

  /// Nothing is known of where the blocks lie.
  func forgetPlaces() {
    placedBlocks.removeAll(keepingCapacity: true)
    measuredBlocks = 0
    tailBlock = -1
  }

  /// The text's blocks changed.
  func invalidate(_ change: BlockListChange) {
    let first = change.replaced.lowerBound
    measuredBlocks = min(measuredBlocks, first)
    isChanged = true
    if first < tailBlock {
      tailBlock = -1
    } else if first == tailBlock {
      tailKept = min(tailKept, change.keptUTF8Count)
    }
    matchPlacedBlocks(to: change)
  }

  /// Gives every block of the new text the place of the old one that it stands for: those that
  /// were replaced one by one, in order, those after them by counting from the end.
  private func matchPlacedBlocks(to change: BlockListChange) {
    let surplus = change.inserted.count - change.replaced.count
    let end = change.replaced.upperBound
    if surplus < 0 {
      placedBlocks.removeSubrange((end + surplus..<end).clamped(to: 0..<placedBlocks.count))
    } else if surplus > 0, end < placedBlocks.count {
      let added = PlacedBlock(top: placedBlocks[end].top, height: .zero)
      placedBlocks.insert(contentsOf: repeatElement(added, count: surplus), at: end)
    }
  }
}

extension BlockListChange {
  /// Leaves out the blocks at its end that only lie elsewhere in the source.
  mutating func leaveOutTrailing(in old: [Block], and new: [Block]) {
    while !replaced.isEmpty, !inserted.isEmpty,
      StyledBlock(old[replaced.upperBound - 1], role: .assistant)
        == StyledBlock(new[inserted.upperBound - 1], role: .assistant)
    {
      replaced = replaced.dropLast()
      inserted = inserted.dropLast()
    }
  }
}

/// Where a block lies in its item.
struct PlacedBlock {
  /// Its top, below the item's top.
  var top: LayoutUnit
  var height: LayoutUnit

  var bottom: LayoutUnit { top + height }
}

/// The arriving text of a message.
struct StreamState {
  /// Cuts it into chunks.
  var chunker: WordChunker
  /// The text of complete chunks, shown or waiting.
  var received: [UInt8] = []
  /// How much of `received` is shown, in bytes.
  var releasedUTF8 = 0
  /// The same in Unicode scalars.
  var releasedScalars = 0
  /// Scalars of text that was there before the chunker began.
  var alreadyShown = 0
  /// The same in bytes.
  var alreadyShownUTF8 = 0
  /// Scalars of `received`.
  var completedScalars = 0
  /// Whether some of it was fading when the last frame was committed.
  var isFading = false
  /// Parts that began and are not shown yet, in order.
  var begunParts: [BegunPart] = []
  /// Whether more may come.
  var isOpen = true
  /// Why it ended; nil while it is open.
  var end: StreamEndReason?
}
