import Foundation

extension DrivenPage {
  /// The longest trace that is read, in bytes.
  static let traceLimit = 256 << 20

  /// Begins to note what becomes of each frame.
  func beginTrace() throws {
    let categories: Object = [
      "includedCategories": ["cc", "benchmark"], "excludedCategories": ["*"],
    ]
    _ = try browser.pipe.call(
      "Tracing.start",
      ["transferMode": "ReturnAsStream", "traceConfig": categories]
    )
  }

  /// Ends that.
  ///
  /// - Returns: Chrome's trace, in JSON.
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
