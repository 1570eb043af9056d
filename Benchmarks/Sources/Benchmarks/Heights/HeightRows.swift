import Benchmarking
import Lengths

/// How many pages of history a batch puts before the first item at most.
private let mostPages = 64

/// A structure at work.
struct HeightState<Sequence: HeightSequence> {
  let size: Int
  let heights: [LayoutUnit]
  let pages: [Sequence.Page]
  /// Twice 15 heights.
  let pairs: ([LayoutUnit], [LayoutUnit])
  var sequence: Sequence
  var random = Congruential()

  /// Loads it; an edited one has had items put in and taken out anywhere.
  init(_ heights: [LayoutUnit], isEdited: Bool, addsItems: Bool = false) {
    self.heights = heights
    size = heights.count
    sequence = Sequence(heights)
    if addsItems { sequence.expectEdits() }
    pairs = (Array(heights[0..<15]), Array(heights[15..<30]))
    pages = (0..<mostPages).map { Sequence.page(number: $0) }
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

/// Whether an operation waits for the one before: known to the compiler, which would otherwise make
/// every loop wait.
protocol Order { static var waits: Bool { get } }
enum Free: Order { static var waits: Bool { false } }
enum Chained: Order { static var waits: Bool { true } }

/// A row: the same work for whatever structure can do it. Generic, so that every loop is compiled for its
/// structure.
struct HeightRow<Sequence: HeightSequence> {
  typealias State = HeightState<Sequence>
  let name: String
  let needs: Abilities
  var isEdited = false
  /// Whether it goes to random places, most of which no cache holds where items are many.
  var isScattered = false
  var most = Int.max
  var prepare: (inout State) -> Void = { _ in }
  let perform: (inout State, Int) -> UInt64

  /// All rows, in the order of the table.
  static func all(_ size: Int) -> [HeightRow] {
    let queries = [
      offset(Free.self), offset(Chained.self), search(Free.self), search(Chained.self),
      list("list 16 items at the end", 2_960, .end),
      list("list 16 items near the last", 2_960, .near),
      list("list 900 pt anywhere", 900, .anywhere),
    ]
    let heights = [
      set("height of the last item", .end), set("height of a top item", .near),
      set("height of any item", .anywhere), lastAndList, page,
    ]
    let edited = [
      offset(Free.self, isEdited: true), search(Free.self, isEdited: true),
      set("edited: height of any item", .anywhere, isEdited: true),
      set("edited: height of the last item", .end, isEdited: true), insert, remove(size),
    ]
    return queries + heights + [append, prepend, load] + edited
  }

  private static func offset(_ order: (some Order).Type, isEdited: Bool = false) -> HeightRow {
    HeightRow(
      name: (isEdited ? "edited: " : "") + "offset of an item" + (order.waits ? ", latency" : ""),
      needs: .offsets,
      isEdited: isEdited,
      isScattered: true
    ) { state, operations in
      var random = state.random
      var sum: Int64 = 0
      for _ in 0..<operations {
        let offset = state.sequence.offset(of: random.index(below: state.size))
        sum &+= offset
        if order.waits { random.state &+= UInt64(truncatingIfNeeded: offset & 1) }
      }
      state.random = random
      return UInt64(bitPattern: sum)
    }
  }

  private static func search(_ order: (some Order).Type, isEdited: Bool = false) -> HeightRow {
    HeightRow(
      name: (isEdited ? "edited: " : "") + "item at an offset" + (order.waits ? ", latency" : ""),
      needs: .search,
      isEdited: isEdited,
      isScattered: true
    ) { state, operations in
      let scale = Double(state.total - 1)
      var random = state.random
      var sum = 0
      for _ in 0..<operations {
        let index = state.sequence.index(at: Int64(Double(random.next()) * 0x1p-32 * scale))
        sum &+= index
        if order.waits { random.state &+= UInt64(truncatingIfNeeded: index & 1) }
      }
      state.random = random
      return UInt64(sum)
    }
  }

  private enum Place { case end, near, anywhere }

  /// Lists so many points.
  private static func list(_ name: String, _ length: Int64, _ place: Place) -> HeightRow {
    HeightRow(name: name, needs: .lists, isScattered: place == .anywhere) { state, operations in
      let total = state.total
      let scale = Double(total - 3_400 * 64)
      var random = state.random
      var sum = 0
      for step in 0..<operations {
        let near = Int64(step % 7) &* 2_560
        let top =
          switch place {
          case .end: total &- 3_400 &* 64 &+ near
          case .near: total / 3 &+ near
          case .anywhere: Int64(Double(random.next()) * 0x1p-32 * scale)
          }
        sum &+= state.sequence.list(from: top, to: top &+ length &* 64)
      }
      state.random = random
      return UInt64(sum)
    }
  }

  private static func set(_ name: String, _ place: Place, isEdited: Bool = false) -> HeightRow {
    HeightRow(
      name: name,
      needs: .heights,
      isEdited: isEdited,
      isScattered: place == .anywhere
    ) { state, operations in
      var random = state.random
      for step in 0..<operations {
        let index =
          switch place {
          case .end: state.size &- 1
          case .near: 3
          case .anywhere: random.index(below: state.size)
          }
        state.sequence.setHeight(6_400 &+ Int64(step & 1_023), at: index)
      }
      state.random = random
      return UInt64(state.total)
    }
  }

  /// A token: the last message grows, the screen is listed.
  private static var lastAndList: HeightRow {
    HeightRow(name: "last height and list", needs: [.heights, .lists]) { state, operations in
      var sum = 0
      for step in 0..<operations {
        state.sequence.setHeight(6_400 &+ Int64(step & 4_095), at: state.size - 1)
        let total = state.sequence.offset(of: state.size)
        sum &+= state.sequence.list(from: total - 57_600, to: total)
      }
      return UInt64(sum)
    }
  }

  private static var page: HeightRow {
    HeightRow(name: "15 heights in the middle", needs: [.heights, .lists]) { state, operations in
      let pages = state.pairs
      for step in 0..<operations {
        let first = state.size / 2 + (step & 127)
        state.sequence.setHeights(step & 1 == 0 ? pages.0 : pages.1, at: first)
      }
      return UInt64(state.total)
    }
  }

  private static var append: HeightRow {
    HeightRow(
      name: "append",
      needs: .ends,
      most: 4_096,
      prepare: { $0.sequence.removeLast($0.sequence.count - $0.size) }
    ) { state, operations in
      for step in 0..<operations { state.sequence.append(6_400 &+ Int64(step & 1_023)) }
      return UInt64(state.total)
    }
  }

  private static var prepend: HeightRow {
    HeightRow(
      name: "prepend 50",
      needs: .ends,
      most: mostPages,
      prepare: { $0.sequence.removeFirst($0.sequence.count - $0.size) }
    ) { state, operations in
      for page in 0..<operations { state.sequence.prepend(state.pages[page]) }
      return UInt64(state.total).mixed(Int(state.sequence.offset(of: 50)))
    }
  }

  /// All items anew.
  private static var load: HeightRow {
    HeightRow(name: "load all", needs: [.offsets, .lists]) { state, operations in
      for _ in 0..<operations { state.sequence.load(state.heights) }
      return UInt64(state.total)
    }
  }

  private static var insert: HeightRow {
    HeightRow(
      name: "insert anywhere",
      needs: .inserts,
      isEdited: true,
      isScattered: true,
      most: 2_000,
      prepare: { $0.size(to: $0.size) }
    ) { state, operations in
      var random = state.random
      for _ in 0..<operations {
        state.sequence.insert(6_400, at: random.index(below: state.sequence.count))
      }
      state.random = random
      return UInt64(state.sequence.offset(of: state.size / 2))
    }
  }

  /// At most a third of the items: what is nearly empty is another structure.
  private static func remove(_ size: Int) -> HeightRow {
    let most = min(2_000, size / 2)
    return HeightRow(
      name: "remove anywhere",
      needs: .inserts,
      isEdited: true,
      isScattered: true,
      most: most,
      prepare: { $0.size(to: $0.size + most) }
    ) { state, operations in
      var random = state.random
      for _ in 0..<operations {
        state.sequence.remove(at: random.index(below: state.sequence.count))
      }
      state.random = random
      return UInt64(state.sequence.offset(of: state.sequence.count / 2))
    }
  }
}
