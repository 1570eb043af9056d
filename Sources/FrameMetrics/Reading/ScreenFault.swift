import Timebase

/// Something that a reader would complain of, and when it was on screen.
package struct ScreenFault: Hashable, Codable, Sendable {
  /// What it is: the name of the budget that it counts in.
  package enum Kind: String, CodedChoice, Sendable {
    /// What somebody read moved.
    case moved = "reader_moved_times"
    /// A growing answer became less tall.
    case fall = "height_falls"
    /// A block became another kind of block.
    case flip = "kind_flips"
    /// The end that was followed moved down.
    case reversal = "follow_reversals"
    /// The screen went back the way it had come.
    case jolt = "screen_jolts"
    /// There was empty screen below the end.
    case void = "void_pt"
  }

  /// What it is.
  package var kind: Kind
  /// When the first frame that showed it was made.
  package var instant: Instant
  /// The message it was seen at; nil where it is of no message alone.
  package var message: String?
  /// How far something moved, or how large it was, in points, over all frames of the fault; positive is
  /// downward where it has a direction, which is that of its first frame. 0 for a flip.
  package var points: Double
  /// Whether a choice that the design leaves open did it; not kept in files.
  package var isOpen = false

  private enum CodingKeys: String, CodingKey {
    case kind
    case instant = "t_ms"
    case message
    case points = "pt"
  }

  /// Makes a fault.
  package init(_ kind: Kind, at instant: Instant, message: String?, points: Double) {
    self.kind = kind
    self.instant = instant
    self.message = message
    self.points = points
  }

  /// When it was and what it was, in words: `at 2.35 s message m12, which was read, moved 62 pt up`.
  package var words: String { "at \((instant.milliseconds / 10).rounded() / 100) s \(whatWords)" }

  /// What it was, in words.
  package var whatWords: String {
    let size = points.magnitude
    let length = size < 10 ? "\((size * 10).rounded() / 10)" : "\(Int(size.rounded()))"
    let way = points < 0 ? "up" : "down"
    let whose = message.map { "message \($0)" } ?? "the screen"
    return switch kind {
    case .moved: "\(whose), which was read, moved \(length) pt \(way)"
    case .fall: "\(whose) became \(length) pt less tall"
    case .flip: "a block of \(whose) became another kind of block"
    case .reversal: "the end, which was followed, went \(length) pt down"
    case .jolt: "\(whose) went \(length) pt back the way it had come"
    case .void: "\(length) pt of empty screen stood below the end"
    }
  }
}
