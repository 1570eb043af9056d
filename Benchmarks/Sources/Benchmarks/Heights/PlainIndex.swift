import Lengths

/// What a plain index does beside keeping heights.
protocol PlainFeatures {
  static var title: String { get }
  /// Every item has a handle, and a map says in which segment it is.
  static var handles: Bool { get }
  /// Arguments are checked, and that no handle comes twice.
  static var checks: Bool { get }
  /// Edits make sure that no copy shares the storage.
  static var copies: Bool { get }
}

extension PlainFeatures {
  static var handles: Bool { false }
  static var checks: Bool { false }
  static var copies: Bool { false }
}

enum NoFeatures: PlainFeatures { static let title = "plain" }
enum OnlyHandles: PlainFeatures {
  static let title = "plain with handles"
  static var handles: Bool { true }
}
enum OnlyChecks: PlainFeatures {
  static let title = "plain with checks"
  static var checks: Bool { true }
}
enum OnlyCopies: PlainFeatures {
  static let title = "plain with copy-on-write"
  static var copies: Bool { true }
}
enum AllFeatures: PlainFeatures {
  static let title = "plain with all three"
  static var handles: Bool { true }
  static var checks: Bool { true }
  static var copies: Bool { true }
}

/// What remains of a height index when only speed is asked for: segments of 256 items under a
/// directory of fixed size, items added at the ends alone.
///
/// A segment is 16 sums before groups, 256 sums before items within their groups, and its own sum.
/// The directory has a level for each power of 16: the sum before each lane, within its node of 16.
final class PlainCore<Features: PlainFeatures> {
  static var segmentWords: Int { 288 }
  private let segments: Words
  private let levels: (Sums, Sums, Sums, Sums)
  private let top: Int
  private let blocks: [Memory]
  private let handleWords: Words
  private let owners: Words
  private let ownerLimit: Int
  private let capacity: Int
  private(set) var count = 0
  private(set) var total = 0.0
  private var origin = 0
  private var head = 0
  private var tail = 0
  private var tailBase = 0.0
  private var nextHandle: Int32 = 0
  private var finger = (segment: -1, low: 1.0, high: 0.0)

  init(items: Int) {
    // Room for 40 segments more on each side.
    let wanted = (items + 255) / 256 + 80
    var (capacity, top) = (16, 0)
    while capacity < wanted { (capacity, top) = (capacity * 16, top + 1) }
    self.top = top
    self.capacity = capacity
    let segments = Memory(bytes: 4 * Self.segmentWords * capacity)
    let sums = (0..<4).map { Memory(bytes: 8 * max(16, capacity >> (4 * $0))) }
    let handles = Memory(bytes: Features.handles ? 1_024 * capacity : 64)
    ownerLimit = 256 * capacity
    let map = Memory(bytes: Features.handles ? 4 * ownerLimit : 64)
    blocks = sums + [segments, handles, map]
    self.segments = segments.words
    levels = (sums[0].sums, sums[1].sums, sums[2].sums, sums[3].sums)
    handleWords = handles.words
    owners = map.words
  }

  @inline(__always) private func segment(_ number: Int) -> Words {
    segments + number &* Self.segmentWords
  }

  @inline(__always) private func level(_ level: Int) -> Sums {
    level == 0 ? levels.0 : level == 1 ? levels.1 : level == 2 ? levels.2 : levels.3
  }

  // MARK: Loading

  func load(_ heights: UnsafeBufferPointer<LayoutUnit>) {
    let used = max(1, (heights.count + 255) / 256)
    head = (capacity - used) / 2
    tail = head
    origin = head << 8
    (count, total, nextHandle) = (0, 0, 0)
    finger = (-1, 1, 0)
    if Features.handles { owners.update(repeating: 0, count: ownerLimit) }
    for u in 0...top {
      for entry in 0..<max(16, capacity >> (4 * u)) {
        level(u)[entry] = entry <= head >> (4 * u) ? 0 : .infinity
      }
    }
    open(tail)
    var done = 0
    while done < heights.count {
      let here = min(256, heights.count - done)
      if here < 256 {
        for place in done..<done + here {
          append(Int32(truncatingIfNeeded: heights[place].rawValue))
        }
      } else {
        if count > 0 { openTail() }
        let words = segment(tail)
        var sum: Int32 = 0
        var place = done
        for group in 0..<16 {
          words[group] = sum
          var inside: Int32 = 0
          for lane in 0..<16 {
            words[16 &+ 16 &* group &+ lane] = inside
            let units = heights[place &+ lane].rawValue
            if Features.checks { precondition(UInt64(bitPattern: units) <= 1 << 26) }
            inside &+= Int32(truncatingIfNeeded: units)
          }
          place &+= 16
          sum &+= inside
        }
        words[272] = sum
        bind(256)
        total += Double(sum)
        count &+= 256
      }
      done += here
    }
  }

