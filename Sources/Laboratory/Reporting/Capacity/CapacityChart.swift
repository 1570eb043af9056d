import Foundation
import Records

/// A figure of all designs over the load, both axes logarithmic, as an SVG picture that needs no script.
///
/// 60 Hz is a solid line, every other rate a dashed one; the load that breaks the frames is a ring.
struct CapacityChart {
  /// What is drawn.
  enum Figure {
    case cost
    case hitchRatio
    /// Of a page: on the machine's clock, and on a virtual one.
    case processor
    case nodes

    /// What is drawn of a report: figures that none of its loads has are left out.
    static func all(of report: CapacityReport) -> [Figure] {
      guard let page = report.page else { return [.cost, .hitchRatio] }
      let figures: [Figure] = page.clock == .real ? [.processor, .hitchRatio] : [.nodes]
      let probes = report.answers.flatMap(\.probes)
      return figures.filter { figure in probes.contains { figure.value(of: $0) != nil } }
    }

    var title: String {
      switch self {
      case .cost: "99th percentile of a frame's cost, ms"
      case .hitchRatio: "hitch ratio, ms/s (0 lies on the axis)"
      case .processor: "processor time of the page in a refresh period, ms"
      case .nodes: "nodes that a frame adds and takes out"
      }
    }

    /// The least value that is drawn.
    var floor: Double {
      switch self {
      case .cost: 0.001
      case .hitchRatio: 0.1
      case .processor, .nodes: 0.01
      }
    }

    func value(of probe: CapacityProbe) -> Double? {
      switch self {
      case .cost: probe.p99Cost
      case .hitchRatio: probe.hitchRatio
      case .processor: probe.meanCost
      case .nodes: probe.page?.changedNodes
      }
    }
  }

  static let colours = ["#0b6bcb", "#c2410c", "#15803d", "#7e22ce", "#b91c1c", "#0f766e"]

  private static let width = 520.0
  private static let height = 300.0
  private static let (left, right, top, bottom) = (52.0, 12.0, 12.0, 36.0)

  private let figure: Figure
  private let section: CapacityReport.Section
  private let profiles: [String]
  private let loads: ClosedRange<Double>
  private let values: ClosedRange<Double>

  init(_ figure: Figure, of section: CapacityReport.Section, profiles: [String]) {
    (self.figure, self.section, self.profiles) = (figure, section, profiles)
    let probes = section.answers.flatMap(\.probes)
    let all = probes.map(\.load)
    let low = all.min() ?? 1
    loads = low...max(low * 2, all.max() ?? 1)
    let found = probes.compactMap(figure.value).map { max($0, figure.floor) }
    let floor = figure == .hitchRatio ? figure.floor : Self.decade(below: found.min() ?? 1)
    values = floor...max(floor * 10, found.max() ?? 1)
  }

  private static func decade(below value: Double) -> Double { pow(10, log10(value).rounded(.down)) }

  private func x(_ load: Double) -> Double {
    let share = log(load / loads.lowerBound) / log(loads.upperBound / loads.lowerBound)
    return Self.left + share * (Self.width - Self.left - Self.right)
  }

  private func y(_ value: Double) -> Double {
    let share =
      log(max(value, values.lowerBound) / values.lowerBound)
      / log(values.upperBound / values.lowerBound)
    return Self.height - Self.bottom - share * (Self.height - Self.top - Self.bottom)
  }

  private static func text(_ coordinate: Double) -> String {
    DecimalText.fixed(Int64((coordinate * 10).rounded()), places: 1)
  }

  /// The decades that lie in a range.
  private static func decades(in range: ClosedRange<Double>) -> [Double] {
    var decade = decade(below: range.lowerBound)
    var all: [Double] = []
    while decade <= range.upperBound * 1.001 {
      if decade >= range.lowerBound * 0.999 { all.append(decade) }
      decade *= 10
    }
    return all
  }

  /// The picture.
  var svg: String {
    var text = "<svg viewBox=\"0 0 520 300\" role=\"img\" aria-label=\""
    text += PageText.escape("\(figure.title) over \(section.title)") + "\">"
    text += grid
    for answer in section.answers { text += line(answer) }
    text += "<text x=\"\(Self.text(Self.left))\" y=\"10\">\(PageText.escape(figure.title))</text>"
    text += "<text x=\"508\" y=\"296\" text-anchor=\"end\">"
    return text + PageText.escape(section.title) + "</text></svg>"
  }

  private var grid: String {
    var text = ""
    let (foot, head) = (Self.text(Self.height - Self.bottom), Self.text(Self.top))
    let (begin, end) = (Self.text(Self.left), Self.text(Self.width - Self.right))
    for decade in Self.decades(in: loads) {
      let place = Self.text(x(decade))
      text += "<path class=\"grid\" d=\"M\(place) \(head)V\(foot)\"/>"
      text += "<text x=\"\(place)\" y=\"279\" text-anchor=\"middle\">"
      text += DecimalText.short(decade) + "</text>"
    }
    for decade in Self.decades(in: values) {
      let place = Self.text(y(decade))
      text += "<path class=\"grid\" d=\"M\(begin) \(place)H\(end)\"/>"
      text += "<text x=\"46\" y=\"\(place)\" dy=\"4\" text-anchor=\"end\">"
      text += DecimalText.short(decade) + "</text>"
    }
    if figure == .hitchRatio {
      let place = Self.text(y(5))
      text += "<path class=\"limit\" d=\"M\(begin) \(place)H\(end)\"/>"
    }
    return text
  }

  private func line(_ answer: CapacityAnswer) -> String {
    let points = answer.probes.compactMap { probe in
      figure.value(of: probe).map { (probe.load, $0) }
    }
    guard !points.isEmpty else { return "" }
    let place = profiles.firstIndex(of: answer.profile) ?? 0
    let colour = Self.colours[place % Self.colours.count]
    let path = points.map { "\(Self.text(x($0.0))) \(Self.text(y($0.1)))" }.joined(separator: "L")
    let dash = answer.hertz == 60 ? "" : " stroke-dasharray=\"5 3\""
    let name = PageText.escape("\(answer.profile), \(answer.hertz) Hz: \(answer.causeWords)")
    var text = "<path class=\"line\" stroke=\"\(colour)\"\(dash) d=\"M\(path)\">"
    text += "<title>\(name)</title></path>"
    let isPage = answer.probes.contains { $0.page != nil }
    guard let load = answer.breaksAt(isPage ? nil : .frames),
      let broken = points.first(where: { $0.0 == load })
    else { return text }
    text += "<circle class=\"break\" stroke=\"\(colour)\" r=\"4\" cx=\"\(Self.text(x(load)))\""
    return text + " cy=\"\(Self.text(y(broken.1)))\"><title>\(name)</title></circle>"
  }
}
