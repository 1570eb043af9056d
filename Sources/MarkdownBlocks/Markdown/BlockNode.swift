/// A block of a text, of which other blocks may be parts.
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
  struct Marker: Equatable {
    /// The bullet, or what ends the number.
    var sign: UInt8
    /// The number of the first item; nil for bullets.
    var number: Int?

    /// Whether an item with this marker goes on with a list.
    func goesOn(with list: Marker) -> Bool {
      sign == list.sign && (number == nil) == (list.number == nil)
    }
  }

  /// How code is fenced.
  struct Fence {
    var sign: UInt8
    var length: Int
    /// How many columns the fence is indented.
    var offset: Int
  }

  var kind: Kind
  var parent: Int
  var previous = -1
  var next = -1
  var first = -1
  var last = -1
  /// The first line and the last one, from 1.
  var startLine: Int
  var endLine: Int
  /// Whether a blank line was the last one.
  var endsBlank = false
  /// The lines of a leaf, each with a line feed.
  var content: [UInt8] = []

  /// Of a list or an item.
  var marker = Marker(sign: 0)
  /// How many columns lie before what an item holds.
  var padding = 0
  /// Whether the task of an item is done; nil where it is none.
  var isDone: Bool?
  /// Of a list; nil until it is decided.
  var isTight: Bool?
  /// Of code; nil where it is indented.
  var fence: Fence?
  /// Of a heading; of HTML the kind of its beginning, from 1 to 7.
  var level = 0
  /// Of a table.
  var alignments: [TableRow.Alignment] = []
  /// How many cells the rows of a table lack so far; of a paragraph, how many lines were taken for delimiter
  /// rows.
  var count = 0
  /// Whether the last line of a paragraph became the head of the table behind it.
  var endsInTable = false
  /// Of a row.
  var isHeader = false
  /// The label of a footnote as it is compared.
  var label: [UInt8] = []

  init(_ kind: Kind, parent: Int, line: Int) {
    self.kind = kind
    self.parent = parent
    startLine = line
    endLine = line
  }
}
