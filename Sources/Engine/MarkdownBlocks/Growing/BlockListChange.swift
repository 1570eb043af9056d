/// Which blocks an edit of a ``BlockList`` replaced by which.
package struct BlockListChange: Hashable, Sendable {
  /// The indices, before the edit, of the blocks that are gone or different.
  package var replaced: Range<Int>
  /// The indices, after the edit, of the blocks that are new or different.
  ///
  /// Both ranges have the same lower bound; blocks after them only moved.
  package var inserted: Range<Int>
  /// How many leading bytes of the first replaced block's text the first inserted block still
  /// has, in the same styles and at a boundary of scalars: what a measurer may keep.
  ///
  /// It is 0 when the two differ in kind or nesting, or one of them does not exist.
  package var keptUTF8Count: Int

  /// Makes a change.
  ///
  /// - Parameters:
  ///   - replaced: The indices of the blocks that are gone or different.
  ///   - inserted: The indices of the blocks that are new or different.
  ///   - keptUTF8Count: How many leading bytes of text the first of them share.
  package init(replaced: Range<Int>, inserted: Range<Int>, keptUTF8Count: Int) {
    self.replaced = replaced
    self.inserted = inserted
    self.keptUTF8Count = keptUTF8Count
  }

  /// Whether nothing changed.
  package var isEmpty: Bool { replaced.isEmpty && inserted.isEmpty }

  /// This change and some that were made before it, as one.
  package func joined(behind earlier: [BlockListChange]) -> BlockListChange {
    guard !earlier.isEmpty else { return self }
    let spans = (earlier + [self]).map { ChangeSpan($0) }
    return spans.reduce(nil, ChangeSpan.joined)?.change ?? self
  }

  /// This change and one that was made after it, as one.
  package func joined(with later: BlockListChange?) -> BlockListChange {
    guard let later else { return self }
    return ChangeSpan.joined(ChangeSpan(self), ChangeSpan(later))?.change ?? self
  }
}
