import Gating
import Records

/// What a round of the gate says, for a terminal.
package struct GateText {
  private let round: GateRound

  /// Makes the text of a round.
  package init(_ round: GateRound) { self.round = round }

  /// The most lines of a difference that are shown in the terminal; `summary.md` has them all.
  static let shownNotes = 12
  /// Of more results than these the ones that pass are counted alone.
  static let shownPasses = 60

  /// The text: a line for each result, then the verdict and what to do.
  package func text(isColoured: Bool) -> String {
    var grid = TextGrid(isColoured: isColoured, width: nil, keyColumns: 3, lines: [])
    grid.lines.append(.heading("\(round.base) -> \(round.head)", .strong))
    var absent: Set<String> = []
    for result in listed {
      if result.verdict == .notAvailable {
        // One line is enough for what no cell can have.
        guard absent.insert(result.check.rawValue + (result.notes.first ?? "")).inserted else {
          continue
        }
      }
      grid.lines.append(
        .fields([
          TextGrid.Field(
            text: result.verdict.rawValue,
            isRight: false,
            style: Self.style(result.verdict)
          ),
          TextGrid.Field(text: result.check.rawValue, isRight: false),
          TextGrid.Field(text: result.cell.description, isRight: false),
          TextGrid.Field(text: Self.words(of: result), isRight: false),
        ])
      )
      guard result.verdict != .pass, result.verdict != .notAvailable else { continue }
      for note in result.notes.prefix(Self.shownNotes) {
        grid.lines.append(.heading("    \(note)", .plain))
      }
      let hidden = result.notes.count - Self.shownNotes
      if hidden > 0 { grid.lines.append(.heading("    ... \(hidden) more lines", .plain)) }
    }
    grid.lines.append(
      .heading("gate: \(round.verdict.rawValue) (\(round.tally))", Self.style(round.verdict))
    )
    if round.wantsAdvice { grid.lines.append(.heading(round.advice, .plain)) }
    return grid.text()
  }

  /// The results that are shown: of many the ones that pass are left out.
  private var listed: [CheckResult] {
    guard round.results.count > Self.shownPasses else { return round.results }
    return round.results.filter { $0.verdict != .pass }
  }

  /// The figure, its ratio, interval and bound, and who did it, in one line.
  static func words(of result: CheckResult) -> String {
    var parts: [String] = []
    if !result.figure.isEmpty { parts.append(result.figure) }
    if let ratio = result.ratio { parts.append(number(ratio)) }
    if let interval = result.interval {
      parts.append("[\(number(interval.lowerBound)), \(number(interval.upperBound))]")
    }
    if let bound = result.bound { parts.append("bound \(number(bound))") }
    if let culprit = result.culprit { parts.append("by \(culprit)") }
    if result.verdict == .pass || result.verdict == .notAvailable,
      let note = result.notes.first
    {
      parts.append(note)
    }
    return parts.joined(separator: "; ")
  }

  /// A ratio with four decimals.
  static func number(_ value: Double) -> String {
    guard abs(value) < 1e9 else { return "\(value)" }
    return DecimalText.fixed(Int64((value * 10_000).rounded()), places: 4)
  }

  private static func style(_ verdict: GateVerdict) -> TextGrid.Style {
    switch verdict {
    case .pass, .improvement: .good
    case .regression, .invalid: .bad
    case .inconclusive, .notAvailable: .plain
    }
  }
}
