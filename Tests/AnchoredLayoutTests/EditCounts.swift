import AnchoredLayout

/// How many edits of each kind there are.
struct EditCounts: Equatable {
  var removals = 0
  var moves = 0
  var insertions = 0
}

extension EditCounts {
  init(_ difference: ListDifference) {
    for edit in difference.edits {
      switch edit {
      case .remove: removals += 1
      case .move: moves += 1
      case .insert: insertions += 1
      }
    }
  }
}
