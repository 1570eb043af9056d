extension VirtualLayout {
  /// The still point to keep through a removal: `point` unless its item is removed; else the top of
  /// the item that takes its place on screen.
  ///
  /// - Parameter range: The indices about to be removed.
  /// - Returns: nil when nothing would remain to hold on to.
  package func heir(of point: StillPoint, removing range: Range<Int>) -> StillPoint? {
    heir(of: point) { StillPoint.heir(of: $0, removing: range, count: count) }
  }

  /// The still point to keep through the edits of `difference`: `point` unless its item is removed;
  /// else the top of the item that takes its place on screen. One that is moved stays.
  ///
  /// - Parameter difference: From the items as they are now.
  /// - Returns: nil when nothing would remain to hold on to.
  package func heir(of point: StillPoint, after difference: ListDifference) -> StillPoint? {
    heir(of: point) { difference.heir(of: $0) }
  }

  private func heir(of point: StillPoint, _ heirIndex: (Int) -> Int?) -> StillPoint? {
    guard case .item(let handle, _) = point else { return point }
    guard let index = index(of: handle), let heir = heirIndex(index) else { return nil }
    return heir == index ? point : .item(handle: self.handle(at: heir), inset: .zero)
  }

  /// Makes one edit of a difference.
  ///
  /// - Parameters:
  ///   - edit: The edit whose turn it is.
  ///   - item: Gives the item at a place of the new list; asked for what is inserted.
  package mutating func apply(_ edit: ListDifference.Edit, _ item: (Int) -> LayoutItem) {
    switch edit {
    case .remove(let range): remove(range)
    case .move(let source, let target): move(from: source, to: target)
    case .insert(let run, let index): insert(run.map(item), at: index)
    }
  }
}
