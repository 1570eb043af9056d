import Lengths
import MarkdownBlocks

/// A block as `stillpoint-maintain blocks` prints it; keys without a value are left out.
struct BlockLine: Encodable {
  private let kind: String
  private var level: Int?
  private var language: String?
  private var source: String?
  private var isHeader: Bool?
  private var alignments: [String]?
  private var cells: [String]?
  private let listDepth: Int
  private let quoteDepth: Int
  private let isTight: Bool?
  private let markers: [String]?
  private let scalars: [Int]
  private let text: String
  private let height: Double
  private let lines: Int

  private enum CodingKeys: String, CodingKey {
    case kind, level, language, source, alignments, cells, markers, scalars, text, lines
    case isHeader = "is_header"
    case listDepth = "list_depth"
    case quoteDepth = "quote_depth"
    case isTight = "is_tight"
    case height = "height_pt"
  }

  init(_ block: Block, scalars: Range<Int>, height: LayoutUnit, lines: Int) {
    self.scalars = [scalars.lowerBound, scalars.upperBound]
    self.height = height.points
    self.lines = lines
    text = block.string
    listDepth = block.nesting.listDepth
    quoteDepth = block.nesting.quoteDepth
    isTight = block.nesting.listDepth > 0 ? block.nesting.isTight : nil
    markers = block.nesting.markers.isEmpty ? nil : block.nesting.markers.map(Self.text)
    switch block.kind {
    case .paragraph: kind = "paragraph"
    case .heading(let level):
      kind = "heading"
      self.level = level
    case .code(let language):
      kind = "code"
      self.language = language
    case .html: kind = "html"
    case .tableRow(let row):
      kind = "table_row"
      isHeader = row.isHeader
      alignments = row.alignments.map { String(describing: $0) }
      cells = Self.cells(of: block, row)
    case .thematicBreak: kind = "thematic_break"
    case .image(let source):
      kind = "image"
      self.source = source
    case .unknown(let name):
      kind = "unknown"
      source = name
    }
  }

  private static func text(_ marker: Nesting.Marker) -> String {
    switch marker {
    case .bullet: "bullet"
    case .number(let number, let delimiter): "\(number)\(delimiter)"
    case .task(let isDone): isDone ? "task done" : "task open"
    case .footnote(let number): "footnote \(number)"
    }
  }

  private static func cells(of block: Block, _ row: TableRow) -> [String] {
    var (run, byte) = (0, 0)
    return row.cellRunCounts.map { count in
      let length = block.runs[run..<run + count].reduce(0) { $0 + $1.utf8Count }
      defer {
        run += count
        byte += length
      }
      return String(decoding: block.text[byte..<byte + length], as: UTF8.self)
    }
  }
}
