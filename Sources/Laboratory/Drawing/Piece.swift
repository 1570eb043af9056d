import ChatSurface

/// What is drawn as a whole, and where: rows of pixels from the screen's top.
struct Piece {
  /// Tells a piece from the others of a frame, and finds it in the next one.
  struct Key: Hashable {
    enum Part: Hashable {
      /// A message with a box, or one that its host draws.
      case whole
      /// A block of a message without one.
      case block(Int)
      /// The dots of a message without text.
      case dots
      case loader(ContentEdge)
      /// The button that jumps to the end, which does not scroll.
      case jump
    }

    var message: MessageID?
    var part: Part
  }

  var key: Key
  /// The first row.
  var top: Int
  /// How many rows.
  var height: Int
  /// Pieces of one key that look alike have the same.
  var look: Int

  var rows: Range<Int> { top..<top + max(0, height) }
}

/// Rows of pixels, as stretches that neither touch nor overlap, in order.
struct RowSet {
  private(set) var ranges: [Range<Int>] = []

  var count: Int { ranges.reduce(0) { $0 + $1.count } }

  mutating func removeAll() { ranges.removeAll(keepingCapacity: true) }

  /// Adds rows.
  ///
  /// - Complexity: O(stretches).
  mutating func insert(_ rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    var (start, end) = (rows.lowerBound, rows.upperBound)
    ranges.removeAll { range in
      guard range.upperBound >= start, range.lowerBound <= end else { return false }
      start = min(start, range.lowerBound)
      end = max(end, range.upperBound)
      return true
    }
    let place = ranges.firstIndex { $0.lowerBound > start } ?? ranges.count
    ranges.insert(start..<end, at: place)
  }
}
