import Timebase

/// Makes text that nobody wrote: the words are this package's own, chance puts them in order.
///
/// The same length and seed give the same bytes on every machine. The scalar count is always met
/// exactly. Used for streams of which only sizes are known, for presets and for long histories.
public enum TextSynthesis {
  /// What a text is written in.
  public enum Script: String, Hashable, Sendable, CaseIterable {
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
  }

  /// Makes a Markdown text of paragraphs with emphasis, links and code, of headings, lists,
  /// quotes, code blocks and tables; a short one is a paragraph.
  ///
  /// - Parameters:
  ///   - scalars: The text's length in Unicode scalars, 0 or more.
  ///   - seed: Chooses the text.
  /// - Returns: UTF-8.
  /// - Complexity: O(`scalars`).
  /// - Precondition: `scalars` is not negative.
  public static func markdown(scalars: Int, seed: UInt64) -> [UInt8] {
    precondition(scalars >= 0, "a text has 0 scalars or more, got \(scalars)")
    var writer = TextWriter(seed: seed, capacity: scalars)
    writer.writeDocument(scalars: scalars)
    return writer.bytes
  }

  /// Makes plain prose: sentences without markup.
  ///
  /// - Parameters:
  ///   - scalars: The text's length in Unicode scalars, 0 or more.
  ///   - seed: Chooses the text.
  ///   - script: What it is written in.
  /// - Returns: UTF-8.
  /// - Complexity: O(`scalars`).
  /// - Precondition: `scalars` is not negative.
  public static func prose(
    scalars: Int,
    seed: UInt64,
    script: Script = .latin
  ) -> [UInt8] {
    precondition(scalars >= 0, "a text has 0 scalars or more, got \(scalars)")
    var writer = TextWriter(seed: seed, capacity: scalars)
    if script == .latin {
      writer.fill(scalars: scalars)
    } else {
      writer.fill(scalars: scalars, script: script)
    }
    return writer.bytes
  }
}
