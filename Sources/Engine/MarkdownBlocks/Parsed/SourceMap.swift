/// Where each byte of a block's text stands in the text that it was parsed from.
///
/// Delimiters, fences and escapes of the source have no place in the text. The map is found by
/// comparing both: equal bytes in order are taken to be the same, a soft break equals a space, the
/// target of a link is passed over, a character reference stands for the scalar it names. Where a
/// parser changed more than that the place is that of the nearest byte before.
///
/// Nothing computes a map unless it is asked for.
package struct SourceMap: Hashable, Sendable {
  /// A stretch of text that stands in the source as it is, or in place of other bytes.
  struct Stretch: Hashable, Sendable {
    var text: Range<Int>
    var source: Range<Int>
  }

  /// In order of both; they leave no byte of the text out.
  private(set) var stretches: [Stretch] = []

  /// Compares a block with the text that it was parsed from.
  ///
  /// - Parameters:
  ///   - block: The block.
  ///   - source: The whole text that its ``Block/sourceUTF8`` counts in.
  /// - Complexity: O(text and source of the block); a place that is looked for costs up to 4 KiB more.
  package init(of block: Block, in source: [UInt8]) {
    stretches = block.text.withUnsafeBufferPointer { text in
      source.withUnsafeBufferPointer { source in
        var walk = SourceWalk(text: text, source: source, range: block.sourceUTF8)
        walk.pass(block)
        return walk.stretches
      }
    }
  }

  /// The first byte of the text that stands at or after a place of the source; the text's length when
  /// none does.
  ///
  /// - Complexity: O(stretches).
  package func textUTF8(fromSource offset: Int) -> Int {
    guard let stretch = stretches.first(where: { $0.source.upperBound > offset }) else {
      return stretches.last?.text.upperBound ?? 0
    }
    guard offset > stretch.source.lowerBound, stretch.text.count == stretch.source.count else {
      return stretch.text.lowerBound
    }
    return stretch.text.lowerBound + offset - stretch.source.lowerBound
  }

  /// The bytes of the source between the first and the last byte of a part of the text, both included;
  /// empty for an empty part.
  ///
  /// - Complexity: O(stretches).
  package func sourceUTF8(ofText range: Range<Int>) -> Range<Int> {
    guard let first = stretches.first(where: { $0.text.upperBound > range.lowerBound }),
      let last = stretches.last(where: { $0.text.lowerBound < range.upperBound }),
      !range.isEmpty
    else { return 0..<0 }
    var start = first.source.lowerBound
    if first.text.count == first.source.count {
      start += max(0, range.lowerBound - first.text.lowerBound)
    }
    var end = last.source.upperBound
    if last.text.count == last.source.count {
      end -= max(0, last.text.upperBound - range.upperBound)
    }
    return start..<max(start, end)
  }
}

/// Walks through a block's text and its source side by side.
private struct SourceWalk {
  let text: UnsafeBufferPointer<UInt8>
  let source: UnsafeBufferPointer<UInt8>
  let end: Int
  private var textPlace = 0
  private var place: Int
  private(set) var stretches: [SourceMap.Stretch] = []

  /// How far a place is looked for: no delimiter and no target of a link is longer as a rule.
  private static let reach = 4_096

  init(text: UnsafeBufferPointer<UInt8>, source: UnsafeBufferPointer<UInt8>, range: Range<Int>) {
    (self.text, self.source) = (text, source)
    place = min(range.lowerBound, source.count)
    end = min(range.upperBound, source.count)
  }

  mutating func pass(_ block: Block) {
    if case .code = block.kind { skipFence() }
    var isAfterLink = false
    for run in block.runs {
      if isAfterLink { skipTarget() }
      pass(to: min(text.count, textPlace + run.utf8Count))
      isAfterLink = !run.style.isDisjoint(with: [.link, .image])
    }
    pass(to: text.count)
  }

  private mutating func pass(to end: Int) {
    while textPlace < end {
      if place < self.end, isSame(text[textPlace], source[place]) {
        add(text: 1, source: 1)
      } else if !skipReference(upTo: end), !find(upTo: end) {
        add(text: scalarCount(at: textPlace, upTo: end), source: 0)
      }
    }
  }

  private func isSame(_ shown: UInt8, _ written: UInt8) -> Bool {
    shown == written
      || (shown == 0x20 || shown == 0x0A)
        && (written == 0x20 || written == 0x0A || written == 0x0D || written == 0x09)
  }

  private mutating func add(text count: Int, source sourceCount: Int) {
    let (text, source) = (textPlace..<textPlace + count, place..<place + sourceCount)
    textPlace += count
    place += sourceCount
    if count == sourceCount, let last = stretches.last, last.text.count == last.source.count,
      last.source.upperBound == source.lowerBound
    {
      stretches[stretches.count - 1].text = last.text.lowerBound..<text.upperBound
      stretches[stretches.count - 1].source = last.source.lowerBound..<source.upperBound
    } else {
      stretches.append(.init(text: text, source: source))
    }
  }

  private func scalarCount(at index: Int, upTo end: Int) -> Int {
    var next = index + 1
    while next < end, text[next] & 0xC0 == 0x80 { next += 1 }
    return next - index
  }

  /// Moves to the next place where the text goes on: the more of it stands there, the better.
  private mutating func find(upTo end: Int) -> Bool {
    let limit = min(self.end, place + Self.reach)
    for length in [8, 4, 2, 1] where length <= end - textPlace || length == 1 {
      var start = place
      while start + length <= limit {
        if (0..<length).allSatisfy({ isSame(text[textPlace + $0], source[start + $0]) }) {
          place = start
          return true
        }
        start += 1
      }
    }
    return false
  }

  /// Takes a character reference for the scalar that stands in the text.
  private mutating func skipReference(upTo end: Int) -> Bool {
    guard place < self.end, source[place] == UInt8(ascii: "&") else { return false }
    var stop = place + 1
    while stop < min(self.end, place + 34), source[stop] != UInt8(ascii: ";") { stop += 1 }
    guard stop < self.end, source[stop] == UInt8(ascii: ";") else { return false }
    add(text: scalarCount(at: textPlace, upTo: end), source: stop + 1 - place)
    return true
  }

  /// Passes the target of a link: `](target "title")`, `][label]` or `]`.
  private mutating func skipTarget() {
    guard place < end, source[place] == UInt8(ascii: "]") else { return }
    place += 1
    guard place < end else { return }
    switch source[place] {
    case UInt8(ascii: "["):
      while place < end, source[place] != UInt8(ascii: "]") { place += 1 }
      place = min(end, place + 1)
    case UInt8(ascii: "("):
      var depth = 0
      repeat {
        switch source[place] {
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth -= 1
        case UInt8(ascii: "\\"): place += 1
        default: break
        }
        place += 1
      } while place < end && depth > 0
      place = min(place, end)
    default: break
    }
  }

  /// Passes the line that opens fenced code, whatever containers it lies in.
  private mutating func skipFence() {
    var start = place
    while start < end, " \t>-*+0123456789.)".utf8.contains(source[start]) { start += 1 }
    guard start + 2 < end, source[start] == UInt8(ascii: "`") || source[start] == UInt8(ascii: "~"),
      source[start + 1] == source[start], source[start + 2] == source[start]
    else { return }
    while start < end, source[start] != 0x0A, source[start] != 0x0D { start += 1 }
    place = min(end, start + 1)
  }
}
