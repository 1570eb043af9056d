/// What stands on both sides of a row of delimiters.
struct Flanks {
  private(set) var isLeft: Bool
  private(set) var isRight: Bool
  private(set) var isBehindPunctuation: Bool
  private(set) var isBeforePunctuation: Bool

  /// Looks at both sides of a row.
  ///
  /// - Parameter skipped: A sign that is passed over on both sides.
  init(_ text: UnsafeBufferPointer<UInt8>, _ row: Range<Int>, skipping skipped: UInt8?) {
    let before = Self.scalar(text, before: row.lowerBound, skipping: skipped)
    let after = Self.scalar(text, after: row.upperBound, skipping: skipped)
    let isBehindSpace = Scalars.isSpace(before)
    let isBeforeSpace = Scalars.isSpace(after)
    isBehindPunctuation = Scalars.isPunctuation(before)
    isBeforePunctuation = Scalars.isPunctuation(after)
    isLeft = !isBeforeSpace && (!isBeforePunctuation || isBehindSpace || isBehindPunctuation)
    isRight = !isBehindSpace && (!isBehindPunctuation || isBeforeSpace || isBeforePunctuation)
  }

  private static func scalar(
    _ text: UnsafeBufferPointer<UInt8>,
    before start: Int,
    skipping skipped: UInt8?
  ) -> UInt32 {
    guard start > 0 else { return 10 }
    var index = start - 1
    while index > 0, text[index] & 0xC0 == 0x80 || text[index] == skipped { index -= 1 }
    return text[index] == skipped ? 10 : Scalars.scalar(text, at: index)
  }

  private static func scalar(
    _ text: UnsafeBufferPointer<UInt8>,
    after end: Int,
    skipping skipped: UInt8?
  ) -> UInt32 {
    var index = end
    while index < text.count, text[index] == skipped { index += 1 }
    return index < text.count ? Scalars.scalar(text, at: index) : 10
  }
}

/// The rows of delimiters that may still become emphasis.
struct DelimiterStack {
  /// A row of delimiters.
  struct Delimiter {
    var sign: UInt8
    @CompactInt var piece: Int
    /// How many signs the row had at first.
    @CompactInt var count: Int
    var canOpen: Bool
    var canClose: Bool
    @CompactInt var previous: Int
    @CompactInt var next = -1
    /// The row before it with the same sign that can open something; it may be gone.
    @CompactInt var opener: Int
    var isRemoved = false
  }

  /// Below which row there is no opener, by sign and by the count's rest modulo 3.
  struct Bottoms {
    private var bottoms: SIMD16<Int>

    init(_ bottom: Int) { bottoms = SIMD16(repeating: bottom) }

    subscript(delimiter: Delimiter) -> Int {
      get { bottoms[Self.index(delimiter)] }
      set { bottoms[Self.index(delimiter)] = newValue }
    }

    private static func index(_ delimiter: Delimiter) -> Int {
      DelimiterStack.index(of: delimiter.sign) * 3 + delimiter.count % 3
    }
  }

  private var delimiters: [Delimiter] = []
  private(set) var last = -1
  private var first = -1
  private var lastOpeners = SIMD4(repeating: -1)

  subscript(index: Int) -> Delimiter { delimiters[index] }

  /// Forgets all rows.
  mutating func reset() {
    delimiters.removeAll(keepingCapacity: true)
    (first, last, lastOpeners) = (-1, -1, SIMD4(repeating: -1))
  }

  private static func index(of sign: UInt8) -> Int {
    sign == UInt8(ascii: "*") ? 0 : sign == UInt8(ascii: "_") ? 1 : 2
  }

  mutating func push(_ sign: UInt8, _ piece: Int, count: Int, canOpen: Bool, canClose: Bool) {
    let kind = Self.index(of: sign)
    let delimiter = Delimiter(
      sign: sign,
      piece: piece,
      count: count,
      canOpen: canOpen,
      canClose: canClose,
      previous: last,
      opener: lastOpeners[kind]
    )
    if delimiters.isEmpty { delimiters.reserveCapacity(8) }
    delimiters.append(delimiter)
    let index = delimiters.count - 1
    if last >= 0 { delimiters[last].next = index } else { first = index }
    last = index
    if canOpen { lastOpeners[kind] = index }
  }

  /// The first row above one; -1 when there is none.
  func first(above bottom: Int) -> Int { bottom >= 0 ? delimiters[bottom].next : first }

