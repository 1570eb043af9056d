import Foundation
import FrameMetrics
import Timebase

/// JSON of MetricKit's payloads: one hitch ratio a day, a text with its unit.
///
/// `animationMetrics.scrollHitchTimeRatio` (iOS 14), `hitchTimeRatio` (iOS 26), `HitchTimeMetric`
/// with totals (iOS 27). Where the app told its states (iOS 27), each state's ratio is judged, and the day's stands
/// beside them. It is divided by the time of animations or scrolling, so it cannot be
/// compared with a ratio of a recording.
enum MetricKitPayload {
  /// The most bytes of a file that is taken whole.
  private static let limit = 64 << 20

  /// Reads the file: a payload, a list of them, or one a line.
  static func read(_ source: LogSource) throws -> FrameLog {
    var counts = RowCounts()
    let json = JSONStream(try source.stream())
    var sessions: [LogSession] = []
    if try json.values({ try take(json, source, &counts, &sessions) }) { counts.unfinished += 1 }
    try counts.check(path: source.path)
    guard !sessions.isEmpty else {
      throw source.fault(
        "no hitch ratio in it",
        expected: "animationMetrics of MXMetricPayload.jsonRepresentation()",
        advice: "Take a payload of a day on which the app was used."
      )
    }
    return FrameLog(
      path: source.path,
      format: .metricKit,
      variant: "",
      rows: counts,
      sessions: Array(sessions.prefix(FrameLimit.sessions)),
      notes: sessions.count > FrameLimit.sessions
        ? ["\(sessions.count) payloads, the first \(FrameLimit.sessions) are shown"] : []
    )
  }

