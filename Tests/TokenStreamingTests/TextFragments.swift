import Timebase

/// Text at its worst: every script, joined, marked and broken in every way.
enum TextFragments {
  static let valid = [
    "word", "a", "Zürich", "don’t", "naïve", "x=1", "https://example.org/a?b=c", "日本語", "食べる",
    "中文", "你好世界", "カタカナ", "ー", "ภาษาไทย", "น้ำ", "ສະບາຍດີ", "ភាសាខ្មែរ", "។", "မြန်မာဘာသာ", "၊",
    "한국어", "\u{1112}\u{1161}\u{11AB}", "नमस्ते", "क्ष", "বাংলা", "العربية", "עברית", "é", "e\u{301}",
    "\u{301}", "👩‍💻", "👨‍👩‍👧‍👦", "🏳️‍🌈", "🇩🇪", "🇩🇪🇫🇷", "🇩", "👍🏽", "❤️", "\u{200D}", "☺",
    "(", "[", "（", "「", "“", ")", "]", "）", "」", "”", "。", "、", "，", "!", "?", "…", ".", ",",
    "\"", "**", "_", "`", "-", "0", "3.14", " ", " ", " ", "  ", "\n", "\n\n", "\r\n", "\r", "\t",
    "\u{A0}", "\u{202F}", "\u{3000}", "\u{2028}", "\u{85}", " \u{308}", " \u{200D}", "\u{FEFF}",
    "\u{FFFD}", "\u{0}", "\u{7F}", "\u{600}", "\u{600} ", "ก", "ข", "語", "の",
  ]
  static let invalid: [[UInt8]] = [
    [0xFF], [0xC0, 0xAF], [0xE4, 0xB8], [0xF0, 0x9F, 0x98], [0x80], [0xED, 0xA0, 0x80],
    [0xF4, 0x90, 0x80, 0x80], [0xC3], [0xE0, 0x80], [0xF0, 0x8F],
  ]

  static func text(_ generator: inout SeededGenerator, fragments: Int, broken: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    var range = 0..<valid.count
    for _ in 0..<fragments {
      // For a while the same few fragments, so that runs of one script become long.
      if generator.nextIndex(below: 8) == 0 {
        let start = generator.nextIndex(below: valid.count)
        range = start..<min(valid.count, start + 1 + generator.nextIndex(below: 30))
      }
      if broken, generator.nextIndex(below: 12) == 0 {
        bytes += invalid[generator.nextIndex(below: invalid.count)]
      } else {
        let index = range.lowerBound + generator.nextIndex(below: range.count)
        bytes += Array(valid[index].utf8)
        if generator.nextIndex(below: 40) == 0 {
          for _ in 0..<generator.nextIndex(below: 90) { bytes += Array(valid[index].utf8) }
        }
      }
    }
    return bytes
  }

  /// Cuts bytes into tokens of 0 to `longest` bytes.
  static func tokens(
    _ bytes: [UInt8],
    longest: Int,
    _ generator: inout SeededGenerator
  ) -> [[UInt8]] {
    var tokens: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let token = rest.prefix(generator.nextIndex(below: longest + 1))
      tokens.append(Array(token))
      rest = rest.dropFirst(token.count)
    }
    return tokens
  }
}
