import Timebase

/// Cuts one streaming text, byte by byte, into the chunks that are revealed together.
///
/// It takes tokens as they come, wherever they are cut, and writes complete chunks to a sink. What
/// is not yet known to be complete it holds, until a token completes it, the stream ends, or its
/// first byte has waited 250 ms, or 100 ms where words have no spaces between them
/// (`holdDeadline`, `timeOut`).
///
/// Work per token is proportional to the token, whatever the length of the text: a scalar is looked
/// at once, and once more for each word that the dictionary finds before it in its window of 8.
public struct WordChunker: Sendable {
  /// How long text may be held: 250 ms after its first byte.
  public static let longestHold = Nanoseconds.milliseconds(250)
  /// How long text may be held that begins in a script without spaces, where a token seldom
  /// completes what came before it: 100 ms after its first byte.
  public static let longestUnspacedHold = Nanoseconds.milliseconds(100)
  /// How many graphemes a chunk of `unicodeWords` has at most.
  public static let longestChunk = 64
  /// How many graphemes the dictionary is shown.
  public static let windowLength = 8

  /// Where the chunk in progress stands.
  enum Phase: UInt8, Sendable {
    /// No text is held.
    case empty
    /// Only opening punctuation so far.
    case opening
    /// A word with spaces around it.
    case word
    /// Opening punctuation perhaps, then graphemes for the dictionary, in `window`.
    case window
    /// A word of the dictionary is done; closing punctuation and spaces may follow.
    case tail
    /// Spaces after the word, or alone.
    case spaces
  }

  let boundaries: (any WordBoundaries & Sendable)?
  let limit: Int
  let distinguishesScripts: Bool
  let distinguishesSpaces: Bool
  let takesTokensWhole: Bool

  /// Held text: all of it belongs to the chunk in progress.
  var held = HeldText()
  /// How much is held, less `plainCount`; its graphemes include the one in progress.
  var end = TextPosition.zero
  var phase = Phase.empty
  /// The phase before the space in progress: a mark may yet turn that space into a word.
  var phaseBeforeSpace = Phase.empty
  /// Where the opening punctuation at the end of a word begins; nil when there is none.
  var openers: TextPosition?
  /// Where that word would be cut if the punctuation is its own, and where the punctuation would be
  /// if it is not.
  var wordCuts: [TextPosition] = []
  var openerCuts: [TextPosition] = []
  /// Where the grapheme in progress begins, and what it is.
  var last = TextPosition.zero
  var lastKind = GraphemeKind.other
  /// How many bytes at the end are plain ASCII that was taken the short way: `end`, `phase` and the
  /// places are those before them until `settlePlainText`.
  var plainCount = 0
  /// Whether plain ASCII can be taken the short way; kept up to date between calls.
  var acceptsPlainText = false
  /// 0x80 when plain text would follow a space, else 0; kept up to date with the former.
  var plainCarry: UInt64 = 0
  /// Where each grapheme for the dictionary begins, and their script.
  var window: [TextPosition] = []
  var windowKind = GraphemeKind.other

  var decoder = UTF8Decoder()
  var breaker = GraphemeBreaker()
  var arrivals = ArrivalLog()
  var latestToken = Instant.distantPast
  var completedBytes = 0
  var completedScalars = 0
  var chunkCount = 0
  var invalidCount = 0
  var scannedCount = 0

  /// Starts an empty text.
  ///
  /// - Parameters:
  ///   - rule: How to cut.
  ///   - boundaries: The dictionary for scripts without spaces; nil makes each of their graphemes
  ///     a word. Only `unicodeWords` asks it.
  /// - Precondition: `characters` has at least one grapheme a chunk.
  public init(rule: ChunkRule, boundaries: (any WordBoundaries & Sendable)? = nil) {
    self.boundaries = boundaries
    distinguishesScripts = rule == .unicodeWords
    distinguishesSpaces = rule == .unicodeWords || rule == .spaces
    takesTokensWhole = rule == .wholeDelta
    switch rule {
    case .unicodeWords: limit = WordChunker.longestChunk
    case .spaces, .wholeDelta: limit = .max
    case .characters(let count):
      precondition(count > 0, "a chunk has at least one grapheme, got \(count)")
      limit = count
    }
    acceptsPlainText = distinguishesSpaces
  }

  /// How many scalars have arrived, U+FFFD for invalid bytes included.
  public var receivedScalars: Int { completedScalars + heldScalars }
  /// How many bytes the received text has as valid UTF-8.
  public var receivedUTF8: Int { completedBytes + held.count }
  /// How many of the received scalars are held.
  public var heldScalars: Int { end.scalars + plainCount }
  /// How many bytes of UTF-8 are held, those of an incomplete scalar not counted.
  public var heldUTF8: Int { held.count }
  /// How many chunks have gone out.
  public var completedChunks: Int { chunkCount }
  /// How many maximal invalid parts have become U+FFFD.
  public var invalidSequences: Int { invalidCount }
  /// How many bytes the tokens had.
  public var bytesScanned: Int { scannedCount }
  /// Whether nothing is held, not even part of a scalar.
  public var isEmpty: Bool { held.isEmpty && !decoder.isIncomplete }

  /// Takes the end of the stream: everything held goes out; half a scalar becomes U+FFFD.
  ///
  /// - Precondition: `instant` is not before that of an earlier call.
  public mutating func finish(at instant: Instant, into sink: inout ChunkSink) {
    precondition(instant >= latestToken, "end at \(instant) after a token at \(latestToken)")
    latestToken = instant
    settlePlainText()
    if decoder.isIncomplete {
      decoder.reset()
      takeInvalid(at: instant, into: &sink)
    }
    release(keepingUnfinished: false, at: instant, into: &sink)
    findWayForPlainText()
  }
}
