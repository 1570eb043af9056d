import Foundation
import FramePacing
import Records
import Statistics
import Timebase

/// How a cell's frame costs, or a recording's intervals between pictures, are distributed, as an SVG picture that needs
/// no script.
///
/// The axis is logarithmic, because what matters lies far out: a bin is a third of a doubling. A bin
/// with any frame in it is at least 2 high, so that a single late frame is seen.
struct DistributionChart {
  private static let width = 420.0
  private static let height = 214.0
  private static let plotTop = 34.0
  private static let plotBottom = 184.0
  private static let left = 8.0
  private static let right = 412.0

  private let samples: Samples
  /// What the cell is compared with; empty for nothing.
  private let others: Samples
  private let otherName: String
  /// Whether it is of costs, else of intervals.
  private let isOfCost: Bool
  private let period: Double
  private let lowest: Double
  private let highest: Double

  /// Makes the picture of `cell`, with the outline of `other` laid over it; nil when it presented no
  /// frame, and when no frame took any time.
  init?(_ cell: CellRecord, beside other: CellRecord? = nil) {
    func costs(of cell: CellRecord) -> Samples {
      var costs = Samples()
      for frame in cell.frames where !frame.isSwallowed {
        costs.record(max(frame.cost.engine.rawValue, 1))
      }
      return costs
    }
    self.init(
      costs(of: cell),
      beside: other.map(costs) ?? Samples(),
      of: other?.profile ?? "",
      period: 1e9 / Double(cell.refreshHertz),
      isOfCost: true
    )
  }

  /// Makes the picture of times between pictures; nil for none.
  ///
  /// - Parameter period: The refresh period in ns.
  init?(intervals: [Nanoseconds], period: Double) {
    self.init(
      Samples(intervals.map { max(1, $0.rawValue) }),
      beside: Samples(),
      of: "",
      period: period,
      isOfCost: false
    )
  }

  private init?(
    _ samples: Samples,
    beside others: Samples,
    of otherName: String,
    period: Double,
    isOfCost: Bool
  ) {
    (self.samples, self.others, self.otherName) = (samples, others, otherName)
    self.isOfCost = isOfCost
    guard var least = samples.minimum, var most = samples.maximum else { return nil }
    // A page on the virtual clock takes no time: a picture of nothing says nothing.
    if most <= 1, (others.maximum ?? 0) <= 1 { return nil }
    if let otherLeast = others.minimum, let otherMost = others.maximum {
      (least, most) = (min(least, otherLeast), max(most, otherMost))
    }
    self.period = period
    lowest = max(1000, min(Double(least), period / 8)) * 0.8
    highest = max(Double(most), period) * 1.4
  }

  /// The picture as SVG text.
  var svg: String {
    var text = "<svg class=\"distribution\" viewBox=\"0 0 420 214\" role=\"img\""
    text += " aria-label=\"\(PageText.escape(summary))\">"
    text += bars + outline + axis
    if isOfCost { text += marker(at: period / 2, "T/2", "limit half", 10) }
    text += marker(at: period, "T", "limit", 10)
    let shown: [(Percentile, String)] = [(.p50, "p50"), (.p99, "p99"), (.max, "max")]
    var marks: [(value: Double, name: String)] = []
    for (percentile, name) in shown {
      guard let value = samples.value(at: percentile).map(Double.init) else { continue }
      // Of those at one place there is one mark.
      if let last = marks.last, position(of: value) - position(of: last.value) < 1 {
        marks[marks.count - 1].name += ", " + name
      } else {
        marks.append((value, name))
      }
    }
    var lastX = -Double.infinity
    for (value, name) in marks {
      let x = position(of: value)
      let row = x - lastX < 34 ? 32.0 : 22.0
      text += marker(at: value, name, "percentile", row)
      lastX = row == 32 ? -Double.infinity : x
    }
    return text + "</svg>"
  }

  /// The picture as a figure of its own.
  var figure: String {
    "<figure class=\"spread\"><div class=\"bar\"><span class=\"title\">\(PageText.escape(summary))</span></div>"
      + svg + "</figure>"
  }

  private var what: String { isOfCost ? "frames" : "pictures" }

  /// The picture in words.
  var summary: String {
    func milliseconds(_ percentile: Percentile) -> String {
      DecimalText.short(samples.value(at: percentile).map { Double($0) / 1e6 }) + " ms"
    }
    return
      "\(isOfCost ? "Cost of" : "Time between") \(samples.count) \(what): half up to \(milliseconds(.p50)), 99 of 100 up to "
      + "\(milliseconds(.p99)), the greatest \(milliseconds(.max)); "
      + "T is \(DecimalText.short(period / 1e6)) ms."
  }

