import Foundation
import FrameMetrics
import Timebase

/// Reports of tools that hold figures and no frames: they are shown and compared, not judged.
///
/// XCTest's scroll metrics (the log of `xcodebuild`, and `xcrun xcresulttool get test-results metrics`), App
/// Store Connect's `perfPowerMetrics`, `dumpsys gfxinfo` without framestats, and Flutter's summaries without
/// lists of frames (`integration_response_data.json` among them).
enum ToolReports {
  /// The most bytes of a file that is taken whole.
  private static let limit = 64 << 20

  /// A group of figures: a test, a percentile, a package.
  private struct Group {
    var name: String
    var figures: [LogSession.ToolFigure]
    var note: String
  }

  /// Reads the file.
  ///
  /// - Throws: `FrameLogError` for a file that holds no such figure.
  static func read(_ source: LogSource, _ format: LogFormat) throws -> FrameLog {
    let text = try text(of: source)
    let groups =
      switch format {
      case .xctest:
        text.hasPrefix("[") || text.hasPrefix("{") ? try xcresult(text, source) : xctest(text)
      case .appStoreConnect: try appStore(text, source)
      case .gfxinfo: gfxinfo(text)
      default: try flutter(text, source)
      }
    var counts = RowCounts()
    counts.read = groups.reduce(0) { $0 + $1.figures.count }
    guard counts.read > 0 else {
      throw source.fault(
        "no figure of \(format.title) in it",
        expected: expectation(of: format),
        advice: "Docs/Logs.md says how to record it."
      )
    }
    let sessions = groups.prefix(FrameLimit.sessions).map { group in
      let support = LogSupport(otherwise: "\(format.title) gives figures and no frames")
      var session = LogSession(
        name: group.name,
        timeline: FrameTimeline(grid: .unknown),
        support: support
      )
      session.toolFigures = group.figures
      session.notes = [group.note]
      return session
    }
    return FrameLog(path: source.path, format: format, rows: counts, sessions: sessions)
  }

  private static func expectation(of format: LogFormat) -> String {
    switch format {
    case .xctest: "lines `measured [...]` of a performance test, or its metrics as JSON"
    case .appStoreConnect: "productData with metrics of hitches"
    case .gfxinfo: "`Total frames rendered` and what follows"
    default: "frame_count and average_frame_build_time_millis"
    }
  }

  private static func text(of source: LogSource) throws -> String {
    let stream = try source.stream()
    var bytes: [UInt8] = []
    while let piece = try stream.next() {
      bytes += piece
      guard bytes.count <= limit else {
        throw source.fault(
          "more than \(limit >> 20) MiB",
          expected: "a report of figures",
          advice: "Cut the part with the figures out of it."
        )
      }
    }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func json(_ text: String, _ source: LogSource) throws -> Any {
    do {
      return try JSONSerialization.jsonObject(with: Data(text.utf8))
    } catch {
      throw source.fault(
        "JSON that cannot be read: \(error.localizedDescription)",
        expected: "a whole report",
        advice: "Export it again."
      )
    }
  }

  // MARK: XCTest

  /// Lines such as `Test Case '-[A.B c]' measured [Hitch Time Ratio (Scroll), ms per s] average: 1, ...,
  /// values: [1, 2]`.
  private static func xctest(_ text: String) -> [Group] {
    var groups: [Group] = []
    for line in text.split(whereSeparator: \.isNewline) {
      guard let measured = line.range(of: "measured ["),
        let values = line.range(of: "values: ["), values.lowerBound > measured.upperBound,
        let end = line[values.upperBound...].firstIndex(of: "]"),
        let close = line[measured.upperBound...].firstIndex(of: "]")
      else { continue }
      let title = line[measured.upperBound..<close]
      let comma = title.lastIndex(of: ",")
      let name = title[..<(comma ?? title.endIndex)].trimmingCharacters(in: .whitespaces)
      let unit =
        comma.map { title[title.index(after: $0)...].trimmingCharacters(in: .whitespaces) } ?? ""
      let numbers = line[values.upperBound..<end].split(separator: ",")
        .compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }.filter(\.isFinite)
      let test = line.split(separator: "'").dropFirst().first.map(String.init) ?? "test"
      add(numbers, name, unit, test, &groups)
    }
    return groups
  }

  private static func xcresult(_ text: String, _ source: LogSource) throws -> [Group] {
    let value = try json(text, source)
    var groups: [Group] = []
    let tests = value as? [[String: Any]] ?? [value as? [String: Any] ?? [:]]
    for test in tests {
      let name = test["testIdentifier"] as? String ?? "test"
      for run in test["testRuns"] as? [[String: Any]] ?? [] {
        let device = (run["device"] as? [String: Any])?["deviceName"] as? String
        for metric in run["metrics"] as? [[String: Any]] ?? [] {
          add(
            (metric["measurements"] as? [Any] ?? []).compactMap { ($0 as? NSNumber)?.doubleValue },
            metric["displayName"] as? String ?? metric["identifier"] as? String ?? "metric",
            metric["unitOfMeasurement"] as? String ?? "",
            name + (device.map { ", \($0)" } ?? ""),
            &groups
          )
        }
      }
    }
    return groups
  }

