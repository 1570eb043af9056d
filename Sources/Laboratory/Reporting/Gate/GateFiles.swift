import Files
import Foundation
import FrameMetrics
import Gating

/// The files of a round: `summary.md`, `junit.xml`, `benchmark.json`, `gate.json` and `index.html`.
package enum GateFiles {
  /// A figure as github-action-benchmark takes it under `customSmallerIsBetter`.
  private struct Benchmark: Encodable {
    var name: String
    var unit: String
    var value: Double
    var range: String?
    var extra: String
  }

  /// Looks whether the files could be written: an older gate's folder may be written anew.
  package static func check(_ folder: String) throws(OutputError) {
    let names = ["gate.json", "benchmark.json", "junit.xml", "index.html", "summary.md"]
    try FolderPlace(folder).check(isOwned: names.contains) { there in
      names.allSatisfy { !there.contains($0) }
        || there.contains(names[0])
          && OutputKind.marked("schema", "a gate's round").allows(FileName.joined(folder, names[0]))
    }
  }

  /// Writes the files into `folder`, which is made; all are prepared, then renamed.
  ///
  /// - Throws: ``OutputError`` for a folder or file that cannot be written.
  package static func write(_ round: GateRound, to folder: String) throws {
    let texts: [(name: String, text: String)] = [
      ("benchmark.json", try benchmarks(of: round)),
      ("junit.xml", GateJUnit.text(of: round)),
      ("index.html", try GatePage.text(of: round)),
      ("summary.md", GateMarkdown.text(of: round)),
    ]
    try FolderPlace(folder).write(
      [(GateFile.name, .bytes(try GateFile.bytes(of: round)))]
        + texts.map { ($0.name, .bytes(Array($0.text.utf8))) }
    )
  }

  /// The figures for github-action-benchmark: the head over the base, or the base over the head where
  /// more is better; smaller is better.
  static func benchmarks(of round: GateRound) throws -> String {
    let figures = round.results.compactMap { result -> Benchmark? in
      guard let given = result.ratio, result.check != .controls else { return nil }
      // What is in brackets says of a figure where it holds.
      let what = String(result.figure.prefix { $0 != "," && $0 != "[" })
        .trimmingCharacters(in: .whitespaces)
      let metric = what.prefix { $0 != " " }
      let isMoreBetter = Metric.all.first { $0.id == metric }?.better == .up
      let ratio = isMoreBetter ? 1 / given : given
      guard ratio.isFinite else { return nil }
      let interval = result.interval.map { ends in
        isMoreBetter && ends.lowerBound > 0 ? 1 / ends.upperBound...1 / ends.lowerBound : ends
      }
      let range = interval.map {
        "\(GateText.number($0.lowerBound)) to \(GateText.number($0.upperBound))"
      }
      return Benchmark(
        name: "\(result.cell): \(what)",
        unit: isMoreBetter ? "base / head" : "head / base",
        value: (ratio * 10_000).rounded() / 10_000,
        range: range,
        extra: "\(result.verdict.rawValue)\(result.culprit.map { ", by \($0)" } ?? "")"
      )
    }
    return try encode(figures)
  }

  private static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}
