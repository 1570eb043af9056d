/// A block of a text, of which other blocks may be parts; it holds no array, as most of a text's cost would be
/// counting who holds those.
struct BlockNode {
  enum Kind {
    case document, quote, list, item, footnote
    case paragraph, heading, code, html, rule, table, row

    /// Whether a block of a kind may be a part of it.
    func mayContain(_ child: Kind) -> Bool {
      switch self {
      case .document, .quote, .item, .footnote: child != .item && child != .row
      case .list: child == .item
      default: false
      }
    }
  }

  /// What a list and its items are marked with.
  struct Marker {
    /// The bullet, or what ends the number.
    var sign: UInt8
    /// The number of the first item; nil for bullets.
    var number: Int? { stored < 0 ? nil : stored }
    @CompactInt private var stored: Int

    init(sign: UInt8, number: Int? = nil) {
      self.sign = sign
      stored = number ?? -1
    }

    /// Whether an item with this marker goes on with a list.
    func goesOn(with list: Marker) -> Bool {
      sign == list.sign && (number == nil) == (list.number == nil)
    }
  }

  /// How code is fenced.
  struct Fence {
    var sign: UInt8
    @CompactInt var length: Int
    /// How many columns the fence is indented.
    @CompactInt var offset: Int
  }

  var kind: Kind
  @CompactInt var parent: Int
  @CompactInt var previous = -1
  @CompactInt var next = -1
  @CompactInt var first = -1
  @CompactInt var last = -1
  /// The first line and the last one, from 1.
  @CompactInt var startLine: Int
  @CompactInt var endLine: Int
  /// The index of its first leaf among those written.
  @CompactInt var firstLeaf = 0
  /// Whether a blank line was the last one.
  var endsBlank = false
  /// Where in the tree's content the lines of a leaf lie, each with a line feed.
  @CompactRange var content = 0..<0

  /// Of a list or an item.
  var marker = Marker(sign: 0)
  /// How many columns lie before what an item holds.
  @CompactInt var padding = 0
  /// Whether the task of an item is done; nil where it is none.
  var isDone: Bool?
  /// Of a list; nil until it is decided.
  var isTight: Bool?
  /// Of code; nil where it is indented.
  var fence: Fence?
  /// Of a heading; of HTML the kind of its beginning, from 1 to 7.
  @CompactInt var level = 0
  /// Which of the tree's alignments are a table's, which of its labels a footnote's.
  @CompactInt var detail = 0
  /// How many cells the rows of a table lack so far; of a paragraph, how many lines were taken for delimiter
  /// rows.
  @CompactInt var count = 0
  /// Whether definitions of links were taken out of a paragraph.
  var hadDefinitions = false
  /// Whether the last line of a paragraph became the head of the table behind it.
  var endsInTable = false
  /// Of a row.
  var isHeader = false
  init(_ kind: Kind, parent: Int, line: Int) {
    self.kind = kind
    self.parent = parent
    startLine = line
    endLine = line
  }
}
