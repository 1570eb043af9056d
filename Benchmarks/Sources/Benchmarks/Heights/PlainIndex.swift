import Lengths

/// What a plain index does beside keeping heights.
protocol PlainFeatures {
  static var title: String { get }
  /// Whether every item has a handle, with a map that says in which segment it is, whether arguments are
  /// checked, and whether edits make sure that no copy shares the storage.
  static var hasAll: Bool { get }
}

extension PlainFeatures {
  static var hasAll: Bool { false }
}

enum NoFeatures: PlainFeatures { static let title = "plain" }
enum AllFeatures: PlainFeatures {
  static let title = "plain with handles"
  static var hasAll: Bool { true }
}

/// The plain index among the others; its methods are calls, as those of a library are.
struct PlainIndex<Features: PlainFeatures>: HeightSequence {
  static var name: String { Features.title }
  static var abilities: Abilities { [.offsets, .search, .heights, .ends, .lists] }
  private var core: PlainCore<Features>
  private let lines = Memory(bytes: 2_048)

  init(_ heights: [LayoutUnit]) {
    core = PlainCore(items: heights.count)
    load(heights)
  }

  @inline(__always) private mutating func makeUnique() {
    if Features.hasAll, !isKnownUniquelyReferenced(&core) { Self.lacks("be copied") }
  }

  @inline(never) mutating func load(_ heights: [LayoutUnit]) {
    makeUnique()
    heights.withUnsafeBufferPointer { core.load($0) }
  }
  var count: Int { core.count }
  @inline(never) func offset(of index: Int) -> Int64 { core.offset(of: index) }
  @inline(never) func index(at offset: Int64) -> Int { core.index(at: offset) }
  @inline(never) mutating func setHeight(_ units: Int64, at index: Int) {
    makeUnique()
    core.setHeight(Int32(truncatingIfNeeded: units), at: index)
  }
  @inline(never) mutating func setHeights(_ heights: [LayoutUnit], at first: Int) {
    makeUnique()
    heights.withUnsafeBufferPointer { core.setHeights($0, at: first) }
  }
  @inline(never) mutating func append(_ units: Int64) {
    makeUnique()
    if Features.hasAll { precondition(UInt64(bitPattern: units) <= 1 << 26) }
    core.append(Int32(truncatingIfNeeded: units))
  }
  static func page(number: Int) -> UnsafeBufferPointer<Int32> { PageOfHeights.words }
  @inline(never) mutating func prepend(_ page: UnsafeBufferPointer<Int32>) {
    makeUnique()
    core.prepend(page)
  }
  mutating func removeFirst(_ items: Int) { core.removeFirst(items) }
  mutating func removeLast(_ items: Int) { core.removeLast(items) }
  @inline(never) mutating func list(from top: Int64, to limit: Int64) -> Int {
    makeUnique()
    return core.list(from: top, to: limit, into: lines.words)
  }
}
