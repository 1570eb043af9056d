import Foundation
import LoadGeneration

/// The streams that tests replay.
enum RecordedStreams {
  /// The streams that ship: timing of recordings, with text made from a seed.
  static var shipped: [String] {
    files(in: TestBench.folder.appendingPathComponent("../../Scenarios/streams"))
  }

  /// The recordings themselves, text and all, where they are at hand: in the folder `streams` of
  /// what `STILLPOINT_DATA` names, else beside the package.
  static var recorded: [String] {
    let named = ProcessInfo.processInfo.environment["STILLPOINT_DATA"].map {
      URL(fileURLWithPath: $0)
    }
    let beside = TestBench.folder.appendingPathComponent("../../../shared/data")
    return files(in: (named ?? beside).appendingPathComponent("streams"))
  }

  private static func files(in folder: URL) -> [String] {
    let folder = folder.standardizedFileURL.path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".ndjson") }.sorted().map { "\(folder)/\($0)" }
  }
}
