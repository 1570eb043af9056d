import Harness
import HeightIndexing
import Lengths

/// Skewed heights of 28 to 600 pt, mean about 185 pt.
func makeHeights(_ count: Int) -> [LayoutUnit] {
  var random = Congruential(12_345)
  return (0..<count).map { _ in
    let bits = random.next()
    let low = bits & 0xff
    let points = 28 + ((low &* low &* low) >> 16) &* 2 &+ ((bits >> 8) & 63)
    return LayoutUnit(rawValue: Int64(points &* 64 &+ ((bits >> 16) & 63)))
  }
}

/// A structure at work.
struct HeightState<Sequence: HeightSequence> {
  let size: Int
  let heights: [LayoutUnit]
  let pages: [Sequence.Page]
  /// Twice 15 heights.
  let pairs: ([LayoutUnit], [LayoutUnit])
  var sequence: Sequence
  var random = Congruential()
  var hash: UInt64 = 0

  /// Loads it; an edited one has had items put in and taken out anywhere.
  init(_ heights: [LayoutUnit], isEdited: Bool, addsItems: Bool = false) {
    self.heights = heights
    size = heights.count
    sequence = Sequence(heights)
    if addsItems { sequence.expectEdits() }
    pairs = (Array(heights[0..<15]), Array(heights[15..<30]))
    pages = (0..<HeightSuite.mostPages).map { Sequence.page(number: $0) }
    guard isEdited else { return }
    // As many as split every segment: later edits find memory for theirs.
    size(to: size + 6_000 + size / 24)
    size(to: size)
  }

  mutating func size(to count: Int) {
    while sequence.count > count { sequence.remove(at: random.index(below: sequence.count)) }
    while sequence.count < count { sequence.insert(6_400, at: random.index(below: sequence.count)) }
  }

  var total: Int64 { mutating get { sequence.offset(of: sequence.count) } }
}

/// A row: the same work for whatever structure can do it.
protocol HeightRow {
  var name: String { get }
  var needs: Abilities { get }
  var isEdited: Bool { get }
  /// Whether it goes to random places, most of which no cache holds where items are many.
  var isScattered: Bool { get }
  var most: Int { get }
  func prepare<S: HeightSequence>(_ state: inout HeightState<S>)
  func perform<S: HeightSequence>(_ state: inout HeightState<S>, _ operations: Int) -> UInt64
}

extension HeightRow {
  var isEdited: Bool { false }
  var isScattered: Bool { false }
  var most: Int { .max }
  func prepare<S: HeightSequence>(_ state: inout HeightState<S>) {}

  func contestant<S: HeightSequence>(_ type: S.Type, _ heights: [LayoutUnit]) -> [Contestant] {
    guard S.abilities.isSuperset(of: needs), !isEdited || S.abilities.contains(.inserts) else {
      return []
    }
    return [
      Contestant(
        S.name,
        most: most,
        make: {
          HeightState<S>(
            heights,
            isEdited: isEdited,
            addsItems: !needs.isDisjoint(with: [.ends, .inserts])
          )
        },
        prepare: { prepare(&$0) },
        perform: { perform(&$0, $1) }
      )
    ]
  }
}

/// The height index beside structures that do less, and that do it otherwise.
enum HeightSuite {
  static let mostPages = 64

  /// Made once for all rows; one thread makes suites.
  nonisolated(unsafe) private static var made: [Int: [LayoutUnit]] = [:]

  private static func heights(_ size: Int) -> [LayoutUnit] {
    if let heights = made[size] { return heights }
    let heights = makeHeights(size)
    made[size] = heights
    return heights
  }

  static var suite: Suite {
    Suite(
      "heights",
      title: "Height index: figures",
      page: "HeightIndex.md",
      notes: """
        An operation of `HeightIndex` beside what does less. *Plain* is what remains of it when only
        speed is asked for: the same lines of sums, no handles (4 bytes an item and 4 in a map), no
        check of an argument, no copies, items added at the ends alone; the *plain tree* takes them
        anywhere. Plain with handles, checks or copy-on-write shows what each adds; ours writes no
        handles that count on, until an edit in the middle breaks their row; an item that comes
        gets the handle of one that went, as in a surface. With handles, an edit in the middle
        goes through twice the lines and through the map, and a near cache holds half as many
        items. All are called as a library is, one call an operation. C++ is
        `-O3 -march=native`. "Edited" is after inserts and removals at random places.
        """,
      cases: { isSmall in
        let sizes = isSmall ? [1_000, 5_000] : [1_000, 100_000, 1_000_000]
        return sizes.flatMap { rows($0) + only($0) }
      }
    )
  }

