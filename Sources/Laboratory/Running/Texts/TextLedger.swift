import ChatSurface
import Records
import SentTexts

/// Holds what was shown of streamed text against what a script sent.
///
/// What is due follows from the script's events alone: see `ScriptAccount`, which knows nothing of the engine.
/// After each frame it takes what has been added to the text that the surface shows. Both sides are hashed
/// with SHA-256; for a run that ends by itself the hashes are equal exactly when nothing was lost, repeated or
/// reordered.
package struct TextLedger: Sendable {
  /// What was shown of one stream.
  private struct Shown {
    var text: [UInt8] = []
    var releasedScalars = 0
    var isDamaged = false
  }

  private var script: ScriptAccount
  private var shown: [Shown] = []
  private var others: [TextLedger] = []

  /// The hash of what was sent, invalid UTF-8 repaired; lowercase hexadecimal.
  package private(set) var textIn = ""
  /// The hash of what was released, in the order of release within each stream.
  package private(set) var textOut = ""
  /// Messages whose released text is not a beginning of what was sent.
  package private(set) var damaged: [MessageID] = []
  /// Messages of which something that was due is missing.
  package private(set) var incomplete: [MessageID] = []
  /// Frames whose released text was shorter than the frame's before.
  package private(set) var shrinkages = 0

  /// Makes an empty account.
  ///
  /// - Parameter addsPlaceholder: Whether the design shows something where an answer is waited for.
  package init(addsPlaceholder: Bool = false) {
    script = ScriptAccount(addsPlaceholder: addsPlaceholder)
  }

  /// Whether text was shown that was not sent, or not there, or was taken back.
  package var isDamaged: Bool { !damaged.isEmpty || shrinkages > 0 }
  /// Whether all that was released is what was sent, in order, and nothing due is missing.
  package var isExact: Bool { !isDamaged && incomplete.isEmpty }

  private var all: [(sent: ScriptAccount.Stream, shown: Shown)] {
    zip(script.streams, shown).map { (sent: $0, shown: $1) } + others.flatMap(\.all)
  }
  /// All that was sent, stream by stream.
  package var input: [UInt8] { all.flatMap { $0.sent.input } }
  /// All that was released, stream by stream.
  package var output: [UInt8] { all.flatMap { $0.shown.text } }
  /// Bytes that came again with their place and had arrived already.
  package var replayedUTF8: Int { all.reduce(0) { $0 + $1.sent.replayedUTF8 } }
  /// Tokens that came when their stream took no more.
  package var discardedTokens: Int {
    others.reduce(script.discardedTokens) { $0 + $1.discardedTokens }
  }

  /// How many words were released: runs of bytes between ASCII white space.
  package var releasedWords: Int {
    all.reduce(0) { sum, stream in
      var isInside = false
      return stream.shown.text.reduce(sum) { count, byte in
        let wasInside = isInside
        isInside = byte != 0x20 && !(0x09...0x0D).contains(byte)
        return isInside && !wasInside ? count + 1 : count
      }
    }
  }

  /// What the script's events ask to be shown of a message in the end; nil when none has this name.
  package func sentText(of id: MessageID) -> [UInt8]? {
    script.text(of: id.rawValue) ?? others.lazy.compactMap { $0.sentText(of: id) }.first
  }

  /// Takes note of an event as the script has it.
  mutating func note(_ event: SurfaceEvent, at instant: Int64) {
    script.note(event, at: instant)
    while shown.count < script.streams.count { shown.append(Shown()) }
  }

  /// Takes what a frame has released.
  mutating func take(from surface: any RunEngine, _ snapshot: FrameSnapshot) {
    script.endInstant()
    for place in script.streams.indices where !script.streams[place].isSettled {
      let (sent, id) = (script.streams[place], MessageID(rawValue: script.streams[place].id))
      let stream = snapshot.streams.first { $0.id == id }
      if let stream {
        if stream.releasedScalars < shown[place].releasedScalars { shrinkages += 1 }
        shown[place].releasedScalars = stream.releasedScalars
      }
      guard let text = surface.shownText(of: id)?.text else { continue }
      let known = sent.base + shown[place].text.count
      if text.count < known { shown[place].isDamaged = true }
      shown[place].text += text.dropFirst(known)
      guard stream == nil, !sent.isOpen else { continue }
      script.settle(place)
      // What was shown earlier may not have changed since.
      if !text.dropFirst(sent.base).elementsEqual(shown[place].text) {
        shown[place].isDamaged = true
      }
    }
  }

  /// The window is closed: what was not shown yet is not due any more.
  mutating func close() { script.withdrawAll() }

  /// A token came for a window that is closed.
  mutating func discardToken() { script.discardToken() }

  /// Adds another window's account to this one.
  mutating func add(_ other: TextLedger) {
    others.append(other)
    shrinkages += other.shrinkages
  }

  /// Closes the account at the end of a run.
  ///
  /// - Parameter isWhole: Whether the run ended by itself, so that everything was due.
  mutating func finish(isWhole: Bool) {
    let (input, output) = (RunningDigest(), RunningDigest())
    for (sent, shown) in all {
      let due = sent.input
      let isBeginning = due.starts(with: shown.text)
      output.update(shown.text)
      input.update(sent.isWithdrawn && isBeginning ? shown.text : due)
      if shown.isDamaged || !isBeginning {
        damaged.append(MessageID(rawValue: sent.id))
      } else if shown.text.count < due.count, !sent.isWithdrawn, isWhole {
        incomplete.append(MessageID(rawValue: sent.id))
      }
    }
    (textIn, textOut) = (input.finish(), output.finish())
  }
}
