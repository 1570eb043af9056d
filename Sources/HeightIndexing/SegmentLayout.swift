/// Where the words of a segment lie.
///
/// A segment holds up to 256 items in 16 groups of 16 slots. An item in slot 16c + k begins at
/// groups[c] + items[16c + k] from the segment's top: two exclusive running sums, one line of 16
/// words each, so that one comparison of a whole line finds a place and one masked addition
/// changes every later sum.
///
/// ```
/// word   0 ..<  16   groups    sum of the heights before each group
///       16 ..< 272   items     sum of the heights before each slot, within its group
///      272 ..< 288   header    see below
///      288 ..< 544   handles   the handle of each slot, unless they are rows
/// ```
///
/// Handles that count on from slot to slot are a *row*, and are not written out. A segment that was loaded
/// or appended to is one row as a rule. The first segment, which pages are put before, has up to 16, one
/// for each page; where its handles would be stands a table, a lane a row, the last row first.
///
/// ```
///      288 ..< 304   the slot that each row begins at; -1 where there is none
///      304 ..< 320   what added to a slot of the row gives its handle
/// ```
///
/// Slots from `end` on, and groups that begin there, hold `unused`, more than any sum; their handles
/// are `noHandle`. Handles of slots before item 0 mean nothing. The line of handles that begins one slot
/// after that of the last group ends one word after the segment, which is read with it and never used.
package enum SegmentLayout {
  static let groups = 0
  static let items = 16
  /// The sum of all heights.
  static let sum = 272
  /// The slot after the last item.
  static let end = 273
  /// The number of the node above, on level 0.
  static let parent = 274
  /// How many of the height scalings the sums have seen.
  static let epoch = 275
  /// The number of the segment after this one; -1 for none.
  static let next = 276
  /// The number of the segment before this one; -1 for none.
  static let previous = 277
  /// The segment's own number.
  static let number = 278
  /// How the handles are kept: `spelled`, `oneRow` or `manyRows`.
  static let form = 279
  /// The handle of slot 0 in `oneRow`; how many rows there are in `manyRows`.
  static let row = 280
  static let handles = 288
  /// The slots that rows begin at, in `manyRows`.
  static let rowSlots = 288
  /// What added to a slot of each row gives its handle, in `manyRows`.
  static let rowStarts = 304
  static let words = 544

  /// How many slots there are.
  package static let slots = 256
  /// The value of an unused slot, group or count.
  static let unused = Int32.max
  /// The greatest sum of heights in a segment: 16 items of the greatest height fit.
  static let sumLimit: Int32 = 1 << 30
  /// Each slot has its handle.
  static let spelled: Int32 = 0
  /// The handles count on from slot 0 to the last.
  static let oneRow: Int32 = 1
  /// The handles are some rows; none in a segment that was just opened.
  static let manyRows: Int32 = 2
  /// How many rows a segment may have.
  static let rows = 16
  /// The handle of a slot that has no item.
  static let noHandle = Int32(bitPattern: UInt32.max)
}
