import Foundation

/// What one case costs each contestant, by its size, on two logarithmic scales.
struct Picture {
  private static let colours = ["#0b6e4f", "#c1121f", "#1d4ed8", "#b45309", "#7c3aed", "#475569"]

  private let summary: Summary
  private let processor: String
  private let points: [Outcome]
  /// Powers of 10 at the edges: of sizes, and of nanoseconds.
  private let sizes: ClosedRange<Double>
  private let costs: ClosedRange<Double>

  /// nil where there is nothing to show yet.
  init?(_ summary: Summary, _ machines: [Results]) {
    func drawn(of machine: Results) -> [Outcome] {
      machine.outcomes.filter { $0.suite == summary.suite && $0.name == summary.picture }
    }
    // The first that has a line to draw.
    guard let machine = machines.first(where: { drawn(of: $0).count > 1 }) else { return nil }
    self.summary = summary
    processor = machine.processor
    points = drawn(of: machine)
    let all = points.flatMap(\.figures).map(\.nanoseconds).filter { $0 > 0 }.map { log10($0) }
    let known = points.compactMap(\.size).map { log10(Double($0)) }
    guard known.count > 1, let left = known.min(), let right = known.max(), let low = all.min(),
      let high = all.max()
    else { return nil }
    sizes = left...right
    costs = low.rounded(.down)...high.rounded(.up)
  }

  private func x(_ outcome: Outcome) -> Double {
    80 + 480 * (log10(Double(outcome.size ?? 1)) - sizes.lowerBound)
      / (sizes.upperBound - sizes.lowerBound)
  }

  private func y(_ nanoseconds: Double) -> Double {
    330 - 290 * (log10(nanoseconds) - costs.lowerBound) / (costs.upperBound - costs.lowerBound)
  }

  private func text(_ value: Double) -> String { String(format: "%.1f", value) }

  private func label(_ text: String, _ x: Double, _ y: Double, _ attributes: String) -> String {
    "<text x=\"\(self.text(x))\" y=\"\(self.text(y))\" \(attributes)>\(text)</text>"
  }

  var svg: String {
    let head = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 390\"",
      "  font-family=\"sans-serif\" font-size=\"13\">",
      "<rect width=\"760\" height=\"390\" fill=\"white\"/>",
      label("\(summary.title) (\(processor))", 80, 22, ""),
    ]
    return (head + axes + lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private var axes: [String] {
    var svg: [String] = []
    for power in stride(from: costs.lowerBound, through: costs.upperBound, by: 1) {
      let height = y(pow(10, power))
      svg.append("<path d=\"M80 \(text(height))H560\" stroke=\"#ddd\"/>")
      svg.append(label(Page.time(pow(10, power)), 72, height + 4, "text-anchor=\"end\""))
    }
    for point in points {
      svg.append(label(Page.number(point.size ?? 0), x(point), 352, "text-anchor=\"middle\""))
    }
    return svg + [label("\(summary.unit) in the history", 320, 378, "text-anchor=\"middle\"")]
  }

  private var lines: [String] {
    var svg: [String] = []
    // Names stand at the ends of their lines, one below the other.
    let names = points[0].figures.map(\.name)
    let series = names.indices.map { place in
      points.compactMap { point -> (x: Double, y: Double)? in
        let cost = point.figures[place].nanoseconds
        return cost > 0 ? (x(point), y(cost)) : nil
      }
    }
    var below = 0.0
    for place in names.indices.sorted(by: { (series[$0].last?.y ?? 0) < (series[$1].last?.y ?? 0) })
    {
      guard let last = series[place].last else { continue }
      let path = series[place].map { "\(text($0.x)),\(text($0.y))" }.joined(separator: " ")
      let colour = Self.colours[place % Self.colours.count]
      let width = place == 0 ? "3" : "1.5"
      svg.append(
        "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"\(width)\"/>"
      )
      below = max(last.y + 4, below + 16)
      svg.append(label(names[place], 568, below, "fill=\"\(colour)\""))
    }
    return svg
  }
}
