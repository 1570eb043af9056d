import Foundation
import Testing
import Timebase
import TokenStreaming

/// Unicode's own examples through the chunker: no token ends badly enough to cut a grapheme.
@Suite struct GraphemeBreakTests {
  /// The one example in which the standard library's graphemes differ from Unicode 15.0's, which
  /// joins the three.
  static let deviation: [[UInt32]] = [[0x2701, 0x200D, 0x2701]]

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: GraphemeBreakExamples.path),
      "no \(GraphemeBreakExamples.path) (apt-get install unicode-data)"
    )
  )
  func noExampleIsCutInsideAGraphemeHoweverItArrives() throws {
    let examples = try #require(GraphemeBreakExamples.load())
    #expect(examples.count >= 500)
    var deviations: [[UInt32]] = []
    for graphemes in examples {
      let scalars = graphemes.flatMap { $0 }
      let expected = graphemes.map { Self.text($0) }
      for rule in [ChunkRule.characters(1), .unicodeWords, .spaces] {
        let whole = Chunking([Self.text(scalars)], rule: rule).chunks
        if rule == .characters(1), whole != expected { deviations.append(scalars.map(\.value)) }
        #expect(whole.joined() == Self.text(scalars))
        if !Self.deviation.contains(scalars.map(\.value)) {
          #expect(Self.ends(whole).isSubset(of: Self.ends(expected)), "\(scalars)")
        }
        for tokens in Self.cuts(Array(Self.text(scalars).utf8), scalars) {
          #expect(Chunking(tokens, rule: rule).chunks == whole, "\(scalars) as \(tokens)")
        }
      }
    }
    #expect(deviations == Self.deviation)
  }

  /// Every split into two tokens at any byte, one scalar a token, one byte a token.
  static func cuts(_ bytes: [UInt8], _ scalars: [Unicode.Scalar]) -> [[[UInt8]]] {
    var cuts = (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
    cuts.append(scalars.map { Array(text([$0]).utf8) })
    cuts.append(bytes.map { [$0] })
    return cuts
  }

  static func text(_ scalars: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  static func ends(_ texts: [String]) -> Set<Int> {
    var end = 0
    return Set(
      texts.map { text in
        end += text.utf8.count
        return end
      }
    )
  }
}
