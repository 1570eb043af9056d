import Checking
import Comparing
import Files
import Records

/// A figure over the changes that were kept, as an SVG picture: a dot for each change, its value on an axis from the
/// least to the greatest, the changes from left to right with the names of the first and the last. A dashed line
/// stands where a baseline was accepted.
struct HistoryChart {
  /// The most changes that are drawn: the latest.
  private static let mostChanges = 400
  private static let (width, height) = (250.0, 62.0)
  private static let (left, right, top, bottom) = (58.0, 246.0, 8.0, 40.0)
  /// The longest name of a change, in characters.
  private static let longestName = 10

  private struct Change {
    var label: String
    var value: Double
    var isAccepted: Bool
  }

  private let changes: [Change]
  private let unit: FigureSamples

  /// Takes a figure's values, and as the last one that of now, where it is not among them.
  ///
  /// - Parameter date: When now is.
  /// - Returns: nil for fewer than two.
  init?(of figure: FigureSamples, in subject: String, _ history: CheckHistory, on date: String) {
    var changes = history.entries.compactMap { entry -> Change? in
      let value = entry.subjects.first { $0.name == subject }?.figures[figure.name]
      return value.map {
        Change(label: entry.label, value: $0, isAccepted: entry.accepted != nil)
      }
    }
    if let now = figure.typical, history.entries.last?.date != date, !changes.isEmpty {
      changes.append(Change(label: "now", value: now, isAccepted: false))
    }
    self.changes = Array(changes.suffix(Self.mostChanges))
    unit = figure
    if changes.count < 2 { return nil }
  }

  /// The picture.
  var svg: String {
    let values = changes.map(\.value)
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    let words =
      "\(changes.count) changes, \(Self.name(changes[0].label)) to \(Self.name(changes[changes.count - 1].label)): "
      + "\(text(low)) to \(text(high))"
    let label = PageText.escape(words)
    var shapes = "<path d=\"M\(Self.left) \(Self.top)V\(Self.bottom)H\(Self.right)\"/>"
    for (index, change) in changes.enumerated() where change.isAccepted && index > 0 {
      let x = Self.number(place(index))
      shapes += "<path class=\"accepted\" d=\"M\(x) \(Self.top)V\(Self.bottom)\"/>"
    }
    let places = changes.indices.map { index in
      let value = changes[index].value
      let part = high == low ? 0.5 : (high - value) / (high - low)
      return (
        x: Self.number(place(index)), y: Self.number(Self.top + (Self.bottom - Self.top) * part)
      )
    }
    shapes +=
      "<polyline points=\"\(places.map { "\($0.x),\($0.y)" }.joined(separator: " "))\"/>"
    for (place, change) in zip(places, changes) {
      let title = PageText.escape("\(change.label): \(text(change.value))")
      shapes +=
        "<circle cx=\"\(place.x)\" cy=\"\(place.y)\" r=\"2\"><title>\(title)</title></circle>"
    }
    shapes += Self.text(text(high), x: Self.left - 4, y: Self.top + 4, "end")
    if high > low { shapes += Self.text(text(low), x: Self.left - 4, y: Self.bottom, "end") }
    shapes += Self.text(Self.name(changes[0].label), x: Self.left, y: Self.bottom + 14, "start")
    let last = Self.name(changes[changes.count - 1].label)
    shapes += Self.text(last, x: Self.right, y: Self.bottom + 14, "end")
    let (width, height) = (Self.number(Self.width), Self.number(Self.height))
    return "<svg class=\"history\" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" "
      + "height=\"\(height)\" role=\"img\" aria-label=\"\(label)\">\(shapes)</svg>"
  }

  private func place(_ index: Int) -> Double {
    Self.left + 4 + (Self.right - Self.left - 8) * Double(index) / Double(changes.count - 1)
  }

  private func text(_ value: Double) -> String { CheckWords.value(value, unit.unit) }

  private static func number(_ value: Double) -> String { DecimalText.short(value, places: 1) }

  private static func name(_ label: String) -> String { String(label.prefix(longestName)) }

  private static func text(_ text: String, x: Double, y: Double, _ anchor: String) -> String {
    "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">"
      + "\(PageText.escape(text))</text>"
  }
}
