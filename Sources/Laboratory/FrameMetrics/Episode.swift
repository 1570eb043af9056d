import Timebase

/// A time in which the reader does or waits for something.
///
/// Episodes follow from the load alone, so that they are the same for every profile and rate; only
/// an opening may end earlier, with the frame that settles it. Which event opens which kind stands
/// in ``EpisodeTable``. Time that the app spends in the background is cut out.
package struct Episode: Hashable, Codable, Sendable {
  /// What the reader does or waits for.
  package enum Kind: String, CodedChoice, Hashable, Sendable {
    /// A conversation comes on screen.
    case opening
    /// A finger moves content, or content moves on after it.
    case scroll
    /// An answer arrives.
    case stream
    /// Anything else changes what is on screen.
    case change
  }

  /// What it is.
  package var kind: Kind
  /// When it begins.
  package var start: Instant
  /// When it is over.
  package var end: Instant

  private enum CodingKeys: String, CodingKey {
    case kind
    case start = "start_ms"
    case end = "end_ms"
  }

  /// Reads an episode.
  ///
  /// - Throws: `DecodingError`, also for one that ends before it starts.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(Kind.self, forKey: .kind)
    start = try container.decode(Instant.self, forKey: .start)
    end = try container.decode(Instant.self, forKey: .end)
    guard start <= end else {
      throw DecodingError.dataCorruptedError(
        forKey: .end,
        in: container,
        debugDescription: "an instant not before the start"
      )
    }
  }

  /// Makes an episode.
  ///
  /// - Precondition: `start` is not after `end`.
  package init(_ kind: Kind, from start: Instant, to end: Instant) {
    precondition(start <= end, "an episode from \(start) to \(end)")
    self.kind = kind
    self.start = start
    self.end = end
  }

  /// How long content may still move after the finger is up: a fling at 3,890 pt/s, the fastest of
  /// the recorded tenth, has slowed to rest by then.
  package static let scrollTail = Nanoseconds.milliseconds(2_500)
  /// How long text still fades in after its last token: the longest fade and its stagger.
  package static let streamTail = Nanoseconds.milliseconds(650)
  /// How long any other change is looked at.
  package static let changeLength = Nanoseconds.milliseconds(500)
  /// How long a keyboard is looked at after its animation.
  package static let keyboardTail = Nanoseconds.milliseconds(300)
  /// How long a keyboard moves that names no duration: its spring (stiffness 500, damping 45) takes
  /// 336 pt to within 0.5 pt and 1 pt/s in 510 ms.
  package static let keyboardSpring = Nanoseconds.milliseconds(510)
  /// After which time an opening is over, settled or not.
  package static let openingLimit = Nanoseconds.milliseconds(1_000)
}

/// A conversation that was opened: when it was due, and when it stood on screen for good.
package struct Opening: Hashable, Codable, Sendable {
  /// When the load was due.
  package var due: Instant
  /// When the frame was shown that filled the viewport, all of it measured, and after which nothing
  /// moved before the next event; nil when there was none.
  package var settled: Instant?

  private enum CodingKeys: String, CodingKey {
    case due = "due_ms"
    case settled = "settled_ms"
  }

  package init(due: Instant, settled: Instant?) {
    self.due = due
    self.settled = settled
  }
}
