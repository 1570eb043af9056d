import Simulation

/// The headline as plain text: aligned columns, one row for each scenario, profile and device.
public struct TerminalTable: Sendable {
  private struct Field {
    var text: String
    var isRight = true
    var style: Style = .plain
  }

  private enum Style: String {
    case plain = ""
    case good = "32"
    case bad = "1;31"
    case faint = "2"
    case strong = "1"
  }

  /// Whether words are coloured by terminal sequences.
  public var isColoured: Bool

  /// Makes a table.
  public init(isColoured: Bool = false) { self.isColoured = isColoured }

  /// Says whether to colour: on a terminal, unless `NO_COLOR` is set to anything but nothing
  /// (no-color.org) or `TERM` is `dumb`.
  public static func wantsColour(isTerminal: Bool, environment: [String: String]) -> Bool {
    isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Makes the table of `run`, lines ended by a line feed: two of titles (@60: at 60 Hz), then the
  /// rows.
  ///
  /// A missed budget has a `!` and the best of a scenario a `*`, so that nothing is said by colour
  /// alone.
  public func text(of run: RunRecord) -> String {
    let headline = Headline(of: run)
    let groups = groups(of: headline)
    var lines = [subtitles(of: headline)]
    var scenario: String?
    for row in headline.rows {
      let isNew = row.scenario != scenario
      lines.append(fields(of: row, hasDevices: headline.hasDevices, isNew: isNew))
      scenario = row.scenario
    }
    var widths = lines[0].indices.map { column in
      lines.map { Self.width(of: $0[column].text) }.max() ?? 0
    }
    var titles: [Field] = []
    var titleWidths: [Int] = []
    var first = 0
    for group in groups {
      let last = first + group.columns - 1
      let gaps = Self.gap.count * (group.columns - 1)
      let missing = Self.width(of: group.title) - widths[first...last].reduce(gaps, +)
      widths[last] += max(0, missing)
      titles.append(Field(text: group.title, isRight: group.isRight, style: .faint))
      titleWidths.append(widths[first...last].reduce(gaps, +))
      first = last + 1
    }
    return line(titles, widths: titleWidths) + lines.map { line($0, widths: widths) }.joined()
  }

  private static let gap = "  "

  private func line(_ fields: [Field], widths: [Int]) -> String {
    var text = ""
    for (position, (field, width)) in zip(fields, widths).enumerated() {
      let pad = String(repeating: " ", count: width - Self.width(of: field.text))
      let styled = styled(field)
      text += (position == 0 ? "" : Self.gap) + (field.isRight ? pad + styled : styled + pad)
    }
    while text.last == " " { text.removeLast() }
    return text + "\n"
  }

  private struct Group {
    var title: String
    var columns = 1
    var isRight = false
  }

  private func groups(of headline: Headline) -> [Group] {
    let names = headline.hasDevices ? 3 : 2
    var groups = Array(repeating: Group(title: ""), count: names)
    for quantity in Headline.Quantity.allCases {
      let columns = headline.columns.count { $0.quantity == quantity }
      guard columns > 0 else { continue }
      let title =
        switch quantity {
        case .hitchRatio: "hitch ms/s"
        case .adherence: "on time %"
        case .cost: "p99 ms"
        case .allocations: "allocs"
        case .drift: "drift"
        case .fallbacks: "fall-"
        }
      groups.append(Group(title: title + " ", columns: columns, isRight: true))
    }
    return groups + [Group(title: "")]
  }

  private func subtitles(of headline: Headline) -> [Field] {
    var fields = [Field(text: "scenario", isRight: false, style: .faint)]
    fields.append(Field(text: "profile", isRight: false, style: .faint))
    if headline.hasDevices { fields.append(Field(text: "device", isRight: false, style: .faint)) }
    for column in headline.columns {
      let name =
        switch column.quantity {
        case .hitchRatio, .adherence, .cost: column.refreshHertz.map { "@\($0)" } ?? ""
        case .allocations: "/frame"
        case .drift: "pt"
        case .fallbacks: "backs"
        }
      fields.append(Field(text: name + " ", style: .faint))
    }
    fields.append(Field(text: "verdict", isRight: false, style: .faint))
    return fields
  }

  private func fields(of row: Headline.Row, hasDevices: Bool, isNew: Bool) -> [Field] {
    var fields = [Field(text: isNew ? Self.plain(row.scenario) : "", isRight: false)]
    fields.append(Field(text: Self.plain(row.profile), isRight: false))
    if hasDevices { fields.append(Field(text: Self.plain(row.device), isRight: false)) }
    for figure in row.figures {
      let mark = figure.state == .missed ? "!" : figure.isBest ? "*" : " "
      let style: Style =
        switch figure.state {
        case .missed: .bad
        case .missing: .faint
        case .kept, .unjudged: figure.isBest ? .strong : .plain
        }
      let text = figure.text.replacing("\u{202F}", with: " ")
      fields.append(Field(text: text + mark, style: style))
    }
    fields.append(
      Field(
        text: row.verdict == "budget missed" ? "missed" : row.verdict,
        isRight: false,
        style: row.isPass ? .good : .bad
      )
    )
    return fields
  }

  private func styled(_ field: Field) -> String {
    guard isColoured, field.style != .plain, !field.text.isEmpty else { return field.text }
    return "\u{1B}[\(field.style.rawValue)m\(field.text)\u{1B}[0m"
  }

  /// The text without control characters, which could steer the terminal.
  static func plain(_ text: String) -> String {
    String(
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
