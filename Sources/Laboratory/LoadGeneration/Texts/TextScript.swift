/// What a text is written in: a writing system, or a kind of grapheme that is hard to cut.
package enum TextScript: String, Hashable, Sendable, CaseIterable {
  case latin
  /// Chinese characters, no spaces.
  case han
  /// Kana and Chinese characters mixed, no spaces.
  case japanese
  /// Syllable blocks with spaces.
  case hangul
  /// No spaces between words; vowels and tones above and below.
  case thai
  /// Right to left.
  case arabic
  /// Sequences of several scalars: joined, coloured, flags.
  case emoji
  /// No spaces between words; vowels before, above and below.
  case lao
  /// No spaces between words; subscript consonants.
  case khmer
  /// No spaces between words; stacked consonants.
  case myanmar
  /// No spaces between words, a mark after each syllable; stacked consonants.
  case tibetan
  /// Right to left, with points.
  case hebrew
  /// Conjuncts made by viramas, vowels around their consonant.
  case devanagari
  /// Latin letters that carry one to five combining marks each.
  case combining
  /// Syllables of the Korean script, spelled in conjoining jamo.
  case jamo

  /// Whether words stand apart by spaces.
  package var hasSpaces: Bool {
    switch self {
    case .han, .japanese, .thai, .lao, .khmer, .myanmar, .tibetan, .emoji: false
    case .latin, .hangul, .arabic, .hebrew, .devanagari, .combining, .jamo: true
    }
  }

  /// What stands between parts of a sentence: one scalar, UTF-8.
  var comma: [UInt8] {
    switch self {
    case .latin, .combining, .devanagari, .hebrew: Array(",".utf8)
    case .han, .japanese: Array("。".utf8)
    case .hangul, .jamo: Array(".".utf8)
    case .thai, .lao, .khmer, .emoji: Array(" ".utf8)
    case .myanmar: Array("၊".utf8)
    case .tibetan: Array("།".utf8)
    case .arabic: Array("،".utf8)
    }
  }

  /// What ends a sentence, UTF-8.
  var stop: [UInt8] {
    switch self {
    case .latin, .combining, .hangul, .jamo, .arabic, .hebrew: Array(".".utf8)
    case .han, .japanese: Array("。".utf8)
    case .thai, .lao, .emoji: Array(" ".utf8)
    case .khmer: Array("។".utf8)
    case .myanmar: Array("။".utf8)
    case .tibetan: Array("།".utf8)
    case .devanagari: Array("।".utf8)
    }
  }

  /// A letter of one scalar that joins nothing before it, UTF-8.
  var filler: [UInt8] {
    switch self {
    case .latin, .combining: Array("s".utf8)
    case .han, .japanese: Array("。".utf8)
    case .hangul: Array("강".utf8)
    case .thai: Array("ก".utf8)
    case .arabic: Array("و".utf8)
    case .emoji: Array("🌊".utf8)
    case .lao: Array("ກ".utf8)
    case .khmer: Array("ក".utf8)
    case .myanmar: Array("က".utf8)
    case .tibetan: Array("ཀ".utf8)
    case .hebrew: Array("א".utf8)
    case .devanagari: Array("क".utf8)
    case .jamo: Array("ᄀ".utf8)
    }
  }
}
