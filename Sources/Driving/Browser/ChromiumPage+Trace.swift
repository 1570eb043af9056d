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

  // With what it called of the browser.
  func endProfile() throws -> [String: Double] {
    let profile = try call("Profiler.stop")["profile"] as? Object ?? [:]
    var (names, parents): ([Int: String], [Int: Int]) = ([:], [:])
    for node in profile["nodes"] as? [Object] ?? [] {
      guard let number = node["id"] as? Int, let frame = node["callFrame"] as? Object else {
        continue
      }
      for child in node["children"] as? [Int] ?? [] { parents[child] = number }
      guard let url = frame["url"] as? String, !url.isEmpty, !url.hasPrefix(PageScripts.name) else {
        continue
      }
      let function = frame["functionName"] as? String ?? ""
      let path = url.prefix { $0 != "?" && $0 != "#" }
      let file = path.hasSuffix("/") ? "the page" : path.split(separator: "/").last ?? "the page"
      let line = (frame["lineNumber"] as? Int ?? 0) + 1
      names[number] = "\(function.isEmpty ? "a function" : function) (\(file):\(line))"
    }
    let times = profile["timeDeltas"] as? [Int] ?? []
    var spent: [String: Double] = [:]
    for (sample, microseconds) in zip(profile["samples"] as? [Int] ?? [], times) {
      var node: Int? = sample
      while let now = node, names[now] == nil { node = parents[now] }
      if let name = node.flatMap({ names[$0] }) {
        spent[name, default: 0] += Double(microseconds) / 1000
      }
    }
    return spent
  }

  func endTrace() throws -> [UInt8] {
    var handle: String?
    browser.pipe.on("Tracing.tracingComplete") { handle = $0["stream"] as? String ?? "" }
    _ = try browser.pipe.call("Tracing.end")
    try browser.pipe.wait(for: "the trace") { handle != nil }
    var trace: [UInt8] = []
    while let handle {
      let piece = try browser.pipe.call("IO.read", ["handle": handle, "size": 1 << 20])
      let text = piece["data"] as? String ?? ""
      if piece["base64Encoded"] as? Bool == true {
        trace += Data(base64Encoded: text) ?? Data()
      } else {
        trace += Array(text.utf8)
      }
      guard trace.count <= Self.traceLimit else {
        throw DriveFailure.limit("the browser's trace is over \(Self.traceLimit >> 20) MB")
      }
      if piece["eof"] as? Bool == true { break }
    }
    return trace
  }
}
