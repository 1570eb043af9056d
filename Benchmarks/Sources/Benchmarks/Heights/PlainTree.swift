import Lengths

/// A plain index that takes items anywhere: segments of at most 256 items, filled from the left, in
/// an order kept by a table; a directory of items and of heights before each lane, which is made
/// anew when a segment splits or goes. Its methods are calls, as those of a library are.
final class PlainTree: HeightSequence {
  static let name = "plain tree"
  static let abilities: Abilities = [.offsets, .search, .heights, .inserts]

  private let segments: Words
  private let order: Words
  private let counts: (Words, Words, Words, Words)
  private let sums: (Sums, Sums, Sums, Sums)
  private let blocks: [Memory]
  private let capacity: Int
  private var used = 0
  private var made = 0
  private var top = 0
  private(set) var count = 0
  private(set) var total = 0.0

  init(_ heights: [LayoutUnit]) {
    capacity = (heights.count / 48 + 64 + 15) & ~15
    let sizes = [capacity, capacity / 16, capacity / 256, capacity / 4_096].map { ($0 + 16) & ~15 }
    let segments = Memory(bytes: 4 * 288 * capacity)
    let order = Memory(bytes: 4 * capacity)
    let counts = sizes.map { Memory(bytes: 4 * $0) }
    let sums = sizes.map { Memory(bytes: 8 * $0) }
    blocks = [segments, order] + counts + sums
    self.segments = segments.words
    self.order = order.words
    self.counts = (counts[0].words, counts[1].words, counts[2].words, counts[3].words)
    self.sums = (sums[0].sums, sums[1].sums, sums[2].sums, sums[3].sums)
    load(heights)
  }

  // Word 272 of a segment is its sum, word 273 how many items it has.
  @inline(__always) private func segment(_ place: Int) -> Words {
    segments + 288 &* Int(order[place])
  }

  @inline(__always) private func counts(_ level: Int) -> Words {
    level == 0 ? counts.0 : level == 1 ? counts.1 : level == 2 ? counts.2 : counts.3
  }

  @inline(__always) private func sums(_ level: Int) -> Sums {
    level == 0 ? sums.0 : level == 1 ? sums.1 : level == 2 ? sums.2 : sums.3
  }

  func load(_ heights: [LayoutUnit]) {
    count = heights.count
    used = max(1, (heights.count + 255) / 256)
    made = used
    for place in 0..<used {
      order[place] = Int32(place)
      let words = segment(place)
      let items = min(256, heights.count - 256 * place)
      var sum: Int32 = 0
      for group in 0..<16 {
        words[group] = sum
        var inside: Int32 = 0
        for lane in 0..<16 {
          words[16 + 16 * group + lane] = inside
          let item = 16 * group + lane
          if item < items { inside += Int32(heights[256 * place + item].rawValue) }
        }
        sum += inside
      }
      (words[272], words[273]) = (sum, Int32(items))
    }
    makeDirectory()
  }

  /// Makes the directory from the segments.
  private func makeDirectory() {
    top = 0
    while (used - 1) >> (4 * top + 4) > 0 { top += 1 }
    var entries = used
    for level in 0...top {
      let nodes = (entries + 15) >> 4
      for node in 0..<nodes {
        var (items, sum) = (Int32(0), 0.0)
        for entry in 16 * node..<16 * node + 16 {
          let isUsed = entry < entries
          // The upper level's entries hold what their nodes came to, until their own turn.
          let own =
            !isUsed
            ? (0, 0)
            : level == 0
              ? (segment(entry)[273], Double(segment(entry)[272]))
              : (counts(level)[entry], sums(level)[entry])
          counts(level)[entry] = isUsed ? items : .max
          sums(level)[entry] = isUsed ? sum : .infinity
          items += own.0
          sum += own.1
        }
        if level < top {
          counts(level + 1)[node] = items
          sums(level + 1)[node] = sum
        } else {
          total = sum
        }
      }
      entries = nodes
    }
  }

  @inline(__always) private func find(item index: Int) -> (place: Int, slot: Int, before: Double) {
    var (place, rest, before) = (0, Int32(truncatingIfNeeded: index), 0.0)
    for level in stride(from: top, through: 0, by: -1) {
      let lane = Lanes.last(counts(level) + 16 &* place, atMost: rest)
      place = 16 &* place &+ lane
      rest &-= counts(level)[place]
      before += sums(level)[place]
    }
    return (place, Int(rest), before)
  }

  @inline(never) func offset(of index: Int) -> Int64 {
    if index == count { return Int64(total) }
    let found = find(item: index)
    let words = segment(found.place)
    return Int64(found.before) &+ Int64(words[found.slot &>> 4] &+ words[16 &+ found.slot])
  }

  @inline(never) func index(at offset: Int64) -> Int {
    var (place, rest, items) = (0, Double(offset), 0)
    for level in stride(from: top, through: 0, by: -1) {
      let lane = Lanes.last(sums(level) + 16 &* place, atMost: rest)
      place = 16 &* place &+ lane
      rest -= sums(level)[place]
      items &+= Int(counts(level)[place])
    }
    let words = segment(place)
    let whole = Int32(rest)
    // Slots after the last item hold the sum of all before them.
    let group = Lanes.last(words, atMost: whole)
    let slot = 16 &* group &+ Lanes.last(words + (16 &+ 16 &* group), atMost: whole &- words[group])
    return items &+ min(slot, Int(words[273]) &- 1)
  }

