/// What the probe says of one frame of a page; lengths in CSS pixels, times in ms of the page's clock.
package struct PageFrame: Codable, Hashable, Sendable {
  /// A message that the viewport shows a part of.
  package struct Seen: Codable, Hashable, Sendable {
    package var i: Int
    package var y: Double
    package var h: Double
    package var user: Bool
  }

  /// A block of one.
  package struct Block: Codable, Hashable, Sendable {
    package var i: Int
    package var b: Int
    package var kind: String
    package var y: Double
    package var h: Double
  }

  package var t: Double
  /// How many messages there are.
  package var n: Int
  /// The scroller: its offset, its content's height, its own, and its top on the screen.
  package var top: Double
  package var full: Double
  package var view: Double
  package var screen: Double
  /// Elements of the page.
  package var nodes: Int
  /// Callbacks so far: of animation frames, and of timers.
  package var frames: Int
  package var timers: Int
  /// Nodes added, removed from the answer, and removed from what was finished, since the frame before.
  package var added: Int
  package var removed: Int
  package var finished: Int
  /// Requests so far, and tokens of the last one.
  package var requests: Int
  package var sent: Int
  package var seen: [Seen]
  package var blocks: [Block]
  /// The answer's length in UTF-16, and the highest numbered word near its end; 0 for none.
  package var length: Int
  package var high: Int
  /// Where the line that is followed was in the frame before, and is now; nil where it is gone.
  package var from: Double?
  package var to: Double?
  package var gone: Bool?
  package var words: String?
  /// Where the line that is followed from here on is, from the viewport's top.
  package var line: Double?

  /// How far the end is away.
  package var distance: Double { max(0, full - view - top) }
}

/// What the probe says at the end.
package struct PageEnd: Codable, Hashable, Sendable {
  /// The last answer's whole text.
  package var text: String
  /// When each token of the last stream was given to the page, and which it was.
  package var sent: [[Double]]
  /// The frame from which the last stream's times count.
  package var begin: Double?
  package var requests: [Double]
  package var ended: Double?
  package var stopped: Double?
  /// What runs in real time, and how often it was asked for.
  package var leaks: [String: Int]
  package var errors: [String]
}
