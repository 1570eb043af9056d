extension WordChunker {
  /// Traps unless the remembered places agree with the held text.
  package func checkInvariants() {
    var fresh = self
    fresh.findWayForPlainText()
    precondition(fresh.acceptsPlainText == acceptsPlainText, "the short way is \(acceptsPlainText)")
    precondition(!acceptsPlainText || fresh.plainCarry == plainCarry, "carry \(plainCarry)")
    var settled = self
    settled.settlePlainText()
    settled.checkSettled()
  }

  private func checkSettled() {
    precondition(end.bytes == held.count, "\(end.bytes) bytes counted, \(held.count) held")
    precondition((phase == .empty) == held.isEmpty, "phase \(phase) with \(held.count) bytes")
    precondition(end.graphemes <= end.scalars && end.scalars <= end.bytes, "counts out of order")
    guard phase != .empty else { return }
    precondition(last.bytes < end.bytes, "the last grapheme begins at the end")
    precondition(last.graphemes == end.graphemes - 1, "the last grapheme is not the last")
    precondition(arrivals.earliest != nil, "held text that never arrived")
    precondition(
      takesTokensWhole || limit == .max || openers != nil
        || end.graphemes <= limit + WordChunker.windowLength,
      "\(end.graphemes) graphemes are held"
    )
    if phase == .window {
      precondition(!window.isEmpty && window.count <= windowLimit, "a window of \(window.count)")
    }
    if let openers { precondition(openers.bytes < end.bytes, "openers after the end") }
  }
}
