import Timebase

/// The name of a block on screen: its message, and where in the message's source it begins.
///
/// A block keeps its name while text arrives after it. The name of a whole message stands for its top
/// where a record has no blocks.
package struct LineName: Hashable, Sendable {
  package var message: String
  /// Which part of it, from 0.
  package var part: Int
  /// Where in the part's text the block begins; -1 for the whole message.
  package var start: Int
  /// Which of the blocks that begin there, from 0.
  package var order: Int

  /// Names a block.
  package init(message: String, part: Int, start: Int, order: Int = 0) {
    self.message = message
    self.part = part
    self.start = start
    self.order = order
  }

  /// Names a whole message.
  package init(message: String) { self.init(message: message, part: 0, start: -1) }

  /// Whether it is the whole message's.
  package var isWhole: Bool { start < 0 }
}

/// A block on screen, or a message in a record without blocks.
package struct ScreenLine: Hashable, Sendable {
  /// Which one.
  package var name: LineName
  /// Its top, from the viewport's top edge, downward, in points.
  package var y: Double
  /// Its height in points.
  package var height: Double
  /// What it is, in a word of the record; nil where that is not known.
  package var kind: String?
  /// Whether it is written from right to left; nil where nothing says so.
  package var isRightToLeft: Bool?

  package init(_ name: LineName, y: Double, height: Double, kind: String? = nil) {
    self.name = name
    self.y = y
    self.height = height
    self.kind = kind
  }
}

/// What one window showed in one frame, as far as judges of the screen need to know it; lengths are in
/// points.
package struct ReaderScreen: Sendable {
  /// What a hand does, where a record has a model of it.
  package struct Hand: Hashable, Sendable {
    /// Whether a finger, its fling or a jump's spring still moves the viewport.
    package var isMoving: Bool
    /// How far it moved the viewport in this frame; positive towards newer messages.
    package var distance: Double
    /// Whether the distance is exact: nothing was stretched beyond an end.
    package var isExact: Bool
    /// Whether content goes back to an end beyond which it was stretched, and no finger is down.
    package var isBouncing: Bool

    package init(isMoving: Bool, distance: Double, isExact: Bool, isBouncing: Bool = false) {
      self.isMoving = isMoving
      self.distance = distance
      self.isExact = isExact
      self.isBouncing = isBouncing
    }
  }

  /// A message that is at least partly on screen.
  package struct Item: Hashable, Sendable {
    /// Its name.
    package var message: String
    /// Its top, from the viewport's top edge, downward.
    package var y: Double
    package var height: Double
    /// Whether its text still arrives.
    package var isStreaming: Bool

    package init(_ message: String, y: Double, height: Double, isStreaming: Bool) {
      self.message = message
      self.y = y
      self.height = height
      self.isStreaming = isStreaming
    }
  }

  /// The frame's instant.
  package var instant: Instant
  /// The viewport's height.
  package var viewportHeight: Double
  /// How much of it a bar covers at the top.
  package var topInset: Double
  /// How far the viewport is above the end.
  package var pointsFromEnd: Double
  /// How tall all content is.
  package var contentHeight: Double
  /// Whether the viewport stands at an end of its range.
  package var isAtRangeEnd: Bool
  /// Whether the end is followed; nil in a record without such a state.
  package var isFollowing: Bool?
  /// The blocks on screen, or the messages of a record without blocks, from top to bottom. May be
  /// empty where no judge asked for them.
  package var lines: [ScreenLine] = []
  /// The messages on screen, from top to bottom.
  package var items: [Item] = []
  /// The last message of the conversation; nil in an empty one.
  package var lastMessage: String?
  /// What a hand does; nil where the record has no model of it.
  package var hand: Hand?
  /// Where the content ends; nil where the record does not say.
  package var contentEnd: Double?
  /// Where what covers the viewport's bottom begins; nil where the record does not say.
  package var freeBottom: Double?
  /// How far the viewport is below the start; nil where the record does not say.
  package var pointsFromStart: Double?
  /// The sticky header that stands at the top; nil for none.
  package var header: Item?
  /// The message in which text is selected, and the one that a screen reader is at.
  package var (selected, focused): (String?, String?)
  /// Whether the viewport is known to be at rest.
  package var isAtRest = false

  /// Makes a screen without content.
  package init(
    instant: Instant,
    viewportHeight: Double,
    topInset: Double = 0,
    pointsFromEnd: Double,
    contentHeight: Double,
    isAtRangeEnd: Bool = false,
    isFollowing: Bool? = nil
  ) {
    self.instant = instant
    self.viewportHeight = viewportHeight
    self.topInset = topInset
    self.pointsFromEnd = pointsFromEnd
    self.contentHeight = contentHeight
    self.isAtRangeEnd = isAtRangeEnd
    self.isFollowing = isFollowing
  }

  /// The line that a reader is at: the first one whose top is at or below the top inset; with no such
  /// top above the middle, the one across it.
  var line: ScreenLine? {
    let first = lines.first { $0.y >= topInset }
    if let first, first.y < viewportHeight / 2 { return first }
    return lines.last { $0.y < topInset && $0.y + $0.height > topInset } ?? first
  }
}

/// Where a line lies that is not on screen.
package enum UnseenPlace: Hashable, Sendable {
  /// So far below the viewport's top edge.
  case at(Double)
  /// Nowhere: it was taken away, or is another one now.
  case removed
  /// The record does not know.
  case unknown
  /// It is nowhere in the document: taken away, or about to be made anew.
  case absent
}