  /// Gives the next items of the last segment handles.
  @inline(__always) private func bind(_ items: Int) {
    guard Features.handles else { return }
    let first = count &+ origin
    for place in 0..<items {
      let handle = nextHandle &+ Int32(truncatingIfNeeded: place)
      handleWords[first &+ place] = handle
      if Features.checks { precondition(owners[Int(handle)] == 0) }
      owners[Int(handle)] = Int32(truncatingIfNeeded: tail &+ 1)
    }
    nextHandle &+= Int32(truncatingIfNeeded: items)
  }

  private func open(_ number: Int) {
    let words = segment(number)
    for line in 0..<17 { Lanes.store(SIMD16(repeating: unusedWord), words + 16 * line) }
    (words[0], words[16], words[272]) = (0, 0, 0)
    tailBase = total
  }

  private func openTail() {
    tail += 1
    var number = tail
    var u = 0
    while u < top, number & 15 == 0 {
      level(u)[number] = 0
      number >>= 4
      u += 1
    }
    var above = 0.0
    var upper = number >> 4
    for higher in stride(from: u + 1, through: top, by: 1) {
      above += level(higher)[upper]
      upper >>= 4
    }
    level(u)[number] = total - above
    open(tail)
  }

  // MARK: Ends

  @inline(__always) func append(_ height: Int32) {
    var slot = (count &+ origin) & 255
    if slot == 0, count > 0 { openTail() }
    if count == 0 { slot = 0 }
    let words = segment(tail)
    let sum = words[272]
    let group = slot &>> 4
    if slot & 15 == 0 { words[group] = sum }
    words[16 &+ slot] = sum &- words[group]
    words[272] = sum &+ height
    bind(1)
    total += Double(height)
    count &+= 1
  }

  @inline(__always) func prepend(_ page: [Int32]) {
    var left = page.count
    page.withUnsafeBufferPointer { page in
      while left > 0 {
        let last = origin &- 1
        if last &>> 8 != head { openHead() }
        left = fill(page, left, last)
      }
    }
  }

  private func openHead() {
    head -= 1
    let words = segment(head)
    for line in 0..<17 { Lanes.store(SIMD16(repeating: 0), words + 16 * line) }
    words[272] = 0
    for u in 0...top { level(u)[head >> (4 * u)] = 0 }
  }

  /// Puts items before the first, in the first segment; returns how many are left.
  @inline(__always) private func fill(
    _ page: UnsafeBufferPointer<Int32>,
    _ left: Int,
    _ last: Int
  ) -> Int {
    let words = segment(head)
    let run = min(left, last & 255 &+ 1)
    var added: Int32 = 0
    var slot = last & 255
    let stop = slot &- run
    var next = left &- 1
    while slot > stop {
      let group = slot &>> 4
      let low = max(stop &+ 1, 16 &* group)
      let items = slot &- low &+ 1
      var inside: Int32 = 0
      for place in 0..<items {
        words[16 &+ low &+ place] = inside
        let height = page[next &- items &+ 1 &+ place]
        if Features.checks { precondition(UInt32(bitPattern: height) <= 1 << 26) }
        inside &+= height
      }
      // Word by word: a line is not loaded as a whole right after its words were stored.
      for later in slot &+ 1..<max(slot &+ 1, 16 &* group &+ 16) { words[16 &+ later] &+= inside }
      Lanes.add(inside, after: group, to: words)
      added &+= inside
      next &-= items
      slot = low &- 1
    }
    words[272] &+= added
    if Features.handles {
      for place in 0..<run {
        handleWords[origin &- run &+ place] = nextHandle
        if Features.checks { precondition(owners[Int(nextHandle)] == 0) }
        owners[Int(nextHandle)] = Int32(truncatingIfNeeded: head &+ 1)
        nextHandle &+= 1
      }
    }
    origin &-= run
    count &+= run
    total += Double(added)
    if head != tail { addAbove(Double(added), at: head) }
    return left &- run
  }

