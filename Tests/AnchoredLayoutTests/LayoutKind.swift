import AnchoredLayout

/// Which strategy is tried.
enum LayoutKind: CaseIterable {
  case tree
  case array
  case adjusting
  case paged
  case unsized

  func make() -> any LayoutStrategy {
    switch self {
    case .tree: AnchoredTree()
    case .array: AnchoredArray()
    case .adjusting: AdjustingArray()
    case .paged: PagedArray()
    case .unsized: UnsizedArray()
    }
  }

  /// Whether what is put before everything else, or told to grow upward, goes above the others.
  var extendsUpward: Bool { self == .tree || self == .array }
}
