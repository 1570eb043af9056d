import Timebase

/// A text that was made, and where its words end.
package struct SynthesizedText: Hashable, Sendable {
  /// The text: UTF-8, but for what the construct `invalid-bytes` puts into it.
  package var bytes: [UInt8]
  /// One past the last byte of each word, in order. Words are those that were drawn: marks, numbers
  /// and code's own are none; in scripts without spaces they touch.
  package var wordEnds: [Int]

  /// Makes tokens of the text.
  ///
  /// Byte by byte the text flows at the given rate: a word takes its time whatever its length. A
  /// token arrives when its last byte has flowed.
  ///
  /// - Parameters:
  ///   - cut: Where it is cut.
  ///   - seed: Chooses the cuts.
  ///   - wordsPerSecond: How fast it flows; positive.
  ///   - delay: When the first byte flows, counted from the request.
  /// - Returns: The tokens, in order of time; joined they are the text.
  /// - Complexity: O(bytes).
  /// - Precondition: `wordsPerSecond` is positive.
  package func tokens(
    _ cut: TokenCut,
    seed: UInt64,
    wordsPerSecond: Double,
    after delay: Nanoseconds = .zero
  ) -> [StreamToken] {
    precondition(wordsPerSecond > 0, "a rate is positive, got \(wordsPerSecond)")
    var word = 0
    return cut.ranges(of: self, seed: seed).map { range in
      while word < wordEnds.count, wordEnds[word] <= range.upperBound { word += 1 }
      let start = word == 0 ? 0 : wordEnds[word - 1]
      var words = Double(word)
      if word < wordEnds.count {
        words += Double(range.upperBound - start) / Double(wordEnds[word] - start)
      }
      let elapsed = delay + Nanoseconds(seconds: words / wordsPerSecond)
      return StreamToken(at: .zero + elapsed, bytes: Array(bytes[range]))
    }
  }
}
