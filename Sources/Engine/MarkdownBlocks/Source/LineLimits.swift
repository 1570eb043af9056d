/// Takes their meaning from the signs of a line that are beyond a limit, so that they are shown as
/// they are.
///
/// A parser compares each container of a line with each line: lines that nest 10,000 quotes or part 10,000
/// cells would cost their square. Beyond the limits a sign is fed to a parser as a scalar that Unicode keeps
/// free for such uses (U+FDD0 and after it), and becomes itself again in what the parser makes of it. Where
/// the text has such scalars of its own, each is fed behind U+FDEF.
///
/// A limit looks at one line alone, so a text may be parsed again from the start of any.
package struct LineLimits {
  /// How many containers a line may open or go on with; what would open more is text.
  package static let containers = 100
  /// How many bars of a line part cells; the others are text. So a table has 258 columns at most.
  package static let bars = 257

  private static let signs = Array(">-+*.)|".utf8)
  private static let escape: UInt8 = 0xAF

  /// The text as it is fed to a parser; nil when that is the text itself.
  package private(set) var fed: [UInt8]?
  /// How many lines are beyond a limit.
  package private(set) var count = 0

  /// Looks at every line of a text.
  ///
  /// - Complexity: O(length of the text).
  package init(_ text: UnsafeBufferPointer<UInt8>) {
    var places: [Int] = []
    let hasReturns = text.has(0x0D)
    var start = 0
    while start < text.count {
      let end = Self.end(ofLineFrom: start, in: text, hasReturns: hasReturns)
      // A sign takes a byte.
      if end - start > Self.containers {
        let known = places.count
        Self.look(at: text, in: start..<end, places: &places)
        if places.count > known { count += 1 }
      }
      start = end
    }
    if !places.isEmpty { fed = Self.rewritten(text, places) }
  }

  /// Where the line that begins at `start` ends, its LF or CR included.
  private static func end(
    ofLineFrom start: Int,
    in text: UnsafeBufferPointer<UInt8>,
    hasReturns: Bool
  ) -> Int {
    guard hasReturns else { return min(text.place(of: 0x0A, from: start) + 1, text.count) }
    var index = start
    while index < text.count {
      index += 1
      if text[index - 1] == 0x0A || text[index - 1] == 0x0D { break }
    }
    return index
  }

  /// Looks at a line.
  private static func look(
    at text: UnsafeBufferPointer<UInt8>,
    in line: Range<Int>,
    places: inout [Int]
  ) {
    var index = line.lowerBound
    var count = 0
    while let sign = container(in: text, from: index) {
      count += 1
      index = sign + 1
      guard count > containers else { continue }
      if !isThematicBreak(text, from: sign) { places.append(sign) }
      break
    }
    let bytes = UnsafeBufferPointer(rebasing: text[line])
    var bars = 0
    index = bytes.place(of: UInt8(ascii: "|"))
    while index < bytes.count {
      bars += 1
      if bars > Self.bars { places.append(line.lowerBound + index) }
      index = bytes.place(of: UInt8(ascii: "|"), from: index + 1)
    }
  }

  /// Finds the sign that opens a container, or goes on with one, after spaces at most.
  private static func container(
    in text: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> Int? {
    var index = start
    while index < text.count, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
    guard index < text.count else { return nil }
    switch text[index] {
    case UInt8(ascii: ">"): return index
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): break
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let first = index
      while index < text.count, index - first < 10,
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[index])
      {
        index += 1
      }
      guard index < text.count,
        text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ")")
      else { return nil }
    default: return nil
    }
    guard index + 1 < text.count, text[index + 1] == 0x20 || text[index + 1] == 0x09 else {
      return nil
    }
    return index
  }

  /// Whether nothing but one kind of sign and spaces follows: a rule, which opens nothing.
  private static func isThematicBreak(
    _ text: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> Bool {
    let sign = text[start]
    guard sign == UInt8(ascii: "-") || sign == UInt8(ascii: "*") else { return false }
    for byte in text[start...] {
      if byte == 0x0A || byte == 0x0D { return true }
      if byte != sign, byte != 0x20, byte != 0x09 { return false }
    }
    return true
  }

  private static func rewritten(
    _ text: UnsafeBufferPointer<UInt8>,
    _ places: [Int]
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count + 2 * places.count)
    // The places of a line are not in order when it has both kinds.
    var rest = places.sorted()[...]
    var index = 0
    var reserved = text.place(of: 0xEF)
    while true {
      let next = min(rest.first ?? text.count, reserved)
      result.append(contentsOf: UnsafeBufferPointer(rebasing: text[index..<next]))
      guard next < text.count else { return result }
      let byte = text[next]
      if next == rest.first, let code = signs.firstIndex(of: byte) {
        result += [0xEF, 0xB7, 0x90 + UInt8(code)]
      } else if isReserved(text, at: next) {
        result += [0xEF, 0xB7, escape, byte]
      } else {
        result.append(byte)
      }
      while rest.first == next { rest.removeFirst() }
      if next == reserved { reserved = text.place(of: 0xEF, from: next + 1) }
      index = next + 1
    }
  }

  /// Makes the signs themselves again in what a parser made of a text that was fed otherwise.
  package static func restored(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let next = text.place(of: 0xEF, from: index)
      result.append(contentsOf: UnsafeBufferPointer(rebasing: text[index..<next]))
      index = next
      guard index < text.count else { break }
      guard isReserved(text, at: index) else {
        result.append(text[index])
        index += 1
        continue
      }
      let code = Int(text[index + 2]) - 0x90
      index += 3
      if code < signs.count {
        result.append(signs[code])
      } else if text[index - 1] == escape, isReserved(text, at: index) {
        result += text[index..<index + 3]
        index += 3
      }
    }
    return result
  }

  private static func isReserved(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    text[index] == 0xEF && index + 2 < text.count && text[index + 1] == 0xB7
      && (0x90...escape).contains(text[index + 2])
  }
}
