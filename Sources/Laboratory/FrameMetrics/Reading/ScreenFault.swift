import Timebase

/// A moment that shows what a check missed: something that a reader would complain of, or the worst of what was
/// late or far, and when it was.
package struct ScreenFault: Hashable, Codable, Sendable {
  /// What it is. Those that judges of the screen count are named as the budget that counts them.
  package enum Kind: String, CodedChoice, Sendable, CaseIterable {
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
    /// A frame was shown late.
    case lateFrame = "late_frame"
    /// A chunk of text was shown late.
    case lateChunk = "late_chunk"
    /// A token was shown late.
    case lateToken = "late_token"
    /// A token could be read late.
    case lateReading = "late_reading"
    /// A token could not be read in time.
    case unread = "unread_token"
    /// A question that was sent did not come on screen.
    case unseenSend = "unseen_send"
    /// An input was seen late.
    case slowInput = "slow_input"
    /// What stands still moved although nothing asked for it.
    case drift = "unasked_move"
    /// A conversation was opened slowly.
    case slowOpening = "slow_opening"
    /// A frame took much of its time.
    case costlyFrame = "costly_frame"
    /// Animation was given up.
    case fallback = "fallback"
    /// More faded at once than the pool holds.
    case manyFades = "many_fades"
    /// The end that was followed was far away.
    case farEnd = "far_end"
    /// A page took back the way of the wheel.
    case wheelUndone = "wheel_undone"
    /// The end to which the reader had come back went away.
    case lostEnd = "lost_end"
    /// A card's head moved when it was clicked.
    case foldJump = "fold_jump"
    /// A page went on after it was stopped.
    case slowStop = "slow_stop"
    /// A word that was sent never came.
    case lostWord = "lost_word"

    /// The names of the checks whose miss it shows.
    package var checks: [String] {
      switch self {
      case .moved, .fall, .flip, .reversal, .jolt, .void: [rawValue]
      case .lateFrame:
        [Budget.longestHitch, .hitchRatio, .lateFrames, .adherence].map(\.rawValue)
          + [.hitchRatioAnimating, .hitchRatioRecording, .lateFrames, .onTimeOfAnimating].map(
            \Metric.id
          )
      case .lateChunk: [Budget.chunkLag.rawValue]
      case .lateToken: [Budget.tokenLag.rawValue, Metric.pageTokenInPage.id]
      case .lateReading: [Budget.legibleLag.rawValue, Metric.tokenLegible.id]
      case .unread: [Budget.unreadTokens.rawValue]
      case .unseenSend: [Budget.unseenSends.rawValue]
      case .slowInput: [Budget.inputLag.rawValue]
      case .drift: [Budget.drift.rawValue]
      case .slowOpening: [Budget.opening.rawValue]
      case .costlyFrame: [Budget.costShare.rawValue, Metric.frameCost.id]
      case .fallback: [Budget.fallbacks.rawValue]
      case .manyFades: [Budget.poolPeak.rawValue]
      case .farEnd: [Metric.pageFollowDistance.id]
      case .wheelUndone: [Metric.pageWheelUndone.id]
      case .lostEnd: [Metric.pageReengage.id]
      case .foldJump: [Metric.pageFoldJump.id]
      case .slowStop: [Metric.pageStop.id]
      case .lostWord: [Metric.pageWordsLost.id]
      }
    }

    /// Whether judges of the screen found it: all are kept, also where no check misses them.
    package var isOfScreen: Bool { checks == [rawValue] }
  }

  /// What it is.
  package var kind: Kind
  /// When the first frame that showed it was made.
  package var instant: Instant
  /// The same in the time of the file that it was read from; nil where that has no other.
  package var instantInFile: Instant?
  /// The message it was seen at; nil where it is of no message alone.
  package var message: String?
  /// How far something moved, or how large it was, in points, over all frames of it; positive is downward where
  /// it has a direction, which is that of its first frame. 0 for what has no length.
  package var points: Double
  /// How late it was, or how long it took, in milliseconds; nil for what has no such time.
  package var milliseconds: Double?
  /// What is known of the reason, in words: which phase a frame's time went to, which trigger gave animation up.
  package var cause: String?
  /// The words that it is about: those of the line that moved or of the text that was late, else the message's first;
  /// nil where they are not kept.
  package var text: String?
  /// Where in the message these words are, until they are known; nil for its beginning.
  package var place: Place?
  /// Whether a choice that the design leaves open did it; not kept in files.
  package var isOpen = false

  /// A place in a message.
  package enum Place: Hashable, Sendable {
    /// A line's first letter.
    case line(LineName)
    /// A letter, after so many Unicode scalars of the message's text.
    case scalars(Int)
  }

  private enum CodingKeys: String, CodingKey {
    case kind
    case instant = "t_ms"
    case instantInFile = "file_t_ms"
    case message
    case points = "pt"
    case milliseconds = "ms"
    case cause, text
  }

  package init(
    _ kind: Kind,
    at instant: Instant,
    message: String? = nil,
    points: Double = 0,
    milliseconds: Double? = nil,
    cause: String? = nil
  ) {
    self.kind = kind
    self.instant = instant
    self.message = message
    self.points = points
    self.milliseconds = milliseconds
    self.cause = cause
  }

  /// When it was and what it was, in words: `at 2.35 s message m12, which was read, moved 62 pt up`.
  package var words: String {
    // A little before the first frame is no -0.
    func seconds(_ instant: Instant) -> String {
      "\((instant.milliseconds / 10).rounded() / 100 + 0) s"
    }
    let inFile = instantInFile.map { " (\(seconds($0)) in the file)" } ?? ""
    return "at \(seconds(instant))\(inFile) \(whatWords)"
  }

  /// Whose it is: `message m12 ("The first words")`.
  private var whose: String {
    guard let message else { return "the screen" }
    return "message \(message)" + (text.map { " (\"\($0)\")" } ?? "")
  }

  /// What it was, in words.
  package var whatWords: String {
    func short(_ size: Double) -> String {
      size < 10 ? "\((size * 10).rounded() / 10)" : "\(Int(size.rounded()))"
    }
    let length = short(points.magnitude)
    let late = milliseconds ?? 0
    let time = late < 10_000 ? "\(short(late)) ms" : "\((late / 100).rounded() / 10) s"
    let way = points < 0 ? "up" : "down"
    let why = cause.map { ": \($0)" } ?? ""
    return switch kind {
    case .moved: "\(whose), which was read, moved \(length) pt \(way)\(why)"
    case .fall: "\(whose) became \(length) pt less tall"
    case .flip: "a block of \(whose) became another kind of block"
    case .reversal: "the end, which was followed, went \(length) pt down\(why)"
    case .jolt: "\(whose) went \(length) pt back the way it had come\(why)"
    case .void: "\(length) pt of empty screen stood below the end"
    case .lateFrame: "a frame was \(time) late\(why)"
    case .lateChunk: "a chunk of \(whose) came on screen \(time) after it was complete"
    case .lateToken: "text of \(whose) was shown \(time) after it was due"
    case .lateReading: "text of \(whose) could be read \(time) after it was due"
    case .unread: "text\(message == nil ? "" : " of \(whose)") came and could not be read in time"
    case .unseenSend: "\(whose) was sent and did not come on screen"
    case .slowInput: "what the reader did was seen \(time) later\(why)"
    case .drift: "what stands still moved \(length) pt \(way) unasked"
    case .slowOpening: "a conversation was opened in \(time)"
    case .costlyFrame: "a frame cost \(time)\(why)"
    case .fallback: "animation was given up\(why)"
    case .manyFades: "\(Int(points)) fades ran at once"
    case .farEnd: "the end, which was followed, was \(length) px below what is in view"
    case .wheelUndone: "the page took back \(length) px of the wheel's way\(why)"
    case .lostEnd: "the end, to which the reader came back, was \(length) px below what is in view"
    case .foldJump: "the head of a card that was clicked moved \(length) px \(way)\(why)"
    case .slowStop: "the request went on \(cause ?? "for \(time)") after a click on stop"
    case .lostWord: "\(cause ?? "a word") was sent and never came"
    }
  }
}
