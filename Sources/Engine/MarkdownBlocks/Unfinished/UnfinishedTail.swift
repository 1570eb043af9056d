/// What is shown of the last block of a text that still grows.
///
/// Words: a *sign* is a byte that may be a mark of Markdown. A sign is *undecided* while text that may
/// come could make it a mark, or no mark. Undecided signs are left out; what they may have made of the
/// block (a heading of a paragraph, a rule of a line) is not shown either.
///
/// Limits: a line of more than ``LastLine/longest`` bytes, and the head of a table of more than
/// ``LastLine/longestHead``, is shown as it was parsed.
///
/// Complexity: O(what is new) while the block grows, and ``UndecidedSigns/spacing`` bytes more. When a
/// bracket is decided O(what follows it); when the first sign of a kind is escaped O(the block).
package struct UnfinishedTail: Sendable {
  /// What is shown in the place of the block.
  package enum Look: Hashable, Sendable {
    /// The block as it was parsed.
    case parsed
    /// Another block, which is ``block``.
    case other
    /// Nothing: all of it is undecided.
    case nothing
  }

  /// How what is undecided is shown.
  package private(set) var rule: UnfinishedMarks
  /// What is shown in the place of the block.
  package private(set) var look = Look.parsed
  /// What is shown while ``look`` is `other`; begins with what ``shownPlaces`` say even when it is not.
  package private(set) var block = Block(kind: .paragraph, sourceUTF8: 0..<0)
  /// How many bytes were looked at so far; what was looked at again counts again.
  package private(set) var bytesLookedAt = 0

  /// How many bytes the text of the block had.
  private var utf8Count = 0
  /// How many leading bytes of it have no sign.
  private var plainUTF8 = 0
  /// How many leading bytes of it were shown, none left out.
  private var wholeUTF8 = 0
  private var escapes = EscapedSigns()
  private var signs = UndecidedSigns()
  /// Up to which place of the signs ``block`` shows what is to be shown.
  private var shownPlaces = 0

  /// Makes a tail of which nothing is known.
  package init(_ rule: UnfinishedMarks) { self.rule = rule }

  /// What is looked at from here on is shown by another rule.
  package mutating func grow(_ rule: UnfinishedMarks) { self.rule = rule }

  /// Shows the block as it was parsed, and forgets it: what is looked at next is another one.
  package mutating func forget() {
    let looked = bytesLookedAt
    self = UnfinishedTail(rule)
    bytesLookedAt = looked
  }

  /// With how many bytes a block begins like what is shown; 0 unless ``look`` is `other`.
  package func keptUTF8Count(with other: Block) -> Int {
    look == .other ? block.commonPrefixUTF8Count(with: other) : 0
  }

  /// Looks at the last block of a text as it is now.
  ///
  /// - Parameters:
  ///   - parsed: The block as it was parsed.
  ///   - source: The text it is of.
  ///   - keptUTF8: How many leading bytes of its text are, in the same styles, those of the last call.
  /// - Returns: With how many bytes what is shown of it begins like what was shown of it.
  package mutating func look(
    at parsed: Block,
    of source: [UInt8],
    keeping keptUTF8: Int
  ) -> Int {
    let kept = min(keptUTF8, utf8Count, parsed.text.count)
    utf8Count = parsed.text.count
    if kept < plainUTF8 { plainUTF8 = 0 }
    signs.keep(kept)
    shownPlaces = min(shownPlaces, signs.places.count)
    let whole = min(kept, wholeUTF8)
    guard mayBeUndecided(parsed, source) else { return showParsed(parsed, whole) }
    let line = LastLine(of: source, from: parsed.sourceUTF8, counting: &bytesLookedAt)
    var kind = parsed.kind
    if rule == .held {
      if line.isAllUndecided(parsed) || line.isUndecidedImage { return showNothing() }
      if case .code = kind {
        return show(parsed, upTo: line.startOfFenceEnd(of: parsed), whole)
      }
      if case .heading = kind, line.isUnderline { kind = .paragraph }
      if kind == .paragraph, let row = line.row(of: parsed) { return show(row) }
    }
    switch kind {
    case .paragraph, .heading: break
    default: return showParsed(parsed, whole)
    }
    lookForSigns(in: parsed, source)
    var cut = min(utf8Count, signs.cut ?? .max)
    if rule == .held {
      if kind == .paragraph { cut = min(cut, line.startOfSigns(of: parsed)) }
      cut = min(cut, UndecidedSigns.startOfEntity(parsed.text))
    }
    guard cut == utf8Count, signs.hidden.isEmpty else {
      return showWithoutSigns(parsed, as: kind, upTo: cut, whole)
    }
    guard kind != parsed.kind else { return showParsed(parsed, whole) }
    var other = parsed
    other.kind = kind
    return show(other)
  }

  /// Whether there is any sign that may be undecided; most text has none.
  private mutating func mayBeUndecided(_ block: Block, _ source: [UInt8]) -> Bool {
    switch block.kind {
    case .thematicBreak, .code: return true
    // A row keeps all that its cells have.
    case .html, .unknown, .tableRow: return false
    case .image: return rule == .held
    case .paragraph, .heading: break
    }
    let sign = block.text.withUnsafeBufferPointer {
      $0[plainUTF8...].firstIndex(where: UndecidedSigns.isSign)
    }
    bytesLookedAt += (sign ?? utf8Count) - plainUTF8
    plainUTF8 = sign ?? utf8Count
    if sign != nil || block.text.isEmpty { return true }
    let first = block.sourceUTF8.lowerBound
    if first < source.count, source[first] == UInt8(ascii: "|") { return true }
    // A line that may be undecided as a whole is short, but for one of `-` or `=`.
    guard let last = source.last, last != UInt8(ascii: "\n") else { return false }
    if case .heading = block.kind { return true }
    let longest = LastLine.longestNumber
    return source.suffix(longest + 1).contains(UInt8(ascii: "\n"))
      || source.count <= longest || block.text.count <= longest
  }

  private mutating func lookForSigns(in parsed: Block, _ source: [UInt8]) {
    let range = parsed.sourceUTF8.clamped(to: 0..<source.count)
    if escapes.look(at: source, range, counting: &bytesLookedAt) { signs = UndecidedSigns() }
    signs.look(
      at: parsed,
      from: plainUTF8,
      escapes,
      hidesMarks: rule == .held,
      counting: &bytesLookedAt
    )
    shownPlaces = min(shownPlaces, signs.keptPlaces)
  }
}

