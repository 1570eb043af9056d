import Timebase
import TokenStreaming

// An answer with what has arrived of it and is not shown.
extension Answer {
  /// Bytes have arrived, for who looks at a copy; what waited for them follows.
  ///
  /// - Parameter isWhole: Whether what is held goes out.
  mutating func arrive(_ bytes: [UInt8], at due: Instant, isWhole: Bool = false) {
    var next = isOpen ? bytes : nil
    while let bytes = next {
      var sink = ChunkSink()
      chunker.append(bytes, at: due, into: &sink)
      if isWhole { chunker.finish(at: due, into: &sink) }
      receive(sink.bytes)
      for chunk in sink.chunks { complete(chunk) }
      next = nil
      if let token = nextPlaced(), case .arrives(let rest) = accept(token.bytes, at: token.start) {
        next = rest
      }
    }
  }

  /// All that has arrived, what is held until its chunk is complete included.
  package func allText(at instant: Instant) -> [UInt8] {
    var chunker = chunker
    var held = ChunkSink()
    chunker.finish(at: instant, into: &held)
    return received + held.bytes
  }

  /// Adds what has arrived and is not shown to the parts that are shown, what is held until its chunk is
  /// complete included.
  ///
  /// - Parameter isUntouched: Whether the first part that begins takes the place of the one there is.
  func addWaiting(to parts: inout [MessagePart], isUntouched: Bool, at instant: Instant) {
    let text = allText(at: instant)
    var (start, isUntouched) = (releasedUTF8, isUntouched)
    // What a text that waits takes back is still shown.
    var left = releasedUTF8
    for index in parts.indices {
      if parts[index].text.count > left {
        parts[index].text.removeLast(parts[index].text.count - left)
      }
      left -= parts[index].text.count
    }
    for begun in begunParts {
      Self.add(text[start..<begun.startUTF8], to: &parts)
      let part = MessagePart(
        kind: begun.kind,
        cardHeight: begun.cardHeight,
        folded: begun.folded
      )
      if isUntouched && parts[0].text.isEmpty { parts[0] = part } else { parts.append(part) }
      isUntouched = false
      start = begun.startUTF8
    }
    Self.add(text[start...], to: &parts)
  }

  private static func add(_ text: ArraySlice<UInt8>, to parts: inout [MessagePart]) {
    guard !text.isEmpty else { return }
    if parts.last?.kind == .card { parts.append(MessagePart(kind: .text)) }
    parts[parts.count - 1].text += text
  }
}
