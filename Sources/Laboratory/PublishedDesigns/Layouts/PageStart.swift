import AnchoredLayout
import Lengths

/// Where a page begins.
internal struct PageStart: Hashable, Sendable {
  /// Its first item's index.
  var index = 0
  /// How far its first item is below the first of all.
  var offset = LayoutUnit.zero

  /// Where the page after one that begins here does.
  func after(_ page: LayoutPage) -> PageStart {
    PageStart(index: index + page.items.count, offset: offset + page.extent)
  }
}
