import Revealing
import Timebase
import TokenStreaming

/// The answers that stream: what is to be taken in, each answer's text, and what is revealed when.
///
/// Complexity: O(streaming answers) to find one, of which there are few.
///
/// Not copyable: a call on a part of a surface is to take and give back no reference of what it holds.
package struct Answers: ~Copyable {
  /// How many answers stream at most; one more is refused.
  package static let limit = 1_000

  private let rule: ChunkRule
  private let boundaries: (any WordBoundaries & Sendable)?
  /// Every answer that streams or is not shown whole, in the order in which they began.
  package private(set) var streaming: [Answer] = []
  private var reveal: AnswerReveal
  private var inbox: [StreamInput] = []
  private var sink = ChunkSink()
  private var lookupsBefore = 0
  /// How many answers have begun.
  private var begun: UInt32 = 0
  /// Whether text that is taken in now arrives in the background.
  private var showsAtOnce = false
  /// A message of which something came that takes nothing, since the last event that may change that.
  package internal(set) var late: MessageID?
  package private(set) var discardedUTF8 = 0

  package init(
    chunking: ChunkRule,
    reveal: RevealRule,
    boundaries: (any WordBoundaries & Sendable)?
  ) {
    rule = chunking
    self.boundaries = boundaries
    self.reveal = AnswerReveal(reveal)
  }

  // MARK: Asked

  /// When something is due by itself: a step, a held release, the end of a hold.
  package var nextDue: Instant? {
    var next = reveal.timeline.nextDue
    for place in streaming.indices {
      guard let deadline = streaming[place].holdDeadline else { continue }
      next = min(next ?? deadline, deadline)
    }
    return next
  }

  // What of them is revealed when is asked here: whoever read it from outside would copy it in every frame.

  package var isFading: Bool { reveal.timeline.isFading }
  /// The most fades at once, and fades cut short.
  package var poolCounts: (peak: Int, snaps: Int) {
    (reveal.timeline.poolPeak, reveal.timeline.snaps)
  }
  /// The largest change of an opacity in one frame beyond its curve or line.
  package var opacityJump: Double { reveal.timeline.opacityJumpMax }
  /// What the reveal is to be told, in order of time; ``forgetCommands`` says that it was.
  package var pendingCommands: [RevealCommand] { reveal.pending }

  package func backlogChunks(of handle: UInt32) -> Int {
    reveal.timeline.backlogChunks(of: handle)
  }

  package func forEachFade(
    of handle: UInt32,
    at instant: Instant,
    _ body: (Int, Int, Double) -> Void
  ) {
    reveal.timeline.forEachFade(of: handle, at: instant) { body($0, $1, $2) }
  }

  // MARK: What there is to take in

  /// Takes note of what an answer has to take in.
  package mutating func put(_ input: StreamInput) { inbox.append(input) }

  /// What there is to take in, in order of time; `forgetInbox` says that it was.
  package var waiting: [StreamInput] { inbox }

  package mutating func forgetInbox() { inbox.removeAll(keepingCapacity: true) }

  /// Tokens that no stream takes have come.
  package mutating func discard(_ bytes: Int) { discardedUTF8 += bytes }

  /// The message streams from here on; `text` is shown of it.
  ///
  /// - Returns: The answer's number, from 1.
  @discardableResult
  package mutating func begin(_ handle: UInt32, text: [UInt8]) -> UInt32 {
    begun += 1
    let answer = Answer(handle: handle, number: begun, text: text, chunker: makeChunker())
    reveal.open(answer)
    streaming.append(answer)
    return begun
  }

  func makeChunker() -> WordChunker { WordChunker(rule: rule, boundaries: boundaries) }

  package mutating func take(
    _ bytes: [UInt8],
    at place: Int,
    due: Instant,
    noting frame: inout FrameContext
  ) {
    streaming[place].take(bytes, at: due, into: &sink)
    collectChunks(at: place, noting: &frame)
    frame.note(
      FrameObservations.Token(
        handle: streaming[place].number,
        scheduled: due,
        scalarsAfter: streaming[place].receivedScalars,
        utf8After: streaming[place].receivedUTF8
      )
    )
    showArrived(at: place, due: due, noting: &frame)
  }

  package mutating func accept(_ bytes: [UInt8], at scalar: Int, of place: Int) -> Answer.Placement
  {
    streaming[place].accept(bytes, at: scalar)
  }

  /// The next token that waited for the text before it; nil when there is none.
  package mutating func nextPlaced(of place: Int) -> (start: Int, bytes: [UInt8])? {
    streaming[place].nextPlaced()
  }

  /// Takes the whole text of an answer, as the app has it now; one that goes on where what has arrived
  /// ends is the token that the two differ by.
  ///
  /// - Returns: How many bytes had to be cut into chunks.
  /// - Complexity: O(what is new) but for comparing; O(text) for another one.
  package mutating func replaceText(
    at place: Int,
    with bytes: [UInt8],
    due: Instant,
    noting frame: inout FrameContext
  ) -> Int {
    if let arrived = streaming[place].arrivedUTF8(ofExtension: bytes) {
      let rest = Array(bytes[arrived...])
      if !rest.isEmpty { take(rest, at: place, due: due, noting: &frame) }
      return rest.count
    }
    let kept = streaming[place].replaceText(with: bytes, chunker: makeChunker())
    reveal.put(
      .replace(streaming[place].handle, keptUTF8: kept.utf8, keptScalars: kept.scalars, due)
    )
    streaming[place].take(Array(bytes[kept.utf8...]), at: due, into: &sink)
    if !streaming[place].isOpen { streaming[place].finishChunks(at: due, into: &sink) }
    collectChunks(at: place, noting: &frame)
    showArrived(at: place, due: due, noting: &frame)
    return bytes.count - kept.utf8
  }

  /// What is held belongs to the part before; the next chunk opens the new part.
  package mutating func begin(
    _ kind: MessagePart.Kind,
    at place: Int,
    due: Instant,
    noting frame: inout FrameContext
  ) {
    streaming[place].finishChunks(at: due, into: &sink)
    collectChunks(at: place, noting: &frame)
    streaming[place].begin(kind, chunker: makeChunker())
  }

  /// A part that is not shown yet has this height; `looks` grows by the parts that were looked at.
  ///
  /// - Returns: Whether the message's part is such a one.
  mutating func setPart(
    _ part: Int,
    of handle: UInt32,
    after text: MessageText,
    to height: PartHeight,
    counting looks: inout Int
  ) -> Bool {
    guard let place = index(of: handle),
      let begun = streaming[place].placeOfBegunPart(part, after: text, counting: &looks)
    else { return false }
    return streaming[place].setHeight(height, ofBegunPart: begun)
  }

  package mutating func reopen(at place: Int) { streaming[place].reopen() }

  package mutating func end(
    _ reason: StreamEndReason,
    at place: Int,
    due: Instant,
    noting frame: inout FrameContext
  ) {
    streaming[place].finishChunks(at: due, into: &sink)
    collectChunks(at: place, noting: &frame)
    streaming[place].end(reason)
    let handle = streaming[place].handle
    if reason != .complete { reveal.put(.snap(handle, due)) }
    reveal.put(.end(handle, due))
  }

  /// An answer that may not grow has failed: what arrives from here on is discarded.
  package mutating func fail(_ handle: UInt32) {
    if let place = index(of: handle) { streaming[place].end(.failed) }
  }

  /// Everything that arrived, of every answer, is to be shown now, and what arrives at once.
  package mutating func background(at due: Instant, noting frame: inout FrameContext) {
    showsAtOnce = true
    for place in streaming.indices { showHeldText(at: place, due: due, noting: &frame) }
    reveal.put(.snap(nil, due))
  }

  package mutating func foreground() { showsAtOnce = false }

  /// Whether text may fade is another matter from `due` on.
  package mutating func animate(_ isAnimated: Bool, at due: Instant) {
    reveal.put(.animate(isAnimated, due))
  }

  /// Text that arrives in the background is shown as it arrives.
  private mutating func showArrived(
    at place: Int,
    due: Instant,
    noting frame: inout FrameContext
  ) {
    guard showsAtOnce else { return }
    showHeldText(at: place, due: due, noting: &frame)
    reveal.put(.snap(streaming[place].handle, due))
  }

  /// Lets out what is held, but for the beginning of a grapheme that more text may complete.
  private mutating func showHeldText(
    at place: Int,
    due: Instant,
    noting frame: inout FrameContext
  ) {
    guard let deadline = streaming[place].holdDeadline else { return }
    streaming[place].timeOut(at: max(deadline, due), into: &sink)
    collectChunks(at: place, completedBy: due, noting: &frame)
  }

  /// Lets out what was held for 250 ms, at the instant at which that was over.
  package mutating func releaseHolds(before instant: Instant, noting frame: inout FrameContext) {
    while true {
      var first: (place: Int, deadline: Instant)?
      for place in streaming.indices {
        guard let deadline = streaming[place].holdDeadline else { continue }
        if deadline < instant, deadline < first?.deadline ?? .distantFuture {
          first = (place, deadline)
        }
      }
      guard let first else { return }
      frame.noteActivity(first.deadline)
      streaming[first.place].timeOut(at: first.deadline, into: &sink)
      collectChunks(at: first.place, noting: &frame)
    }
  }

  private mutating func collectChunks(
    at place: Int,
    completedBy latest: Instant = .distantFuture,
    noting frame: inout FrameContext
  ) {
    guard !sink.chunks.isEmpty else { return }
    let handle = streaming[place].handle
    streaming[place].receive(sink.bytes)
    for var chunk in sink.chunks {
      if chunk.completed > latest {
        chunk = Chunk(
          utf8Count: chunk.utf8Count,
          scalarCount: chunk.scalarCount,
          completed: latest,
          firstByte: chunk.firstByte
        )
      }
      streaming[place].complete(chunk)
      frame.note(
        FrameObservations.CompletedChunk(
          handle: streaming[place].number,
          completed: chunk.completed,
          firstByte: chunk.firstByte,
          scalarsAfter: streaming[place].completedScalars
        )
      )
      reveal.put(.complete(handle, chunk))
    }
    sink.removeAll(keepingCapacity: true)
  }

  /// How often the dictionary was asked for a word since the last call.
  package mutating func countedLookups() -> Int {
    defer { lookupsBefore = sink.dictionaryLookups }
    return sink.dictionaryLookups - lookupsBefore
  }

  // MARK: Reveal

  package mutating func forgetCommands() { reveal.forgetCommands() }

  package mutating func setVisible(_ isVisible: Bool, _ handle: UInt32) {
    reveal.setVisible(isVisible, handle)
  }

  /// Performs a command; see `AnswerReveal`.
  package mutating func perform(_ command: RevealCommand, isVisible: Bool, mayAnimate: Bool) {
    reveal.perform(command, isVisible: isVisible, mayAnimate: mayAnimate)
  }

  package mutating func runReveal(before instant: Instant, noting frame: inout FrameContext) {
    reveal.run(before: instant, noting: &frame)
  }

  /// Performs what is due up to `instant`, from which on text may fade or not.
  ///
  /// - Returns: How many batches were released since the last call.
  package mutating func finishReveal(
    at instant: Instant,
    isAnimated: Bool,
    noting frame: inout FrameContext
  ) -> Int {
    reveal.finish(at: instant, isAnimated: isAnimated, noting: &frame) { handle in
      Self.index(of: handle, in: streaming).map { streaming[$0].number }
    }
  }

  // MARK: What is shown

  /// Whether an answer has something to show that was not shown before.
  package func hasNews(at place: Int) -> Bool {
    let target = reveal.timeline.releasedUTF8(of: streaming[place].handle)
    return target > streaming[place].releasedUTF8
      || streaming[place].begunParts.first?.startUTF8 == target
  }

  /// What an answer shows next; nil when all that is released is shown.
  package mutating func nextStep(at place: Int) -> Answer.Step? {
    let target = reveal.timeline.releasedUTF8(of: streaming[place].handle)
    if let step = streaming[place].nextStep(releasedUTF8: target) { return step }
    streaming[place].show(scalars: reveal.timeline.releasedScalars(of: streaming[place].handle))
    return nil
  }

  package mutating func setFading(_ isFading: Bool, at place: Int) {
    streaming[place].setFading(isFading)
  }

  /// Whether an answer has ended and is shown whole: it is like any other message from here on.
  package func isShown(at place: Int) -> Bool {
    streaming[place].isDone && reveal.timeline.backlogChunks(of: streaming[place].handle) == 0
  }

  // MARK: What is over

  /// An answer is shown whole.
  package mutating func finish(at place: Int) { reveal.forget(streaming.remove(at: place).handle) }

  /// The message streams no longer, and nothing of it is to be revealed any more.
  package mutating func forget(_ handle: UInt32) {
    inbox.removeAll { $0.handle == handle }
    if let place = index(of: handle) { finish(at: place) }
  }

  /// Another conversation takes the place of this one.
  package mutating func forgetAll() {
    for answer in streaming { reveal.forget(answer.handle) }
    streaming.removeAll()
    inbox.removeAll { $0.handle != nil }
  }

  /// Traps unless each answer is sound and streams once.
  package func checkInvariants() {
    reveal.checkInvariants()
    for answer in streaming { answer.checkInvariants() }
    precondition(
      Set(streaming.map(\.handle)).count == streaming.count,
      "a message streams twice"
    )
  }
}
