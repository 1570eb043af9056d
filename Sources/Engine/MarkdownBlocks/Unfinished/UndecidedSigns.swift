/// The undecided signs in the text of a paragraph or heading that grows.
///
/// A *place* is one in the text up to which all is known whatever follows: signs are looked for from the
/// last place that still holds. Beyond the places lies a bracket that is *open* as long as text may
/// come that makes a link of it; when that is decided all from it on is looked at again.
///
/// Complexity: O(what is new and ``spacing``) a look; O(what follows the bracket) when one is decided.
struct UndecidedSigns {
  /// A place up to which all is known.
  struct Place {
    var utf8Offset = 0
    /// How many leading bytes of the text it depends on.
    var needed = 0
    /// How many ranges are left out before it, and how many bytes.
    var hiddenCount = 0
    var hiddenUTF8 = 0
    /// Whether a mark is left out before it.
    var hidesMark = false
    /// Where the next bracket may begin.
    var brackets = 0
  }

  /// A bracket that may become a link.
  private struct Open {
    var sign: Range<Int>
    var awaited: Awaited

    enum Awaited {
      /// What closes it.
      case end
      /// What follows that.
      case target
      /// What ends its target, within so many parentheses.
      case endOfTarget(depth: Int)
    }
  }

  /// How many bytes lie at least between two places.
  static let spacing = 128

  private(set) var places: [Place] = []
  /// How many places there were when signs were looked for last, before new ones were found.
  private(set) var keptPlaces = 0
  /// What is left out, ascending.
  private(set) var hidden: [Range<Int>] = []
  /// From where on all is left out; nil where nothing is.
  private(set) var cut: Int?
  private var open: Open?
  /// How many bytes of the text were looked at, and whether it had no more.
  private var (looked, isWhole) = (0, false)

  /// Whether a byte may be a mark, begin a link or an entity.
  @inline(__always)
  static func isSign(_ byte: UInt8) -> Bool {
    isMark(byte) || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "&")
  }

  @inline(__always)
  static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
      || byte == UInt8(ascii: "`")
  }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09
  }

  /// Where an entity begins that has not ended; the end of the text where there is none.
  static func startOfEntity(_ text: [UInt8]) -> Int {
    let end = text.suffix(33)
    guard let start = end.lastIndex(of: UInt8(ascii: "&")),
      end[(start + 1)...].allSatisfy({ isLetterOrDigit($0) || $0 == UInt8(ascii: "#") })
    else { return text.count }
    return start
  }

  // MARK: Going back

  /// Only so many leading bytes of the text are as they were.
  mutating func keep(_ kept: Int) {
    guard kept < looked else { return }
    if let open {
      var isDecidedAnew = open.sign.upperBound > kept
      if case .end = open.awaited {} else { isDecidedAnew = true }
      if isDecidedAnew { goBack(to: open.sign.lowerBound) }
    }
    while let place = places.last, place.needed > kept { places.removeLast() }
    (looked, isWhole) = (kept, false)
  }

  /// Looks at a bracket again.
  private mutating func goBack(to start: Int) {
    while let place = places.last, place.utf8Offset > start { places.removeLast() }
    open = nil
  }

  /// Looks whether what comes decides the open bracket.
  ///
  /// - Returns: Whether it leaves out all that comes.
  private mutating func lookAtOpen(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard var bracket = open else { return false }
    let new = text[looked...]
    switch bracket.awaited {
    case .end: if new.contains(UInt8(ascii: "]")) { goBack(to: bracket.sign.lowerBound) }
    case .target: goBack(to: bracket.sign.lowerBound)
    case .endOfTarget(var depth):
      for byte in new where depth > 0 {
        if byte == UInt8(ascii: "(") { depth += 1 } else if byte == UInt8(ascii: ")") { depth -= 1 }
      }
      guard depth == 0 else {
        bracket.awaited = .endOfTarget(depth: depth)
        open = bracket
        return true
      }
      goBack(to: bracket.sign.lowerBound)
    }
    return false
  }

  // MARK: Looking

  /// Looks at the text as it is now.
  ///
  /// - Parameters:
  ///   - block: The block whose text it is.
  ///   - start: How many leading bytes have no sign.
  ///   - escapes: Which signs are escaped in its source.
  ///   - hidesMarks: Whether marks are left out, and not only brackets.
  ///   - count: Grows by the bytes that were looked at.
  mutating func look(
    at block: Block,
    from start: Int,
    _ escapes: EscapedSigns,
    hidesMarks: Bool,
    counting count: inout Int
  ) {
    let utf8Count = block.text.count
    keptPlaces = places.count
    if isWhole, looked == utf8Count { return }
    block.text.withUnsafeBufferPointer { text in
      count += utf8Count - looked
      let isHidden = lookAtOpen(text)
      keptPlaces = places.count
      if !isHidden {
        let place = places.last ?? Place(utf8Offset: start, needed: start)
        if let open, open.sign.lowerBound >= place.utf8Offset { self.open = nil }
        hidden.removeLast(hidden.count - place.hiddenCount)
        cut = nil
        var search = SignSearch(text, block.runs, escapes, hidesMarks: hidesMarks, from: place)
        look(by: &search)
        count += search.looked
      }
    }
    (looked, isWhole) = (utf8Count, true)
  }

  private mutating func look(by search: inout SignSearch) {
    while let found = search.next() {
      switch found {
      case .mark(let range):
        hide(range, &search)
        search.place.hidesMark = true
      case .bracket(let sign):
        hide(sign, &search)
        open = Open(sign: sign, awaited: .end)
        search.place.brackets = .max
      case .link(let sign, let end, let depth):
        hide(sign, &search)
        open = Open(sign: sign, awaited: depth.map { .endOfTarget(depth: $0) } ?? .target)
        cut = end
        search.stop(at: end)
      case .place: places.append(search.place)
      }
    }
  }

  private mutating func hide(_ range: Range<Int>, _ search: inout SignSearch) {
    hidden.append(range)
    search.place.hiddenCount += 1
    search.place.hiddenUTF8 += range.count
  }
}

extension UndecidedSigns {
  /// Appends what is to be shown of a block from a place on, up to another one, to what is shown before it;
  /// spaces at its end are left out too.
  ///
  /// - Complexity: O(what is appended, and the runs behind the place).
  func append(_ parsed: Block, from place: Place, upTo cut: Int, to block: inout Block) {
    var start = place.utf8Offset
    var walk = RunWalk(parsed.runs, utf8Count: parsed.text.count, at: start)
    // The run of which the last run shown is a part.
    var shownRun = start > walk.range.lowerBound ? walk.index : -1
    func show(_ range: Range<Int>) {
      block.text.append(contentsOf: parsed.text[range])
      var start = range.lowerBound
      while start < range.upperBound {
        walk.move(to: start)
        let end = min(range.upperBound, walk.range.upperBound)
        if walk.index == shownRun {
          block.runs[block.runs.count - 1].utf8Count += end - start
        } else {
          block.runs.append(walk.run(of: end - start))
          shownRun = walk.index
        }
        start = end
      }
    }
    for range in hidden[place.hiddenCount...] where range.lowerBound < cut {
      if range.lowerBound > start { show(start..<range.lowerBound) }
      start = range.upperBound
    }
    if start < cut { show(start..<cut) }
    if let last = block.text.lastIndex(where: { !Self.isSpace($0) }) {
      block.truncate(to: last + 1)
    } else {
      block.truncate(to: 0)
    }
  }
}
