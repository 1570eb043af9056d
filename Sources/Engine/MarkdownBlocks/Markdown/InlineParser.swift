/// Finds the marks inside the text of a leaf.
///
/// What it finds lies in a list of pieces in the order of the text: stretches of text, and where emphasis, a
/// link or an image begins and ends. Each byte is looked at a bounded number of times, whatever the text.
struct InlineParser {
  /// What a piece is.
  enum Kind {
    case text, code, html, softBreak, hardBreak
    /// Where a style begins and ends.
    case open, close
    /// The mark of a footnote.
    case mark
  }

  /// A stretch of the text, or a place in it.
  struct Piece {
    var kind: Kind
    /// Where its bytes lie, in the text or in what is stored.
    @CompactRange var range: Range<Int>
    var isStored = false
    /// What begins or ends there.
    var style: TextStyle = []
    /// Where the link or image leads, as an index; -1 for nowhere.
    @CompactInt var destination = -1
    @CompactInt var previous = -1
    @CompactInt var next = -1
  }

  private(set) var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  let links: LinkReferences
  /// The pieces; the first is none and begins the list.
  var pieces: [Piece] = []
  /// Bytes that are not the text's own.
  private(set) var stored: [UInt8] = []
  var destinations: [[UInt8]] = []

  var index = 0
  var lastPiece = 0
  private var html = InlineHTML()
  private var backticks = BackticksSeen()
  var delimiters = DelimiterStack()
  var brackets = BracketStack()

  /// Makes a parser, which takes one text after the other.
  init(links: LinkReferences) {
    self.links = links
  }

  /// Parses a text, which must outlive what was found in it.
  ///
  /// - Complexity: O(length of the text).
  mutating func parse(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = UnsafeBufferPointer(rebasing: text[..<Bytes.end(of: text)])
    pieces.removeAll(keepingCapacity: true)
    pieces.reserveCapacity(4 + text.count / 24)
    pieces.append(Piece(kind: .text, range: 0..<0))
    stored.removeAll(keepingCapacity: true)
    destinations.removeAll(keepingCapacity: true)
    (index, lastPiece) = (0, 0)
    html = InlineHTML()
    backticks.reset()
    delimiters.reset()
    brackets.reset()
    while index < self.text.count { takeNext() }
    processEmphasis(above: -1)
  }

  /// Whether the text ends with a link that more text might make longer.
  var endsWithLink: Bool {
    pieces[lastPiece].kind == .close && pieces[lastPiece].style == .link
  }

  func byte(at index: Int) -> UInt8 { index < text.count ? text[index] : 0 }

  private mutating func takeNext() {
    switch text[index] {
    case 0x0A: takeLineBreak()
    case UInt8(ascii: "`"): takeBackticks()
    case UInt8(ascii: "\\"): takeBackslash()
    case UInt8(ascii: "&"): takeReference()
    case UInt8(ascii: "<"): takeAngleBracket()
    case UInt8(ascii: "*"), UInt8(ascii: "_"): takeDelimiters()
    case UInt8(ascii: "~"): takeTildes()
    case UInt8(ascii: "["): openBracket(isImage: false)
    case UInt8(ascii: "]"): closeBracket()
    case UInt8(ascii: "!")
    where byte(at: index + 1) == UInt8(ascii: "[") && byte(at: index + 2) != UInt8(ascii: "^"):
      openBracket(isImage: true)
    case UInt8(ascii: ":") where !brackets.isInside:
      if let address = Address.url(text, at: index) {
        unput(address.rewind)
        link(to: Array(text[address.range]), showing: address.range)
        index = address.range.upperBound
      } else {
        takeText()
      }
    case UInt8(ascii: "w") where !brackets.isInside:
      if let address = Address.www(text, at: index) {
        link(to: Array("http://".utf8) + text[address], showing: address)
        index = address.upperBound
      } else {
        takeText()
      }
    default: takeText()
    }
  }

  // MARK: Pieces

  @discardableResult mutating func append(
    _ kind: Kind,
    _ range: Range<Int>,
    isStored: Bool = false
  ) -> Int {
    pieces.append(
      Piece(kind: kind, range: range, isStored: isStored, previous: lastPiece)
    )
    pieces[lastPiece].next = pieces.count - 1
    lastPiece = pieces.count - 1
    return lastPiece
  }

