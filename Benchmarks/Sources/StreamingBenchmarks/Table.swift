/// The rows of the page, as Markdown.
struct Table {
  /// How a figure is held against its goals.
  enum Goal {
    case none
    /// The less the better.
    case most(Double, stretch: Double?)
    /// The more the better.
    case least(Double, stretch: Double?)
  }

  private var lines: [String] = []

  /// Begins a table of its own.
  mutating func begin(_ title: String, _ note: String) {
    lines += ["", "## \(title)", "", note, "", "| what | figure | goal | stretch | |"]
    lines.append("| --- | ---: | ---: | ---: | --- |")
  }

  mutating func row(_ name: String, _ figure: Double, unit: String, _ goal: Goal = .none) {
    var end = " | | "
    switch goal {
    case .none: break
    case .most(let most, let stretch):
      let isStretch = stretch.map { figure <= $0 } ?? false
      end = Table.end(most, stretch, isMet: figure <= most, isStretch: isStretch, unit)
    case .least(let least, let stretch):
      let isStretch = stretch.map { figure >= $0 } ?? false
      end = Table.end(least, stretch, isMet: figure >= least, isStretch: isStretch, unit)
    }
    lines.append("| \(name) | \(Table.text(figure)) \(unit) | \(end) |")
  }

  mutating func line(_ text: String) { lines.append(text) }

  var text: String { lines.joined(separator: "\n") + "\n" }

  private static func end(
    _ goal: Double,
    _ stretch: Double?,
    isMet: Bool,
    isStretch: Bool,
    _ unit: String
  ) -> String {
    let verdict = isStretch ? "stretch" : isMet ? "met" : "missed"
    return "\(text(goal)) | \(stretch.map { text($0) } ?? "") | \(verdict)"
  }

  /// Three decimals for small figures, none for large ones.
  static func text(_ figure: Double) -> String {
    if abs(figure) >= 1_000 || figure == figure.rounded() { return String(Int(figure.rounded())) }
    let places = abs(figure) < 1 ? 1_000 : 100
    let scaled = Int((abs(figure) * Double(places)).rounded())
    let rest = String(scaled % places)
    let zeros = String(repeating: "0", count: (places == 100 ? 2 : 3) - rest.count)
    return "\(figure < 0 ? "-" : "")\(scaled / places).\(zeros)\(rest)"
  }
}
