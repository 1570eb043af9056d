import Timebase

/// Something that happened to a conversation, as far as judges of the screen need to know it.
///
/// It knows no engine: simulated runs, driven pages and recordings of apps make the same events.
package struct ScreenEvent: Hashable, Sendable {
  /// When it was due.
  package var instant: Instant
  /// Its name in event scripts; pages and apps add `wheel`, `scroll_key`, `scroll_bar` and
  /// `status_bar`.
  package var name: String
  /// The message it names, or goes to; nil where it names none. A selection without one ends it.
  package var message: String?
  /// The message's other name after `replace_id`.
  package var newName: String?
  /// The part of the message that it names.
  package var part: Int?
  /// Who asked for it, where an event says so; nil for the default of its name.
  package var isByReader: Bool?
  /// Whether a jump takes its time.
  package var isAnimated = false
  /// Where a jump is to put the viewport; nil where nobody judges that.
  package var goal: JumpGoal?
  /// Whether a finger has left the screen with it.
  package var isLift = false
  /// Whether a composer's text is another one with it.
  package var changesText = false
  /// How long it takes, where it names that.
  package var duration: Nanoseconds?

  package init(_ name: String, at instant: Instant, message: String? = nil) {
    self.name = name
    self.instant = instant
    self.message = message
  }

  /// How long a keyboard is looked at that names no duration.
  package static let keyboardPause = Episode.keyboardSpring + Episode.keyboardTail

  /// Whether the reader moves the viewport with it.
  package var isOwnInput: Bool {
    if Self.jumps.contains(name) { return isByReader ?? true }
    return Self.hands.contains(name)
  }

  /// Whether it puts the viewport elsewhere at once or by a spring.
  package var isJump: Bool { Self.jumps.contains(name) }

  /// Whether it is the motion of a finger, which ends when the finger is lifted and content rests.
  package var isTouch: Bool { name == "touch" }

  /// Whether nobody reads on where he was after it.
  package var endsReading: Bool { Self.endings.contains(name) }

  /// For how long after it the place of what is read may be another; nil where it may not.
  package var pause: Nanoseconds? {
    if name == "keyboard" {
      return duration.map { $0 + Episode.keyboardTail } ?? Self.keyboardPause
    }
    if Self.pauses.contains(name) { return .zero }
    return Self.folds.contains(name) && isByReader == true ? .zero : nil
  }

  /// Whether it may make a streaming message less tall.
  package var mayShrinkText: Bool { Self.shrinkers.contains(name) }

  /// Whether a message of its name may be another one after it.
  var removesMessages: Bool { Self.removers.contains(name) }

  /// Whether it may change what covers the viewport, or how large that is.
  var changesInsets: Bool { Self.insets.contains(name) }

  /// Whether it may make content or insets smaller.
  package var makesLess: Bool { mayShrinkText || Self.lessening.contains(name) }

  /// Whether the line of a message is another one after it: `part` is that of the line.
  func changes(_ line: LineName) -> Bool {
    guard message == line.message else { return false }
    if Self.folds.contains(name) { return line.isWhole || part == line.part }
    // The top of a message stays that of the message.
    return name == "move" || !line.isFirst && Self.changers.contains(name)
  }

  /// The part that it folds or unfolds; nil for another event.
  var fold: ReaderJudge.Fold? {
    Self.folds.contains(name) ? ReaderJudge.Fold(message: message, part: part) : nil
  }

  /// Whether it folds or unfolds a part again.
  func undoes(_ earlier: ReaderJudge.Fold?) -> Bool { earlier != nil && fold == earlier }

  private static let hands: Set = [
    "touch", "fling", "wheel", "key", "host_scroll", "scroll_key", "scroll_bar", "status_bar",
  ]
  private static let jumps: Set = ["scroll_to", "restore"]
  private static let endings: Set = [
    "send", "regenerate", "load", "remove_all", "background", "window_close",
  ]
  private static let pauses: Set = [
    "resize", "text_size", "refresh", "composer", "composer_height", "insets", "keyboard_drag",
    "foreground",
  ]
  private static let folds: Set = ["card", "part_height"]
  private static let changers: Set = ["update", "set_height"]
  private static let shrinkers: Set = [
    "update", "replace_all", "replace_id", "part_height", "card", "set_height", "auxiliary",
    "part_limit", "image_size", "resize", "text_size", "stop",
  ]
  private static let removers: Set = ["remove", "remove_all", "load"]
  private static let insets: Set = [
    "keyboard", "keyboard_drag", "composer", "composer_height", "insets", "foreground", "resize",
    "text_size", "drop",
  ]
  private static let lessening: Set = [
    "remove", "remove_all", "load", "send", "regenerate", "keyboard", "keyboard_drag", "composer",
    "typing", "loader", "foreground",
  ]
}