  private static func take(
    _ json: JSONStream,
    _ source: LogSource,
    _ counts: inout RowCounts,
    _ sessions: inout [LogSession]
  ) throws {
    let line = json.currentLine
    let bytes = try json.value(limit: limit)
    guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
      throw source.fault(
        line: line,
        "a value that is no JSON object",
        expected: "a payload of MetricKit",
        advice: "Write MXMetricPayload.jsonRepresentation() to the file."
      )
    }
    counts.read += 1
    let states = states(of: object)
    var found: [(name: String, value: Double, unit: String)] = []
    search(object.filter { $0.key != "stateEntries" }, "", &found, depth: 0)
    for (state, entry) in states {
      var own: [(name: String, value: Double, unit: String)] = []
      search(entry, "", &own, depth: 0)
      guard let ratio = own.first(where: { $0.name.lowercased().hasSuffix("ratio") }),
        0...1000 ~= ratio.value
      else {
        counts.leaveOut("states without a hitch ratio")
        continue
      }
      var session = session("state \(state)", ratio.name, ratio.value, own)
      session.notes.append("of the time in this state")
      if let day = found.first(where: { $0.name.lowercased().hasSuffix("ratio") }) {
        session.toolFigures.append(.init("MetricKit: \(day.name) of the day", day.value, day.unit))
      }
      session.isState = true
      sessions.append(session)
    }
    // The day is the mixture of its states.
    if !states.isEmpty, sessions.contains(where: \.isState) { return }
    // Of several, as of scrolling and of all animations, the greatest is judged.
    let ratios = found.filter { $0.name.lowercased().hasSuffix("ratio") }
    guard let ratio = ratios.max(by: { $0.value < $1.value }) else {
      counts.leaveOut("payloads without a hitch ratio")
      return
    }
    guard ratio.value.isFinite, 0...1000 ~= ratio.value else {
      counts.refuse(line: line, "\(ratio.name) is \(ratio.value) ms per s")
      return
    }
    let begin = object["timeStampBegin"] as? String
    let end = object["timeStampEnd"] as? String
    let version = (object["appVersion"] as? String).map { "version \($0)" }
    let span = begin.map { $0 + (end.map { " to \($0)" } ?? "") }
    let parts = [version, span].compactMap(\.self)
    let name =
      parts.isEmpty && counts.read > 1 ? "payload \(counts.read)" : parts.joined(separator: ", ")
    sessions.append(session(name, ratio.name, ratio.value, found))
  }

  /// The entries of a report by the states that the app told: a list, or a list for each domain.
  private static func states(of object: [String: Any]) -> [(state: String, entry: [String: Any])] {
    let entries = object["stateEntries"]
    let lists =
      (entries as? [String: Any])?.sorted { $0.key < $1.key }.map(\.value) ?? [entries as Any]
    return lists.flatMap { $0 as? [[String: Any]] ?? [] }.map { entry in
      let state = entry["state"] as? [String: Any] ?? [:]
      let names = ["domain", "label"].compactMap { state[$0] as? String }
      return (names.joined(separator: " "), entry)
    }
  }

  private static func session(
    _ name: String,
    _ source: String,
    _ ratio: Double,
    _ found: [(name: String, value: Double, unit: String)]
  ) -> LogSession {
    let support = LogSupport(otherwise: "MetricKit gives a ratio a day and nothing of frames")
    let denominator = source.lowercased().contains("scroll") ? "scrolling" : "animation"
    let why = "given by MetricKit (\(source)), divided by the time of \(denominator) of a whole day"
    var session = LogSession(name: name, timeline: FrameTimeline(grid: .unknown), support: support)
    var value = MetricValue(of: .hitchRatioAnimating, .value, .figure(ratio))
    value.note = "approximate: \(why)"
    session.given = [value]
    session.toolFigures = found.map { .init("MetricKit: \($0.name)", $0.value, $0.unit) }
    session.notes = ["not comparable with a ratio of a recording, such as xctrace's"]
    return session
  }

  /// Finds every value whose name tells of hitches, outside in.
  private static func search(
    _ value: Any,
    _ path: String,
    _ found: inout [(name: String, value: Double, unit: String)],
    depth: Int
  ) {
    guard depth < 12, found.count < 32 else { return }
    if let object = value as? [String: Any] {
      let isMetric = path.lowercased().contains("hitch")
      for key in object.keys.sorted() {
        guard let member = object[key] else { continue }
        let lowered = key.lowercased()
        let isHitch =
          lowered.contains("hitch") || isMetric && lowered.contains("ratio")
          || isMetric && lowered.contains("time")
        let name = lowered.contains("hitch") || path.isEmpty ? key : "\(path).\(key)"
        if isHitch, let (number, unit) = measurement(member, isRatio: lowered.contains("ratio")) {
          found.append((name, number, unit))
        } else {
          search(member, isHitch ? key : path, &found, depth: depth + 1)
        }
      }
    } else if let list = value as? [Any] {
      for member in list.prefix(1_000) { search(member, path, &found, depth: depth + 1) }
    }
  }

  /// A number with its unit: `"1000 ms per s"`, or the number alone.
  private static func measurement(_ value: Any, isRatio: Bool) -> (Double, String)? {
    if let object = value as? [String: Any], let number = object["value"] {
      let unit = (object["unit"] as? [String: Any])?["symbol"] ?? object["unit"]
      guard let (value, _) = measurement(number, isRatio: isRatio) else { return nil }
      return (value, (unit as? String) ?? (isRatio ? "ms per s" : ""))
    }
    if let number = value as? Double { return (number, isRatio ? "ms per s" : "") }
    guard let text = value as? String else { return nil }
    // Digits may be parted by blanks of any kind: what is no digit or sign of a number begins the unit.
    let end =
      text.indices.first { place in
        let next = text[place...].dropFirst().first
        let isExponent =
          "eE".contains(text[place]) && (next?.isNumber == true || next == "-" || next == "+")
        return !isExponent && (text[place].isLetter || "%/".contains(text[place]))
      } ?? text.endIndex
    guard let number = Double(plain(String(text[..<end]))) else { return nil }
    let unit = String(text[end...])
    // Seconds per second are written by some, and hundredths of them.
    if isRatio, unit == "s per s" || unit == "s/s" { return (number * 1000, "ms per s") }
    if isRatio, unit == "%" { return (number * 10, "ms per s") }
    return (number, unit)
  }

  /// Digits of a localised number: of a comma and a point the last one stands before decimals; a comma alone
  /// does before anything but three digits.
  private static func plain(_ text: String) -> String {
    let digits = text.filter { !$0.isWhitespace && !"'’".contains($0) }
    guard let comma = digits.lastIndex(of: ",") else { return digits }
    if let point = digits.lastIndex(of: "."), point < comma {
      return digits.replacing(".", with: "").replacing(",", with: ".")
    }
    let after = digits.distance(from: comma, to: digits.endIndex) - 1
    return after == 3 || digits.contains(".")
      ? digits.replacing(",", with: "") : digits.replacing(",", with: ".")
  }
}
