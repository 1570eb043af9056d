import AnchoredLayout
import FramePacing
import Lengths

/// A reader in front of a tree, who notes what moves on screen that was not asked to.
struct SpaceReader: ~Copyable {
  private(set) var layout = VirtualLayout(strategy: AnchoredTree())
  private(set) var offset = ContentSpace.start
  /// The farthest that an item moved on screen in an edit or a rebase.
  private(set) var drift = LayoutUnit.zero
  /// What a rebase counts as work: every number of index elements that one did.
  private(set) var rebaseWork: Set<Int> = []
  /// How many items from the last one on have been on screen without a gap.
  private(set) var seen = 0
  private let viewport: LayoutUnit
  private var listed = PlacedItems()

  init(viewport: LayoutUnit) { self.viewport = viewport }

  mutating func load(count: Int, height: LayoutUnit) {
    layout.load(count: count) { LayoutItem(handle: UInt32($0), height: height) }
    offset = layout.top
  }

  /// Adds an item before the first; what is at the viewport's top stays.
  mutating func prepend(handle: UInt32, height: LayoutUnit) {
    guard let index = layout.index(atY: offset) else { return }
    let point = StillPoint.item(handle: layout.handle(at: index), inset: .zero)
    let before = layout.y(at: index)
    layout.insert([LayoutItem(handle: handle, height: height)], at: 0)
    note(layout.restore(point, to: before))
    note((layout.place(of: point) ?? .zero) - before)
  }

  /// Goes to a place, also outside the space.
  mutating func jump(to place: LayoutUnit) { scroll(by: place - offset) }

  /// Goes on by a distance and looks at what is there.
  mutating func scroll(by distance: LayoutUnit) {
    offset += distance
    rebase()
    if let bottom = listed.last, bottom.index + 1 >= layout.count - seen, let top = listed.first {
      seen = layout.count - top.index
    }
  }

  private mutating func rebase() {
    layout.list(from: offset, to: offset + viewport, into: &listed)
    let before = listed.map { $0.y - offset }
    let work = layout.counts[.indexElement]
    let shift = layout.rebase(around: offset, viewport: viewport)
    guard shift != .zero else { return }
    rebaseWork.insert(layout.counts[.indexElement] - work)
    offset += shift
    layout.list(from: offset, to: offset + viewport, into: &listed)
    for (item, y) in zip(listed, before) { note(item.y - offset - y) }
    if listed.count != before.count { note(viewport) }
  }

  private mutating func note(_ movement: LayoutUnit) { drift = max(drift, movement.magnitude) }
}
