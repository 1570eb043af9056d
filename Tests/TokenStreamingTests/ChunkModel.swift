import TokenStreaming

/// A dictionary that finds words by a sum over the window: it gives another answer when it is
/// shown one byte more or less.
struct SummingBoundaries: WordBoundaries {
  func firstWord(in window: UnsafeBufferPointer<UInt8>) -> Int? {
    let sum = window.reduce(0) { $0 * 31 % 1009 + Int($1) }
    return sum % 5 == 0 ? nil : sum % window.count + 1
  }
}

/// The rule of `unicodeWords` over a whole text, written a second time and without any thought of
/// tokens: runs, units in them, then the cut at 64.
struct ChunkModel {
  enum Kind: Equatable { case opening, closing, other, script(Int) }

  var boundaries: (any WordBoundaries)?
  var longest = 64

  func chunks(of text: String) -> [String] {
    var result: [String] = []
    var rest = Self.graphemes(of: text)[...]
    while !rest.isEmpty {
      let run = rest.prefix { !Self.isSpace($0) }
      rest = rest.dropFirst(run.count)
      let spaces = rest.prefix { Self.isSpace($0) }
      rest = rest.dropFirst(spaces.count)
      var units = units(of: Array(run))
      if units.isEmpty { units = [[]] }
      units[units.count - 1] += spaces
      for unit in units {
        for start in stride(from: 0, to: unit.count, by: longest) {
          result.append(unit[start..<min(start + longest, unit.count)].joined())
        }
      }
    }
    return result
  }

  /// The characters, a consonant below another being a part of it.
  private static func graphemes(of text: String) -> [String] {
    text.reduce(into: [String]()) { result, character in
      let sign = result.last?.unicodeScalars.last?.value
      let first = character.unicodeScalars.first?.value ?? 0
      let isStacked =
        sign == 0x17D2 && (0x1780...0x17B3).contains(first)
        || sign == 0x1039 && (0x1000...0x102A).contains(first)
      if isStacked {
        result[result.count - 1].append(character)
      } else {
        result.append(String(character))
      }
    }
  }

  private func units(of run: [String]) -> [[String]] {
    let kinds = run.map(Self.kind)
    var units: [[String]] = []
    var place = 0
    while place < run.count {
      var next = place
      while next < run.count, kinds[next] == .opening { next += 1 }
      if next < run.count, case .script(let script) = kinds[next] {
        var end = next
        while end < run.count, end < next + 8, kinds[end] == .script(script) { end += 1 }
        next += word(Array(run[next..<end]))
        let runGoesOn = next < run.count && kinds[next] == .script(script)
        while !runGoesOn, next < run.count, kinds[next] == .closing { next += 1 }
      } else {
        while next < run.count, !Self.leadsToScript(next, kinds) { next += 1 }
      }
      units.append(Array(run[place..<next]))
      place = next
    }
    return units
  }

  private func word(_ window: [String]) -> Int {
    guard let boundaries else { return 1 }
    let bytes = Array(window.joined().utf8)
    guard let end = bytes.withUnsafeBufferPointer({ boundaries.firstWord(in: $0) }) else {
      return window.count
    }
    var length = 0
    for (place, character) in window.enumerated() {
      length += character.utf8.count
      if length >= end { return place + 1 }
    }
    return window.count
  }

  private static func leadsToScript(_ place: Int, _ kinds: [Kind]) -> Bool {
    let rest = kinds[place...].drop { $0 == .opening }
    if case .script = rest.first { return true }
    return false
  }

  static func isSpace(_ character: String) -> Bool {
    character.unicodeScalars.allSatisfy {
      $0.properties.isWhitespace && ![0xA0, 0x2007, 0x202F].contains($0.value)
    }
  }

  /// Enough of the kinds for the fragments that the tests use.
  static func kind(_ character: String) -> Kind {
    guard let scalar = character.unicodeScalars.first else { return .other }
    switch scalar.value {
    case 0x3040...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x4E00...0x9FFF: return .script(0)
    case 0x0E01...0x0E3A, 0x0E40...0x0E59: return .script(1)
    case 0x0E80...0x0EFF: return .script(2)
    case 0x17D4...0x17D6: return .closing
    case 0x1780...0x17FF: return .script(3)
    case 0x104A...0x104B: return .closing
    case 0x1000...0x109F: return .script(4)
    default: break
    }
    if "([{（「『“¿".unicodeScalars.contains(scalar) { return .opening }
    if ")]}）」』”’.,:;!?。、，！？…・".unicodeScalars.contains(scalar) { return .closing }
    return .other
  }
}
