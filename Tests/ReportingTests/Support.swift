import Foundation

/// A folder that goes away again.
func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("stillpoint-\(UUID().uuidString)").resolvingSymlinksInPath()
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url.path)
}

func bytes(_ path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// Stands in for dygraphs, so that the tests need no package.
enum ChartStub {
  static let script = "globalThis.Dygraph = class {};"

  static func environment(in folder: String) -> [String: String] {
    let path = folder + "/charts"
    try? FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: true
    )
    try? Data(script.utf8).write(to: URL(fileURLWithPath: path + "/dygraph.min.js"))
    return ["STILLPOINT_DYGRAPHS": path]
  }
}
