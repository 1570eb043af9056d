import Timebase
import TokenStreaming

/// One streaming answer: what has arrived of it, what is held, what is shown.
///
/// Bytes become chunks; complete chunks are received text; of that a growing beginning is released.
/// Parts that began are shown once all text before them is.
///
/// Invariants: released bytes are received bytes; parts begin in order, none within released text.
///
/// Complexity: O(bytes) each; that of what is new, where something is added.
package struct Answer {
  /// Whether more may come.
  package enum State: Hashable, Sendable {
    case arriving
    case ended(StreamEndReason)
  }

  /// What is shown next.
  package enum Step {
    /// A part begins.
    case part(BegunPart)
    /// So many bytes of the received text.
    case text(Range<Int>)
  }

  package let handle: UInt32
  /// The number that no other answer of this surface has; handles are used again.
  package let number: UInt32
  package private(set) var state = State.arriving
  /// Cuts what arrives into chunks.
  var chunker: WordChunker {
    didSet { holdDeadline = chunker.holdDeadline }
  }
  /// When what is held goes out though its chunk is not complete; nil when nothing is held.
  package private(set) var holdDeadline: Instant?
  /// The text of complete chunks, shown or waiting.
  package private(set) var received: [UInt8]
  /// How much of `received` is shown, in bytes.
  package private(set) var releasedUTF8: Int
  /// The same in Unicode scalars.
  package private(set) var releasedScalars: Int
  /// Scalars of text that was there before the chunker began.
  private var earlierScalars: Int
  /// The same in bytes.
  private var earlierUTF8: Int
  /// Scalars of `received`.
  package private(set) var completedScalars: Int
  /// Whether some of it was fading when the last frame was committed.
  package private(set) var isFading = false
  /// Tokens that lie beyond a hole.
  private var placed = PlacedTokens()
  /// Tokens whose text was another than what had arrived at their place.
  package private(set) var mismatches = 0
  private var index = ScalarIndex()
  /// The longest text that was shown before another one took its place.
  private var shownBefore: [UInt8] = []
  /// Parts that began and are not shown yet, in order.
  package private(set) var begunParts: ArraySlice<BegunPart> = []

  /// An answer begins.
  ///
  /// - Parameter text: What is shown of it already.
  package init(handle: UInt32, number: UInt32, text: [UInt8], chunker: WordChunker) {
    self.handle = handle
    self.number = number
    self.chunker = chunker
    holdDeadline = chunker.holdDeadline
    received = text
    releasedUTF8 = text.count
    releasedScalars = Self.scalarCount(of: text[...])
    earlierScalars = releasedScalars
    earlierUTF8 = text.count
    completedScalars = releasedScalars
  }

  package var isOpen: Bool { state == .arriving }
  /// Bytes that have arrived, held ones included.
  package var receivedUTF8: Int { earlierUTF8 + chunker.receivedUTF8 }
  /// Unicode scalars that have arrived, held ones included.
  package var receivedScalars: Int { earlierScalars + chunker.receivedScalars }
  /// Unicode scalars that wait for the end of their chunk.
  package var heldScalars: Int { chunker.heldScalars }
  /// Whether it has ended and nothing of it is left to be shown.
  package var isDone: Bool {
    !isOpen && releasedUTF8 == received.count && begunParts.isEmpty && !isFading
  }

  /// Whether a token waits for the text before it.
  package var hasHole: Bool { placed.hasHole }

  /// How many bytes the first scalars of a text take; all there are when it has fewer.
  static func utf8Count(ofScalars count: Int, in bytes: ArraySlice<UInt8>) -> Int {
    var left = count
    for index in bytes.indices where bytes[index] & 0xC0 != 0x80 {
      if left == 0 { return index - bytes.startIndex }
      left -= 1
    }
    return bytes.count
  }

  /// How many Unicode scalars begin in some bytes of UTF-8.
  package static func scalarCount(of bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
  }

  // MARK: What arrives

  /// Bytes have arrived.
  mutating func take(_ bytes: [UInt8], at due: Instant, into sink: inout ChunkSink) {
    chunker.append(bytes, at: due, into: &sink)
  }

  /// What becomes of a token that says where it begins.
  package enum Placement: Hashable, Sendable {
    /// These bytes go on where the text ends.
    case arrives([UInt8])
    /// It waits for the text before it.
    case waits
    /// More would wait than may.
    case tooMuch
  }

  /// A token has come that says where it begins: what has arrived already is left out.
  ///
  /// - Complexity: O(bytes + log text).
  package mutating func accept(_ bytes: [UInt8], at scalar: Int) -> Placement {
    let arrived = receivedScalars
    guard scalar <= arrived else { return placed.keep(bytes, at: scalar) ? .waits : .tooMuch }
    if scalar < completedScalars { index.begin(received) }
    let overlap = Self.utf8Count(ofScalars: arrived - scalar, in: bytes[...])
    if !hasArrived(bytes[..<overlap], atScalar: scalar) { mismatches += 1 }
    return .arrives(Array(bytes[overlap...]))
  }

  /// Whether the text that has arrived has these bytes at a place.
  private func hasArrived(_ bytes: ArraySlice<UInt8>, atScalar scalar: Int) -> Bool {
    guard scalar < completedScalars else {
      return chunker.holds(bytes, atScalar: scalar - completedScalars)
    }
    let start = index.utf8(ofScalar: scalar, in: received)
    let rest = bytes.dropFirst(received.count - start)
    return received[start...].starts(with: bytes.dropLast(rest.count))
      && chunker.holds(rest, atScalar: 0)
  }

  /// Takes out a token that waits for nothing any more; nil when there is none.
  package mutating func nextPlaced() -> (start: Int, bytes: [UInt8])? {
    placed.next(arrived: receivedScalars)
  }

  /// What is held goes out: nothing more comes, or another part begins.
  mutating func finishChunks(at due: Instant, into sink: inout ChunkSink) {
    chunker.finish(at: due, into: &sink)
  }

  /// What was held too long goes out.
  mutating func timeOut(at due: Instant, into sink: inout ChunkSink) {
    chunker.timeOut(at: due, into: &sink)
  }

  mutating func complete(_ chunk: Chunk) { completedScalars += chunk.scalarCount }

  mutating func receive(_ bytes: ArraySlice<UInt8>) {
    index.note(scalars: completedScalars, utf8: received.count)
    received.append(contentsOf: bytes)
  }

  /// No more comes, nor what waits beyond a hole.
  package mutating func end(_ reason: StreamEndReason) {
    state = .ended(reason)
    placed = PlacedTokens()
  }

  package mutating func reopen() { state = .arriving }

  /// Another part begins; what arrives from here on belongs to it.
  mutating func begin(_ kind: MessagePart.Kind, chunker next: WordChunker) {
    earlierScalars += chunker.receivedScalars
    earlierUTF8 += chunker.receivedUTF8
    chunker = next
    var part = BegunPart(kind: kind, startUTF8: received.count)
    if let last = begunParts.last {
      // After a card the text before the next part is a part of its own.
      let hasTextBetween = last.kind == .card && part.startUTF8 > last.startUTF8
      part.ordinal = last.ordinal + (hasTextBetween ? 2 : 1)
    }
    begunParts.append(part)
  }

  /// How many bytes of a text have arrived, what is held included, when all of it goes on where they
  /// end; nil when it is another text.
  ///
  /// - Parameter bytes: The whole text as it is now; valid UTF-8.
  /// - Complexity: O(bytes that have arrived), eight at a time; nothing is decoded or copied.
  package func arrivedUTF8(ofExtension bytes: [UInt8]) -> Int? {
    guard isOpen, knownUTF8(of: bytes) <= receivedUTF8 else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      let shown = received.withUnsafeBufferPointer {
        CommonBeginning.byteCount(of: $0, and: bytes)
      }
      guard shown == received.count else { return nil }
      let rest = UnsafeBufferPointer(rebasing: bytes[shown...])
      return chunker.heldUTF8(ifBeginning: rest).map { shown + $0 }
    }
  }

  /// Whether what has arrived goes on after a text.
  ///
  /// - Complexity: O(text), eight bytes at a time.
  func hasArrived(beyond text: [UInt8]) -> Bool {
    guard text.count < receivedUTF8 else { return false }
    let shared = text.withUnsafeBufferPointer { text in
      received.withUnsafeBufferPointer { CommonBeginning.byteCount(of: $0, and: text) }
    }
    return shared == text.count
      || shared == received.count && chunker.holds(text[shared...], atScalar: 0)
  }

  /// The text is another one: what both begin alike stays, parts that began after it are dropped. What
  /// was shown before is shown again at once.
  ///
  /// - Returns: How much of it is shown at once, in bytes and scalars.
  mutating func replaceText(
    with bytes: [UInt8],
    chunker next: WordChunker
  ) -> (utf8: Int, scalars: Int) {
    let shared = CommonBeginning.utf8Count(of: received, and: bytes)
    let stays = min(releasedUTF8, shared)
    if stays < releasedUTF8, shownBefore.count < releasedUTF8 {
      shownBefore = Array(received[..<releasedUTF8])
    }
    begunParts.removeAll { $0.startUTF8 > shared }
    let kept = max(stays, knownUTF8(of: bytes))
    let scalars =
      kept == releasedUTF8 && kept == stays
      ? releasedScalars : Self.scalarCount(of: bytes[..<kept])
    if stays < releasedUTF8 { releasedScalars = Self.scalarCount(of: bytes[..<stays]) }
    received.removeLast(received.count - min(shared, kept))
    received.append(contentsOf: bytes[received.count..<kept])
    releasedUTF8 = stays
    completedScalars = scalars
    earlierScalars = scalars
    earlierUTF8 = kept
    index.cut(toUTF8: stays)
    chunker = next
    return (kept, scalars)
  }

  /// How much of a text was shown before another one took its place.
  ///
  /// - Complexity: O(common bytes), eight at a time.
  func knownUTF8(of bytes: [UInt8]) -> Int {
    shownBefore.isEmpty ? 0 : CommonBeginning.utf8Count(of: shownBefore, and: bytes)
  }

  // MARK: What is shown

  /// What is shown next when so many bytes are released; nil when all of that is.
  package mutating func nextStep(releasedUTF8 target: Int) -> Step? {
    if let part = begunParts.first, part.startUTF8 <= releasedUTF8 {
      _ = begunParts.popFirst()
      return .part(part)
    }
    guard releasedUTF8 < target else { return nil }
    let end = min(target, begunParts.first?.startUTF8 ?? target)
    defer { releasedUTF8 = end }
    return .text(releasedUTF8..<end)
  }

  /// So many scalars are shown.
  package mutating func show(scalars: Int) { releasedScalars = scalars }

  package mutating func setFading(_ isFading: Bool) { self.isFading = isFading }

  /// A part that began and is not shown yet has this height.
  ///
  /// - Returns: Whether there is such a part.
  package mutating func setHeight(_ height: PartHeight, ofBegunPart place: Int) -> Bool {
    guard begunParts[place].kind == .card || !height.isCards else { return false }
    begunParts[place].folded = height.isCards ? nil : height.height
    if height.isCards { begunParts[place].cardHeight = height.height ?? .zero }
    return true
  }

  /// Which of the parts that wait for the text before them will be the message's part `number`. Text that has
  /// arrived after a card is one.
  ///
  /// - Parameter looks: Grows by the parts that were looked at.
  /// - Complexity: O(log parts that wait), and O(those) once for a text after a card.
  mutating func placeOfBegunPart(
    _ number: Int,
    after text: MessageText,
    counting looks: inout Int
  ) -> Int? {
    let shown = text.isUntouched ? 0 : text.partCount
    guard let first = begunParts.first else {
      guard number == shown, !text.takesText, receivedUTF8 > releasedUTF8 else { return nil }
      begunParts.append(BegunPart(kind: .text, startUTF8: releasedUTF8))
      return begunParts.startIndex
    }
    var next = shown
    // The text before it goes to the part before; after a card, and at first, to one of its own.
    if first.startUTF8 > releasedUTF8, next == 0 || !text.takesText { next += 1 }
    let ordinal = number - next + first.ordinal
    let place = PartitionPoint.first(
      in: begunParts.startIndex..<begunParts.endIndex,
      counting: &looks
    ) { begunParts[$0].ordinal >= ordinal }
    if place < begunParts.endIndex, begunParts[place].ordinal == ordinal { return place }
    if number == shown, !text.takesText, place == begunParts.startIndex,
      first.startUTF8 > releasedUTF8
    {
      let part = BegunPart(kind: .text, startUTF8: releasedUTF8, ordinal: ordinal)
      begunParts.insert(part, at: place)
      return place
    }
    guard place > begunParts.startIndex, begunParts[place - 1].kind == .card,
      begunParts[place - 1].ordinal == ordinal - 1,
      place < begunParts.endIndex || receivedUTF8 > begunParts[place - 1].startUTF8
    else { return nil }
    let start = begunParts[place - 1].startUTF8
    begunParts.insert(BegunPart(kind: .text, startUTF8: start, ordinal: ordinal), at: place)
    return place
  }

  /// Traps unless what is shown has arrived, and parts begin in order.
  package func checkInvariants() {
    precondition(holdDeadline == chunker.holdDeadline, "what is held goes out at another time")
    precondition(
      (0...received.count).contains(releasedUTF8),
      "\(releasedUTF8) bytes of \(received.count) are shown"
    )
    precondition(
      (0...completedScalars).contains(releasedScalars),
      "\(releasedScalars) scalars of \(completedScalars) are shown"
    )
    var start = releasedUTF8
    var ordinal = begunParts.first.map { $0.ordinal - 1 } ?? 0
    for part in begunParts {
      precondition(part.ordinal > ordinal, "parts \(ordinal) and \(part.ordinal) are in this order")
      ordinal = part.ordinal
      precondition(
        (start...received.count).contains(part.startUTF8),
        "a part begins at \(part.startUTF8), after \(start)"
      )
      start = part.startUTF8
    }
  }
}