  @inline(__always) private func addAbove(_ change: Double, at number: Int) {
    tailBase += change
    if number < finger.segment {
      finger.low += change
      finger.high += change
    } else if number == finger.segment {
      finger.high += change
    }
    Lanes.add(change, after: number & 15, to: levels.0 + (number & ~15))
    if top == 0 { return }
    Lanes.add(change, after: number &>> 4 & 15, to: levels.1 + (number &>> 4 & ~15))
    if top == 1 { return }
    Lanes.add(change, after: number &>> 8 & 15, to: levels.2 + (number &>> 8 & ~15))
    if top == 2 { return }
    Lanes.add(change, after: number &>> 12 & 15, to: levels.3 + (number &>> 12 & ~15))
  }

  // MARK: Questions

  @inline(__always) func offset(of index: Int) -> Int64 {
    if Features.checks { precondition(index >= 0 && index <= count) }
    if index == count { return Int64(total) }
    let slot = index &+ origin
    let number = slot &>> 8
    let words = segment(number)
    var base = levels.0[number]
    if top >= 1 { base += levels.1[number &>> 4] }
    if top >= 2 { base += levels.2[number &>> 8] }
    if top >= 3 { base += levels.3[number &>> 12] }
    return Int64(base) &+ Int64(words[slot &>> 4 & 15] &+ words[16 &+ slot & 255])
  }

  /// A segment, and what of an offset is left in it.
  @inline(__always) private func find(_ offset: Double) -> (segment: Int, rest: Double) {
    if offset >= tailBase { return (tail, offset - tailBase) }
    var (number, rest) = (0, offset)
    for u in stride(from: top, through: 0, by: -1) {
      let sums = level(u) + 16 &* number
      let lane = Lanes.last(sums, atMost: rest)
      rest -= sums[lane]
      number = 16 &* number &+ lane
    }
    return (number, rest)
  }

  @inline(__always) private func slot(_ number: Int, at rest: Int32) -> Int {
    let words = segment(number)
    let group = Lanes.last(words, atMost: rest)
    let inside = rest &- words[group]
    return 16 &* group &+ Lanes.last(words + (16 &+ 16 &* group), atMost: inside)
  }

  @inline(__always) func index(at offset: Int64) -> Int {
    if Features.checks { precondition(count > 0) }
    let found = find(Double(offset))
    return found.segment &<< 8 &+ slot(found.segment, at: Int32(found.rest)) &- origin
  }

  @inline(__always) private func findNear(_ offset: Double) -> (segment: Int, rest: Double) {
    if offset >= finger.low, offset < finger.high { return (finger.segment, offset - finger.low) }
    let found = find(offset)
    if found.segment == tail { return found }
    let low = offset - found.rest
    finger = (found.segment, low, low + Double(segment(found.segment)[272]))
    return found
  }

  @inline(__always) func index(near offset: Int64) -> Int {
    let found = findNear(Double(offset))
    return found.segment &<< 8 &+ slot(found.segment, at: Int32(found.rest)) &- origin
  }

  /// Writes the tops of the items in a stretch, from its own top, with their handles.
  @inline(__always) func list(from top: Int64, to limit: Int64, into lines: Words) -> Int {
    let found = findNear(Double(top))
    var number = found.segment
    var words = segment(number)
    let start = slot(number, at: Int32(found.rest))
    let first = number &<< 8 &+ start &- origin
    let length = Int32(truncatingIfNeeded: limit &- top)
    var base = 0 &- Int32(found.rest)
    var (group, lane, items, row) = (start &>> 4, start & 15, 0, 0)
    while true {
      let groupTop = base &+ words[group]
      let line = Lanes.line(words + (16 &+ 16 &* group))
      Lanes.store(line &+ SIMD16(repeating: groupTop), lines + 32 &* row)
      if Features.handles {
        let handles = Lanes.line(handleWords + (number &<< 8 &+ 16 &* group))
        Lanes.store(handles, lines + (32 &* row &+ 16))
      }
      row = (row &+ 1) & 15
      let upper = Lanes.last(words + (16 &+ 16 &* group), atMost: length &- groupTop &- 1) &+ 1
      items &+= upper &- lane
      if upper < 16 { break }
      lane = 0
      group &+= 1
      if group == 16 {
        if number == tail { break }
        base &+= words[272]
        number &+= 1
        words = segment(number)
        group = 0
      }
      if base &+ words[group] >= length { break }
    }
    return first &+ min(items, count &- first)
  }

