import Foundation

/// The table and the picture of README.md.
struct Overview {
  let machines: [Results]

  private static let colours = ["#0b6e4f", "#c1121f", "#1d4ed8", "#b45309", "#7c3aed", "#475569"]

  func write(to folder: URL) throws {
    let readme = folder.deletingLastPathComponent().appending(path: "README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    if let start = text.range(of: "<!-- begin benchmarks -->"),
      let end = text.range(of: "<!-- end benchmarks -->")
    {
      let fresh =
        text[..<start.upperBound] + "\n\n" + table.joined(separator: "\n") + "\n\n"
        + text[end.lowerBound...]
      if fresh != text { try fresh.write(to: readme, atomically: true, encoding: .utf8) }
    }
    if let picture {
      try picture.write(
        to: folder.appending(path: "history.svg"),
        atomically: true,
        encoding: .utf8
      )
    }
  }

  /// The frames with the longest history that all designs have.
  private var table: [String] {
    guard let machine = machines.first else { return [] }
    let frames = machine.outcomes.filter { $0.suite == "frames" && $0.figures.count > 3 }
    guard let names = frames.first?.figures.map(\.name) else { return [] }
    var lines = [
      "| a frame, \(machine.processor) | messages | " + names.joined(separator: " | ") + " |",
      "| --- | ---: |" + String(repeating: " ---: |", count: names.count),
    ]
    var seen: [String: Outcome] = [:]
    for outcome in frames where outcome.figures.map(\.name) == names {
      seen[outcome.name] = outcome
    }
    var done: Set<String> = []
    for outcome in frames where done.insert(outcome.name).inserted {
      guard let longest = seen[outcome.name] else { continue }
      let figures = longest.figures.map { Page.time($0.nanoseconds) }
      lines.append(
        "| \(longest.name) | \(Page.number(longest.size ?? 0)) | "
          + figures.joined(separator: " | ") + " |"
      )
    }
    return lines
  }

  /// What the frame of a prepended page costs, by history length, on two logarithmic scales.
  private var picture: String? {
    guard let machine = machines.first else { return nil }
    let points = machine.outcomes.filter {
      $0.suite == "frames" && $0.name == "prepend 50" && $0.figures.count > 3
    }
    guard points.count > 1, let first = points.first else { return nil }
    let sizes = points.map { log10(Double($0.size ?? 1)) }
    let costs = points.flatMap { $0.figures.map { log10($0.nanoseconds) } }
    guard let low = costs.min().map({ $0.rounded(.down) }), let left = sizes.first,
      let high = costs.max().map({ $0.rounded(.up) }), let right = sizes.last
    else { return nil }
    let x = { (size: Double) in 80 + 480 * (size - left) / (right - left) }
    let y = { (cost: Double) in 330 - 290 * (cost - low) / (high - low) }
    let format = { (value: Double) in String(format: "%.1f", value) }
    var svg = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 390\" font-family=\"sans-serif\" font-size=\"13\">",
      "<rect width=\"760\" height=\"390\" fill=\"white\"/>",
      "<text x=\"80\" y=\"22\">The frame of 50 prepended messages, by history length (\(machine.processor))</text>",
    ]
    var decade = low
    while decade <= high {
      let height = format(y(decade))
      svg.append("<path d=\"M80 \(height)H560\" stroke=\"#ddd\"/>")
      svg.append(
        "<text x=\"72\" y=\"\(height)\" text-anchor=\"end\">\(Page.time(pow(10, decade)))</text>"
      )
      decade += 1
    }
    for (place, size) in sizes.enumerated() {
      let text = Page.number(points[place].size ?? 0)
      svg.append("<text x=\"\(format(x(size)))\" y=\"352\" text-anchor=\"middle\">\(text)</text>")
    }
    svg.append("<text x=\"320\" y=\"378\" text-anchor=\"middle\">messages before it</text>")
    // Names stand at the ends of their lines, one below the other.
    let order = first.figures.indices.sorted {
      points[points.count - 1].figures[$0].nanoseconds
        > points[points.count - 1].figures[$1].nanoseconds
    }
    var below = 0.0
    for place in order {
      let line = zip(sizes, points).map {
        "\(format(x($0))),\(format(y(log10($1.figures[place].nanoseconds))))"
      }
      let colour = Self.colours[place % Self.colours.count]
      let end = y(log10(points[points.count - 1].figures[place].nanoseconds))
      below = max(end + 4, below + 16)
      svg.append(
        "<polyline points=\"\(line.joined(separator: " "))\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"\(place == 0 ? 3 : 1.5)\"/>"
      )
      svg.append(
        "<text x=\"568\" y=\"\(format(below))\" fill=\"\(colour)\">\(first.figures[place].name)</text>"
      )
    }
    return (svg + ["</svg>"]).joined(separator: "\n") + "\n"
  }
}
