import AnchoredLayout
import PublishedDesigns

/// Which strategy is tried.
enum LayoutKind: CaseIterable {
  case tree
  /// The tree with blocks and nodes that are full at four, so that few items make it deep.
  case deepTree
  /// The same with three runs at most.
  case fewRuns
  case array
  case adjusting
  case paged
  /// Pages of three, so that few items make many of them.
  case shortPages
  case unsized

  func make() -> any LayoutStrategy {
    switch self {
    case .tree: AnchoredTree()
    case .deepTree: AnchoredTree(segmentFill: 4, nodeFill: 4)
    case .fewRuns: AnchoredTree(segmentFill: 4, nodeFill: 4, runLimit: 3)
    case .array: AnchoredArray()
    case .adjusting: AdjustingArray()
    case .paged: PagedArray()
    case .shortPages: PagedArray(pageLength: 3)
    case .unsized: UnsizedArray()
    }
  }

  var correction: Correction {
    switch self {
    case .tree, .deepTree, .fewRuns: .exact
    case .array: .never
    case .adjusting, .paged, .shortPages, .unsized: .sameFrame
    }
  }

  /// Whether what is put before everything else goes above it, the others staying.
  var prependsUpward: Bool { self == .array }

  /// Whether items that are told to grow upward do.
  var growsUpward: Bool { correction == .exact || self == .array }

  /// Whether heights that were set are kept when items leave the screen.
  var keepsHeights: Bool { self != .unsized }
}
