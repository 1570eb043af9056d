import MarkdownBlocks

/// A number for what a text parses to: kinds, texts, styles, destinations, nesting and places in the source.
struct BlockDigest {
  /// The digest so far, by FNV-1a.
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init(_ blocks: [Block]) {
    add(blocks.count)
    for block in blocks { add(block) }
  }

  private mutating func add(_ block: Block) {
    switch block.kind {
    case .paragraph: add(0)
    case .heading(let level): add(level)
    case .code(let language): add(7, language)
    case .html: add(8)
    case .tableRow(let row):
      add(row.isHeader ? 9 : 10)
      for alignment in row.alignments { add(Int(alignment.rawValue)) }
      for count in row.cellRunCounts { add(count) }
    case .thematicBreak: add(11)
    case .image(let source): add(12, source)
    case .unknown(let name): add(13, name)
    }
    let nesting = block.nesting
    for number in [nesting.listDepth, nesting.quoteDepth, nesting.isTight ? 1 : 0] { add(number) }
    for marker in nesting.markers {
      switch marker {
      case .bullet: add(0)
      case .number(let number, let delimiter): add(number, String(delimiter))
      case .task(let isDone): add(isDone ? 1 : 2)
      case .footnote(let number): add(number, "^")
      }
    }
    add(block.text.count)
    for byte in block.text { add(byte) }
    for run in block.runs {
      add(run.utf8Count << 8 | Int(run.style.rawValue), run.destination ?? "-")
    }
    add(block.sourceUTF8.lowerBound)
    add(block.sourceUTF8.upperBound)
  }

  private mutating func add(_ number: Int, _ text: String = "") {
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
    for byte in text.utf8 { add(byte) }
  }

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}

extension MarkdownCatalog {
  /// The digests of what cmark-gfm makes of the examples, in their order.
  static let expected = digests.split { $0 == " " || $0 == "\n" }
    .compactMap { UInt64($0, radix: 16) }
}
