import CMarkParsing
import Lengths
import MarkdownBlocks
import PangoMeasuring
import Profiling
import TextMeasuring
import Timebase

/// A text streamed into a block list and a measurer.
struct Stream {
  /// How many tokens it had.
  private(set) var tokens = 0
  /// How many bytes were parsed and how many glyphs were placed.
  private(set) var counts = (bytesParsed: 0, glyphs: 0)
  /// CPU seconds of the block list and of the measurer.
  private(set) var seconds = (parse: 0.0, measure: 0.0)
  /// CPU seconds of each token.
  private(set) var tokenSeconds: [Double] = []
  /// Whether the blocks are those of a whole parse.
  private(set) var isExact = false

  /// Streams a text in tokens of whole scalars, `size` bytes or a little more each.
  ///
  /// - Parameters:
  ///   - text: Valid UTF-8.
  ///   - size: How many bytes a token has at least.
  ///   - measurer: Measures the last block after each token; nil for none.
  init(_ text: [UInt8], size: Int, measurer: PangoMeasurer?) {
    var list = BlockList(rule: .incremental, parser: CMarkParser())
    var tail = TailMeasurement()
    var (start, last) = (0, -1)
    let width = LayoutUnit(points: 361)
    while start < text.count {
      var end = min(text.count, start + size)
      while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
      let token = Array(text[start..<end])
      (start, tokens) = (end, tokens + 1)
      let first = ThreadCPUClock.now()
      let change = list.append(token)
      let middle = ThreadCPUClock.now()
      if let measurer, list.count > 0 {
        let isSame = last == list.count - 1 && change.inserted.count <= 1
        if !isSame { tail = TailMeasurement() }
        last = list.count - 1
        let block = StyledBlock(list[last], role: .assistant)
        counts.glyphs +=
          measurer.extend(
            &tail,
            with: block,
            keeping: isSame && !change.isEmpty ? change.keptUTF8Count : 0,
            width: width,
            textSize: .large
          ).glyphs
      }
      let done = ThreadCPUClock.now()
      seconds.parse += Self.seconds(middle - first)
      seconds.measure += Self.seconds(done - middle)
      tokenSeconds.append(Self.seconds(done - first))
    }
    counts.bytesParsed = list.bytesParsed
    isExact = list.blocks == CMarkParser().parse(text).blocks
  }

  private static func seconds(_ duration: Nanoseconds) -> Double { Double(duration.rawValue) / 1e9 }
}
