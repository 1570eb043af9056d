/// Where the lines of a text begin; a line ends with LF, CR or CR LF, as the parsers count them.
package struct LineTable {
  private var starts: [Int32] = []
  private let source: UnsafeBufferPointer<UInt8>

  /// Finds the lines of `source`, which must outlive the table.
  ///
  /// - Complexity: O(length of the text).
  package init(_ source: UnsafeBufferPointer<UInt8>) {
    self.source = source
    starts.reserveCapacity(8)
    starts.append(0)
    let hasReturns = source.has(0x0D)
    var index = 0
    while true {
      let feed = source.place(of: 0x0A, from: index)
      if hasReturns { addReturns(from: index, to: feed) }
      guard feed < source.count else { break }
      index = feed + 1
      starts.append(Int32(index))
    }
  }

  /// Adds the lines that end with a CR alone.
  private mutating func addReturns(from start: Int, to end: Int) {
    for index in start..<end where source[index] == 0x0D {
      // The CR of a CR LF ends no line of its own.
      if index + 1 == end, end < source.count { continue }
      starts.append(Int32(index + 1))
    }
  }

  /// The offset of the first byte of a line; lines count from 1, those past the end are there.
  package func start(ofLine line: Int) -> Int {
    line <= starts.count ? Int(starts[max(line, 1) - 1]) : source.count
  }

  /// The line that a byte lies in, from 1.
  ///
  /// - Complexity: O(log lines).
  package func line(at offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Where the last line begins that is not known to be complete; a final CR may be half of a CR LF.
  package var startOfOpenLine: Int {
    let last = starts.count - 1
    return last > 0 && source.last == 0x0D ? Int(starts[last - 1]) : Int(starts[last])
  }

  /// The bytes of some lines, without the end of the last.
  package func range(ofLines lines: ClosedRange<Int>) -> Range<Int> {
    let start = start(ofLine: lines.lowerBound)
    var end = max(start, self.start(ofLine: lines.upperBound + 1))
    if end > start, source[end - 1] == 0x0A { end -= 1 }
    if end > start, source[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// How many bytes of a value a line has.
  package func count(of byte: UInt8, inLine line: Int) -> Int {
    source[range(ofLines: line...line)].count { $0 == byte }
  }

  /// Whether a line holds nothing but the end of fenced code and the signs of containers.
  package func isFence(line: Int, of mark: UInt8) -> Bool {
    let range = range(ofLines: line...line)
    let marks = source[range].drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">") }
    return marks.first == mark && marks.drop { $0 == mark }.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Whether a line holds nothing but the underline of a heading and the signs of containers.
  package func isUnderline(line: Int) -> Bool {
    let range = range(ofLines: line...line)
    let marks = source[range].drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">") }
    guard let first = marks.first, first == UInt8(ascii: "=") || first == UInt8(ascii: "-") else {
      return false
    }
    return marks.drop { $0 == first }.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}
