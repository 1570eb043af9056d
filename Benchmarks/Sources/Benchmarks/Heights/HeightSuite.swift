import Benchmarking
import HeightIndexing
import Lengths

/// The height index beside structures that do less, and that do it otherwise.
enum HeightSuite {
  static var suite: Suite {
    Suite(
      "heights",
      title: "Height index: figures",
      page: "HeightIndex.md",
      notes: """
        What an operation of `HeightIndex` costs. *Plain* does less: the same lines of sums, but no
        handles, no check of an argument, no copies, and items only come at the ends; the *plain tree*
        takes them anywhere. "At most" is the highest of the ratios at the three sizes. "Edited" is
        after inserts and removals at random places. `Results` has the figures of all candidates, with
        their intervals.
        """,
      beside: ["plain with handles", "Fenwick tree", "offset array"],
      cases: { isSmall in
        (isSmall ? [1_000, 5_000] : [1_000, 100_000, 1_000_000]).flatMap { rows($0) + only($0) }
      }
    )
  }

  /// Skewed heights of 28 to 600 pt, mean about 185 pt.
  private static func heights(_ count: Int) -> [LayoutUnit] {
    if let heights = made[count] { return heights }
    var random = Congruential(12_345)
    let heights = (0..<count).map { _ in
      let bits = random.next()
      let low = bits & 0xff
      let points = 28 + ((low &* low &* low) >> 16) &* 2 &+ ((bits >> 8) & 63)
      return LayoutUnit(rawValue: Int64(points &* 64 &+ ((bits >> 16) & 63)))
    }
    made[count] = heights
    return heights
  }

  /// Made once for all rows; one thread makes suites.
  nonisolated(unsafe) private static var made: [Int: [LayoutUnit]] = [:]

  /// What a structure does, row by row; nil where it cannot, or is left out.
  private static func column<S: HeightSequence>(
    _ type: S.Type,
    _ size: Int,
    where isIn: (HeightRow<S>) -> Bool = { _ in true }
  ) -> [Contestant?] {
    HeightRow<S>.all(size).map { row in
      let needs = row.isEdited ? row.needs.union(.inserts) : row.needs
      guard S.abilities.isSuperset(of: needs), isIn(row) else { return nil }
      let addsItems = !row.needs.isDisjoint(with: [.ends, .inserts])
      return Contestant(
        S.name,
        most: row.most,
        make: {
          HeightState<S>(heights(size), isEdited: row.isEdited, addsItems: addsItems)
        },
        prepare: row.prepare,
        perform: row.perform
      )
    }
  }

  private static func rows(_ size: Int) -> [Case] {
    let ours = [column(OurIndex.self, size)]
    let plain = [
      column(PlainIndex<NoFeatures>.self, size), column(PlainIndex<AllFeatures>.self, size),
      column(PlainTree.self, size) { $0.isEdited },
    ]
    let trees = [
      column(FenwickTwin.self, size), column(NativeFenwick.self, size),
      column(NativeTree.self, size),
    ]
    // Arrays take seconds to edit where they are long.
    let short = size < 100_000
    let arrays = [
      column(NaiveTwin.self, size) { short || !$0.isEdited },
      column(WatermarkTwin.self, size) { short || !$0.isEdited },
      column(OffsetTwin.self, size) { short || !$0.isEdited },
      column(AnchoredTwin.self, size) { short || !$0.isEdited },
    ]
    let columns = ours + plain + trees + arrays
    return HeightRow<OurIndex>.all(size).enumerated().map { place, row in
      let twin = row.isEdited ? PlainTree.name : NoFeatures.title
      return Case(
        "heights",
        row.name,
        size: size,
        goals: [Goal(1.3, times: twin)],
        checked: size >= 100_000 ? 16 : 64,
        isScattered: row.isScattered && size >= 1_000_000,
        columns.compactMap { $0[place] }
      )
    }
  }

  /// Rows that only ours has.
  private static func only(_ size: Int) -> [Case] {
    func ours(
      _ name: String,
      _ perform: @escaping (inout HeightState<OurIndex>, Int) -> UInt64
    ) -> Case {
      let make = { HeightState<OurIndex>(heights(size), isEdited: false) }
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
}
