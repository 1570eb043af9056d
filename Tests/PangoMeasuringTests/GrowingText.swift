import Lengths
import MarkdownBlocks
import TextMeasuring

/// What the tokens of a stream came to.
struct GrowthCounts {
  var tokens = 0
  var bytes = 0
  var glyphs = 0
  var blocks = 0
  var mostBytes = 0
  var mostGlyphs = 0
  var mostBlocks = 0

  var perToken: [(name: String, count: Double)] {
    [("bytes", bytes), ("glyphs", glyphs), ("blocks", blocks)].map {
      ($0.0, Double($0.1) / Double(max(1, tokens)))
    }
  }

  mutating func add(bytes: Int, glyphs: Int, blocks: Int) {
    tokens += 1
    self.bytes += bytes
    self.glyphs += glyphs
    self.blocks += blocks
    mostBytes = max(mostBytes, bytes)
    mostGlyphs = max(mostGlyphs, glyphs)
    mostBlocks = max(mostBlocks, blocks)
  }
}

/// A text that grows, with the heights of its blocks.
struct GrowingText {
  let measurer: any TextMeasurer
  private(set) var list = BlockList(rule: .incremental, parser: MarkdownParser())
  private var tail = TailMeasurement()
  private var tailBlock = -1
  private(set) var heights: [LayoutUnit] = []

  init(_ measurer: any TextMeasurer) { self.measurer = measurer }

  /// Appends a token; what comes before the last block is measured whole, where it changed.
  mutating func append(_ token: some Sequence<UInt8>, counting counts: inout GrowthCounts) {
    let before = list.bytesParsed
    let own = Array(token).withUnsafeBufferPointer { list.appendBody($0) }
    let changes = list.takeRedone() + [own] + [list.showNotes()].compactMap { $0 }
    let glyphs = changes.reduce(0) { $0 + measure($1) }
    counts.add(
      bytes: list.bytesParsed - before,
      glyphs: glyphs,
      blocks: changes.reduce(0) { $0 + $1.replaced.count + $1.inserted.count }
    )
  }

  /// Measures the blocks of a change.
  ///
  /// - Returns: How many glyphs were placed.
  private mutating func measure(_ change: BlockListChange) -> Int {
    var glyphs = 0
    heights.replaceSubrange(change.replaced, with: change.inserted.map { _ in .zero })
    if change.replaced.lowerBound < tailBlock, change.replaced.count != change.inserted.count {
      tailBlock = -1
    }
    if change.inserted.count > 1 { tailBlock = -1 }
    for index in change.inserted {
      let block = StyledBlock(list[index], role: .assistant)
      let width = LayoutUnit(points: 361)
      let result: MeasuredBlock
      if index == list.count - 1 || index == list.bodyCount - 1 {
        if tailBlock != index { tail = TailMeasurement() }
        let kept = tailBlock == index ? change.keptUTF8Count : 0
        tailBlock = index
        result = measurer.extend(
          &tail,
          with: block,
          keeping: kept,
          width: width,
          textSize: .large
        )
      } else {
        result = measurer.measure(block, width: width, textSize: .large)
      }
      heights[index] = result.height
      glyphs += result.glyphs
    }
    return glyphs
  }

  /// Whether the blocks are those of a whole parse, and as high as when they are measured whole.
  func isWhole() -> Bool {
    let blocks = MarkdownParser().parse(list.text).blocks
    return blocks == list.blocks
      && zip(blocks, heights).allSatisfy { block, height in
        height
          == measurer.measure(
            StyledBlock(block, role: .assistant),
            width: LayoutUnit(points: 361),
            textSize: .large
          ).height
      }
  }

  /// Streams a text in tokens of whole scalars, `size` bytes or a little more each.
  static func stream(
    _ text: String,
    size: Int,
    _ measurer: any TextMeasurer
  ) -> (counts: GrowthCounts, text: GrowingText) {
    let bytes = Array(text.utf8)
    var growing = GrowingText(measurer)
    var counts = GrowthCounts()
    var start = 0
    while start < bytes.count {
      var end = min(bytes.count, start + size)
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
      growing.append(bytes[start..<end], counting: &counts)
      start = end
    }
    return (counts, growing)
  }
}
