/// Takes plain bytes up into the last block, and knows where it stands in it.
///
/// What it does not take, the parser gets; so that the parser's own tail stays short, it takes at
/// most as many bytes in a row as the tail has, ``shortest`` at least and ``longest`` at most: a tail
/// that the parser could not shorten costs twice its bytes in all, and not their square.
struct LeafGrowth {
  /// How many bytes are taken at least before the parser moves its restart on.
  static let shortest = 1_024
  /// How many bytes are taken at most before the parser looks at them.
  static let longest = 16_384

  private enum Place {
    case words
    /// The open cell, and whether anything of it is shown.
    case cells(column: Int, isShown: Bool)
    /// Whether the line can still become the closing fence.
    case code(fence: UInt8, isLineOpen: Bool)
  }

  private var place: Place
  /// The spaces at the end of the text that are not shown; for code the line feed.
  private var pending: Int
  private var mayEndLink = false
  /// Whether a row of stars is taken, and whether one was.
  private var stars = (mayCome: false, came: false)
  /// Whether what comes first begins a run of its own.
  private var beginsRun = false
  /// Whether the last line has ended: nothing but line feeds is taken any more.
  private var isEnded = false
  /// How many bytes are taken yet.
  private var left: Int

  /// Goes on where a parser left off; `block` is the text's last one.
  ///
  /// - Parameter tail: How many bytes the parser will have to look at again.
  init(_ leaf: OpenLeaf, block: Block, tail: Int) {
    left = min(max(Self.shortest, tail), Self.longest)
    switch leaf {
    case .words(let words):
      place = .words
      pending = words.spaces
      mayEndLink = words.mayEndLink
      stars.mayCome = words.mayTakeStars
      beginsRun = words.beginsRun
    case .cells(let column, let spaces, let mayEndLink):
      var isShown = false
      if case .tableRow(let row) = block.kind, column < row.cellRunCounts.count {
        isShown = row.cellRunCounts[column] > 0
      }
      place = .cells(column: column, isShown: isShown)
      pending = spaces
      self.mayEndLink = mayEndLink
    case .code(let fence):
      place = .code(fence: fence, isLineOpen: false)
      pending = 0
    }
  }

  /// Takes the next bytes of the text into its last block.
  ///
  /// - Parameters:
  ///   - bytes: The bytes; at least one.
  ///   - previous: The byte before them.
  ///   - block: The last block.
  ///   - sourceEnd: How many bytes the text has, these included.
  /// - Returns: How many leading bytes of the block's text stayed as they are to a measurer, or nil
  ///   when the parser must look; nothing has changed then.
  mutating func take(
    _ bytes: UnsafeBufferPointer<UInt8>,
    after previous: UInt8,
    into block: inout Block,
    sourceEnd: Int
  ) -> Int? {
    left -= bytes.count
    guard left >= 0 else { return nil }
    if case .code(let fence, let isOpen) = place {
      return takeCode(bytes, fence: fence, isOpen: isOpen, into: &block, sourceEnd: sourceEnd)
    }
    guard let lineEnd = endOfPlainLine(bytes, after: previous) else { return nil }
    let line = UnsafeBufferPointer(rebasing: bytes[..<lineEnd])
    var kept = block.text.count
    if !isEnded {
      block.sourceUTF8 = block.sourceUTF8.lowerBound..<sourceEnd - (bytes.count - lineEnd)
      switch place {
      case .cells(let column, let isShown):
        if appendCells(line, column: column, isShown: isShown, to: &block) { kept = 0 }
      default: appendWords(line, to: &block)
      }
    }
    isEnded = isEnded || lineEnd < bytes.count
    return kept
  }

