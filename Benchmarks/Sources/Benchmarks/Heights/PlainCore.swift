import Lengths

/// What remains of a height index when only speed is asked for: segments of 256 items under a
/// directory of fixed size, items added at the ends alone.
///
/// A segment is 16 sums before groups, 256 sums before items within their groups, and its own sum.
/// The directory has a level for each power of 16: the sum before each lane, within its node of 16.
final class PlainCore<Features: PlainFeatures> {
  static var segmentWords: Int { 288 }
  let segments: Words
  let levels: (Sums, Sums, Sums, Sums)
  let top: Int
  private let blocks: [Memory]
  let handleWords: Words
  private let owners: Words
  private let ownerLimit: Int
  private let capacity: Int
  var count = 0
  var total = 0.0
  var origin = 0
  var head = 0
  var tail = 0
  var tailBase = 0.0
  private var nextHandle: Int32 = 0
  var finger = (segment: -1, low: 1.0, high: 0.0)

  init(items: Int) {
    // Room for 40 segments more on each side.
    let wanted = (items + 255) / 256 + 80
    var (capacity, top) = (16, 0)
    while capacity < wanted { (capacity, top) = (capacity * 16, top + 1) }
    self.top = top
    self.capacity = capacity
    let segments = Memory(bytes: 4 * Self.segmentWords * capacity)
    let sums = (0..<4).map { Memory(bytes: 8 * max(16, capacity >> (4 * $0))) }
    let handles = Memory(bytes: Features.hasAll ? 1_024 * capacity : 64)
    ownerLimit = 256 * capacity
    let map = Memory(bytes: Features.hasAll ? 4 * ownerLimit : 64)
    blocks = sums + [segments, handles, map]
    self.segments = segments.words
    levels = (sums[0].sums, sums[1].sums, sums[2].sums, sums[3].sums)
    handleWords = handles.words
    owners = map.words
  }

  @inline(__always) func segment(_ number: Int) -> Words {
    segments + number &* Self.segmentWords
  }

  @inline(__always) func level(_ level: Int) -> Sums {
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
    if Features.hasAll { owners.update(repeating: 0, count: ownerLimit) }
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
            if Features.hasAll { precondition(UInt64(bitPattern: units) <= 1 << 26) }
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
    guard Features.hasAll else { return }
    let first = count &+ origin
    for place in 0..<items {
      let handle = nextHandle &+ Int32(truncatingIfNeeded: place)
      handleWords[first &+ place] = handle
      if Features.hasAll { precondition(owners[Int(handle)] == 0) }
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

  @inline(__always) func prepend(_ page: UnsafeBufferPointer<Int32>) {
    var left = page.count
    while left > 0 {
      let last = origin &- 1
      if last &>> 8 != head { openHead() }
      left = fill(page, left, last)
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
        if Features.hasAll { precondition(UInt32(bitPattern: height) <= 1 << 26) }
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
    if Features.hasAll {
      for place in 0..<run {
        handleWords[origin &- run &+ place] = nextHandle
        if Features.hasAll { precondition(owners[Int(nextHandle)] == 0) }
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

  /// Takes away items that were put before the first, back to where a segment begins.
  func removeFirst(_ items: Int) {
    while head < (origin + items) >> 8 {
      total -= Double(segment(head)[272])
      addAbove(Double(0 - segment(head)[272]), at: head)
      head += 1
    }
    forget(items)
    origin += items
  }

  /// Takes away items that were put after the last; some stay.
  func removeLast(_ items: Int) {
    let last = origin + count - items - 1
    while tail > last >> 8 {
      total -= Double(segment(tail)[272])
      var (number, u) = (tail, 0)
      while u < top, number & 15 == 0 {
        level(u)[number] = .infinity
        (number, u) = (number >> 4, u + 1)
      }
      level(u)[number] = .infinity
      tail -= 1
    }
    let words = segment(tail)
    let slot = last & 255 + 1
    if slot < 256, words[16 + slot] != unusedWord {
      let sum = words[slot >> 4] + words[16 + slot]
      for group in (slot + 15) >> 4..<16 { words[group] = unusedWord }
      for later in slot..<256 { words[16 + later] = unusedWord }
      total -= Double(words[272] - sum)
      words[272] = sum
    }
    tailBase = total - Double(words[272])
    forget(items)
  }

  private func forget(_ items: Int) {
    count -= items
    finger = (-1, 1, 0)
    guard Features.hasAll else { return }
    nextHandle -= Int32(items)
    (owners + Int(nextHandle)).update(repeating: 0, count: items)
  }

  @inline(__always) func addAbove(_ change: Double, at number: Int) {
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
}
