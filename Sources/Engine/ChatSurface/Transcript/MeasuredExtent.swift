import MarkdownBlocks

/// How far a text was measured before, in whatever width: a measurer that remembers where lines may be
/// broken looks for that in the rest alone.
///
/// Complexity: O(1) each.
struct MeasuredExtent {
  /// Every block before it was measured as it is.
  private var block = 0
  /// How many leading bytes of it were, too.
  private var utf8Count = 0

  /// How many leading bytes of a block were measured as they are.
  func kept(ofBlock index: Int, utf8Count count: Int) -> Int {
    guard index >= block else { return count }
    return index == block ? min(utf8Count, count) : 0
  }

  /// A block was measured; those before it have been, or need not be.
  mutating func extend(throughBlock index: Int, utf8Count count: Int) {
    guard index >= block else { return }
    block = index
    utf8Count = count
  }

  mutating func invalidate(_ change: BlockListChange) {
    let first = change.replaced.lowerBound
    guard first <= block else { return }
    utf8Count = first < block ? change.keptUTF8Count : min(utf8Count, change.keptUTF8Count)
    block = first
  }
}