  // MARK: Heights

  @inline(__always) func setHeight(_ height: Int32, at index: Int) {
    if Features.checks {
      precondition(index >= 0 && index < count && UInt32(bitPattern: height) <= 1 << 26)
    }
    let slot = index &+ origin
    let number = slot &>> 8
    let words = segment(number)
    let (group, lane) = (slot &>> 4 & 15, slot & 15)
    let before = words[16 &+ slot & 255]
    if index == count &- 1 {
      let sum = words[group] &+ before &+ height
      total += Double(sum &- words[272])
      words[272] = sum
      return
    }
    let after =
      lane < 15
      ? words[17 &+ slot & 255]
      : (group < 15 ? words[group &+ 1] : words[272]) &- words[group]
    let change = height &- after &+ before
    Lanes.add(change, after: lane, to: words + (16 &+ 16 &* group))
    Lanes.add(change, after: group, to: words)
    words[272] &+= change
    total += Double(change)
    if number != tail { addAbove(Double(change), at: number) }
  }

  @inline(__always) func setHeights(_ heights: UnsafeBufferPointer<LayoutUnit>, at first: Int) {
    var done = 0
    while done < heights.count {
      let slot = first &+ done &+ origin
      let number = slot &>> 8
      let words = segment(number)
      var here = slot & 255
      let stop = min(256, here &+ heights.count &- done)
      var change: Int32 = 0
      while here < stop {
        let group = here &>> 4
        let upper = min(stop, 16 &* group &+ 16)
        let isLast = number &<< 8 &+ upper &- origin == count
        let old =
          !isLast && upper & 15 != 0
          ? words[16 &+ upper]
          : (!isLast && group < 15 ? words[group &+ 1] : words[272] &+ change) &- words[group]
        var inside = words[16 &+ here]
        while here < upper {
          words[16 &+ here] = inside
          let units = heights[done].rawValue
          if Features.checks { precondition(UInt64(bitPattern: units) <= 1 << 26) }
          inside &+= Int32(truncatingIfNeeded: units)
          here &+= 1
          done &+= 1
        }
        for later in upper..<max(upper, 16 &* group &+ 16) { words[16 &+ later] &+= inside &- old }
        Lanes.add(inside &- old, after: group, to: words)
        change &+= inside &- old
      }
      words[272] &+= change
      total += Double(change)
      if number != tail { addAbove(Double(change), at: number) }
    }
  }
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
    if Features.copies, !isKnownUniquelyReferenced(&core) { Self.lacks("be copied") }
  }

  @inline(never) mutating func load(_ heights: [LayoutUnit]) {
    makeUnique()
    heights.withUnsafeBufferPointer { core.load($0) }
  }
  var count: Int { core.count }
  @inline(never) func offset(of index: Int) -> Int64 { core.offset(of: index) }
  @inline(never) func index(at offset: Int64) -> Int { core.index(at: offset) }
  @inline(never) mutating func index(near offset: Int64) -> Int {
    makeUnique()
    return core.index(near: offset)
  }
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
    if Features.checks { precondition(UInt64(bitPattern: units) <= 1 << 26) }
    core.append(Int32(truncatingIfNeeded: units))
  }
  static func page(_ heights: [LayoutUnit], number: Int) -> [Int32] {
    heights.map { Int32(truncatingIfNeeded: $0.rawValue) }
  }
  @inline(never) mutating func prepend(_ page: [Int32]) {
    makeUnique()
    core.prepend(page)
  }
  @inline(never) mutating func list(from top: Int64, to limit: Int64) -> Int {
    makeUnique()
    return core.list(from: top, to: limit, into: lines.words)
  }
}
