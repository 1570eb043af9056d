import Foundation

/// CapFrameX JSON: `Runs[].CaptureData` with an array for each of PresentMon's columns.
///
/// Arrays are read number by number, so a long capture needs the memory of its numbers alone.
enum CapFrameX {
  private struct Capture {
    var arrays: [String: [Double]] = [:]
  }

  /// The arrays that are looked at.
  private static let names: Set<String> = [
    "TimeInSeconds", "MsBetweenPresents", "MsBetweenDisplayChange", "MsUntilDisplayed", "Dropped",
    "QPCTime", "MsInPresentAPI", "GpuActive", "CpuActive", "AnimationError",
  ]

  /// Reads the file.
  static func read(_ source: LogSource) throws -> FrameLog {
    var counts = RowCounts()
    let json = JSONStream(try source.stream())
    var captures: [Capture] = []
    var process = ""
    let isCutOff = try json.isCutOff {
      try json.members { key in
        switch key {
        case "Runs":
          try json.elements {
            captures.append(Capture())
            try readRun(json, &captures[captures.count - 1], &counts)
          }
        case "Info":
          process = try decoded(Info.self, json)?.processName ?? process
        default: try json.skip()
        }
      }
    }
    if isCutOff { counts.unfinished += 1 }
    var chains: [PresentRows] = []
    for (index, capture) in captures.enumerated() {
      let run = captures.count > 1 ? "run \(index + 1)" : ""
      let name = [process, run].filter { !$0.isEmpty }.joined(separator: " ")
      if !isCutOff, let uneven = uneven(capture) {
        throw source.fault(
          "lists of unequal length\(run.isEmpty ? "" : " in \(run)"): \(uneven)",
          expected: "a value for each present in each list",
          advice: "Export the capture again: which presents the missing values are of is not known."
        )
      }
      let rows = rows(of: capture)
      guard !rows.isEmpty else { continue }
      let isDerived = capture.arrays["CpuActive"] == nil
      var chain = PresentRows(name: name)
      (chain.rows, chain.isCPUDerived) = (rows, isDerived)
      chains.append(chain)
    }
    counts.read += chains.reduce(0) { $0 + $1.rows.count }
    var builders: [SessionBuilder] = []
    for index in chains.indices {
      builders.append(chains[index].builder(unit: 1e9, source.options, &counts))
    }
    return try source.log(.capFrameX, variant: "JSON", rows: counts, builders: builders)
  }

  private struct Info: Decodable {
    var processName: String?
    enum CodingKeys: String, CodingKey { case processName = "ProcessName" }
  }

  private static func decoded<Value: Decodable>(
    _ type: Value.Type,
    _ json: JSONStream
  ) throws -> Value? {
    let bytes = try json.value()
    return try? JSONDecoder().decode(type, from: Data(bytes))
  }

  private static func readRun(
    _ json: JSONStream,
    _ capture: inout Capture,
    _ counts: inout RowCounts
  ) throws {
    try json.members { key in
      guard key == "CaptureData", try json.peek() == 0x7B else { return try json.skip() }
      try json.members { name in
        guard names.contains(name), try json.peek() == 0x5B else { return try json.skip() }
        var values: [Double] = []
        defer { capture.arrays[name] = values }
        var scratch: [UInt8] = []
        try json.elements {
          try json.copyValue(into: &scratch, limit: 64)
          guard !counts.isFull(values.count) else { return }
          values.append(number(scratch))
        }
      }
    }
  }

  private static func number(_ bytes: [UInt8]) -> Double {
    if bytes == Array("true".utf8) { return 1 }
    if bytes == Array("false".utf8) { return 0 }
    return bytes.withUnsafeBufferPointer { DecimalNumber.double($0) } ?? .nan
  }

  /// The lists that tell of each present and how long they are, where that differs; nil where they agree.
  private static func uneven(_ capture: Capture) -> String? {
    let lists = (needed + ["MsBetweenDisplayChange"]).compactMap { name in
      capture.arrays[name].flatMap { $0.isEmpty ? nil : (name: name, count: $0.count) }
    }
    guard Set(lists.map(\.count)).count > 1 else { return nil }
    return lists.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
  }

  private static let needed = ["TimeInSeconds", "MsBetweenPresents", "MsUntilDisplayed", "Dropped"]

  private static func rows(of capture: Capture) -> [PresentRows.Row] {
    func value(_ name: String, _ index: Int) -> Double {
      guard let values = capture.arrays[name], index < values.count else { return .nan }
      return values[index]
    }
    // Of a capture that was cut off the last arrays are shorter.
    let count = needed.compactMap { capture.arrays[$0]?.count }.min() ?? 0
    guard capture.arrays["TimeInSeconds"] != nil || capture.arrays["MsBetweenPresents"] != nil
    else {
      return []
    }
    let hasTimes = capture.arrays["TimeInSeconds"] != nil
    let hasDisplay = capture.arrays["MsUntilDisplayed"] != nil
    var sum = 0.0
    return (0..<count).compactMap { index in
      let between = value("MsBetweenPresents", index)
      sum += between.isNaN ? 0 : between / 1000
      let time = hasTimes ? value("TimeInSeconds", index) : sum
      guard time.isFinite else { return nil }
      let until = value("MsUntilDisplayed", index)
      let change = value("MsBetweenDisplayChange", index)
      let flag = value("Dropped", index)
      let isDropped =
        flag.isNaN ? hasDisplay && until == 0 && (change.isNaN || change == 0) : flag == 1
      let inPresent = value("MsInPresentAPI", index)
      let cpu = value("CpuActive", index)
      return PresentRows.Row(
        line: Int32(clamping: index + 1),
        time: time,
        untilDisplayed: isDropped ? .nan : until,
        between: between,
        cpuBusy: cpu.isNaN ? PresentRows.outsidePresent(between, inPresent) : cpu,
        gpuBusy: value("GpuActive", index),
        inPresent: inPresent,
        animationError: value("AnimationError", index),
        isDropped: isDropped
      )
    }
  }
}
