import Records

/// How the time from one picture to the next spreads, of one recording or before and after, as an SVG picture that
/// needs no script: for each length the share of intervals that are no longer (ECDF), all on one axis.
struct SpreadChart {
  private static let (left, right, top, bottom) = (44.0, 556.0, 10.0, 150.0)

  private let sides: [(name: String, quantiles: [Double], style: String)]
  private let longest: Double
  /// Below which share all sides are alike, or one keeps to a length: what is left out.
  private let least: Int
  private static let shares = [98, 95, 90, 80, 50]

  /// Takes the quantiles of both sides, from 0 to 100 % in equal steps.
  ///
  /// - Returns: nil where a side has none, or all intervals are 0.
  init?(before: [Double], after: [Double]) {
    self.init([("before", before, "before"), ("after", after, "after")])
  }

  /// Takes the quantiles of one recording.
  init?(_ quantiles: [Double]) { self.init([("", quantiles, "after")]) }

  private init?(_ sides: [(name: String, quantiles: [Double], style: String)]) {
    let all = sides.map(\.quantiles)
    guard all.allSatisfy({ $0.count > 1 }), let most = all.compactMap(\.last).max(), most > 0
    else { return nil }
    self.sides = sides
    longest = most * 1.05
    least =
      Self.shares.first { share in
        // Of one side: its least interval is as good as all of them up to here.
        let ends =
          all.map { $0[share * ($0.count - 1) / 100] } + (all.count == 1 ? [all[0][0]] : [])
        return (ends.max() ?? 0) - (ends.min() ?? 0) <= 0.01 * (ends.max() ?? 0)
      } ?? 0
  }

  private func line(_ quantiles: [Double], _ style: String) -> String {
    let points = quantiles.enumerated().map { index, length in
      let whole = 100 * Double(index) / Double(quantiles.count - 1)
      let share = max(0, (whole - Double(least)) / Double(100 - least))
      let x = Self.left + (Self.right - Self.left) * length / longest
      let y = Self.bottom - (Self.bottom - Self.top) * share
      return "\(DecimalText.short(x, places: 1)),\(DecimalText.short(y, places: 1))"
    }
    return
      "<polyline class=\"\(style)\" fill=\"none\" points=\"\(points.joined(separator: " "))\"/>"
  }

  private func words(_ name: String, _ quantiles: [Double]) -> String {
    func at(_ share: Int) -> String {
      DecimalText.short(quantiles[share * (quantiles.count - 1) / 100], places: 1)
    }
    return (name.isEmpty ? "" : name + " ")
      + "\(at(50)) ms at the median, \(at(95)) at 95 %, \(at(100)) at most"
  }

  /// The picture.
  var svg: String {
    let label =
      "Time from one picture to the next: "
      + sides.map { words($0.name, $0.quantiles) }.joined(separator: "; ")
    var text =
      "<figure class=\"spread\"><div class=\"bar\"><span class=\"title\">Share of pictures that "
    text += "came within so many ms of the one before</span></div>"
    text += "<svg class=\"ecdf\" viewBox=\"0 0 560 176\" role=\"img\" aria-label=\"\(label)\">"
    text += "<title>\(label)</title><path class=\"axis\" d=\"M44 150H556M44 10H40M44 80H40\"/>"
    text += "<text x=\"36\" y=\"14\" text-anchor=\"end\">100 %</text>"
    text +=
      "<text x=\"36\" y=\"84\" text-anchor=\"end\">\(DecimalText.short(Double(100 + least) / 2)) %</text>"
    text += "<text x=\"36\" y=\"154\" text-anchor=\"end\">\(least) %</text>"
    text += "<text x=\"44\" y=\"170\">0 ms</text>"
    for step in 1...4 {
      let x = Self.left + (Self.right - Self.left) * Double(step) / 4
      text += "<text x=\"\(DecimalText.short(x, places: 1))\" y=\"170\" text-anchor=\"end\">"
      text += "\(DecimalText.short(longest * Double(step) / 4, places: 1)) ms</text>"
    }
    text += sides.map { line($0.quantiles, $0.style) }.joined() + "</svg>"
    guard sides.count > 1 else { return text + "</figure>" }
    text += "<p class=\"legend-line\"><span class=\"before-mark\">before</span> "
    return text + "<span class=\"after-mark\">after</span></p></figure>"
  }
}
