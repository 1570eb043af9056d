import Files

/// Names the files of a run, which people and programs read, and which are read back.
///
/// Words: a *run* is a folder; a *cell* is one scenario under one profile on one device at one
/// refresh rate; the *headline* is the handful of figures that a verdict is read from; a *row* of
/// it has one scenario, profile and device, and the rates side by side.
///
/// Invariants: a file starts with its schema version. What is missing is null, empty or `n/a`, never
/// 0. Numbers are the shortest decimals that read back as the same value, whatever the locale; times
/// and lengths are exact. A run folder is made whole under another name and then renamed.
///
/// This module is not a judge: it says which budgets a cell missed because the cell says so.
package enum ReportFiles {
  /// Everything but the frames.
  package static let run = "run.json"
  /// A row for each figure.
  package static let metrics = "metrics.csv"
  /// A row for each active tick, for people.
  package static let frames = "frames.csv"
  /// The same in the compact form that is read back.
  package static let storedFrames = "frames.bin"
  /// What was on screen, in the form that is read back.
  package static let storedScreen = "screen.bin"
  /// Pictures of frames, where there are any, in the form that is read back.
  package static let storedPictures = "pictures.bin"
  /// The page.
  package static let page = "index.html"
  /// A test case for each cell.
  package static let tests = "junit.xml"
  /// The verdict and the headline in Markdown.
  package static let summary = "summary.md"
  /// The Perfetto trace, where one was made.
  package static let trace = "trace.perfetto-trace"
  /// What older programs wrote of recordings in place of a run's own file.
  package static let analysis = "analysis.json"
  /// All files of a run.
  package static let names = [
    run, metrics, SessionsFolder.rows, frames, storedFrames, storedScreen, page, tests, summary,
    trace,
  ]
  /// What is made anew with a folder, whether it is of a run or of an analysis.
  static let owned = names + [analysis, storedPictures]
  /// The folder of pictures of driven pages at their end.
  package static let pictures = "pictures"
  /// The folder of a browser's traces.
  package static let traces = "traces"
  /// Files of a run that its page links to.
  static let linked = [run, metrics, frames, tests, summary]

  /// A run's folder, and all that is in it when it is read.
  package static func inputs(of run: String) -> [String] {
    [run] + owned.map { FileName.joined(run, $0) }
  }

  /// Whether a file is made anew with its folder: one of these, or the page of a replay.
  static func isOwned(_ name: String) -> Bool {
    owned.contains(name) || ReplayPage.isPage(name)
  }
}
