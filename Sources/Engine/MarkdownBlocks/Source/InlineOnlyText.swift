/// A text as one line of a paragraph, so that a parser finds the marks inside lines and no blocks.
///
/// Each line break is fed as a space of Unicode's that the text does not have, between two of
/// ASCII's: a mark beside it stands beside white space, as it did, and a link ends before it. The
/// line begins with such a space, so that it opens no block, and ends with one, so that nothing is
/// cut off. In what the parser makes of it they become line feeds again.
package struct InlineOnlyText {
  /// The last bytes of the spaces that may stand for a line break, all of which begin with E2 80:
  /// U+2000 to U+2006 and U+2008 to U+200A, which parsers take for white space.
  private static let candidates: [UInt8] = [
    0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x88, 0x89, 0x8A,
  ]

  /// The line that is fed.
  let fed: [UInt8]
  private let sign: [UInt8]

  /// Makes a line of a text.
  ///
  /// - Returns: Nil when the text has every space that may stand for a line break.
  /// - Complexity: O(length of the text).
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard let free = Self.candidates.first(where: { !Self.has($0, in: text) }) else { return nil }
    sign = [0xE2, 0x80, free]
    var fed = sign + [0x20]
    fed.reserveCapacity(text.count + 8)
    var index = 0
    var (feed, carriage) = (text.place(of: 0x0A), text.place(of: 0x0D))
    while index < text.count {
      let end = min(feed, carriage)
      fed.append(contentsOf: UnsafeBufferPointer(rebasing: text[index..<end]))
      guard end < text.count else { break }
      index = end == carriage && feed == end + 1 ? end + 2 : end + 1
      if feed < index { feed = text.place(of: 0x0A, from: index) }
      if carriage < index { carriage = text.place(of: 0x0D, from: index) }
      fed.append(0x20)
      fed += sign
      fed.append(0x20)
    }
    fed.append(0x20)
    fed += sign
    self.fed = fed
  }

  /// Parses a text for the marks inside lines alone.
  ///
  /// - Parameters:
  ///   - text: The text, at most 2^29 bytes.
  ///   - parse: Parses a line.
  /// - Returns: One paragraph, with the text's line breaks as line feeds; without marks where no line can be
  ///   made of the text.
  package static func parsed(
    _ text: UnsafeBufferPointer<UInt8>,
    by parse: (UnsafeBufferPointer<UInt8>) -> ParsedText
  ) -> ParsedText {
    precondition(text.count <= 1 << 29, "a text of \(text.count) bytes is too long")
    guard !text.isEmpty else { return ParsedText(blocks: []) }
    guard let line = InlineOnlyText(text) else {
      var plain = PlainTextParser().parse(text)
      plain.limitCount = 1
      return plain
    }
    let parsed = line.fed.withUnsafeBufferPointer { parse($0) }
    var block = parsed.blocks.first ?? Block(kind: .paragraph, sourceUTF8: 0..<0)
    line.restore(&block)
    block.sourceUTF8 = 0..<text.count
    return ParsedText(blocks: [block], definitions: [], limitCount: parsed.limitCount)
  }

  private static func has(_ last: UInt8, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = text.place(of: 0xE2)
    while index + 2 < text.count {
      if text[index + 1] == 0x80, text[index + 2] == last { return true }
      index = text.place(of: 0xE2, from: index + 1)
    }
    return false
  }

  /// Makes the line breaks again, and drops the spaces at both ends.
  ///
  /// - Parameter block: What a parser made of ``fed``.
  func restore(_ block: inout Block) {
    var text: [UInt8] = []
    text.reserveCapacity(block.text.count)
    var runs: [TextRun] = []
    block.text.withUnsafeBufferPointer { old in
      var index = 0
      for run in block.runs {
        let end = index + run.utf8Count
        let start = text.count
        while index < end {
          // In the run alone: a line of many runs would be looked through by each of them.
          let rest = UnsafeBufferPointer(rebasing: old[index..<end])
          let plain = rest.place(of: sign[0])
          text.append(contentsOf: rest[..<plain])
          index += plain
          guard index < end else { break }
          guard isSign(at: index, in: old) else {
            text.append(old[index])
            index += 1
            continue
          }
          // The space before it is its own; a span of code has lost one at its end.
          if text.count > start, text.last == 0x20 { text.removeLast() }
          let isOuter = index == 0 || index + sign.count == old.count
          if !isOuter { text.append(0x0A) }
          index += sign.count
          if index < end, old[index] == 0x20 { index += 1 }
        }
        guard text.count > start else { continue }
        var kept = run
        kept.utf8Count = text.count - start
        runs.append(kept)
      }
    }
    (block.text, block.runs) = (text, runs)
  }

  private func isSign(at index: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    index + 2 < text.count && text[index] == sign[0] && text[index + 1] == sign[1]
      && text[index + 2] == sign[2]
  }
}
