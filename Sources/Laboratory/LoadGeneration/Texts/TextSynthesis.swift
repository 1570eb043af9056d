import Timebase

/// Makes text that nobody wrote: the words are this package's own, chance puts them in order.
///
/// The same length and seed give the same bytes on every machine. The scalar count is always met
/// exactly. Used for streams of which only sizes are known, for presets and for long histories.
package enum TextSynthesis {
  /// Makes a Markdown text of paragraphs with emphasis, links and code, of headings, lists,
  /// quotes, code blocks and tables; a short one is a paragraph.
  ///
  /// - Parameters:
  ///   - scalars: The text's length in Unicode scalars, 0 or more.
  ///   - seed: Chooses the text.
  /// - Returns: UTF-8.
  /// - Complexity: O(`scalars`).
  /// - Precondition: `scalars` is not negative.
  package static func markdown(scalars: Int, seed: UInt64) -> [UInt8] {
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
  package static func prose(
    scalars: Int,
    seed: UInt64,
    script: TextScript = .latin
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

  /// Makes a Markdown document of a mix of constructs and scripts.
  ///
  /// Its first blocks bring each construct of the mix once, its scripts likewise; a document of a
  /// few thousand words has them all.
  ///
  /// - Parameters:
  ///   - words: Its words, exactly; see ``SynthesizedText/wordEnds``.
  ///   - mix: What it is made of.
  ///   - seed: Chooses the text; the same on every machine.
  /// - Returns: The document.
  /// - Complexity: O(`words`).
  /// - Precondition: `words` is positive.
  package static func document(words: Int, mix: TextMix, seed: UInt64) -> SynthesizedText {
    precondition(words > 0, "a document has a word or more, got \(words)")
    var writer = DocumentWriter(mix: mix, seed: seed)
    writer.writeDocument(words: words)
    return writer.text
  }

  /// Makes one construct.
  ///
  /// - Parameters:
  ///   - construct: What.
  ///   - script: What its words are written in.
  ///   - seed: Chooses the text; the same on every machine.
  /// - Returns: The construct, with a line feed at its end.
  package static func text(
    of construct: TextConstruct,
    script: TextScript = .latin,
    seed: UInt64
  ) -> SynthesizedText {
    let shares = [TextMix.Share(script)]
    let mix = TextMix(name: "one", constructs: [TextMix.Share(.paragraph)], scripts: shares)
    var writer = DocumentWriter(mix: mix, seed: seed)
    writer.write(construct)
    writer.write("\n")
    return writer.text
  }
}
