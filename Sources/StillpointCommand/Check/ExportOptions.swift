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
  func places(
    inputs: [String],
    outside folder: String? = nil,
    beside other: OutputPlace? = nil
  ) throws(OutputError) -> ExportPlaces {
    let places = ExportPlaces(
      benchmarkAction: try benchmarkAction.map { path throws(OutputError) in
        try OutputPlace(path, inputs: inputs, outside: folder)
      },
      bencher: try bencher.map { path throws(OutputError) in
        try OutputPlace(path, inputs: inputs, outside: folder)
      }
    )
    try OutputPlace.check(
      areApart: [other, places.benchmarkAction, places.bencher].compactMap { $0 }
    )
    return places
  }
}

/// Where files for such services go.
struct ExportPlaces {
  var benchmarkAction: OutputPlace?
  var bencher: OutputPlace?

  /// What goes there, to be written with all else that the command writes.
  func files(
    _ export: @autoclosure () -> FigureExport
  ) throws -> [(place: OutputPlace, content: OutputPlace.Content)] {
    guard benchmarkAction != nil || bencher != nil else { return [] }
    let export = export()
    return try [
      benchmarkAction.map { ($0, .bytes(try export.benchmarkAction())) },
      bencher.map { ($0, .bytes(try export.bencher())) },
    ].compactMap { $0 }
  }
}