  private mutating func append(_ kind: Kind, storing bytes: [UInt8]) {
    let start = stored.count
    stored += bytes
    append(kind, start..<stored.count, isStored: true)
  }

  /// Puts where a style begins or ends behind a piece.
  mutating func insert(
    _ kind: Kind,
    _ style: TextStyle,
    destination: Int = -1,
    after place: Int
  ) {
    let next = pieces[place].next
    var piece = Piece(kind: kind, range: 0..<0, previous: place, next: next)
    piece.style = style
    piece.destination = destination
    pieces.append(piece)
    pieces[place].next = pieces.count - 1
    if next >= 0 { pieces[next].previous = pieces.count - 1 } else { lastPiece = pieces.count - 1 }
  }

  private mutating func remove(_ piece: Int) {
    let (previous, next) = (pieces[piece].previous, pieces[piece].next)
    pieces[previous].next = next
    if next >= 0 { pieces[next].previous = previous } else { lastPiece = previous }
  }

  /// Takes bytes away from the text at the end.
  private mutating func unput(_ count: Int) {
    var (count, piece) = (count, lastPiece)
    while count > 0, piece > 0, pieces[piece].kind == .text {
      let range = pieces[piece].range
      let cut = min(count, range.count)
      pieces[piece].range = range.lowerBound..<range.upperBound - cut
      count -= cut
      piece = pieces[piece].previous
    }
  }

  private mutating func link(to destination: [UInt8], showing range: Range<Int>) {
    destinations.append(destination)
    insert(.open, .link, destination: destinations.count - 1, after: lastPiece)
    append(.text, range)
    insert(.close, .link, after: lastPiece)
  }

  // MARK: Signs

