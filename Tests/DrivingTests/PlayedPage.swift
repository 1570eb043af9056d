import Driving
import Foundation

/// A page whose frames are written by hand: message 0 asks, message 1 answers in blocks of 100 px.
struct PlayedPage {
  /// Where a block's top is, by the word that it begins with, from the content's top.
  var blocks: [(word: String, y: Double, height: Double)] = (0..<30).map {
    ("w\(10_000 + $0)", Double($0) * 100, 100)
  }
  var top = 2_200.0
  var view = 800.0
  var length = 3_000
  var high = 29
  /// The highest word that can be read; nil for the highest that is there.
  var legible: Int?
  /// Whether the answer's newest part is not in the page.
  var isAway = false
  /// What a screen reader is told in a frame, and whether it finds nothing of the answer.
  var told = 0
  var isUnheard = false
  /// What the page's scripts scrolled in the next frame.
  var put = 0.0
  /// How often they begin to scroll smoothly in it.
  var smooth = 0
  var kind = "p"
  /// Blocks of these words are nowhere.
  var missing: Set<String> = []
  private(set) var frames: [PageFrame] = []
  private(set) var marks: [PageRecording.Mark] = []
  private var before: [String] = []

  /// Draws so many frames as the page stands.
  mutating func draw(_ count: Int = 1) throws {
    for _ in 0..<count { try drawOne() }
  }

  private mutating func drawOne() throws {
    let full = blocks.map { $0.y + $0.height }.max() ?? 0
    let shown = blocks.filter { block in
      !missing.contains(block.word) && block.y + block.height > top && block.y < top + view
    }
    let lines = shown.map { block -> [String: Any] in
      ["m": 1, "w": block.word, "n": 0, "k": kind, "y": block.y - top, "h": block.height]
    }
    let left = before.filter { word in !shown.contains { $0.word == word } }
      .map { word -> [String: Any] in
        let block = missing.contains(word) ? nil : blocks.first { $0.word == word }
        let place: Any = block.map { $0.y - top } ?? NSNull()
        return ["m": 1, "w": word, "n": 0, "y": place]
      }
    before = shown.map(\.word) + before.filter { missing.contains($0) }
    let object: [String: Any] = [
      "t": Double(frames.count + 1) * 1000 / 60, "n": 2, "top": top, "full": full, "view": view,
      "screen": 0.0, "nodes": 10, "frames": 0, "timers": 0, "added": 0, "removed": 0, "finished": 0,
      "put": put, "smooth": smooth, "requests": 1, "sent": 1, "lines": lines, "left": left,
      "length": length, "high": high, "legible": legible ?? high,
      "away": isAway,
      "told": told, "unheard": isUnheard,
      "seen": [["i": 1, "y": -top, "h": full, "user": false, "last": true]],
    ]
    (put, smooth) = (0, 0)
    let data = try JSONSerialization.data(withJSONObject: object)
    frames.append(try JSONDecoder().decode(PageFrame.self, from: data))
  }

  /// Turns the wheel by so many pixels; the next frame shows it.
  mutating func turn(_ delta: Double) {
    marks.append(.init(frame: frames.count, kind: .wheelBegan(isUp: delta < 0)))
    marks.append(.init(frame: frames.count, kind: .wheel(delta)))
    top += delta
  }

  /// Turns the wheel by so many pixels, and no frame shows it yet.
  mutating func turnUnseen(_ delta: Double) {
    turn(delta)
    top -= delta
  }

  /// Turns it on, and no frame shows it yet.
  mutating func notchUnseen(_ delta: Double) {
    notch(delta)
    top -= delta
  }

  /// The wheel came to its end.
  mutating func endTurn() { marks.append(.init(frame: frames.count, kind: .wheelEnded)) }

  /// Turns it on, by so many more.
  mutating func notch(_ delta: Double) {
    marks.append(.init(frame: frames.count, kind: .wheel(delta)))
    top += delta
  }

  /// What came of it.
  func recording(text: String = "", sent: [[Double]] = [], begin: Double = 1000.0 / 60) throws
    -> PageRecording
  {
    let scenario = PageScenario.named("scroll-up")
    let object: [String: Any] = [
      "text": text, "sent": sent, "begin": begin, "requests": [0.0], "leaks": [String: Int](),
      "errors": [String](),
    ]
    let data = try JSONSerialization.data(withJSONObject: object)
    struct NoScenario: Error {}
    guard let scenario else { throw NoScenario() }
    return PageRecording(
      scenario: scenario,
      refreshHertz: 60,
      frames: frames,
      marks: marks,
      end: try JSONDecoder().decode(PageEnd.self, from: data),
      stream: .steady(tokensPerSecond: 60, count: 30)
    )
  }
}
