import MarkdownBlocks

extension BlockListChange {
  /// What leads from one list of blocks to another: all but the blocks both begin and end with.
  init(from old: [Block], to new: [Block]) {
    var first = 0
    while first < old.count, first < new.count, old[first] == new[first] { first += 1 }
    var last = 0
    while last < min(old.count, new.count) - first,
      old[old.count - 1 - last] == new[new.count - 1 - last]
    {
      last += 1
    }
    let kept =
      first < old.count - last && first < new.count - last
      ? old[first].commonPrefixUTF8Count(with: new[first]) : 0
    self.init(
      replaced: first..<old.count - last,
      inserted: first..<new.count - last,
      keptUTF8Count: kept
    )
  }
}
