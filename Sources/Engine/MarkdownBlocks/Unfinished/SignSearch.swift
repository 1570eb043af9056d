/// Goes through a text from a place on and finds the signs that are undecided.
struct SignSearch {
  /// What it comes to.
  enum Found {
    case mark(Range<Int>)
    /// The sign of a bracket that nothing closes.
    case bracket(Range<Int>)
    /// That of one which is closed at `end`, and whose target has not ended or begun.
    case link(Range<Int>, end: Int, depth: Int?)
    /// ``place``, up to which all is known.
    case place
  }

  /// What is known up to where it stands; told by whoever is told of signs.
  var place: UndecidedSigns.Place
  /// How many bytes were looked at.
  private(set) var looked = 0

  private let text: UnsafeBufferPointer<UInt8>
  private let escapes: EscapedSigns
  private let hidesMarks: Bool
  private var runs: RunWalk
  private var index: Int
  /// Where all is left out from.
  private var end: Int
  private var parentheses: Parentheses?

  init(
    _ text: UnsafeBufferPointer<UInt8>,
    _ runs: [TextRun],
    _ escapes: EscapedSigns,
    hidesMarks: Bool,
    from place: UndecidedSigns.Place
  ) {
    self.text = text
    self.escapes = escapes
    self.hidesMarks = hidesMarks
    self.place = place
    self.runs = RunWalk(runs, utf8Count: text.count, at: place.utf8Offset)
    index = place.utf8Offset
    end = text.count
  }

  /// What follows an offset is left out: nothing is looked for there.
  mutating func stop(at offset: Int) { (end, place.brackets) = (offset, .max) }

  /// Goes on to the next thing that is found; nil at the end of the text.
  mutating func next() -> Found? {
    while index < end {
      let byte = text[index]
      if byte == UInt8(ascii: "["), index >= place.brackets, !escapes.contains(byte) {
        if let found = bracket() { return found }
      } else if hidesMarks, UndecidedSigns.isMark(byte), !runs.isCode(at: index) {
        let start = index
        while index < text.count, text[index] == byte { index += 1 }
        looked += index - start
        place.needed = max(place.needed, index + 1)
        if isUndecided(byte, start..<index) { return .mark(start..<index) }
      } else {
        index += 1
        looked += 1
        if isPlace(after: byte) {
          place.utf8Offset = index
          place.needed = max(place.needed, index)
          return .place
        }
      }
    }
    return nil
  }

  /// Whether a place may be where it stands: so far from the last one, between two scalars, and not behind
  /// what is left out at the end of a text or before a bracket.
  private func isPlace(after byte: UInt8) -> Bool {
    index - place.utf8Offset >= UndecidedSigns.spacing && index < text.count
      && text[index] & 0xC0 != 0x80 && byte != UInt8(ascii: "!") && !UndecidedSigns.isSpace(byte)
  }

  /// Whether a run of one sign may still become a mark.
  private func isUndecided(_ sign: UInt8, _ range: Range<Int>) -> Bool {
    if escapes.contains(sign) { return false }
    if sign == UInt8(ascii: "`") { return true }
    let isInWord = sign == UInt8(ascii: "_") && followsLetter(range.lowerBound)
    // At the end it may open what comes, or close what is open.
    guard range.upperBound < text.count else { return !isInWord || place.hidesMark }
    return !isInWord && !UndecidedSigns.isSpace(text[range.upperBound])
  }

  private func followsLetter(_ start: Int) -> Bool {
    start > 0 && (text[start - 1] >= 0x80 || UndecidedSigns.isLetterOrDigit(text[start - 1]))
  }

  /// Looks at a bracket, and passes its sign.
  ///
  /// - Returns: Nil where it is decided.
  private mutating func bracket() -> Found? {
    let start = index
    let isImage = start > 0 && text[start - 1] == UInt8(ascii: "!")
    let sign = (isImage ? start - 1 : start)..<start + 1
    index += 1
    guard let end = text[index...].firstIndex(of: UInt8(ascii: "]")) else {
      looked += text.count - start
      return .bracket(sign)
    }
    looked += end - start
    guard end + 1 < text.count else { return .link(sign, end: end, depth: nil) }
    place.brackets = end + 1
    place.needed = max(place.needed, end + 2)
    guard text[end + 1] == UInt8(ascii: "(") else { return nil }
    if parentheses == nil {
      parentheses = Parentheses(in: text, from: end + 1)
      looked += text.count - end
    }
    guard let close = parentheses?.ends[end + 1] else {
      return .link(sign, end: end, depth: parentheses?.depth(of: end + 1))
    }
    place.needed = max(place.needed, close + 1)
    return nil
  }

  /// Which parenthesis is closed where.
  private struct Parentheses {
    private(set) var ends: [Int: Int] = [:]
    private var open: [Int] = []

    init(in text: UnsafeBufferPointer<UInt8>, from start: Int) {
      for place in start..<text.count {
        if text[place] == UInt8(ascii: "(") {
          open.append(place)
        } else if text[place] == UInt8(ascii: ")"), let start = open.popLast() {
          ends[start] = place
        }
      }
    }

    /// How many are open at the end from one on that is.
    func depth(of start: Int) -> Int { open.count { $0 >= start } }
  }
}

/// Finds the run of a byte; only forward.
struct RunWalk {
  private let runs: [TextRun]
  private(set) var index: Int
  /// Where the run begins and ends.
  private(set) var range: Range<Int>

  /// Stands at a byte.
  ///
  /// - Complexity: O(runs that follow).
  init(_ runs: [TextRun], utf8Count: Int, at byte: Int) {
    self.runs = runs
    index = runs.count
    var start = utf8Count
    range = utf8Count..<utf8Count
    while index > 0, start > byte || range.isEmpty {
      index -= 1
      range = start - runs[index].utf8Count..<start
      start = range.lowerBound
    }
  }

  /// Moves to the run of a byte.
  mutating func move(to byte: Int) {
    while byte >= range.upperBound, index + 1 < runs.count {
      index += 1
      range = range.upperBound..<range.upperBound + runs[index].utf8Count
    }
  }

  /// Whether a byte is of code.
  mutating func isCode(at byte: Int) -> Bool {
    move(to: byte)
    return runs[index].style.contains(.code)
  }

  /// The run, with so many bytes.
  func run(of utf8Count: Int) -> TextRun {
    var run = runs[index]
    run.utf8Count = utf8Count
    return run
  }
}
