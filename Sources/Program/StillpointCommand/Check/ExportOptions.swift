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
  ///
  /// - Parameters:
  ///   - inputs: What the command reads.
  ///   - folder: The folder that the command replaces; nil for none.
  ///   - other: Where else the command writes a file.
  func check(inputs: [String], outside folder: String?, beside other: OutputPlace?) throws {
    let places = try [benchmarkAction, bencher].compactMap { $0 }.map {
      try OutputPlace($0, inputs: inputs, outside: folder)
    }
    try OutputPlace.check(areApart: [other].compactMap { $0 } + places)
  }

  /// What goes there, to be written with all else that the command writes.
  func files(
    _ export: @autoclosure () -> FigureExport
  ) throws -> [(place: OutputPlace, content: OutputPlace.Content)] {
    guard benchmarkAction != nil || bencher != nil else { return [] }
    let export = export()
    return try [
      benchmarkAction.map { (try OutputPlace($0), .bytes(try export.benchmarkAction())) },
      bencher.map { (try OutputPlace($0), .bytes(try export.bencher())) },
    ].compactMap { $0 }
  }
}
