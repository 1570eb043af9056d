import Lengths

/// What every way to keep heights can be asked and told: conform to it, name the type in
/// `HeightSuite.swift`, and every row has one more column.
protocol HeightSequence {
  /// Items made ready to be put before the first, as the structure wants them; memory that stays, as
  /// an array would be retained and released in every turn of the loop, for some structures only.
  associatedtype Page = UnsafeBufferPointer<LayoutUnit>

  /// What it is called in tables.
  static var name: String { get }
  /// What it can do; rows of other work leave it out.
  static var abilities: Abilities { get }

  init(_ heights: [LayoutUnit])
  /// Finds memory for edits, untimed.
  mutating func expectEdits()
  /// Replaces everything.
  mutating func load(_ heights: [LayoutUnit])
  var count: Int { get }
  /// The sum of the heights before an item; of all for `count`.
  mutating func offset(of index: Int) -> Int64
  /// The item that contains an offset.
  mutating func index(at offset: Int64) -> Int
  mutating func setHeight(_ units: Int64, at index: Int)
  mutating func setHeights(_ heights: [LayoutUnit], at first: Int)
  mutating func append(_ units: Int64)
  static func page(number: Int) -> Page
  mutating func prepend(_ page: Page)
  mutating func insert(_ units: Int64, at index: Int)
  mutating func remove(at index: Int)
  /// Puts items in the place of others; what does all other edits where nothing else is said.
  mutating func replace(_ items: Range<Int>, by heights: some Heights)
  /// Takes away items that were put before the first, or after the last.
  mutating func removeFirst(_ items: Int)
  mutating func removeLast(_ items: Int)
  /// Lists the items that are partly or wholly in a stretch; returns the first one's index plus how
  /// many there are.
  mutating func list(from top: Int64, to limit: Int64) -> Int
}

typealias Heights = BidirectionalCollection<Int64>

/// What a structure can do in reasonable time.
struct Abilities: OptionSet, Sendable {
  let rawValue: Int
  init(rawValue: Int) { self.rawValue = rawValue }
  static let offsets = Abilities(rawValue: 1)
  static let search = Abilities(rawValue: 2)
  static let heights = Abilities(rawValue: 4)
  static let ends = Abilities(rawValue: 8)
  static let inserts = Abilities(rawValue: 16)
  static let lists = Abilities(rawValue: 32)
  static let all: Abilities = [.offsets, .search, .heights, .ends, .inserts, .lists]
}

extension HeightSequence {
  mutating func expectEdits() {}
  mutating func load(_ heights: [LayoutUnit]) { self = Self(heights) }

  mutating func setHeights(_ heights: [LayoutUnit], at first: Int) {
    for (place, height) in heights.enumerated() { setHeight(height.rawValue, at: first + place) }
  }

  mutating func index(at offset: Int64) -> Int {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if self.offset(of: middle) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  mutating func list(from top: Int64, to limit: Int64) -> Int {
    var place = index(at: top)
    while place < count, offset(of: place) < limit { place += 1 }
    return place
  }

  mutating func append(_ units: Int64) { insert(units, at: count) }
  mutating func insert(_ units: Int64, at index: Int) {
    replace(index..<index, by: CollectionOfOne(units))
  }
  mutating func remove(at index: Int) { replace(index..<index + 1, by: []) }
  mutating func removeFirst(_ items: Int) { replace(0..<items, by: []) }
  mutating func removeLast(_ items: Int) { replace(count - items..<count, by: []) }
  mutating func replace(_ items: Range<Int>, by heights: some Heights) { Self.lacks("be edited") }
  static func lacks(_ verb: String) -> Never { fatalError("\(name) cannot \(verb)") }
}

extension HeightSequence where Page == UnsafeBufferPointer<LayoutUnit> {
  static func page(number: Int) -> Page { PageOfHeights.units }
  mutating func prepend(_ page: Page) { replace(0..<0, by: page.lazy.map(\.rawValue)) }
}

/// The heights of a page of history, for as long as the program runs.
enum PageOfHeights {
  nonisolated(unsafe) static let units = lasting { LayoutUnit(points: 40 + $0 * 7 % 300) }
  nonisolated(unsafe) static let words = lasting { Int32(40 + $0 * 7 % 300) * 64 }

  /// A page of 50 elements.
  static func lasting<Element>(_ element: (Int) -> Element) -> UnsafeBufferPointer<Element> {
    let page = UnsafeMutableBufferPointer<Element>.allocate(capacity: 50)
    _ = page.initialize(from: (0..<50).map(element))
    return UnsafeBufferPointer(page)
  }
}
