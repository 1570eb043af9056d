import AnchoredLayout
import Lengths
import Timebase

/// A layout that a difference is applied to while a reader looks at one of its items.
struct DifferenceSession: ~Copyable {
  let kind: LayoutKind
  let lists: RandomLists<Int>
  private var layout: VirtualLayout
  private var offset: LayoutUnit
  private var point: StillPoint

  init(kind: LayoutKind, lists: RandomLists<Int>, _ random: inout SeededGenerator) {
    self.kind = kind
    self.lists = lists
    layout = VirtualLayout(strategy: kind.make())
    layout.load(count: lists.old.count) { Self.item(lists.old[$0]) }
    for index in lists.old.indices {
      layout.setHeight(Self.item(lists.old[index]).height, at: index)
    }
    point = .end
    offset = layout.top
    guard !lists.old.isEmpty else { return }
    let index = random.nextIndex(below: lists.old.count)
    let inset = LayoutUnit(rawValue: Int64(random.nextIndex(below: 500)))
    point = .item(handle: UInt32(lists.old[index]), inset: inset)
    offset = layout.y(at: index) + inset
  }

  private static func item(_ id: Int) -> LayoutItem {
    LayoutItem(handle: UInt32(id), height: LayoutUnit(rawValue: Int64(id * 7_919 % 9_001)))
  }

  /// What still lies where `point` did: by search, forward and then backward.
  private var expectedHeir: StillPoint? {
    guard case .item(let handle, _) = point else { return point }
    let index = lists.old.firstIndex(of: Int(handle)) ?? 0
    if lists.new.contains(lists.old[index]) { return point }
    let heir =
      lists.old[index...].first(where: lists.new.contains)
      ?? lists.old[..<index].last(where: lists.new.contains)
    return heir.map { .item(handle: UInt32($0), inset: .zero) }
  }

  /// - Returns: What is wrong; nil when nothing is.
  mutating func run() throws -> String? {
    let difference = try ListDifference(from: lists.old, to: lists.new)
    let heir = expectedHeir
    for edit in difference.edits {
      switch edit {
      case .remove(let range): layout.remove(range)
      case .move(let source, let target): layout.move(from: source, to: target)
      case .insert(let run, let index):
        layout.insert(run.map { Self.item(lists.new[$0]) }, at: index)
      }
    }
    layout.checkInvariants()
    let handles = (0..<layout.count).map { Int(layout.handle(at: $0)) }
    guard handles == lists.new else { return "the order is \(handles)" }
    guard let heir else { return nil }
    if point == .end { offset = layout.bottom }
    let unmoved = layout.place(of: heir)
    let off = layout.restore(heir, to: offset)
    layout.checkInvariants()
    guard let place = layout.place(of: heir), let unmoved else { return "\(heir) is nowhere" }
    switch layout.correction {
    case .exact:
      return off == .zero && place == offset ? nil : "off by \(place - offset)"
    case .never, .sameFrame:
      return off == place - offset && place == unmoved ? nil : "moved to \(place)"
    }
  }
}
