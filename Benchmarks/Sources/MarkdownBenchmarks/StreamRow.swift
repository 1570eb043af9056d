import CMarkParsing
import MarkdownBlocks

/// A construct streamed token by token, beside parsing the whole text anew for each token.
struct StreamRow {
  /// Microseconds a token.
  private(set) var streamed = 0.0
  /// Microseconds of one whole parse, in the mean over the stream.
  private(set) var whole = 0.0
  /// How the cost of a token grows with the length of the text: the exponent.
  private(set) var exponent = 0.0
  /// What the stream came to.
  private(set) var hash: UInt64 = 0
  /// How many tokens and bytes the longest text has.
  private(set) var size = (tokens: 0, bytes: 0)

  /// Measures; `scale` divides the length of the texts.
  init(_ construct: Construct, scale: Int, repeats: Int) {
    let watch = Stopwatch()
    let parser = CMarkParser()
    let text = construct.text(words: construct.mostWords / scale)
    let tokens = text.tokens()
    // Short parts: the least of each is one that nothing else disturbed.
    let parts = 128
    var least = [Double](repeating: .infinity, count: parts)
    for _ in 0..<repeats {
      var list = BlockList(rule: .incremental, parser: parser)
      text.withUnsafeBufferPointer { bytes in
        for part in 0..<parts {
          let range = tokens.count * part / parts..<tokens.count * (part + 1) / parts
          let seconds = watch.seconds {
            for token in tokens[range] { list.append(UnsafeBufferPointer(rebasing: bytes[token])) }
          }
          least[part] = min(least[part], seconds / Double(range.count) * 1e6)
        }
      }
      precondition(list.blocks == parser.parse(text).blocks, "\(construct.rawValue) differs")
      hash = Self.hash(list.blocks)
    }
    streamed = least.reduce(0, +) / Double(parts)
    exponent = Figures.exponent(
      (0..<8).map { eighth in
        (Double(eighth) + 0.5, least[eighth * parts / 8..<(eighth + 1) * parts / 8].reduce(0, +))
      }
    )
    size = (tokens.count, text.count)
    let samples = 16
    for sample in 0..<samples {
      // The middle of each sixteenth of the stream stands for it.
      let end = text.count * (2 * sample + 1) / (2 * samples)
      whole += watch.least(of: 3) {
        text.withUnsafeBufferPointer {
          _ = parser.parse(UnsafeBufferPointer(rebasing: $0[..<end]))
        }
      }
    }
    whole *= 1e6 / Double(samples)
  }

  private static func hash(_ blocks: [Block]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ value: UInt64) { hash = (hash ^ value) &* 0x100_0000_01B3 }
    for block in blocks {
      for byte in block.text { add(UInt64(byte)) }
      for run in block.runs { add(UInt64(run.utf8Count) << 8 | UInt64(run.style.rawValue)) }
      add(UInt64(block.sourceUTF8.lowerBound) << 32 | UInt64(block.sourceUTF8.upperBound))
      add(UInt64(block.nesting.listDepth) << 8 | UInt64(block.nesting.quoteDepth))
    }
    return hash
  }
}
