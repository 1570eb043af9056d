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

  /// Makes the table of `run`, lines ended by a line feed; a missed budget has a `!` and the best of
  /// a scenario a `*`, so that nothing is said by colour alone.
  public func text(of run: RunRecord) -> String {
    let headline = Headline(of: run)
    var lines = [header(headline)]
    var scenario: String?
    for row in headline.rows {
      lines.append(
        fields(of: row, hasDevices: headline.hasDevices, isNew: row.scenario != scenario)
      )
      scenario = row.scenario
    }
    let widths = lines[0].indices.map { column in
      lines.map { Self.width(of: $0[column].text) }.max() ?? 0
    }
    return lines.map { line in
      var text = ""
      for (field, width) in zip(line, widths) {
        let pad = String(repeating: " ", count: width - Self.width(of: field.text))
        let styled = styled(field)
        text += (text.isEmpty ? "" : "  ") + (field.isRight ? pad + styled : styled + pad)
      }
      while text.last == " " { text.removeLast() }
      return text + "\n"
    }.joined()
  }

  private func header(_ headline: Headline) -> [Field] {
    var fields = [Field(text: "scenario", isRight: false, style: .faint)]
    fields.append(Field(text: "profile", isRight: false, style: .faint))
    if headline.hasDevices { fields.append(Field(text: "device", isRight: false, style: .faint)) }
    for column in headline.columns {
      let rate = column.refreshHertz.map { " @\($0)" } ?? ""
      let name =
        switch column.quantity {
        case .hitchRatio: "hitch ms/s"
        case .adherence: "on time %"
        case .cost: "p99 ms"
        case .allocations: "allocs/frame"
        case .drift: "drift pt"
        case .fallbacks: "fallbacks"
        }
      fields.append(Field(text: name + rate, style: .faint))
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
      Field(text: row.verdict, isRight: false, style: row.isPass ? .good : .bad)
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