  /// Finds where the line ends whose bytes are all plain; what follows must be line feeds.
  private mutating func endOfPlainLine(_ bytes: UnsafeBufferPointer<UInt8>, after previous: UInt8)
    -> Int?
  {
    var index = 0
    var previous = previous
    if !isEnded {
      var isRow = false
      if case .cells = place { isRow = true }
      scan: while index < bytes.count {
        let byte = bytes[index]
        switch byte {
        case 0x20: index += 1
        case 0x0A: break scan
        case UInt8(ascii: "|") where isRow: index += 1
        case UInt8(ascii: ")") where !mayEndLink: index += 1
        // One row: a star after others that were taken, or the first.
        case UInt8(ascii: "*") where stars.mayCome && stars.came == (previous == byte):
          stars.came = true
          index += 1
        case 0x80...:
          let count = PlainByte.scalarLength(in: bytes, at: index)
          guard count > 0 else { return nil }
          index += count
        default:
          guard PlainByte.isPlain(byte, after: previous) else { return nil }
          index += 1
        }
        previous = byte
      }
    }
    let end = index
    while index < bytes.count {
      guard bytes[index] == 0x0A else { return nil }
      index += 1
    }
    return end
  }

  private mutating func appendWords(_ line: UnsafeBufferPointer<UInt8>, to block: inout Block) {
    var end = line.count
    while end > 0, line[end - 1] == 0x20 { end -= 1 }
    guard end > 0 else {
      pending += line.count
      return
    }
    for _ in 0..<pending { block.text.append(0x20) }
    block.text.append(contentsOf: UnsafeBufferPointer(rebasing: line[..<end]))
    if beginsRun { block.runs.append(TextRun(utf8Count: 0)) }
    beginsRun = false
    block.runs[block.runs.count - 1].utf8Count += pending + end
    pending = line.count - end
  }

  /// - Returns: Whether a cell got its first text.
  private mutating func appendCells(
    _ line: UnsafeBufferPointer<UInt8>,
    column start: Int,
    isShown wasShown: Bool,
    to block: inout Block
  ) -> Bool {
    guard case .tableRow(var row) = block.kind else { return false }
    var (column, isShown, isNew) = (start, wasShown, false)
    for byte in line {
      switch byte {
      case UInt8(ascii: "|"):
        column += 1
        isShown = false
        pending = 0
      case 0x20: pending += 1
      default:
        guard column < row.cellRunCounts.count else { continue }
        if isShown {
          for _ in 0..<pending { block.text.append(0x20) }
          block.runs[block.runs.count - 1].utf8Count += pending + 1
        } else {
          row.cellRunCounts[column] = 1
          block.runs.append(TextRun(utf8Count: 1))
          (isShown, isNew) = (true, true)
        }
        block.text.append(byte)
        pending = 0
      }
    }
    if isNew { block.kind = .tableRow(row) }
    place = .cells(column: column, isShown: isShown)
    return isNew
  }

  private mutating func takeCode(
    _ bytes: UnsafeBufferPointer<UInt8>,
    fence: UInt8,
    isOpen: Bool,
    into block: inout Block,
    sourceEnd: Int
  ) -> Int? {
    var isOpen = isOpen
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x0A: isOpen = true
      case 0x0D, 0x00: return nil
      case 0x20: break
      case 0x80...:
        let count = PlainByte.scalarLength(in: bytes, at: index)
        guard count > 0 else { return nil }
        index += count - 1
        isOpen = false
      default:
        if isOpen, byte == fence || byte == 0x09 { return nil }
        isOpen = false
      }
      index += 1
    }
    let kept = block.text.count
    let isFeedLast = bytes[bytes.count - 1] == 0x0A
    if pending > 0 { block.text.append(0x0A) }
    block.text.append(
      contentsOf: UnsafeBufferPointer(rebasing: bytes[..<(bytes.count - (isFeedLast ? 1 : 0))])
    )
    block.runs[block.runs.count - 1].utf8Count += block.text.count - kept
    block.sourceUTF8 = block.sourceUTF8.lowerBound..<sourceEnd - (isFeedLast ? 1 : 0)
    pending = isFeedLast ? 1 : 0
    place = .code(fence: fence, isLineOpen: isOpen)
    return kept
  }
}
