/// Handles: rows, which are not written out, and the map.
///
/// What loads and appends bring has handles that count on, as a rule, and so has a page of older items.
/// A segment of such items keeps where its rows begin, and no word for each handle. Whatever changes
/// more in it than heights, or than the pages before its first item, spells its handles out.
extension HeightCore {
  /// The handle in a slot in use.
  @inline(__always) func handle(in segment: Memory.Segment, slot: Int) -> UInt32 {
    let form = memory.word(segment, SegmentLayout.form)
    if form == SegmentLayout.spelled {
      return UInt32(bitPattern: memory.word(segment, SegmentLayout.handles &+ slot))
    }
    let row =
      form == SegmentLayout.oneRow
      ? SegmentLayout.row : SegmentLayout.rowStarts &+ row(of: slot, in: segment)
    return UInt32(bitPattern: memory.word(segment, row)) &+ UInt32(truncatingIfNeeded: slot)
  }

  /// Takes the owner from the handle in a slot in use.
  @inline(__always) func release(_ segment: Memory.Segment, slot: Int) {
    if Memory.keepsHandles { memory.setOwner(of: handle(in: segment, slot: slot), to: 0) }
  }

  // MARK: Rows

  /// Says that the handles of a segment count on from `first`.
  @inline(__always) func setRow(_ segment: Memory.Segment, from first: UInt32) {
    memory.setWord(segment, SegmentLayout.form, SegmentLayout.oneRow)
    memory.setWord(segment, SegmentLayout.row, Int32(bitPattern: first))
  }

  /// Says that a segment, none of whose slots is in use, has rows, but none yet.
  func openRows(_ segment: Memory.Segment) {
    guard Memory.keepsHandles else { return }
    memory.setWord(segment, SegmentLayout.form, SegmentLayout.manyRows)
    memory.setWord(segment, SegmentLayout.row, 0)
    memory.setLine(segment, SegmentLayout.rowSlots, SIMD16(repeating: -1))
    // What is asked for slots before item 0 reads a row that is not there.
    memory.setLine(segment, SegmentLayout.rowStarts, SIMD16(repeating: 0))
  }

  /// Puts a row of handles into the slots of the first segment before item 0.
  @inline(__always) func putRow(of first: UInt32, count: Int, in segment: Memory.Segment) {
    let slot = headFirst &- count
    let rows = Int(memory.word(segment, SegmentLayout.row))
    if memory.word(segment, SegmentLayout.form) != SegmentLayout.manyRows
      || rows == SegmentLayout.rows
    {
      return writeRow(of: first, count: count, in: segment)
    }
    let start = Int32(bitPattern: first) &- Int32(truncatingIfNeeded: slot)
    memory.setWord(segment, SegmentLayout.rowSlots &+ rows, Int32(truncatingIfNeeded: slot))
    memory.setWord(segment, SegmentLayout.rowStarts &+ rows, start)
    memory.setWord(segment, SegmentLayout.row, Int32(truncatingIfNeeded: rows &+ 1))
  }

  /// Writes a row of handles out to the slots before item 0.
  @inline(never) private func writeRow(of first: UInt32, count: Int, in segment: Memory.Segment) {
    spell(segment)
    for place in 0..<count {
      let handle = Int32(bitPattern: first &+ UInt32(truncatingIfNeeded: place))
      memory.setWord(segment, SegmentLayout.handles &+ headFirst &- count &+ place, handle)
    }
  }

  /// The lane of the row that a slot in use belongs to.
  @inline(__always) private func row(of slot: Int, in segment: Memory.Segment) -> Int {
    let slots = memory.line(segment, SegmentLayout.rowSlots)
    // The last row comes first: those before the slot's begin after it.
    let row = 16 &- LineMath.count(slots, atMost: Int32(truncatingIfNeeded: slot))
    return min(row, SegmentLayout.rows &- 1)
  }

  /// The slot of a handle in a segment of many rows; nil where it is in none.
  func slot(of handle: UInt32, inRowsOf segment: Memory.Segment) -> Int? {
    var stop = memory.word(segment, SegmentLayout.end)
    for row in 0..<Int(memory.word(segment, SegmentLayout.row)) {
      let first = memory.word(segment, SegmentLayout.rowSlots + row)
      let slot = Int32(bitPattern: handle) &- memory.word(segment, SegmentLayout.rowStarts + row)
      if slot >= first && slot < stop { return Int(slot) }
      stop = first
    }
    return nil
  }

  /// The handles of 16 slots from one on, in a segment of many rows; those of slots that are not in use
  /// mean nothing.
  @inline(__always) func handles(
    inRowsOf segment: Memory.Segment,
    from slot: Int
  ) -> SIMD16<Int32> {
    func line(_ row: Int) -> SIMD16<Int32> {
      let start = memory.word(segment, SegmentLayout.rowStarts &+ row)
      return LineMath.lanes &+ SIMD16(repeating: start &+ Int32(truncatingIfNeeded: slot))
    }
    var row = row(of: slot, in: segment)
    var handles = line(row)
    // Later rows that begin among the 16 slots.
    while row > 0 {
      row &-= 1
      let first = Int(memory.word(segment, SegmentLayout.rowSlots &+ row)) &- slot
      if first > 15 { break }
      handles = LineMath.select(memory.lanes(after: first &- 1), line(row), else: handles)
    }
    return handles
  }

  /// Writes the handles of rows as words; before anything but heights changes in the segment.
  @inline(__always) func spell(_ segment: Memory.Segment) {
    if Memory.keepsHandles, memory.word(segment, SegmentLayout.form) != SegmentLayout.spelled {
      spellRows(segment)
    }
  }

  @inline(never) private func spellRows(_ segment: Memory.Segment) {
    if Int(memory.word(segment, SegmentLayout.number)) == tail { closeTailRow() }
    if memory.word(segment, SegmentLayout.form) == SegmentLayout.oneRow {
      spellRow(segment)
    } else if memory.word(segment, SegmentLayout.row) > 0 {
      // From the last line on: the table lies in the first two.
      let lines = (handles(inRowsOf: segment, from: 0), handles(inRowsOf: segment, from: 16))
      for slot in stride(from: SegmentLayout.slots - 16, to: 16, by: -16) {
        memory.setLine(
          segment,
          SegmentLayout.handles + slot,
          handles(inRowsOf: segment, from: slot)
        )
      }
      memory.setLine(segment, SegmentLayout.handles, lines.0)
      memory.setLine(segment, SegmentLayout.handles + 16, lines.1)
    }
    memory.setWord(segment, SegmentLayout.form, SegmentLayout.spelled)
  }

  private func spellRow(_ segment: Memory.Segment) {
    let end = Int(memory.word(segment, SegmentLayout.end))
    let first = memory.word(segment, SegmentLayout.row)
    let none = SIMD16<Int32>(repeating: SegmentLayout.noHandle)
    for slot in stride(from: 0, to: SegmentLayout.slots, by: 16) {
      let used = min(max(end - slot, 0), 16)
      let row = LineMath.lanes &+ SIMD16(repeating: first &+ Int32(slot))
      memory.setLine(
        segment,
        SegmentLayout.handles + slot,
        LineMath.select(memory.lanes(after: used - 1), none, else: row)
      )
    }
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
