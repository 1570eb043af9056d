/// Handles: rows, which are not written out, and the map.
///
/// What loads and appends bring has handles that count on, as a rule. A segment of such items is a
/// *row*: its header says where the handles begin, no word says the others. Whatever else than
/// heights changes in a row spells its handles out first.
extension HeightCore {
  /// The handle in a slot in use.
  @inline(__always) func handle(in segment: Memory.Segment, slot: Int) -> UInt32 {
    if memory.word(segment, SegmentLayout.isRow) != 0 {
      return UInt32(bitPattern: memory.word(segment, SegmentLayout.rowStart))
        &+ UInt32(truncatingIfNeeded: slot)
    }
    return UInt32(bitPattern: memory.word(segment, SegmentLayout.handles &+ slot))
  }

  /// The handles of 16 slots from one on; those of slots that are not in use mean nothing.
  @inline(__always) func handles(in segment: Memory.Segment, from slot: Int) -> SIMD16<Int32> {
    if memory.word(segment, SegmentLayout.isRow) != 0 {
      let first =
        memory.word(segment, SegmentLayout.rowStart) &+ Int32(truncatingIfNeeded: slot)
      return LineMath.lanes &+ SIMD16(repeating: first)
    }
    return memory.line(segment, SegmentLayout.handles &+ slot)
  }

  /// Takes the owner from the handle in a slot in use.
  @inline(__always) func release(_ segment: Memory.Segment, slot: Int) {
    if Memory.keepsHandles { memory.setOwner(of: handle(in: segment, slot: slot), to: 0) }
  }

  // MARK: Rows

  /// Says that the handles of a segment count on from `first`.
  @inline(__always) func setRow(_ segment: Memory.Segment, from first: UInt32) {
    memory.setWord(segment, SegmentLayout.isRow, 1)
    memory.setWord(segment, SegmentLayout.rowStart, Int32(bitPattern: first))
  }

  /// Writes the handles of a row as words; before anything but heights changes in it.
  @inline(__always) func spell(_ segment: Memory.Segment) {
    if Memory.keepsHandles, memory.word(segment, SegmentLayout.isRow) != 0 { spellRow(segment) }
  }

  @inline(never) private func spellRow(_ segment: Memory.Segment) {
    if Int(memory.word(segment, SegmentLayout.number)) == tail { closeTailRow() }
    let end = Int(memory.word(segment, SegmentLayout.end))
    let none = SIMD16<Int32>(repeating: SegmentLayout.noHandle)
    for slot in stride(from: 0, to: SegmentLayout.slots, by: 16) {
      let used = min(max(end - slot, 0), 16)
      memory.setLine(
        segment,
        SegmentLayout.handles + slot,
        LineMath.select(memory.lanes(after: used - 1), none, else: handles(in: segment, from: slot))
      )
    }
    memory.setWord(segment, SegmentLayout.isRow, 0)
  }

  /// Makes the last segment, which is empty, an open row from `handle` on.
  ///
  /// - Returns: Whether the handles of a full one were free.
  @inline(__always) func openTailRow(_ segment: Memory.Segment, from handle: UInt32) -> Bool {
    guard Memory.keepsHandles, claimRow(from: handle, count: segmentFill, for: tail) else {
      return false
    }
    setRow(segment, from: handle)
    tailRow = Int64(handle)
    return true
  }

  /// Takes the handles that no item of the last segment has got from the map again.
  @inline(never) func closeTailRow() {
    guard tailRow != Self.noRow, let segment = tailSegment else { return }
    for slot in Int(memory.word(segment, SegmentLayout.end))..<segmentFill {
      memory.setOwner(of: UInt32(truncatingIfNeeded: tailRow &+ Int64(slot)), to: 0)
    }
    tailRow = Self.noRow
  }

  // MARK: The map

  /// Puts a handle on the map; it must not be there.
  @inline(__always) func bind(_ handle: UInt32, to number: Int) {
    if memory.claim(handle, for: Int32(truncatingIfNeeded: number &+ 1)) { return }
    bindTaken(handle, to: number)
  }

  /// Puts a handle on the map that is there because the last segment's row may need it.
  @inline(never) private func bindTaken(_ handle: UInt32, to number: Int) {
    closeTailRow()
    precondition(
      memory.claim(handle, for: Int32(truncatingIfNeeded: number &+ 1)),
      "handle \(handle) is in the index already, or reserved"
    )
  }

  /// Puts up to 256 handles in a row on the map, all or none; may decline.
  @inline(__always) func claimRow(from handle: UInt32, count: Int, for number: Int) -> Bool {
    memory.claimRow(from: handle, count: count, for: Int32(truncatingIfNeeded: number &+ 1))
  }

  /// Puts a run of items on the map, all at once if their handles are a row.
  @inline(__always) func bind(
    _ items: some ItemSource,
    _ start: Int,
    _ run: Int,
    isRow: Bool,
    to number: Int
  ) {
    guard Memory.keepsHandles else { return }
    if isRow, claimRow(from: items.handle(start), count: run, for: number) { return }
    for place in start..<start &+ run { bind(items.handle(place), to: number) }
  }

  /// Writes the handles of 16 items from any slot on.
  ///
  /// - Returns: 0 if they count on from `expected` in steps of 1.
  @inline(__always) func writeFullHandles(
    _ items: some ItemSource,
    _ start: Int,
    _ segment: Memory.Segment,
    _ slot: Int,
    _ expected: UInt32
  ) -> UInt32 {
    guard Memory.keepsHandles else { return 0 }
    if items.isRow {
      memory.setLine(segment, SegmentLayout.handles &+ slot, items.handles(start))
      return 0
    }
    var differs: UInt32 = 0
    var lane = 0
    // A fixed count, which the compiler unrolls.
    while lane < 16 {
      let handle = items.handle(start &+ lane)
      memory.setWord(
        segment,
        SegmentLayout.handles &+ slot &+ lane,
        Int32(bitPattern: handle)
      )
      differs |= handle ^ (expected &+ UInt32(truncatingIfNeeded: lane))
      lane &+= 1
    }
    return differs
  }
}
