// Memory picture: the rows of a `VisibleItems`, borrowed for the length of one query.
//
//   rows   | row | row | row | ... |
//            ^ written   ^ next      ^ limit
//
// Invariants: rows.startIndex <= next <= limit; all rows are initialised from the start, so writing
// one is an assignment. The array is unique while it is borrowed.

/// Writes the rows of a list, one after the other, without asking each time whose they are.
struct RowWriter {
  private var next: UnsafeMutablePointer<VisibleItems.Row>
  private let limit: UnsafeMutablePointer<VisibleItems.Row>

  fileprivate init(_ rows: UnsafeMutableBufferPointer<VisibleItems.Row>) {
    next = rows.baseAddress.unsafelyUnwrapped
    limit = next + rows.count
  }

  /// Writes a row.
  ///
  /// - Returns: Whether there was room.
  @inline(__always) mutating func write(_ row: VisibleItems.Row) -> Bool {
    if next == limit { return false }
    next.pointee = row
    next += 1
    return true
  }
}

extension VisibleItems {
  /// Lets `body` write rows; it returns false when there was no room for one, and is called again
  /// then, with more.
  @inline(__always) mutating func writeRows(_ body: (inout RowWriter) -> Bool) {
    while true {
      let isDone = rows.withUnsafeMutableBufferPointer { buffer in
        var writer = RowWriter(buffer)
        return body(&writer)
      }
      if isDone { return }
      makeRoom()
    }
  }
}
