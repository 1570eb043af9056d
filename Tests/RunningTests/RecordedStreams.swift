import Foundation
import LoadGeneration

/// The streams that tests replay.
enum RecordedStreams {
  /// The streams that ship: timing of recordings, with text made from a seed.
  static var shipped: [String] {
    files(in: TestBench.folder.appendingPathComponent("../../Scenarios/streams"))
  }

  /// The recordings themselves, text and all, where they are at hand.
  static var recorded: [String] { files(in: data.appendingPathComponent("streams")) }

  /// The folder with scripts of public cases, where it is at hand.
  static var publicCases: String { data.appendingPathComponent("scripts/turn3").path }

  /// The folder with scripts in which a reader suffered, where it is at hand.
  static var readerScripts: String {
    data.appendingPathComponent("scripts/2026-11-29").path
  }

  /// The folder that `STILLPOINT_DATA` names, else the one beside the package.
  static var data: URL {
    let named = ProcessInfo.processInfo.environment["STILLPOINT_DATA"].map {
      URL(fileURLWithPath: $0)
    }
    let beside = TestBench.folder.appendingPathComponent("../../../shared/data")
    return (named ?? beside).standardizedFileURL
  }

  private static func files(in folder: URL) -> [String] {
    let folder = folder.standardizedFileURL.path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".ndjson") }.sorted().map { "\(folder)/\($0)" }
  }
}
