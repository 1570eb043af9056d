import Lengths

/// Changes within a segment; what lies above it is told by whoever asks for them.
extension Segment {
  // MARK: Opening

  /// Writes the header of a segment without neighbours.
  func writeHeader(number: Int, epoch: Int) {
    (first, end, next, previous) = (0, 0, -1, -1)
    (self.number, self.epoch) = (number, epoch)
  }

  /// Makes it empty, to be filled from its left end.
  func clear() {
    let unused = SIMD16<Int32>(repeating: Self.unused)
    for group in 0..<16 { self[tops: 16 &* group] = unused }
    groups = unused
    (self[group: 0], self[top: 0]) = (0, 0)
    (first, end) = (0, 0)
  }

  /// Makes it empty, to be filled from its right end.
  func clearForPages() {
    for group in 0..<16 { self[tops: 16 &* group] = SIMD16(repeating: 0) }
    groups = SIMD16(repeating: 0)
    (first, end) = (Self.slots, Self.slots)
    self[top: Self.slots] = Self.heightLimit
  }

  /// Writes the groups from one on as the tops say.
  @inline(__always) private func writeGroups(from group: Int) {
    var group = group
    while group < 16 {
      self[group: group] = 16 &* group < end ? self[top: 16 &* group] : Self.unused
      group &+= 1
    }
  }

  // MARK: Heights

  /// Adds to where all items after a slot begin, and to where the last one ends.
  @inline(__always) func add(_ change: Int32, after slot: Int) {
    let end = self.end
    let last = end &>> 4
    var group = slot &>> 4
    var mask = LineMath.lanes(after: slot & 15)
    let changes = SIMD16(repeating: change)
    while group < last {
      self[tops: 16 &* group] = self[tops: 16 &* group] &+ (changes & mask)
      mask = SIMD16(repeating: -1)
      group &+= 1
    }
    if last < 16 {
      self[tops: 16 &* last] = LineMath.addUsed(change, where: mask, to: self[tops: 16 &* last])
    } else {
      self[top: Self.slots] &+= change
    }
    groups = LineMath.addUsed(change, where: LineMath.lanes(after: slot &>> 4), to: groups)
  }

  /// Makes the first item begin at `top`, and all others as far below it as they do.
  @inline(never) func rebase(to top: Int32) { mapTops { $0 &+ top } }

  /// Makes each item begin where `change` says, given the sum of the heights before it in the segment.
  @inline(__always) func mapTops(_ change: (Int32) -> Int32) {
    let top = self.top
    for slot in first...end { self[top: slot] = change(self[top: slot] &- top) }
    writeGroups(from: 0)
  }

  // MARK: Items

  /// Puts an item into a slot; those from there on move one on. There is room for it.
  @inline(__always) func insert(_ handle: UInt32, _ height: Int32, at slot: Int) {
    moveTops(from: slot, to: slot &+ 1, count: end &- slot &+ 1)
    moveHandles(from: slot, to: slot &+ 1, count: end &- slot)
    self[handle: slot] = handle
    end &+= 1
    add(height, after: slot)
    writeGroups(from: slot &>> 4 &+ 1)
  }

  /// Takes one of several items out of its slot; those after it move one back.
  @inline(__always) func remove(at slot: Int) {
    add(0 &- height(of: slot), after: slot)
    moveTops(from: slot &+ 1, to: slot, count: end &- slot)
    moveHandles(from: slot &+ 1, to: slot, count: end &- slot &- 1)
    self[top: end] = Self.unused
    end &-= 1
    writeGroups(from: slot &>> 4)
  }

  /// Takes the last item out.
  func removeLast() {
    let last = end &- 1
    self[top: end] = Self.unused
    if last & 15 == 0, last > 0 { self[group: last &>> 4] = Self.unused }
    end = last
  }

  /// Takes the first item out; its slot stays without an item.
  func removeFirst() {
    self[top: first] = 0
    if first & 15 == 0 { self[group: first &>> 4] = 0 }
    first &+= 1
  }

  /// Moves the items from a slot on to an empty segment.
  func move(from slot: Int, to other: Segment) {
    let start = self[top: slot]
    other.end = end &- slot
    for place in 0..<other.end {
      other[top: place] = self[top: slot &+ place] &- start
      other[handle: place] = self[handle: slot &+ place]
    }
    other[top: other.end] = bottom &- start
    other.writeGroups(from: 0)
    for place in slot..<end { self[top: place &+ 1] = Self.unused }
    end = slot
    writeGroups(from: 1)
  }

  // MARK: Rewriting

  /// Writes handles that count on.
  @inline(__always) func writeRow(from handle: UInt32, to slots: Range<Int>) {
    let start = handle &- UInt32(truncatingIfNeeded: slots.lowerBound)
    for slot in slots { self[handle: slot] = start &+ UInt32(truncatingIfNeeded: slot) }
  }

  /// Appends the items in some slots, or all.
  func read(_ slots: Range<Int>? = nil, into items: inout ContiguousArray<HeightIndex.Item>) {
    for slot in slots ?? first..<end {
      items.append((self[handle: slot], LayoutUnit(rawValue: Int64(height(of: slot)))))
    }
  }

  /// Holds some items and no others, from the left end on; they fit.
  func write(_ items: ContiguousArray<HeightIndex.Item>, _ range: Range<Int>) {
    clear()
    var place: Int32 = 0
    for (slot, item) in items[range].enumerated() {
      self[top: slot] = place
      self[handle: slot] = item.handle
      place &+= Int32(truncatingIfNeeded: item.height.rawValue)
    }
    end = range.count
    self[top: end] = place
    writeGroups(from: 0)
  }

  /// Writes the tops of 16 items of low heights to the slots from `end` on, which begin a group.
  @inline(__always) func appendGroup(_ items: Items, from start: Int) {
    let slot = end
    var place = self[top: slot]
    self[group: slot &>> 4] = place
    var lane = 0
    // A fixed count, which the compiler unrolls.
    while lane < 16 {
      place &+= Int32(truncatingIfNeeded: items[start &+ lane].height.rawValue)
      lane &+= 1
      self[top: slot &+ lane] = place
    }
    end = slot &+ 16
  }
}
