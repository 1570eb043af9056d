import Timebase

/// Where a text is cut into tokens.
package enum TokenCut: String, Hashable, Sendable, CaseIterable {
  /// After each word and what follows it.
  case words
  /// As large as the tokens of OpenAI's interface, between scalars.
  case model
  /// Where it hurts: inside UTF-8 sequences, inside graphemes, inside Markdown's marks; in between
  /// a byte at a time, or thousands of bytes at once.
  case hostile
  /// After each byte.
  case bytes

  /// Cuts a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - seed: Chooses the cuts.
  /// - Returns: The tokens' bytes, in order, without gaps; none is empty.
  /// - Complexity: O(bytes).
  package func ranges(of text: SynthesizedText, seed: UInt64) -> [Range<Int>] {
    switch self {
    case .words: Self.ranges(endingAt: Self.wordCuts(text), of: text.bytes)
    case .model: Self.modelRanges(text.bytes, seed: seed)
    case .hostile: TextSynthesis.hostileCuts(of: text.bytes, seed: seed)
    case .bytes: text.bytes.indices.map { $0..<($0 + 1) }
    }
  }

  /// The places before words: a word's token goes on to the beginning of the next.
  private static func wordCuts(_ text: SynthesizedText) -> [Int] {
    text.wordEnds.map { end in
      var place = end
      while place < text.bytes.count, text.bytes[place] == UInt8(ascii: " ") { place += 1 }
      return place
    }
  }

  private static func modelRanges(_ bytes: [UInt8], seed: UInt64) -> [Range<Int>] {
    var sizes = StratifiedShares(seed: seed, index: 7)
    var cutter = TokenCutter(bytes)
    var cuts: [Int] = []
    var place = 0
    while place < bytes.count {
      place += cutter.next(QuantileTable.openAITokenCharacters.count(at: sizes.next())).count
      cuts.append(place)
    }
    return ranges(endingAt: cuts, of: bytes)
  }

  /// The ranges between the places in `cuts`, which rise.
  static func ranges(endingAt cuts: [Int], of bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for cut in cuts + [bytes.count] where cut > start && cut <= bytes.count {
      ranges.append(start..<cut)
      start = cut
    }
    return ranges
  }
}