  private mutating func takeText() {
    let start = index
    index += 1
    while index < text.count, !Self.isSpecial(text[index]) { index += 1 }
    var end = index
    if index < text.count, text[index] == 0x0A {
      while end > start, Bytes.isSpace(text[end - 1]) { end -= 1 }
    }
    append(.text, start..<end)
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A, UInt8(ascii: "`"), UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "<"),
      UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "!"), UInt8(ascii: ":"), UInt8(ascii: "w"):
      true
    default: false
    }
  }

  private mutating func takeLineBreak() {
    let isHard = index > 1 && text[index - 1] == 0x20 && text[index - 2] == 0x20
    append(isHard ? .hardBreak : .softBreak, index..<index + 1)
    index += 1
    while index < text.count, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
  }

  private mutating func takeBackticks() {
    let start = index
    while byte(at: index) == UInt8(ascii: "`") { index += 1 }
    let count = index - start
    guard let end = backticks.end(of: count, in: text, from: index) else {
      append(.text, start..<index)
      return
    }
    var code = text[index..<end - count].map { $0 == 0x0A ? 0x20 : $0 }
    if code.first == 0x20, code.last == 0x20, code.contains(where: { $0 != 0x20 }) {
      code = Array(code[1..<code.count - 1])
    }
    append(.code, storing: code)
    index = end
  }

  private mutating func takeBackslash() {
    index += 1
    if Bytes.isPunctuation(byte(at: index)) {
      append(.text, index..<index + 1)
      index += 1
    } else if byte(at: index) == 0x0A {
      append(.hardBreak, index..<index + 1)
      index += 1
    } else {
      append(.text, index - 1..<index)
    }
  }

  private mutating func takeReference() {
    guard let (character, end) = CharacterReference.reference(text, at: index + 1) else {
      append(.text, index..<index + 1)
      index += 1
      return
    }
    append(.text, storing: character)
    index = end
  }

  private mutating func takeAngleBracket() {
    let start = index + 1
    if let end = Address.endOfURI(text, at: start) ?? Address.endOfMail(text, at: start) {
      let inner = UnsafeBufferPointer(rebasing: text[start..<end - 1])
      let shown = CharacterReference.resolved(inner)
      let isMail = Address.endOfURI(text, at: start) == nil
      destinations.append(Array((isMail ? "mailto:" : "").utf8) + shown)
      insert(.open, .link, destination: destinations.count - 1, after: lastPiece)
      if shown.elementsEqual(inner) {
        append(.text, start..<end - 1)
      } else {
        append(.text, storing: shown)
      }
      insert(.close, .link, after: lastPiece)
      index = end
    } else if let end = html.end(text, at: start) {
      append(.html, index..<end)
      index = end
    } else {
      append(.text, index..<start)
      index = start
    }
  }

  private mutating func takeDelimiters() {
    let start = index
    while byte(at: index) == text[start] { index += 1 }
    let piece = append(.text, start..<index)
    let flanks = Flanks(text, start..<index, skipping: UInt8(ascii: "~"))
    var (canOpen, canClose) = (flanks.isLeft, flanks.isRight)
    if text[start] == UInt8(ascii: "_") {
      canOpen = flanks.isLeft && (!flanks.isRight || flanks.isBehindPunctuation)
      canClose = flanks.isRight && (!flanks.isLeft || flanks.isBeforePunctuation)
    }
    guard canOpen || canClose else { return }
    delimiters.push(text[start], piece, count: index - start, canOpen: canOpen, canClose: canClose)
  }

  private mutating func takeTildes() {
    let start = index
    while byte(at: index) == UInt8(ascii: "~"), index - start < 100 { index += 1 }
    let piece = append(.text, start..<index)
    let flanks = Flanks(text, start..<index, skipping: nil)
    guard flanks.isLeft || flanks.isRight, index - start <= 2 else { return }
    delimiters.push(
      text[start],
      piece,
      count: index - start,
      canOpen: flanks.isLeft,
      canClose: flanks.isRight
    )
  }

  // MARK: Emphasis

  /// Pairs the delimiters above one of the stack, and drops them.
  mutating func processEmphasis(above bottom: Int) {
    var closer = delimiters.first(above: bottom)
    var bottoms = DelimiterStack.Bottoms(bottom)
    while closer >= 0 {
      guard delimiters[closer].canClose else {
        closer = delimiters[closer].next
        continue
      }
      var limit = bottoms[delimiters[closer]]
      // As cmark-gfm has it, a bottom that is gone is none.
      if limit > bottom, delimiters[limit].isRemoved { limit = bottom }
      guard let opener = delimiters.opener(of: closer, above: limit) else {
        bottoms[delimiters[closer]] = delimiters[closer].previous
        let next = delimiters[closer].next
        if !delimiters[closer].canOpen { delimiters.remove(closer) }
        closer = next
        continue
      }
      closer =
        delimiters[closer].sign == UInt8(ascii: "~")
        ? strikeThrough(opener, closer) : emphasize(opener, closer)
    }
    delimiters.removeAll(above: bottom)
  }

  /// - Returns: The next delimiter to look at.
  private mutating func emphasize(_ opener: Int, _ closer: Int) -> Int {
    let (first, last) = (delimiters[opener].piece, delimiters[closer].piece)
    let used = pieces[first].range.count >= 2 && pieces[last].range.count >= 2 ? 2 : 1
    for piece in [first, last] {
      let range = pieces[piece].range
      pieces[piece].range = range.lowerBound..<range.upperBound - used
    }
    delimiters.removeBetween(opener, closer)
    let style: TextStyle = used == 1 ? .italic : .bold
    insert(.open, style, after: first)
    insert(.close, style, after: pieces[last].previous)
    if pieces[first].range.isEmpty {
      remove(first)
      delimiters.remove(opener)
    }
    guard pieces[last].range.isEmpty else { return closer }
    remove(last)
    let next = delimiters[closer].next
    delimiters.remove(closer)
    return next
  }

  private mutating func strikeThrough(_ opener: Int, _ closer: Int) -> Int {
    let next = delimiters[closer].next
    let (first, last) = (delimiters[opener].piece, delimiters[closer].piece)
    guard pieces[first].range.count == pieces[last].range.count else { return next }
    delimiters.removeBetween(opener, closer)
    delimiters.remove(opener)
    delimiters.remove(closer)
    for (piece, kind) in [(first, Kind.open), (last, Kind.close)] {
      pieces[piece].kind = kind
      pieces[piece].style = .strikethrough
      pieces[piece].range = 0..<0
    }
    return next
  }
}
