import AnchoredLayout
import Lengths

/// A reader in front of a layout, frame by frame: scrolling, and edits of which each has its still
/// point; and a plain array that says what each frame shows.
struct RandomFrames: ~Copyable {
  /// A still point, and where on screen it has to be.
  private struct Held {
    var point: StillPoint
    var screenY: LayoutUnit
  }

  private static let viewport = LayoutUnit(points: 800)

  let kind: LayoutKind
  /// Edits so far.
  private(set) var operations = 0
  /// The farthest that a still point was off.
  private(set) var drift = LayoutUnit.zero
  private var layout: VirtualLayout
  private var model: NaiveLayout
  private var source: EditSource
  private var listed = PlacedItems()
  private var held: Held?
  private var offset = ContentSpace.start

  init(kind: LayoutKind, seed: UInt64) {
    self.kind = kind
    layout = VirtualLayout(strategy: kind.make())
    model = NaiveLayout(kind: kind)
    source = EditSource(seed: seed)
  }

  /// - Returns: What is wrong; nil when nothing is.
  mutating func frame() -> String? {
    settleDrift()
    scroll()
    layout.forgetHeights(above: offset, below: offset + Self.viewport)
    model.forget(above: offset, below: offset + Self.viewport)
    for _ in 0..<source.random.nextIndex(below: 4) {
      if let complaint = edit() { return "in an edit: \(complaint)" }
    }
    return differenceOnScreen
  }

  private mutating func settleDrift() {
    guard let held, let place = layout.place(of: held.point) else { return }
    drift = max(drift, (place - offset - held.screenY).magnitude)
    self.held = nil
  }

  private mutating func scroll() {
    switch source.random.nextIndex(below: 8) {
    case 0:
      let extent = Int((model.bottom - model.top).rawValue) + 20_000
      offset = model.top + LayoutUnit(rawValue: Int64(source.random.nextIndex(below: extent)))
      offset -= LayoutUnit(points: 160)
    case 1..<5:
      offset += LayoutUnit(rawValue: Int64(source.random.nextIndex(below: 40_001)) - 20_000)
    case 5: rebase(around: ContentSpace.margin - LayoutUnit(points: 1))
    default: rebase(around: offset)
    }
  }

  private mutating func rebase(around place: LayoutUnit) {
    let shift = layout.rebase(around: place, viewport: Self.viewport)
    model.top += shift
    offset += shift
  }

  private mutating func edit() -> String? {
    operations += 1
    let edit = source.next(count: model.items.count)
    if case .load = edit { return reload(edit) }
    let point = stillPoint()
    var heir = point
    if case .remove(let range) = edit, let old = point {
      heir = model.heir(of: old, removing: range)
    }
    let before = point.flatMap { model.place(of: $0) }
    held = nil
    apply(edit)
    guard let heir, let before else { return differenceOnScreen }
    guard let moved = model.place(of: heir) else { return "\(heir) is nowhere" }
    held = Held(point: heir, screenY: before - offset)
    let off = layout.restore(heir, to: before)
    layout.checkInvariants()
    let isCorrected = kind.correction == .exact
    guard off == (isCorrected ? .zero : moved - before) else { return "off by \(off)" }
    switch kind.correction {
    case .exact: model.top -= moved - before
    case .never: break
    // The offset follows what the layout says.
    case .sameFrame: offset += off
    }
    guard layout.place(of: heir) == (isCorrected ? before : moved) else { return "moved" }
    return differenceOnScreen
  }

  private mutating func apply(_ edit: LayoutEdit) {
    let scaling = layout.scaling
    edit.apply(to: &layout)
    edit.apply(to: &model, kind: kind, scaling: scaling)
    if model.items.isEmpty { model.top = layout.top }
    layout.checkInvariants()
  }

  private mutating func reload(_ edit: LayoutEdit) -> String? {
    apply(edit)
    offset = layout.top
    held = nil
    return differenceOnScreen
  }

  /// What lies at the reader's place, or the end.
  private mutating func stillPoint() -> StillPoint? {
    guard !model.items.isEmpty else { return nil }
    if source.random.nextIndex(below: 10) == 0 { return .end }
    let index = model.index(atY: offset)
    return .item(handle: model.items[index].handle, inset: offset - model.y(at: index))
  }

  /// What the frame shows other than the plain array says: positions from scratch, at the offset
  /// as it is in this frame.
  private var differenceOnScreen: String? {
    mutating get {
      let expected = model.list(from: offset, to: offset + Self.viewport)
      layout.list(from: offset, to: offset + Self.viewport, into: &listed)
      guard Array(listed) == expected else { return "\(Array(listed)) is shown, not \(expected)" }
      guard layout.top == model.top, layout.bottom == model.bottom else {
        return "from \(layout.top) to \(layout.bottom), not \(model.top) to \(model.bottom)"
      }
      return nil
    }
  }
}
