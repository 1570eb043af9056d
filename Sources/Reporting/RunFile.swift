import Simulation

/// Reads a run folder back.
public struct RunFile: Sendable {
  /// The run's folder.
  public let path: String

  /// Names a run by its folder.
  public init(path: String) { self.path = RunFolder(path: path).path }

  /// Reads `run.json` and `frames.bin`.
  ///
  /// - Returns: The run as it was written; of a swallowed tick, its number and instant.
  /// - Throws: `ReportError.system` when a file cannot be read; `.invalid` naming file, line, key or
  ///   column, value and what was expected, also when `frames.bin` was cut off.
  public func read() throws(ReportError) -> RunRecord {
    if !FileAccess.exists(path) { try RunFolder(path: path).recover() }
    let runPath = path + "/" + ReportFiles.run
    let framesPath = path + "/" + ReportFiles.storedFrames
    let contents = try RunJSON.read(try FileAccess.read(runPath), path: runPath)
    var run = contents.run
    try FramesFile.read(
      try FileAccess.read(framesPath),
      path: framesPath,
      into: &run,
      keys: contents.frames
    )
    return run
  }
}