  @inline(__always) private func add(_ items: Int32, _ height: Double, after place: Int) {
    total += height
    var entry = place
    for level in 0...top {
      let node = entry & ~15
      Lanes.add(height, after: entry & 15, to: sums(level) + node)
      if items != 0 { addItems(items, after: entry & 15, to: counts(level) + node) }
      entry &>>= 4
    }
  }

  /// Adds to the counts after a lane that are in use.
  @inline(__always) private func addItems(_ items: Int32, after lane: Int, to words: Words) {
    let line = Lanes.line(words)
    let used = (line &- SIMD16(repeating: .max)) &>> SIMD16(repeating: 31)
    Lanes.store(line &+ (Lanes.after(lane) & used & SIMD16(repeating: items)), words)
  }

  /// The sum of the heights in a group.
  @inline(__always) private func sum(of group: Int, _ words: Words) -> Int32 {
    (group < 15 ? words[group &+ 1] : words[272]) &- words[group]
  }

  @inline(never) func setHeight(_ units: Int64, at index: Int) {
    let height = Int32(truncatingIfNeeded: units)
    let (place, slot, _) = find(item: index)
    let words = segment(place)
    let group = slot &>> 4
    let after = slot & 15 < 15 ? words[17 &+ slot] : sum(of: group, words)
    let change = height &- after &+ words[16 &+ slot]
    Lanes.add(change, after: slot & 15, to: words + (16 &+ 16 &* group))
    Lanes.add(change, after: group, to: words)
    words[272] &+= change
    add(0, Double(change), after: place)
  }

  @inline(never) func insert(_ units: Int64, at index: Int) {
    let height = Int32(truncatingIfNeeded: units)
    var (place, slot, _) =
      index == count ? (used - 1, Int(segment(used - 1)[273]), 0) : find(item: index)
    if segment(place)[273] == 256 {
      split(place)
      if slot > 128 { (place, slot) = (place + 1, slot - 128) }
    }
    let words = segment(place)
    let first = slot &>> 4
    for group in stride(from: Int(words[273]) &>> 4, to: first, by: -1) {
      let line = words + (16 &+ 16 &* group)
      // The item that comes over from the group before.
      let moved = sum(of: group &- 1, words) &- line[-1]
      Lanes.store(Lanes.line(line - 1) &+ SIMD16(repeating: moved), line)
      line[0] = 0
      words[group] &-= moved
    }
    let line = words + (16 &+ 16 &* first)
    let later = Lanes.after(slot & 15)
    let moved = Lanes.line(line - 1) &+ SIMD16(repeating: height)
    Lanes.store((Lanes.line(line) & ~later) | (moved & later), line)
    Lanes.add(height, after: first, to: words)
    words[272] &+= height
    words[273] &+= 1
    count &+= 1
    add(1, Double(height), after: place)
  }

  @inline(never) func remove(at index: Int) {
    let (place, slot, _) = find(item: index)
    let words = segment(place)
    let (first, lane) = (slot &>> 4, slot & 15)
    let last = (Int(words[273]) &- 1) &>> 4
    let line = words + (16 &+ 16 &* first)
    let whole = sum(of: first, words)
    let height = (lane < 15 ? line[lane &+ 1] : whole) &- line[lane]
    let later = Lanes.after(lane &- 1)
    let moved = Lanes.line(line + 1) &- SIMD16(repeating: height)
    Lanes.store((Lanes.line(line) & ~later) | (moved & later), line)
    line[15] = whole &- height
    var group = first &+ 1
    while group <= last {
      let line = words + (16 &+ 16 &* group)
      let (whole, over) = (sum(of: group, words), line[1])
      Lanes.store(Lanes.line(line + 1) &- SIMD16(repeating: over), line)
      line[15] = whole &- over
      words[group] &+= over
      group &+= 1
    }
    Lanes.add(0 &- height, after: first, to: words)
    words[272] &-= height
    words[273] &-= 1
    count &-= 1
    add(-1, Double(0 &- height), after: place)
    if words[273] == 0, used > 1 {
      // Places from `used` on keep the numbers of segments that are free.
      let free = order[place]
      (order + place).update(from: order + (place + 1), count: used - place - 1)
      used -= 1
      order[used] = free
      makeDirectory()
    }
  }

  private func split(_ place: Int) {
    if used == made {
      precondition(made < capacity, "no room for another segment")
      order[used] = Int32(made)
      made += 1
    }
    let fresh = order[used]
    let left = segment(place)
    let right = segments + 288 * Int(fresh)
    let middle = left[8]
    for group in 0..<8 {
      right[group] = left[group + 8] - middle
      right[group + 8] = left[272] - middle
      left[group + 8] = middle
    }
    (right + 16).update(from: left + 144, count: 128)
    (right + 144).update(repeating: 0, count: 128)
    (left + 144).update(repeating: 0, count: 128)
    (right[272], right[273]) = (left[272] - middle, 128)
    (left[272], left[273]) = (middle, 128)
    for later in stride(from: used, to: place + 1, by: -1) { order[later] = order[later - 1] }
    order[place + 1] = fresh
    used += 1
    makeDirectory()
  }
}
