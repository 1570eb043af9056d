import Foundation

extension ChromiumPage {
  /// The longest trace that is read, in bytes.
  static let traceLimit = 256 << 20

  func beginTrace() throws {
    let categories: Object = [
      "includedCategories": ["cc", "benchmark"], "excludedCategories": ["*"],
    ]
    _ = try browser.pipe.call(
      "Tracing.start",
      ["transferMode": "ReturnAsStream", "traceConfig": categories]
    )
    try call("Profiler.enable")
    try call("Profiler.setSamplingInterval", ["interval": 500])
    try call("Profiler.start")
  }

  // A function with what it called of the browser, by the line that took most. What took long in a loop may be sampled
  // as a line of its caller: after that stand the functions of the page that it was seen to call. Work of no function
  // of the page, as layout and painting are, has a name of its own.
  func endProfile() throws -> [String: Double] {
    let profile = try call("Profiler.stop")["profile"] as? Object ?? [:]
    var (places, parents): ([Int: ScriptPlace], [Int: Int]) = ([:], [:])
    var (idle, ours): (Set<Int>, Set<Int>) = ([], [])
    var lines: [ScriptPlace: [Int: Int]] = [:]
    for node in profile["nodes"] as? [Object] ?? [] {
      guard let number = node["id"] as? Int, let frame = node["callFrame"] as? Object else {
        continue
      }
      for child in node["children"] as? [Int] ?? [] { parents[child] = number }
      let place = ScriptPlace(
        function: frame["functionName"] as? String ?? "",
        file: frame["url"] as? String ?? "",
        line: (frame["lineNumber"] as? Int ?? 0) + 1,
        column: (frame["columnNumber"] as? Int ?? 0) + 1
      )
      if place.function == "(idle)" { idle.insert(number) }
      if place.isOurs { ours.insert(number) } else if !place.file.isEmpty { places[number] = place }
      for tick in node["positionTicks"] as? [Object] ?? [] {
        guard let line = tick["line"] as? Int, let count = tick["ticks"] as? Int else { continue }
        lines[place, default: [:]][line, default: 0] += count
      }
    }
    var spent: [ScriptPlace?: Double] = [:]
    var called: [ScriptPlace: [ScriptPlace: Double]] = [:]
    // What one task takes without a rest: of a shorter one no frame is late.
    var task: [(owner: ScriptPlace?, caller: ScriptPlace?, milliseconds: Double, isOurs: Bool)] = []
    func endTask() {
      if task.reduce(0, { $0 + $1.milliseconds }) > period {
        for part in task where !part.isOurs {
          spent[part.owner, default: 0] += part.milliseconds
          guard let owner = part.owner, let caller = part.caller, owner != caller else { continue }
          called[caller, default: [:]][owner, default: 0] += part.milliseconds
        }
      }
      task = []
    }
    let samples = profile["samples"] as? [Int] ?? []
    // The time before the next sample is that of this one.
    let times = (profile["timeDeltas"] as? [Int] ?? []).dropFirst().map { Double($0) / 1000 }
    for (sample, milliseconds) in zip(samples, times) {
      guard !idle.contains(sample) else {
        endTask()
        continue
      }
      func ofPage(_ node: Int?) -> Int? {
        var node = node
        while let now = node, places[now] == nil, !ours.contains(now) { node = parents[now] }
        return node
      }
      let node = ofPage(sample)
      let caller = ofPage(node.flatMap { parents[$0] }).flatMap { places[$0] }
      task.append(
        (node.flatMap { places[$0] }, caller, milliseconds, node.map(ours.contains) ?? false)
      )
    }
    endTask()
    return Dictionary(
      spent.map { place, time in
        guard var place else { return (Self.unnamedWork, time) }
        let callees = (called[place] ?? [:]).sorted {
          ($1.value, $0.key.line) < ($0.value, $1.key.line)
        }
        let most = lines[place]?.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        if let most, most != place.line { (place.line, place.column) = (most, .max) }
        let names = callees.prefix(2).map { original(of: $0.key).words }.sorted()
        let calls = names.isEmpty ? "" : " calling \(names.joined(separator: " and "))"
        return (original(of: place).words + calls, time)
      },
      uniquingKeysWith: +
    )
  }

  /// What took the time that no function of the page did.
  static let unnamedWork = "layout, painting and other work of the browser"

  func endTrace() throws -> [UInt8] {
    var handle: String?
    browser.pipe.on("Tracing.tracingComplete") { handle = $0["stream"] as? String ?? "" }
    _ = try browser.pipe.call("Tracing.end")
    try browser.pipe.wait(for: "the trace") { handle != nil }
    return try handle.map { try read($0, most: Self.traceLimit, ofPage: false) } ?? []
  }
}
