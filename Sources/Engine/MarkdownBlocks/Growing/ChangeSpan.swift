/// Some blocks that were replaced by others, as changes are put together.
struct ChangeSpan {
  /// The index of the first of them, before and after.
  var lower: Int
  /// Where they ended before.
  var oldUpper: Int
  /// Where they end now.
  var newUpper: Int
  /// How many leading bytes of the first one's text stayed.
  var kept: Int

  init(lower: Int, oldUpper: Int, newUpper: Int, kept: Int) {
    self.lower = lower
    self.oldUpper = oldUpper
    self.newUpper = newUpper
    self.kept = kept
  }

  /// Takes a change of a stretch of blocks that begins at `offset`; nil when nothing changed.
  init?(_ change: BlockListChange, movedBy offset: Int = 0) {
    guard !change.isEmpty else { return nil }
    self.init(
      lower: change.replaced.lowerBound + offset,
      oldUpper: change.replaced.upperBound + offset,
      newUpper: change.inserted.upperBound + offset,
      kept: change.keptUTF8Count
    )
  }

  /// The change as the list tells it.
  var change: BlockListChange {
    BlockListChange(
      replaced: lower..<oldUpper,
      inserted: lower..<newUpper,
      keptUTF8Count: oldUpper > lower && newUpper > lower ? kept : 0
    )
  }

  /// Joins a change with one made after it further down.
  static func joined(_ first: ChangeSpan?, _ second: ChangeSpan?) -> ChangeSpan? {
    guard let first, let second else { return first ?? second }
    // The indices of the second count the blocks that the first has left.
    let growth = first.newUpper - first.oldUpper
    if second.lower < first.lower {
      return ChangeSpan(
        lower: second.lower,
        oldUpper: max(first.oldUpper, second.oldUpper - growth),
        newUpper: max(first.newUpper, second.newUpper),
        kept: second.kept
      )
    }
    return ChangeSpan(
      lower: first.lower,
      oldUpper: max(first.oldUpper, second.oldUpper - growth),
      newUpper: max(first.newUpper + second.newUpper - second.oldUpper, second.newUpper),
      kept: first.lower == second.lower ? min(first.kept, second.kept) : first.kept
    )
  }

  /// Joins two changes that replace each block by one.
  static func united(_ first: ChangeSpan?, _ second: ChangeSpan) -> ChangeSpan {
    guard let first else { return second }
    return ChangeSpan(
      lower: min(first.lower, second.lower),
      oldUpper: max(first.oldUpper, second.oldUpper),
      newUpper: max(first.newUpper, second.newUpper),
      kept: first.lower <= second.lower ? first.kept : second.kept
    )
  }
}