  /// A row with everyone who can do it. Called with rows of known types, so that every loop is
  /// compiled for its row and its structure.
  private static func cases<Row: HeightRow>(_ row: Row, _ size: Int) -> [Case] {
    let heights = heights(size)
    var contestants = row.contestant(OurIndex.self, heights)
    contestants += row.contestant(OurVariant.self, heights)
    contestants += row.contestant(PlainIndex<NoFeatures>.self, heights)
    contestants += row.contestant(PlainIndex<OnlyHandles>.self, heights)
    contestants += row.contestant(PlainIndex<OnlyChecks>.self, heights)
    contestants += row.contestant(PlainIndex<OnlyCopies>.self, heights)
    contestants += row.contestant(PlainIndex<AllFeatures>.self, heights)
    if row.isEdited { contestants += row.contestant(PlainTree.self, heights) }
    if !row.needs.contains(.ends), !row.isEdited {
      contestants += row.contestant(FenwickTwin.self, heights)
      contestants += row.contestant(NativeFenwick.self, heights)
      contestants += row.contestant(NativeTree.self, heights)
    }
    // Arrays take seconds to edit where they are long.
    if !row.isEdited || size < 100_000 {
      contestants += row.contestant(NaiveTwin.self, heights)
      contestants += row.contestant(WatermarkTwin.self, heights)
      contestants += row.contestant(OffsetTwin.self, heights)
      contestants += row.contestant(AnchoredTwin.self, heights)
    }
    return [
      Case(
        "heights",
        row.name,
        size: size,
        goals: row.isEdited
          ? [Goal(1.3, times: PlainTree.name), Goal(1.15, times: OurVariant.name)]
          : [Goal(1.3, times: NoFeatures.title), Goal(1.15, times: OurVariant.name)],
        checked: size >= 100_000 ? 16 : 64,
        isScattered: row.isScattered && size >= 1_000_000,
        contestants
      )
    ]
  }

  /// Rows that only ours has.
  private static func only(_ size: Int) -> [Case] {
    let heights = heights(size)
    func ours(
      _ name: String,
      _ perform: @escaping (inout HeightState<OurIndex>, Int) -> UInt64
    ) -> Case {
      let make = { HeightState<OurIndex>(heights, isEdited: false) }
      return Case(
        "heights",
        name,
        size: size,
        [Contestant(OurIndex.name, make: make, perform: perform)]
      )
    }
    return [
      ours("index of a handle") { state, operations in
        var sum = 0
        for _ in 0..<operations {
          let handle = UInt32(state.random.index(below: state.size))
          sum &+= state.sequence.index.index(of: handle) ?? 0
        }
        return UInt64(sum)
      },
      ours("last height, list, read frames") { state, operations in
        var sum: Int64 = 0
        for step in 0..<operations {
          state.sequence.setHeight(6_400 &+ Int64(step & 4_095), at: state.size - 1)
          let total = state.sequence.index.total.rawValue
          sum &+= state.sequence.frames(from: total - 57_600, to: total)
        }
        return UInt64(sum)
      },
      ours("width change") { state, operations in
        for _ in 0..<operations {
          let grows = state.sequence.index.total < LayoutUnit(points: 160 * state.size)
          state.sequence.index.scaleHeights(
            numerator: grows ? 390 : 320,
            denominator: grows ? 320 : 390
          )
        }
        return UInt64(state.sequence.index.total.rawValue)
      },
    ]
  }

  private static func rows(_ size: Int) -> [Case] {
    let lists =
      cases(ListRow(name: "list 16 items at the end", length: 2_960, place: .end), size)
      + cases(ListRow(name: "list 16 items near the last", length: 2_960, place: .near), size)
      + cases(ListRow(name: "list 900 pt anywhere", length: 900, place: .anywhere), size)
    let queries =
      cases(OffsetRow<Free>(), size) + cases(OffsetRow<Chained>(), size)
      + cases(SearchRow<Free>(), size)
      + cases(SearchRow<Chained>(), size) + cases(NearRow(), size)
    let heights =
      cases(SetRow(name: "height of the last item", place: .end), size)
      + cases(SetRow(name: "height of a top item", place: .near), size)
      + cases(SetRow(name: "height of any item", place: .anywhere), size)
      + cases(LastAndListRow(), size) + cases(PageOfHeightsRow(), size)
    let edits = cases(AppendRow(), size) + cases(PrependRow(), size) + cases(LoadRow(), size)
    let edited =
      cases(OffsetRow<Free>(isEdited: true), size) + cases(SearchRow<Free>(isEdited: true), size)
      + cases(
        SetRow(name: "edited: height of any item", place: .anywhere, isEdited: true),
        size
      )
      + cases(SetRow(name: "edited: height of the last item", place: .end, isEdited: true), size)
      + cases(InsertRow(), size) + cases(RemoveRow(size: size), size)
    return queries + lists + heights + edits + edited
  }
}