  private static func add(
    _ numbers: [Double],
    _ name: String,
    _ unit: String,
    _ test: String,
    _ groups: inout [Group]
  ) {
    guard !numbers.isEmpty else { return }
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    var figures: [LogSession.ToolFigure] = [.init("XCTest: \(name), average", mean, unit)]
    figures += numbers.enumerated().map {
      .init("XCTest: \(name), repetition \($0.offset + 1)", $0.element, unit)
    }
    if let place = groups.firstIndex(where: { $0.name == test }) {
      groups[place].figures += figures
    } else {
      let note =
        "Apple's figures of each repetition, over the time of scrolling: compare them with figures of the "
        + "same test; record with xctrace to have frames judged"
      groups.append(Group(name: test, figures: figures, note: note))
    }
  }

  // MARK: App Store Connect

  private static func appStore(_ text: String, _ source: LogSource) throws -> [Group] {
    let root = try json(text, source) as? [String: Any] ?? [:]
    var groups: [Group] = []
    for product in root["productData"] as? [[String: Any]] ?? [] {
      for category in product["metricCategories"] as? [[String: Any]] ?? [] {
        for metric in category["metrics"] as? [[String: Any]] ?? [] {
          let name = metric["identifier"] as? String ?? "metric"
          guard name.lowercased().contains("hitch") else { continue }
          let unit = (metric["unit"] as? [String: Any])?["displayName"] as? String ?? ""
          for set in metric["datasets"] as? [[String: Any]] ?? [] {
            let criteria = set["filterCriteria"] as? [String: Any] ?? [:]
            let device = criteria["deviceMarketingName"] ?? criteria["device"]
            let parts = [device, criteria["percentile"]].compactMap { $0 as? String }
            let figures = (set["points"] as? [[String: Any]] ?? []).compactMap { point in
              (point["value"] as? NSNumber).map {
                LogSession.ToolFigure(
                  "App Store Connect: \(name), version \(point["version"] as? String ?? "?")",
                  $0.doubleValue,
                  unit
                )
              }
            }
            guard !figures.isEmpty else { continue }
            let note = "a figure a version over all users: compare versions; no frames to judge"
            groups.append(Group(name: parts.joined(separator: ", "), figures: figures, note: note))
          }
        }
      }
    }
    return groups
  }

  // MARK: gfxinfo

  /// `dumpsys gfxinfo` without framestats: totals, janky frames, percentiles.
  private static func gfxinfo(_ text: String) -> [Group] {
    var groups: [Group] = []
    let note =
      "the platform's own counts since the app began or was reset, by its own deadlines: not judged; record "
      + "with `dumpsys gfxinfo PACKAGE framestats` to have frames judged"
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("** Graphics info for pid") || line.hasPrefix("Window:") {
        groups.append(
          Group(
            name: String(line.trimmingCharacters(in: ["*", " "]).prefix(120)),
            figures: [],
            note: note
          )
        )
      }
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = String(line[..<colon])
      let isFigure =
        name == "Total frames rendered" || name.hasPrefix("Janky frames")
        || name.hasPrefix("Number ")
        || name.hasSuffix("th percentile") || name.hasSuffix("th gpu percentile")
      let rest = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      let digits = rest.prefix { $0.isNumber }
      guard isFigure, let value = Double(digits) else { continue }
      if groups.isEmpty { groups.append(Group(name: "", figures: [], note: note)) }
      groups[groups.count - 1].figures.append(
        .init("gfxinfo: \(name)", value, rest.dropFirst(digits.count).hasPrefix("ms") ? "ms" : "")
      )
    }
    return groups.filter { !$0.figures.isEmpty }
  }

  // MARK: Flutter

  /// The figures of a summary that stand beside its lists of frames; none where they cannot be read.
  static func flutterFigures(_ source: LogSource) -> [LogSession.ToolFigure] {
    guard let text = try? text(of: source), let groups = try? flutter(text, source) else {
      return []
    }
    return groups.count == 1 ? groups[0].figures : []
  }

  /// A summary, or several by name as an integration test hands them to its driver.
  private static func flutter(_ text: String, _ source: LogSource) throws -> [Group] {
    let root = try json(text, source) as? [String: Any] ?? [:]
    var groups: [Group] = []
    func search(_ object: [String: Any], _ name: String, _ depth: Int) {
      let figures = object.keys.sorted().compactMap { key -> LogSession.ToolFigure? in
        guard let number = object[key] as? NSNumber, number.doubleValue.isFinite,
          key.hasPrefix("average_") || key.contains("frame")
        else { return nil }
        return .init("Flutter: \(key)", number.doubleValue, key.hasSuffix("_millis") ? "ms" : "")
      }
      if object["frame_count"] != nil || object["average_frame_build_time_millis"] != nil {
        let note =
          "Flutter's own summary, by its budget of 16 ms whatever the display: not judged; keep the timeline "
          + "(timeline.json) to have frames judged"
        groups.append(Group(name: name, figures: figures, note: note))
        return
      }
      guard depth < 3 else { return }
      for key in object.keys.sorted() {
        if let inner = object[key] as? [String: Any] { search(inner, key, depth + 1) }
      }
    }
    search(root, "", 0)
    return groups
  }
}
