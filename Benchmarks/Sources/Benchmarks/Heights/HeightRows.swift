import Harness
import Lengths

/// Whether an operation waits for the one before: known to the compiler, which would otherwise make
/// every loop wait.
protocol Order { static var waits: Bool { get } }
enum Free: Order { static var waits: Bool { false } }
enum Chained: Order { static var waits: Bool { true } }

struct OffsetRow<Turns: Order>: HeightRow {
  var isEdited = false
  var name: String {
    (isEdited ? "edited: " : "") + "offset of an item" + (Turns.waits ? ", latency" : "")
  }
  let isScattered = true
  let needs: Abilities = .offsets

  func perform<S: HeightSequence>(_ state: inout HeightState<S>, _ operations: Int) -> UInt64 {
    var random = state.random
    var sum: Int64 = 0
    for _ in 0..<operations {
      let offset = state.sequence.offset(of: random.index(below: state.size))
      sum &+= offset
      if Turns.waits { random.state &+= UInt64(truncatingIfNeeded: offset & 1) }
    }
    state.random = random
    return UInt64(bitPattern: sum)
  }
}

struct SearchRow<Turns: Order>: HeightRow {
  var isEdited = false
  var name: String {
    (isEdited ? "edited: " : "") + "item at an offset" + (Turns.waits ? ", latency" : "")
  }
  let isScattered = true
  let needs: Abilities = .search

  func perform<S: HeightSequence>(_ state: inout HeightState<S>, _ operations: Int) -> UInt64 {
    let scale = Double(state.total - 1)
    var random = state.random
    var sum = 0
    for _ in 0..<operations {
      let index = state.sequence.index(at: Int64(Double(random.next()) * 0x1p-32 * scale))
      sum &+= index
      if Turns.waits { random.state &+= UInt64(truncatingIfNeeded: index & 1) }
    }
    state.random = random
    return UInt64(sum)
  }
}

/// A finger that moves by up to 128 pt a step.
struct NearRow: HeightRow {
  let name = "item near the last one"
  let needs: Abilities = [.search, .lists]

  func perform<S: HeightSequence>(_ state: inout HeightState<S>, _ operations: Int) -> UInt64 {
    var offset = state.total / 2
    var sum = 0
    for _ in 0..<operations {
      offset &+= Int64(state.random.next() & 16_383) &- 8_191
      sum &+= state.sequence.index(near: offset)
    }
    return UInt64(sum)
  }
}

enum RowPlace { case end, near, anywhere }

struct ListRow: HeightRow {
  let name: String
  /// In points.
  let length: Int64
  let place: RowPlace
  var isScattered: Bool { place == .anywhere }
  let needs: Abilities = .lists

  func perform<S: HeightSequence>(_ state: inout HeightState<S>, _ operations: Int) -> UInt64 {
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

struct SetRow: HeightRow {
  let name: String
  let place: RowPlace
  var isEdited = false
  var isScattered: Bool { place == .anywhere }
  let needs: Abilities = .heights

  func perform<S: HeightSequence>(_ state: inout HeightState<S>, _ operations: Int) -> UInt64 {
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
struct LastAndListRow: HeightRow {
  let name = "last height and list"
  let needs: Abilities = [.heights, .lists]

  func perform<S: HeightSequence>(_ state: inout HeightState<S>, _ operations: Int) -> UInt64 {
    var sum = 0
    for step in 0..<operations {
      state.sequence.setHeight(6_400 &+ Int64(step & 4_095), at: state.size - 1)
      let total = state.sequence.offset(of: state.size)
      sum &+= state.sequence.list(from: total - 57_600, to: total)
    }
    return UInt64(sum)
  }
}

struct PageOfHeightsRow: HeightRow {
  let name = "15 heights in the middle"
  let needs: Abilities = [.heights, .lists]

  func perform<S: HeightSequence>(_ state: inout HeightState<S>, _ operations: Int) -> UInt64 {
    let pages = state.pairs
    for step in 0..<operations {
      let first = state.size / 2 + (step & 127)
      state.sequence.setHeights(step & 1 == 0 ? pages.0 : pages.1, at: first)
    }
    return UInt64(state.total)
  }
}

struct AppendRow: HeightRow {
  let name = "append"
  let needs: Abilities = .ends
  let most = 4_096

  func prepare<S: HeightSequence>(_ state: inout HeightState<S>) {
    state.sequence.removeLast(state.sequence.count - state.size)
  }

  func perform<S: HeightSequence>(_ state: inout HeightState<S>, _ operations: Int) -> UInt64 {
    for step in 0..<operations { state.sequence.append(6_400 &+ Int64(step & 1_023)) }
    return UInt64(state.total)
  }
}

struct PrependRow: HeightRow {
  let name = "prepend 50"
  let needs: Abilities = .ends
  let most = HeightSuite.mostPages

  func prepare<S: HeightSequence>(_ state: inout HeightState<S>) {
    state.sequence.removeFirst(state.sequence.count - state.size)
  }

  func perform<S: HeightSequence>(_ state: inout HeightState<S>, _ operations: Int) -> UInt64 {
    for page in 0..<operations { state.sequence.prepend(state.pages[page]) }
    return UInt64(state.total).mixed(Int(state.sequence.offset(of: 50)))
  }
}

/// All items anew.
struct LoadRow: HeightRow {
  let name = "load all"
  let needs: Abilities = [.offsets, .lists]

  func perform<S: HeightSequence>(_ state: inout HeightState<S>, _ operations: Int) -> UInt64 {
    for _ in 0..<operations { state.sequence.load(state.heights) }
    return UInt64(state.total)
  }
}

struct InsertRow: HeightRow {
  let name = "insert anywhere"
  let isScattered = true
  let needs: Abilities = .inserts
  let isEdited = true
  let most = 2_000

  func prepare<S: HeightSequence>(_ state: inout HeightState<S>) { state.size(to: state.size) }

  func perform<S: HeightSequence>(_ state: inout HeightState<S>, _ operations: Int) -> UInt64 {
    var random = state.random
    for _ in 0..<operations {
      state.sequence.insert(6_400, at: random.index(below: state.sequence.count))
    }
    state.random = random
    return UInt64(state.sequence.offset(of: state.size / 2))
  }
}

struct RemoveRow: HeightRow {
  let name = "remove anywhere"
  let isScattered = true
  let needs: Abilities = .inserts
  let isEdited = true
  /// At most a third of the items: what is nearly empty is another structure.
  let most: Int

  init(size: Int) { most = min(2_000, size / 2) }

  func prepare<S: HeightSequence>(_ state: inout HeightState<S>) {
    state.size(to: state.size + most)
  }

  func perform<S: HeightSequence>(_ state: inout HeightState<S>, _ operations: Int) -> UInt64 {
    var random = state.random
    for _ in 0..<operations {
      state.sequence.remove(at: random.index(below: state.sequence.count))
    }
    state.random = random
    return UInt64(state.sequence.offset(of: state.sequence.count / 2))
  }
}
