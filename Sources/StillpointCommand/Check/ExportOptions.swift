import ArgumentParser
import Files
import Reporting

/// Files for services that keep figures of benchmarks.
struct ExportOptions: ParsableArguments {
  @Option(
    help: "Writes the figures for github-action-benchmark (customSmallerIsBetter) here.",
    completion: .file()
  )
  var benchmarkAction: String?

  @Option(help: "Writes the figures in Bencher's Metric Format here.", completion: .file())
  var bencher: String?

  /// Looks whether the files can be written.
  func check(inputs: [String]) throws {
    for path in [benchmarkAction, bencher] {
      _ = try path.map { try OutputPlace($0, inputs: inputs) }
    }
  }

  /// Writes them.
  func write(_ export: @autoclosure () -> FigureExport) throws {
    guard benchmarkAction != nil || bencher != nil else { return }
    let export = export()
    if let benchmarkAction { try OutputPlace(benchmarkAction).write(try export.benchmarkAction()) }
    if let bencher { try OutputPlace(bencher).write(try export.bencher()) }
  }
}
