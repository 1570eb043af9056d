/// What the probe says of one frame of a page; lengths in CSS pixels, times in ms of the page's clock.
package struct PageFrame: Codable, Hashable, Sendable {
  /// A message that the viewport shows a part of.
  package struct Seen: Codable, Hashable, Sendable {
    /// Its name: a number that stays when its element is made anew.
    package var i: Int
    package var y: Double
    package var h: Double
    package var user: Bool
    /// Whether it is the page's last.
    package var last: Bool
  }

  /// A block of one: of message `m`, the `n`th that begins with the word `w`, an element `k`.
  package struct Line: Codable, Hashable, Sendable {
    package var m: Int
    package var w: String
    package var n: Int
    package var k: String
    package var y: Double
    package var h: Double
  }

  /// A block that was on screen in the frame before: where it is now, from the viewport's top; nil for nowhere.
  package struct LeftLine: Codable, Hashable, Sendable {
    package var m: Int
    package var w: String
    package var n: Int
    package var y: Double?
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
  /// How far the page's own scripts scrolled since the frame before.
  package var put: Double
  /// How often they began to scroll smoothly since then, which moves it in later frames.
  package var smooth: Int
  /// Requests so far, and tokens of the last one.
  package var requests: Int
  package var sent: Int
  package var seen: [Seen]
  /// Its blocks on screen, from top to bottom.
  package var lines: [Line]
  package var left: [LeftLine]
  /// The answer's length in UTF-16, and the highest numbered word near its end; 0 for none.
  package var length: Int
  package var high: Int
  /// Whether a part of the answer has left the page while nobody saw it, and what comes to it is not in the page.
  package var away: Bool
  /// The highest that could be read by then: on screen, on top, and at least half opaque.
  package var legible: Int
  /// How many words live regions told a screen reader since the frame before.
  package var told: Int
  /// Whether the answer has text and a screen reader finds none of it.
  package var unheard: Bool
  /// Whether it shows what another frame shows, and no node came or went.
  package func isSame(as other: PageFrame) -> Bool {
    added + removed == 0
      && (top, full, length, lines, seen)
        == (other.top, other.full, other.length, other.lines, other.seen)
  }

  /// Whether it shows what a frame of another run shows.
  package func shows(as other: PageFrame) -> Bool {
    (top, full, length, lines) == (other.top, other.full, other.length, other.lines)
  }

  /// The same screen in a later period, in which nothing happened.
  func repeated(at time: Double) -> PageFrame {
    var frame = self
    frame.t = time
    (frame.added, frame.removed, frame.finished) = (0, 0, 0)
    (frame.put, frame.smooth, frame.told) = (0, 0, 0)
    return frame
  }

  /// This frame, with what came and went in the one that it replaces.
  func with(changesOf earlier: PageFrame) -> PageFrame {
    var frame = self
    frame.added += earlier.added
    frame.removed += earlier.removed
    frame.finished += earlier.finished
    frame.put += earlier.put
    frame.smooth += earlier.smooth
    frame.told += earlier.told
    return frame
  }

  /// Whether the last question stands at the top of the window: its answer may go on below.
  var isPinned: Bool { seen.last(where: \.user).map { abs($0.y) <= 1 } ?? false }

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
  /// The same of the first stream, where the page's own timers send it.
  package var first: Double?
  package var requests: [Double]
  package var ended: Double?
  package var stopped: Double?
  /// What runs in real time, and how often it was asked for.
  package var leaks: [String: Int]
  package var errors: [String]
  /// On the real clock: how long each long task took from the mark on, what scripts took in long frames, by
  /// name, and what the probe took, in ms.
  package var tasks: [Double]?
  package var scripts: [String: Double]?
  package var probe: Double?
  /// Where a browser draws by itself: when the page had each turn of the wheel, and by how many pixels.
  package var hands: [[Double]]?
}