// What is shown of the block; `whole` is how many bytes of its text were shown and are as they were.
extension UnfinishedTail {
  private mutating func showParsed(_ parsed: Block, _ whole: Int) -> Int {
    defer { (look, wholeUTF8) = (.parsed, utf8Count) }
    return kept(in: parsed, knowing: whole, of: parsed)
  }

  private mutating func showNothing() -> Int {
    (look, wholeUTF8) = (.nothing, 0)
    return 0
  }

  /// Shows something else instead, or nothing where that is empty.
  private mutating func show(_ other: Block) -> Int {
    guard !other.text.isEmpty || utf8Count == 0 else { return showNothing() }
    let kept = keptUTF8Count(with: other)
    (look, block, wholeUTF8, shownPlaces) = (.other, other, 0, 0)
    return kept
  }

  /// Shows the block up to a place.
  private mutating func show(_ parsed: Block, upTo end: Int, _ whole: Int) -> Int {
    guard end < utf8Count else { return showParsed(parsed, whole) }
    guard end > 0 else { return showNothing() }
    var other = parsed
    other.truncate(to: end)
    let kept = kept(in: other, knowing: min(whole, end), of: parsed)
    (look, block, wholeUTF8, shownPlaces) = (.other, other, end, 0)
    return kept
  }

  /// Shows the block up to a place without the signs that are undecided.
  private mutating func showWithoutSigns(
    _ parsed: Block,
    as kind: BlockKind,
    upTo cut: Int,
    _ whole: Int
  ) -> Int {
    let place = shownPlaces > 0 ? signs.places[shownPlaces - 1] : .init()
    let shown = place.utf8Offset - place.hiddenUTF8
    let isSame = look == .other && block.kind == kind && block.isNested(as: parsed)
    let old = isSame ? block.suffix(from: shown) : nil
    block.truncate(to: shown)
    (block.kind, block.nesting, block.sourceUTF8) = (kind, parsed.nesting, parsed.sourceUTF8)
    signs.append(parsed, from: place, upTo: cut, to: &block)
    while shownPlaces < signs.places.count, signs.places[shownPlaces].utf8Offset <= cut {
      shownPlaces += 1
    }
    let before = look
    wholeUTF8 = min(signs.hidden.first?.lowerBound ?? cut, cut, block.text.count)
    guard !block.text.isEmpty else {
      shownPlaces = 0
      return showNothing()
    }
    look = .other
    if let old { return shown + old.commonPrefixUTF8Count(with: block.suffix(from: shown)) }
    return before == .parsed && kind == parsed.kind ? min(whole, wholeUTF8) : 0
  }

  /// With how many bytes a block to be shown begins like what is shown.
  ///
  /// - Parameter known: How many bytes are known to be the same, if the kinds are.
  private func kept(in other: Block, knowing known: Int, of parsed: Block) -> Int {
    switch look {
    case .parsed: return known
    case .nothing: return 0
    case .other:
      guard block.kind == other.kind, block.isNested(as: other) else { return 0 }
      let rest = block.suffix(from: known)
      return known + rest.commonPrefixUTF8Count(with: other.suffix(from: known))
    }
  }
}

extension Block {
  /// Whether it lies in as many containers as another one.
  fileprivate func isNested(as other: Block) -> Bool {
    nesting.listDepth == other.nesting.listDepth && nesting.quoteDepth == other.nesting.quoteDepth
  }
}
