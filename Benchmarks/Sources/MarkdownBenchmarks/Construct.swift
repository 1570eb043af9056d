/// A kind of text that a benchmark streams.
enum Construct: String, CaseIterable {
  case prose
  case lists
  case tables
  case code = "one code block"
  case paragraph = "one paragraph"
  case styled = "one paragraph, styled"
  case open = "one paragraph, a star never closed"
  case mixed = "all of them in turn"

  /// Whether the project sets goals for it.
  var hasGoals: Bool { ![.styled, .open, .mixed].contains(self) }

  /// How long the longest text is, in words.
  var mostWords: Int { [.paragraph, .styled, .open].contains(self) ? 5_000 : 10_000 }

  /// Makes a text of about `words` words (for code: of half as many lines).
  func text(words: Int) -> [UInt8] {
    var source = WordSource()
    switch self {
    case .prose: return source.prose(words: words, styled: false)
    case .mixed: return mixed(words: words, source: &source)
    case .lists: return source.list(words: words)
    case .tables: return source.table(words: words)
    case .code: return source.code(lines: words / 2)
    case .paragraph: return source.paragraph(words: words, styled: false)
    case .styled: return source.paragraph(words: words, styled: true)
    case .open: return [UInt8(ascii: "*")] + source.paragraph(words: words, styled: false)
    }
  }

  private func mixed(words: Int, source: inout WordSource) -> [UInt8] {
    var text: [UInt8] = []
    while source.count < words {
      text += Array("## ".utf8) + source.words(4) + Array("\n\n".utf8)
      text += source.prose(words: 120, styled: true)
      text += source.list(words: 60)
      text += Array("\n".utf8) + source.table(words: 40) + Array("\n".utf8)
      text += source.code(lines: 12)
    }
    return text
  }
}

/// Makes words, always the same.
struct WordSource {
  private static let syllables = [
    "ta", "ren", "mo", "lis", "ka", "ver", "do", "stil", "pun", "e", "ra", "gen", "il", "so", "bek",
  ].map { Array($0.utf8) }

  private var random = Congruential(state: 20_261_121)
  /// How many words have been made.
  private(set) var count = 0

  mutating func word() -> [UInt8] {
    count += 1
    var word: [UInt8] = []
    for _ in 0...random.index(below: 3) {
      word += Self.syllables[random.index(below: Self.syllables.count)]
    }
    return word
  }

  /// Makes words with a space between.
  mutating func words(_ wanted: Int) -> [UInt8] {
    var text: [UInt8] = []
    for index in 0..<wanted { text += (index == 0 ? [] : [0x20]) + word() }
    return text
  }

  /// Makes a paragraph of sentences; with styles, one word in fifteen stands in marks.
  mutating func paragraph(words wanted: Int, styled: Bool) -> [UInt8] {
    var text: [UInt8] = []
    for index in 0..<wanted {
      if index > 0 { text.append(0x20) }
      let choice = styled ? random.index(below: 60) : 60
      switch choice {
      case 0: text += Array("**".utf8) + words(2) + Array("**".utf8)
      case 1: text += Array("*".utf8) + word() + Array("*".utf8)
      case 2: text += Array("`".utf8) + word() + Array("`".utf8)
      case 3:
        text += Array("[".utf8) + words(2) + Array("](https://".utf8) + word() + Array(".org)".utf8)
      default: text += word()
      }
      let end = random.index(below: 12)
      if end == 0 { text += Array(".".utf8) }
      if end == 1 { text += Array(",".utf8) }
    }
    return text
  }

  mutating func prose(words wanted: Int, styled: Bool) -> [UInt8] {
    var text: [UInt8] = []
    let end = count + wanted
    while count < end {
      text += paragraph(words: min(end - count, 30 + random.index(below: 70)), styled: styled)
      text += Array("\n\n".utf8)
    }
    return text
  }

  mutating func list(words wanted: Int) -> [UInt8] {
    var text: [UInt8] = []
    let end = count + wanted
    while count < end {
      text += Array((random.index(below: 4) == 0 ? "  - " : "- ").utf8)
      text += words(4 + random.index(below: 9)) + [0x0A]
    }
    return text
  }

  mutating func table(words wanted: Int) -> [UInt8] {
    var text = Array("| one | two | three |\n|:---|:---:|---:|\n".utf8)
    let end = count + wanted
    while count < end {
      for _ in 0..<3 { text += Array("| ".utf8) + words(1 + random.index(below: 4)) + [0x20] }
      text += Array("|\n".utf8)
    }
    return text
  }

  mutating func code(lines: Int) -> [UInt8] {
    var text = Array("```swift\n".utf8)
    for _ in 0..<lines {
      text += Array(repeating: 0x20, count: 2 * random.index(below: 4))
      text += Array("let ".utf8) + word() + Array(" = ".utf8) + word() + Array("(\"".utf8)
      text += word() + Array("\")\n".utf8)
    }
    return text + Array("```\n\n".utf8)
  }
}

extension [UInt8] {
  /// Cuts a text into tokens of 2 to 7 bytes, 4.5 in the mean.
  func tokens() -> [Range<Int>] {
    var random = Congruential(state: 7)
    var tokens: [Range<Int>] = []
    var start = 0
    while start < count {
      let end = Swift.min(count, start + 2 + random.index(below: 6))
      tokens.append(start..<end)
      start = end
    }
    return tokens
  }
}
