import Fleets
import Foundation
import Records

/// How a figure is distributed over the sessions of a group, as an SVG picture that needs no script: which part of
/// the sessions has at most so much. What it is compared with is a dashed line.
struct FleetChart {
  private static let (width, height) = (520.0, 240.0)
  private static let (left, right, top, bottom) = (40.0, 508.0, 20.0, 206.0)
  /// In the figure's unit: what is less, and 0, lies on the axis.
  private static let floor = 0.1

  private let figure: FleetFigure
  private let sides: [(points: [(value: Int64, share: Double)], isBefore: Bool)]
  private let highest: Double

  /// Makes the picture; nil where no session has the figure.
  init?(_ figure: FleetFigure, of group: FleetReport.Group) {
    self.figure = figure
    let now = group.summary.distribution(of: figure)
    let before = group.before?.distribution(of: figure) ?? []
    sides = [(before, true), (now, false)].filter { !$0.points.isEmpty }
    guard !now.isEmpty else { return nil }
    let most = sides.compactMap { $0.points.last?.value }.max() ?? 0
    highest = max(Self.floor * 100, Double(most) / 1e6)
  }

  private func x(_ value: Double) -> Double {
    let share = log(max(value, Self.floor) / Self.floor) / log(highest / Self.floor)
    return Self.left + share * (Self.right - Self.left)
  }

  private static func y(_ share: Double) -> Double { bottom - share * (bottom - top) }

  private static func text(_ coordinate: Double) -> String {
    DecimalText.fixed(Int64((coordinate * 10).rounded()), places: 1)
  }

  /// Where sessions begin to be bad.
  private var limits: [Double] {
    switch figure {
    case .hitchRatio: [5, 10]
    case .longest: [250]
    case .textWait: [700]
    }
  }

  /// The picture.
  var svg: String {
    let words = "\(figure.title) in \(figure.unit): which part of the sessions has at most so much"
    var text = "<svg viewBox=\"0 0 520 240\" role=\"img\" aria-label=\"\(PageText.escape(words))\">"
    var decade = Self.floor
    while decade <= highest * 1.001 {
      let place = Self.text(x(decade))
      text +=
        "<path class=\"grid\" d=\"M\(place) \(Self.text(Self.top))V\(Self.text(Self.bottom))\"/>"
      text +=
        "<text x=\"\(place)\" y=\"220\" text-anchor=\"middle\">\(DecimalText.short(decade))</text>"
      decade *= 10
    }
    for percent in [0, 50, 100] {
      let place = Self.text(Self.y(Double(percent) / 100))
      text +=
        "<path class=\"grid\" d=\"M\(Self.text(Self.left)) \(place)H\(Self.text(Self.right))\"/>"
      text += "<text x=\"36\" y=\"\(place)\" dy=\"4\" text-anchor=\"end\">\(percent) %</text>"
    }
    for limit in limits where limit < highest {
      let place = Self.text(x(limit))
      text +=
        "<path class=\"limit\" d=\"M\(place) \(Self.text(Self.top))V\(Self.text(Self.bottom))\"/>"
    }
    for side in sides {
      text += Self.line(
        side.points.map { (x(Double($0.value) / 1e6), Self.y($0.share)) },
        side.isBefore
      )
    }
    text += "<text x=\"\(Self.text(Self.left))\" y=\"12\">sessions</text>"
    text += "<text x=\"508\" y=\"236\" text-anchor=\"end\">"
    return text + PageText.escape("\(figure.title), \(figure.unit)") + "</text></svg>"
  }

  private static func line(_ points: [(Double, Double)], _ isBefore: Bool) -> String {
    let colour = CapacityChart.colours[isBefore ? 1 : 0]
    let dash = isBefore ? " stroke-dasharray=\"5 3\"" : ""
    let path = ([(points[0].0, y(0))] + points).map { "\(text($0.0)) \(text($0.1))" }
      .joined(separator: "L")
    return "<path class=\"line\" stroke=\"\(colour)\"\(dash) d=\"M\(path)\">"
      + "<title>\(isBefore ? "before" : "now")</title></path>"
  }
}
