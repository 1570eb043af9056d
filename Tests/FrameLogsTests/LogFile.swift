import Foundation
import FrameLogs
import FrameMetrics
import Testing

/// A log in a file that is gone with the test.
final class LogFile {
  let path: String

  init(_ bytes: [UInt8], name: String = "log.txt") throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-logs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent(name).path
    // Without waiting for the disk, which the fuzzer's thousands of files would.
    try #require(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
  }

  convenience init(_ text: String, name: String = "log.txt") throws {
    try self.init(Array(text.utf8), name: name)
  }

  deinit {
    // A folder that stays behind spoils no later test: each has one of its own.
    _ = try? FileManager.default.removeItem(
      at: URL(fileURLWithPath: path).deletingLastPathComponent()
    )
  }

  /// Reads the log alone.
  func read(_ options: LogOptions = .init()) throws -> FrameLog {
    try #require(try FrameLogReader.read([path], options).first)
  }
}

/// Reads a text as a log.
func readLog(_ text: String, _ options: LogOptions = .init()) throws -> FrameLog {
  try LogFile(text).read(options)
}

/// The error that reading a text ends with.
func logError(_ text: String, _ options: LogOptions = .init()) throws -> FrameLogError {
  let file = try LogFile(text)
  return try #require(throws: FrameLogError.self) { try file.read(options) }
}

extension LogSession {
  /// A figure of the session.
  func figure(_ metric: String, _ statistic: Statistic = .value) -> MetricValue? {
    SessionAnalysis(of: self).metrics.first {
      $0.metric == metric && $0.statistic == statistic
    }
  }

  /// A figure's number.
  func number(_ metric: String, _ statistic: Statistic = .value) -> Double? {
    figure(metric, statistic)?.value
  }

  /// A figure of the format's own tool.
  func tool(_ name: String) -> Double? { toolFigures.first { $0.name == name }?.value }
}

/// Settings of tests by chance, from the environment.
enum TestSettings {
  private static let environment = ProcessInfo.processInfo.environment
  static let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
  static let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 40
}
