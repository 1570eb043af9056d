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
    var points: [(Double, Double)] = []
    for part in [8, 4, 2, 1] {
      let text = construct.text(words: construct.mostWords / scale / part)
      let tokens = text.tokens()
      var list = BlockList(rule: .incremental, parser: parser)
      let seconds = watch.least(of: repeats * min(part, 4)) {
        list = BlockList(rule: .incremental, parser: parser)
        text.withUnsafeBufferPointer { bytes in
          for token in tokens { list.append(UnsafeBufferPointer(rebasing: bytes[token])) }
        }
      }
      precondition(list.blocks == parser.parse(text).blocks, "\(construct.rawValue) differs")
      streamed = seconds / Double(tokens.count) * 1e6
      points.append((Double(tokens.count), streamed))
      hash = hash &* 31 &+ Self.hash(list.blocks)
      size = (tokens.count, text.count)
      guard part == 1 else { continue }
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
    exponent = Figures.exponent(points)
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
