import Lengths

/// The numbers of the virtual space that items lie in.
///
/// The space is a window over the document, not a limit on it: whoever comes near an edge is moved
/// back to the middle, together with all content, between two frames.
package enum ContentSpace {
  /// 100,000,000 pt, as in swiftui-messaging-ui's virtual layout.
  package static let height = LayoutUnit(points: 100_000_000)
  /// Where the first item of a loaded conversation lies.
  package static let start = LayoutUnit(points: 50_000_000)
  /// How near to an edge the viewport may come before the space is rebased.
  package static let margin = LayoutUnit(points: 1_000_000)
  /// A conversation taller than this is loaded with its end, not its beginning, at `start`.
  package static let tallestLoad = LayoutUnit(points: 40_000_000)
  /// The tallest item.
  package static let tallestItem = LayoutUnit(points: 1_000_000)
}
