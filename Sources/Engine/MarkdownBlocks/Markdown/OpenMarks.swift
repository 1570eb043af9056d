/// Looks for marks in what a stretch of text was parsed to that later text could still use.
///
/// A mark that is shown has opened nothing so far. It might do so when more text came, unless it
/// was escaped, stands where such a mark opens nothing, or is a bracket that is closed by another
/// one with no destination behind it.
struct OpenMarks {
  /// The marks of a stretch that may open something yet.
  struct Open {
    /// How many.
    var count = 0
    /// Where in the text the first of them lies, or a little before it; nil for none.
    var first: Int?
    /// What would end what they may begin.
    var closing: ClosingBytes = []
  }

  /// What is shown; 0x78, a letter, stands for a byte that can be no mark.
  private var shown: [UInt8] = []
  /// Where texts begin in what is shown, and where in the text, in order; single signs are left out.
  private var origins: [(shown: Int, text: Int)] = []

  /// Finds the marks in what a stretch was parsed to that may open something yet.
  ///
  /// - Parameters:
  ///   - parsed: What was found in the stretch.
  ///   - text: The text that it is a part of.
  ///   - start: Where in the text it begins.
  /// - Complexity: O(the stretch).
  mutating func open(
    in parsed: borrowing InlineParser,
    of text: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> Open {
    shown.removeAll(keepingCapacity: true)
    origins.removeAll(keepingCapacity: true)
    shown.reserveCapacity(parsed.text.count)
    origins.reserveCapacity(16)
    var index = parsed.pieces[0].next
    while index >= 0 {
      let piece = parsed.pieces[index]
      switch piece.kind {
      case .text where piece.isStored: shown.append(contentsOf: parsed.stored[piece.range])
      case .text: show(piece.range.lowerBound + start..<piece.range.upperBound + start, of: text)
      case .softBreak, .hardBreak: shown.append(0x20)
      case .close: break
      case .code, .html, .open, .mark: shown.append(UInt8(ascii: "x"))
      }
      index = parsed.pieces[index].next
    }
    return shown.withUnsafeBufferPointer(open)
  }

  /// Shows a part of the text; what a sign stands for that begins nothing has no origin.
  private mutating func show(_ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>) {
    let part = UnsafeBufferPointer(rebasing: text[range])
    let isEscaped = part.count == 1 && Self.isEscaped(at: range.lowerBound, in: text)
    switch part.first {
    case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "&"), UInt8(ascii: "<"),
      UInt8(ascii: "\\"), UInt8(ascii: "~"):
      if isEscaped { origins.append((shown.count, range.lowerBound)) }
    case UInt8(ascii: "!") where !isEscaped:
      if part.count > 2 || part.count == 2 && part[1] != UInt8(ascii: "[") {
        origins.append((shown.count + 1, range.lowerBound + 1))
      }
    default: origins.append((shown.count, range.lowerBound))
    }
    if isEscaped {
      shown.append(UInt8(ascii: "x"))
    } else {
      shown.append(contentsOf: part)
    }
  }

  private static func isEscaped(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = offset
    while start > 0, text[start - 1] == UInt8(ascii: "\\") { start -= 1 }
    return (offset - start) % 2 == 1
  }

  private func open(_ shown: UnsafeBufferPointer<UInt8>) -> Open {
    var (count, first) = (0, Int.max)
    var closing: ClosingBytes = []
    func note(_ index: Int, _ end: ClosingBytes) {
      count += 1
      first = min(first, index)
      closing.formUnion(end)
    }
    var brackets: [Int] = []
    func previous(_ index: Int) -> UInt8 { index > 0 ? shown[index - 1] : 0x20 }
    func next(_ index: Int) -> UInt8 { index + 1 < shown.count ? shown[index + 1] : 0x20 }
    for (index, byte) in shown.enumerated() {
      switch byte {
      case UInt8(ascii: "`"): note(index, .backtick)
      case UInt8(ascii: "*"), UInt8(ascii: "~"):
        if previous(index) > 0x20 || next(index) > 0x20 {
          note(index, byte == UInt8(ascii: "*") ? .star : .tilde)
        }
      case UInt8(ascii: "_"):
        let isInWord =
          Bytes.isLetterOrDigit(previous(index)) && Bytes.isLetterOrDigit(next(index))
        if previous(index) > 0x20 || next(index) > 0x20, !isInWord { note(index, .underscore) }
      case UInt8(ascii: "<"):
        if Bytes.isLetter(next(index)) || "/!?".utf8.contains(next(index)) { note(index, .angle) }
      case UInt8(ascii: "["): brackets.append(index)
      case UInt8(ascii: "]"):
        if next(index) == UInt8(ascii: "(") || next(index) == UInt8(ascii: "[") { continue }
        _ = brackets.popLast()
      default: break
      }
    }
    if let bracket = brackets.first {
      first = min(first, bracket)
      closing.formUnion([.bracket, .address])
    }
    return Open(count: count + brackets.count, first: place(of: first), closing: closing)
  }

  /// Where a mark lies in the text, or what stands before it; nil when there is none.
  private func place(of index: Int) -> Int? {
    guard index < shown.count, let origin = origins.last(where: { $0.shown <= index }) else {
      return nil
    }
    return origin.text + index - origin.shown
  }
}
