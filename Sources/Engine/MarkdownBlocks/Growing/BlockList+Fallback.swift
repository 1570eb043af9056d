/// Where parsing begins again when something comes that open marks before the restart wait for.
struct Fallback {
  /// A place before the marks.
  var restart: ParsedText.Restart
  /// The lists that it lies in.
  var openLists: [OpenListState]
  var closing: ClosingBytes
  /// How long the leaf's shown text may be for it to matter.
  var end: Int

  /// The same with more blocks before it.
  mutating func move(by blocks: Int) {
    restart.blockIndex += blocks
    for list in openLists.indices { openLists[list].firstBlock += blocks }
  }
}

extension BlockList {
  /// Begins with the last unit again.
  mutating func restartUnit() {
    restart = units[units.count - 1].restart
    (fallbacks, missed) = ([], [])
    footnotes.unsettle(from: restart)
  }

  /// Begins where marks were open when something that they wait for comes.
  ///
  /// - Returns: Whether it came.
  /// - Complexity: O(bytes) where marks are open; O(1) elsewhere.
  mutating func fallBack(onArrivalOf part: Range<Int>) -> Bool {
    guard !fallbacks.isEmpty || !missed.isEmpty else { return false }
    forgetFallbacks(beyond: lastOfBody.map { storage[$0].text.count } ?? 0)
    if !missed.isEmpty, source.withUnsafeBufferPointer({ missed.isIn($0, part) }) {
      limited += 1
      missed = []
    }
    let index = source.withUnsafeBufferPointer { text in
      fallbacks.firstIndex { $0.closing.isIn(text, part) }
    }
    guard let index else { return false }
    (restart, openLists) = (fallbacks[index].restart, fallbacks[index].openLists)
    fallbacks.removeSubrange(index...)
    footnotes.unsettle(from: restart)
    return true
  }

  /// Forgets what can change nothing any more once a leaf shows so many bytes.
  private mutating func forgetFallbacks(beyond shown: Int) {
    while let first = fallbacks.first, first.end < shown {
      missed.formUnion(first.closing)
      fallbacks.removeFirst()
    }
  }

  /// Keeps where to begin when something comes that marks before the next restart wait for.
  mutating func noteFallback(
    before next: ParsedText.Restart,
    openLists: [OpenListState]
  ) {
    let leaf = next.continuation?.leaf
    let isSameLeaf =
      leaf?.isText == true && restart.continuation?.leaf?.isText == true
      && leaf?.utf8Offset == restart.continuation?.leaf?.utf8Offset
    let shown = lastOfBody.map { storage[$0].text.count } ?? 0
    if isSameLeaf { forgetFallbacks(beyond: shown) } else { (fallbacks, missed) = ([], []) }
    guard let awaited = leaf?.awaited, !awaited.isEmpty else { return }
    fallbacks.append(
      Fallback(
        restart: isSameLeaf ? restart : units[units.count - 1].restart,
        openLists: isSameLeaf ? openLists : [],
        closing: awaited,
        // A byte of the source is shown as three at most: one that is no UTF-8, as U+FFFD.
        end: shown + 3 * ClosingBytes.reach
      )
    )
  }
}