  /// Where bins begin and end, in nanoseconds.
  private var bounds: [Int64] {
    let first = Int((log2(lowest) * 3).rounded(.down))
    let last = Int((log2(highest) * 3).rounded(.up))
    return (first...last).map { Int64(exp2(Double($0) / 3).rounded()) }
  }

  /// The other cell's histogram as a line, of the same area.
  private var outline: String {
    guard others.count > 0 else { return "" }
    let bounds = bounds
    let most = Double(samples.counts(between: bounds).max() ?? 1)
    let share = Double(samples.count) / Double(others.count)
    let counts = others.counts(between: bounds)
    var path = "M\(Self.text(position(of: Double(bounds[0])))) \(Self.text(Self.plotBottom))"
    for (index, count) in counts.enumerated() {
      let tall = min(1.1, Double(count) * share / most) * (Self.plotBottom - Self.plotTop - 4)
      let end = position(of: Double(bounds[index + 1]))
      path += "V\(Self.text(Self.plotBottom - tall))H\(Self.text(end))"
    }
    let title = PageText.escape("\(otherName): \(others.count) \(what), drawn to the same area")
    return "<path class=\"other\" d=\"\(path)\"><title>\(title)</title></path>"
  }

  private var bars: String {
    let bounds = bounds
    let counts = samples.counts(between: bounds)
    let most = Double(counts.max() ?? 1)
    // The bin in which a period lies may have its middle above it.
    let late = isOfCost ? period : period * 1.25
    var text = ""
    for (index, count) in counts.enumerated() where count > 0 {
      let start = position(of: Double(bounds[index]))
      let end = position(of: Double(bounds[index + 1]))
      let tall = max(2, Double(count) / most * (Self.plotBottom - Self.plotTop - 4))
      let middle = Double(bounds[index] + bounds[index + 1]) / 2
      let kind = middle > late ? "over" : isOfCost && middle > period / 2 ? "upper" : "within"
      let range = "\(Self.milliseconds(bounds[index])) to \(Self.milliseconds(bounds[index + 1]))"
      text += "<rect class=\"bar \(kind)\" x=\"\(Self.text(start + 0.5))\""
      text += " y=\"\(Self.text(Self.plotBottom - tall))\""
      text += " width=\"\(Self.text(max(end - start - 1, 0.5)))\" height=\"\(Self.text(tall))\">"
      text += "<title>\(count) \(what) of \(range) ms</title></rect>"
    }
    return text
  }

  private var axis: String {
    var text = "<path class=\"axis\" d=\"M\(Self.text(Self.left)) \(Self.text(Self.plotBottom))"
    text += "H\(Self.text(Self.right))\"/>"
    var decade = 1000.0
    while decade <= highest {
      let x = position(of: decade)
      if decade >= lowest, x < Self.right - 10 {
        text += "<path class=\"axis\" d=\"M\(Self.text(x)) \(Self.text(Self.plotBottom))v4\"/>"
        text += "<text class=\"tick\" x=\"\(Self.text(x))\" y=\"199\">"
        text += "\(DecimalText.short(decade / 1e6))</text>"
      }
      decade *= 10
    }
    return text
      + "<text class=\"tick unit\" x=\"412\" y=\"211\">\(isOfCost ? "engine cost of a frame" : "from one picture to the next"), ms (log)</text>"
  }

  private func marker(at value: Double, _ name: String, _ kind: String, _ y: Double) -> String {
    let x = position(of: value)
    return "<path class=\"mark \(kind)\" d=\"M\(Self.text(x)) \(Self.text(y + 3))"
      + "V\(Self.text(Self.plotBottom))\"/>"
      + "<text class=\"\(kind)\" x=\"\(Self.text(x))\" y=\"\(Self.text(y))\">\(name)</text>"
  }

  private func position(of nanoseconds: Double) -> Double {
    let share = (log2(max(nanoseconds, lowest)) - log2(lowest)) / (log2(highest) - log2(lowest))
    return Self.left + min(share, 1) * (Self.right - Self.left)
  }

  private static func text(_ coordinate: Double) -> String {
    DecimalText.fixed(Int64((coordinate * 10).rounded()), places: 1)
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    DecimalText.short(Double(nanoseconds) / 1e6)
  }
}
