/// Changes within a segment; what lies above it is told by whoever asks for them.
extension Segment {
  // MARK: Opening

  /// Writes the header of a segment without neighbours.
  func writeHeader(number: Int, epoch: Int) {
    (first, end, top) = (0, 0, 0)
    (next, previous) = (-1, -1)
    (self.number, self.epoch) = (number, epoch)
  }

  /// Makes it empty, to be filled from its left end.
  func clear() {
    let unused = SIMD16<Int32>(repeating: Self.unused)
    for group in 0..<16 { self[tops: 16 &* group] = unused }
    groups = unused
    (self[group: 0], self[top: 0]) = (0, 0)
    (first, end, top) = (0, 0, 0)
  }

  /// Makes it empty, to be filled from its right end.
  func clearForPages() {
    for group in 0..<16 { self[tops: 16 &* group] = SIMD16(repeating: 0) }
    groups = SIMD16(repeating: 0)
    (first, end, top) = (Self.slots, Self.slots, Self.heightLimit)
    self[top: Self.slots] = top
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

  /// Makes room for `change` more units after the first item.
  ///
  /// - Returns: Whether the segment may become so tall.
  @inline(__always) func makeRoom(for change: Int32) -> Bool {
    if bottom &+ change <= Self.heightLimit { return true }
    guard Int64(height) + Int64(change) <= Int64(Self.heightLimit) else { return false }
    rebase(to: 0)
    return true
  }

  /// Makes the first item begin at `top`, and all others as far below it as they do.
  @inline(never) func rebase(to top: Int32) {
    mapTops { $0 &+ top }
    self.top = top
  }

  /// Changes the sums before each slot in use, and that of all heights.
  @inline(__always) func mapTops(_ change: (Int32) -> Int32) {
    for slot in 0..<first { self[top: slot] = 0 }
    for slot in first...end { self[top: slot] = change(self[top: slot] &- top) }
    top = 0
    writeGroups(from: 0)
  }

  // MARK: Items

  /// Puts an item into a slot; those from there on move one on. There is room for it.
  @inline(__always) func insert(_ handle: UInt32, _ height: Int32, at slot: Int) {
    let end = self.end
    let heights = SIMD16(repeating: height)
    var target = end &+ 1
    while target &- 16 >= slot {
      self[tops: target &- 15] = self[tops: target &- 16] &+ heights
      target &-= 16
    }
    while target > slot {
      self[top: target] = self[top: target &- 1] &+ height
      target &-= 1
    }
    target = end
    while target &- 16 >= slot {
      self[handles: target &- 15] = self[handles: target &- 16]
      target &-= 16
    }
    while target > slot {
      self[handle: target] = self[handle: target &- 1]
      target &-= 1
    }
    self[handle: slot] = handle
    self.end = end &+ 1
    writeGroups(from: slot &>> 4 &+ 1)
  }

  /// Takes one of several items out of its slot; those after it move one back.
  @inline(__always) func remove(at slot: Int) {
    let end = self.end
    let height = height(of: slot)
    let heights = SIMD16(repeating: height)
    var target = slot &+ 1
    while target &+ 16 <= end {
      self[tops: target] = self[tops: target &+ 1] &- heights
      target &+= 16
    }
    while target < end {
      self[top: target] = self[top: target &+ 1] &- height
      target &+= 1
    }
    self[top: end] = Self.unused
    target = slot
    while target &+ 16 < end {
      self[handles: target] = self[handles: target &+ 1]
      target &+= 16
    }
    while target &+ 1 < end {
      self[handle: target] = self[handle: target &+ 1]
      target &+= 1
    }
    self.end = end &- 1
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
    top = self[top: first]
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

  // MARK: Writing anew

  /// Writes handles that count on.
  @inline(__always) func writeRow(from handle: UInt32, to slots: Range<Int>) {
    let start = handle &- UInt32(truncatingIfNeeded: slots.lowerBound)
    var slot = slots.lowerBound
    while slot &+ 16 <= slots.upperBound {
      self[handles: slot] = LineMath.row(from: start &+ UInt32(truncatingIfNeeded: slot))
      slot &+= 16
    }
    // The last line may overlap the one before it.
    if slot < slots.upperBound, slots.count >= 16 {
      slot = slots.upperBound &- 16
      self[handles: slot] = LineMath.row(from: start &+ UInt32(truncatingIfNeeded: slot))
      return
    }
    while slot < slots.upperBound {
      self[handle: slot] = start &+ UInt32(truncatingIfNeeded: slot)
      slot &+= 1
    }
  }

  /// Appends the items in some slots, or all.
  func read(_ slots: Range<Int>? = nil, into items: inout DecodedItems) {
    for slot in slots ?? first..<end { items.append(self[handle: slot], height(of: slot)) }
  }

  /// Holds some items and no others, from the left end on; they fit.
  func write(_ items: DecodedItems, _ range: Range<Int>) {
    clear()
    var place: Int32 = 0
    var slot = 0
    for item in range {
      self[top: slot] = place
      self[handle: slot] = items.handles[item]
      place &+= items.heights[item]
      slot &+= 1
    }
    self[top: slot] = place
    end = slot
    writeGroups(from: 0)
  }

  /// Writes the tops of 16 items, the first of which begins at `place`, to the slots of a group; adds all
  /// bits of their heights, which are unchecked, to `bits`.
  ///
  /// - Returns: Where the last item ends.
  @inline(__always) func writeGroup(
    _ group: Int,
    from place: Int64,
    _ source: some ItemSource,
    _ start: Int,
    _ bits: inout UInt64
  ) -> Int64 {
    var place = place
    self[group: group] = Int32(truncatingIfNeeded: place)
    var lane = 0
    // A fixed count, which the compiler unrolls.
    while lane < 16 {
      self[top: 16 &* group &+ lane] = Int32(truncatingIfNeeded: place)
      let units = source.units(start &+ lane)
      bits |= UInt64(bitPattern: units)
      place &+= units
      lane &+= 1
    }
    return place
  }
}
