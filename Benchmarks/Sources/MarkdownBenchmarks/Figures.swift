import Foundation

/// How figures are reckoned and written.
enum Figures {
  /// The slope of the line through points in a plane of logarithms, by least squares.
  static func exponent(_ points: [(Double, Double)]) -> Double {
    let logs = points.map { (log($0.0), log($0.1)) }
    let count = Double(logs.count)
    let middle = (
      logs.reduce(0) { $0 + $1.0 } / count,
      logs.reduce(0) { $0 + $1.1 } / count
    )
    let above = logs.reduce(0) { $0 + ($1.0 - middle.0) * ($1.1 - middle.1) }
    let below = logs.reduce(0) { $0 + ($1.0 - middle.0) * ($1.0 - middle.0) }
    return below > 0 ? above / below : 0
  }

  /// A figure with two digits after the point.
  static func text(_ figure: Double) -> String { String(format: "%.2f", figure) }

  static func verdict(_ isMet: Bool) -> String { isMet ? "met" : "missed" }

  /// The machine, the day and the load.
  static var surroundings: String {
    let facts = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model =
      facts.split(separator: "\n").first { $0.hasPrefix("model name") }
      .flatMap { $0.split(separator: ":").last }
      .map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
    let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? "n/a"
    let day = Date().formatted(.iso8601.year().month().day())
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return "\(day), \(model), \(cores) cores, load average \(load.prefix { $0 != " " })"
  }
}
