import Files
import Records

/// Columns and rows of a report, with one renderer for each form: a terminal, Markdown and a page.
///
/// What a cell says is the same in all of them; only marks, colours and where a column stands differ.
package struct Table {
  /// How a text is to be taken: its colour in a terminal, its class on a page.
  package enum Tone: Hashable {
    case plain, good, bad, faint, strong
  }

  /// Where a terminal puts a column: beside the others, behind them, or on a line of its own above or below its
  /// row.
  package enum Place: Hashable {
    case beside, behind, above, below
  }

  /// One column.
  package struct Column {
    package var title: String
    package var unit = ""
    /// The first line of its title in a terminal, which neighbours with the same share.
    package var over = ""
    /// The last line of its title in a terminal; nil for title and unit.
    package var under: String?
    package var isNumber = false
    /// Whether a terminal keeps a place for marks behind its figures.
    package var isMarked = false
    package var place = Place.beside
    /// Whether every block of a table that is too wide for a terminal begins with it.
    package var isKey = false
    /// Whether a terminal leaves out what the row above says, too.
    package var isOnce = false
    /// What a page says when a pointer rests on its title.
    package var note = ""
    /// The class of its cells on a page.
    package var style = ""
    /// The class of a column that a narrow page leaves out.
    static let wide = "wide"

    package init(_ title: String, unit: String = "", isKey: Bool = false, place: Place = .beside) {
      (self.title, self.unit, self.isKey, self.place) = (title, unit, isKey, place)
    }

    package static func number(_ title: String, unit: String = "") -> Column {
      var column = Column(title, unit: unit)
      column.isNumber = true
      return column
    }

    package func with(_ change: (inout Column) -> Void) -> Column {
      var column = self
      change(&column)
      return column
    }

    /// Title and unit in one line.
    package var name: String { unit.isEmpty ? title : "\(title), \(unit)" }
  }

  /// A text that leads somewhere on a page.
  package struct Link {
    package var text: String
    package var target: String
  }

  /// One cell.
  package struct Cell {
    package var text: String
    package var tone = Tone.plain
    /// What says in a terminal and in Markdown what a colour says elsewhere: `!`, `?` or `*`.
    package var mark = ""
    /// The verdict that the text names.
    package var verdict: Verdict?
    /// How the figure stands to another one.
    package var change: FigureChange?
    /// Where its parts lead; empty where the text stands as it is.
    package var links: [Link] = []
    /// What a page says when a pointer rests on it.
    package var note = ""
    /// More that stands in small letters behind the text.
    package var detail = ""
    /// A picture as a page's markup; other forms have none.
    package var picture = ""

    package init(_ text: String, _ tone: Tone = .plain) { (self.text, self.tone) = (text, tone) }

    package init(_ text: String, link: String) {
      self.init(text)
      links = [Link(text: text, target: link)]
    }

    package init(_ text: String, _ verdict: Verdict) {
      self.init(text)
      self.verdict = verdict
      tone = VerdictBadge.tones[verdict] ?? .bad
    }

    package init(picture: String) {
      self.init("")
      self.picture = picture
    }

    /// A figure with the mark of a missed budget, or of the best one.
    package init(_ figure: Headline.Figure) {
      self.init(figure.text)
      switch figure.state {
      case .missed: (tone, mark) = (.bad, "!")
      case .open: (tone, mark) = (.bad, "?")
      case .missing: tone = .faint
      case .kept, .unjudged: if figure.isBest { (tone, mark) = (.strong, "*") }
      }
    }

    /// Several parts, each of which leads somewhere.
    package init(_ links: [Link]) {
      self.init(links.map(\.text).joined(separator: "; "))
      self.links = links
    }
  }

  /// One row.
  package struct Row {
    package var cells: [Cell]
    /// What stands in place of all cells that are missing, such as why there are none.
    package var rest: String?
    /// Its name in addresses of a page.
    package var anchor = ""
  }

  package var columns: [Column]
  package var rows: [Row] = []

  package init(_ columns: [Column]) { self.columns = columns }

  /// Makes a table of texts.
  package init(_ columns: [Column], rows: [[String]]) {
    self.columns = columns
    for row in rows { add(row.map { Cell($0) }) }
  }

  package mutating func add(_ cells: [Cell]) { rows.append(Row(cells: cells)) }

  /// Adds a row that has words in place of the cells behind its first ones.
  package mutating func add(_ names: [Cell], rest: String) {
    rows.append(Row(cells: names, rest: rest))
  }

  /// Without the columns in which no row has anything.
  package func withoutEmptyColumns() -> Table {
    let kept = columns.indices.filter { index in
      rows.contains { row in
        row.cells.indices.contains(index)
          && !(row.cells[index].text.isEmpty && row.cells[index].picture.isEmpty)
      }
    }
    var table = self
    table.columns = kept.map { columns[$0] }
    for row in rows.indices {
      table.rows[row].cells = kept.filter(rows[row].cells.indices.contains).map {
        rows[row].cells[$0]
      }
    }
    return table
  }
}
