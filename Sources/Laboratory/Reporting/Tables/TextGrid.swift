import Files

/// Aligned columns of plain text that fit a terminal.
///
/// Columns that do not fit beside each other go into further blocks below, each with the leading
/// columns again; nothing is cut off.
struct TextGrid {
  /// One cell.
  struct Field {
    var text: String
    var isRight = true
    var style: Style = .plain
  }

  /// How a cell looks where colours are wanted: parameters of a terminal's SGR sequence.
  enum Style: String {
    case plain = ""
    case good = "32"
    case bad = "1;31"
    case faint = "2"
    case strong = "1"
  }

  /// One line.
  enum Line {
    /// Text over the whole width, wrapped at spaces.
    case heading(String, Style)
    /// Text that the first block alone has.
    case remark(String)
    /// A field for each column.
    case fields([Field])
    /// A title for each column; neighbours with the same text have one over all of them.
    case heads([Field])
  }

  static let gap = "  "

  /// Whether words are coloured by terminal sequences.
  var isColoured: Bool
  /// The terminal's columns; nil for as many as it takes.
  var width: Int?
  /// Whether columns that do not fit stand in further blocks.
  var splits = true
  /// How many leading columns every block has.
  var keyColumns: Int
  /// Columns that stand in the same block as the one before them.
  var gluedColumns: Set<Int> = []
  /// The lines, those of titles first.
  var lines: [Line] = []

  /// The whole, lines ended by a line feed; an empty line between blocks.
  func text() -> String {
    let widths = columnWidths
    return blocks(of: widths).enumerated().map { number, columns in
      lines.map { line in
        switch line {
        case .heading(let text, let style): heading(text, style)
        case .remark(let text): number == 0 ? heading(text, .plain) : ""
        case .fields(let fields):
          Self.line(columns.map { fields[$0] }, columns.map { widths[$0] }, isColoured)
        case .heads(let heads):
          headLine(Self.spans(heads, over: columns), widths)
        }
      }.joined()
    }.joined(separator: "\n")
  }

  private var columnWidths: [Int] {
    var widths: [Int] = []
    for case .fields(let fields) in lines {
      for (column, field) in fields.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], Self.width(of: field.text))
      }
    }
    for case .heads(let heads) in lines {
      for span in Self.spans(heads, over: Array(heads.indices)) {
        guard let last = span.columns.last else { continue }
        widths[last] += max(0, Self.width(of: span.head.text) - Self.width(of: span, widths))
      }
    }
    return widths
  }

  private typealias Span = (head: Field, columns: [Int])

  private static func spans(_ heads: [Field], over columns: [Int]) -> [Span] {
    columns.reduce(into: []) { spans, column in
      let head = heads[column]
      if let last = spans.last, !head.text.isEmpty, last.head.text == head.text {
        spans[spans.count - 1].columns.append(column)
      } else {
        spans.append((head, [column]))
      }
    }
  }

  private static func width(of span: Span, _ widths: [Int]) -> Int {
    span.columns.reduce(gap.count * (span.columns.count - 1)) { $0 + widths[$1] }
  }

  private func headLine(_ spans: [Span], _ widths: [Int]) -> String {
    if spans.allSatisfy({ $0.head.text.isEmpty }) { return "" }
    return Self.line(spans.map(\.head), spans.map { Self.width(of: $0, widths) }, isColoured)
  }

  /// Which columns stand together; a column that is too wide by itself still gets a block.
  private func blocks(of widths: [Int]) -> [[Int]] {
    let keys = Array(widths.indices.prefix(keyColumns))
    let rest = widths.indices.dropFirst(keyColumns)
    guard splits, let limit = width, !rest.isEmpty else { return [Array(widths.indices)] }
    let keyWidth = keys.reduce(0) { $0 + widths[$1] + Self.gap.count }
    var blocks: [[Int]] = []
    var used = limit
    for group in groups(of: Array(rest)) {
      let wanted = group.reduce(0) { $0 + widths[$1] + Self.gap.count }
      if blocks.isEmpty || used + wanted - Self.gap.count > limit {
        blocks.append(keys)
        used = keyWidth
      }
      blocks[blocks.count - 1] += group
      used += wanted
    }
    return blocks
  }

  private func groups(of columns: [Int]) -> [[Int]] {
    columns.reduce(into: []) { groups, column in
      if gluedColumns.contains(column), !groups.isEmpty {
        groups[groups.count - 1].append(column)
      } else {
        groups.append([column])
      }
    }
  }

  private func heading(_ text: String, _ style: Style) -> String {
    Self.wrapped(text, width: width, indent: "    ").map { line in
      Self.styled(line, style, isColoured) + "\n"
    }.joined()
  }

  /// Cuts a text at spaces into lines of at most `width` columns, where its words allow it.
  static func wrapped(_ text: String, width: Int?, indent: String) -> [String] {
    guard let width, Self.width(of: text) > width else { return [text] }
    var lines: [String] = []
    var line: String?
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      guard let begun = line else {
        line = String(word)
        continue
      }
      let longer = begun + " " + word
      if Self.width(of: longer) > width, !begun.allSatisfy({ $0 == " " }) {
        lines.append(begun)
        line = indent + word
      } else {
        line = longer
      }
    }
    return lines + [line ?? ""]
  }

  /// One line of fields, without spaces at its end.
  private static func line(_ fields: [Field], _ widths: [Int], _ isColoured: Bool) -> String {
    var text = ""
    for (position, (field, width)) in zip(fields, widths).enumerated() {
      let pad = String(repeating: " ", count: max(0, width - Self.width(of: field.text)))
      let styled = styled(field.text, field.style, isColoured)
      text += (position == 0 ? "" : gap) + (field.isRight ? pad + styled : styled + pad)
    }
    while text.last == " " { text.removeLast() }
    return text + "\n"
  }

  private static func styled(_ text: String, _ style: Style, _ isColoured: Bool) -> String {
    guard isColoured, style != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }

  /// A name without control characters; its middle is left out where it is longer than any name needs.
  static func plain(name: String) -> String { plain(shortened(name, to: ShownText.most)) }

  /// The text with its middle left out where it is longer: names differ at their ends.
  static func shortened(_ text: String, to width: Int) -> String {
    guard text.count > width else { return text }
    return text.prefix(width / 2) + "…" + text.suffix(width - width / 2 - 1)
  }

  /// A sentence without control characters, which could steer the terminal.
  static func plain(_ sentence: String) -> String {
    let text = shortened(sentence, to: ShownText.mostOfSentence)
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
          default: scalar
          }
        }
      )
    )
  }

  /// How many columns the text takes: two for East Asian wide graphemes and emoji.
  static func width(of text: String) -> Int {
    text.reduce(0) { sum, character in
      guard let scalar = character.unicodeScalars.first else { return sum }
      let isWide =
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
          0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
          true
        default: false
        }
      return sum + (isWide ? 2 : 1)
    }
  }
}