  /// The last row above `bottom` that can open what one closes.
  mutating func opener(of closer: Int, above bottom: Int) -> Int? {
    var index = liveOpener(before: closer)
    while index > bottom {
      if mayPair(delimiters[index], delimiters[closer]) { return index }
      index = liveOpener(before: index)
    }
    return nil
  }

  /// The row before one with the same sign that can open something.
  private mutating func liveOpener(before index: Int) -> Int {
    var opener = delimiters[index].opener
    while opener >= 0, delimiters[opener].isRemoved { opener = delimiters[opener].opener }
    delimiters[index].opener = opener
    return opener
  }

  /// Whether the rule of three lets two rows pair.
  private func mayPair(_ opener: Delimiter, _ closer: Delimiter) -> Bool {
    !(closer.canOpen || opener.canClose) || closer.count % 3 == 0
      || (opener.count + closer.count) % 3 != 0
  }

  mutating func remove(_ index: Int) {
    let (previous, next) = (delimiters[index].previous, delimiters[index].next)
    delimiters[index].isRemoved = true
    if previous >= 0 { delimiters[previous].next = next } else { first = next }
    if next >= 0 { delimiters[next].previous = previous } else { last = previous }
  }

  mutating func removeBetween(_ opener: Int, _ closer: Int) {
    while delimiters[closer].previous > opener { remove(delimiters[closer].previous) }
  }

  mutating func removeAll(above bottom: Int) { while last > bottom { remove(last) } }
}

/// The brackets that may still become links or images.
struct BracketStack {
  /// A bracket.
  struct Bracket {
    var piece: Int
    /// Where the text in it begins.
    var textStart: Int
    var isImage: Bool
    /// The last row of delimiters before it.
    var delimiter: Int
    var hasBracketsInside = false
  }

  private var brackets: [Bracket] = []
  /// How many brackets from the bottom on are of no use for links any more.
  private var inactiveCount = 0
  /// How many may become links, of use or not, and how many images those above the last link.
  private var links = 0
  private var images = 0

  var last: Bracket? { brackets.last }

  /// Forgets all brackets.
  mutating func reset() {
    brackets.removeAll(keepingCapacity: true)
    (inactiveCount, links, images) = (0, 0, 0)
  }

  /// Whether the last one may become a link or an image.
  var isActive: Bool { brackets.last?.isImage == true || brackets.count > inactiveCount }

  /// Whether a bare address is no link, as text stands in a bracket: as cmark-gfm has it, in one of no use too,
  /// but not in that of an image that a link stands in.
  var isInside: Bool { links > 0 || images > 0 }

  mutating func push(_ bracket: Bracket) {
    if !brackets.isEmpty { brackets[brackets.count - 1].hasBracketsInside = true }
    brackets.append(bracket)
    if bracket.isImage { images += 1 } else { links += 1 }
  }

  mutating func pop() {
    let bracket = brackets.removeLast()
    if !bracket.isImage {
      links -= 1
    } else if brackets.count >= inactiveCount {
      images -= 1
    }
    inactiveCount = min(inactiveCount, brackets.count)
  }

  /// A link holds no others: those around it become none.
  mutating func deactivateLinks() { (inactiveCount, images) = (brackets.count, 0) }
}

/// Where rows of backticks stand that a search has passed.
struct BackticksSeen {
  /// The longest row that begins code.
  private static let longest = 80

  /// Where the last row of each length begins that was seen.
  private var places: [Int] = []
  /// Whether the whole text was looked through.
  private var isComplete = false

  /// Forgets all rows.
  mutating func reset() {
    places.removeAll(keepingCapacity: true)
    isComplete = false
  }

  /// Where code ends that a row of backticks began, with the row that ends it.
  mutating func end(
    of count: Int,
    in text: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> Int? {
    if places.isEmpty { places += repeatElement(0, count: Self.longest + 1) }
    guard count <= Self.longest, !isComplete || places[count] > start else { return nil }
    var index = start
    while true {
      index = text.place(of: UInt8(ascii: "`"), from: index)
      guard index < text.count else { break }
      let first = index
      while index < text.count, text[index] == UInt8(ascii: "`") { index += 1 }
      if index - first <= Self.longest { places[index - first] = first }
      if index - first == count { return index }
    }
    isComplete = true
    return nil
  }
}
