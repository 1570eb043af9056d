import Files
import Simulation

/// Reads a run folder back.
public struct RunFile: Sendable {
  /// No file of a run is longer: 16 GiB.
  private static let longest = 16 << 30

  /// The run's folder.
  public let path: String

  /// Names a run by its folder.
  public init(path: String) { self.path = RunFolder(path: path).path }

  /// Reads `run.json`, `frames.bin` and `screen.bin`.
  ///
  /// - Returns: The run as it was written; of a swallowed tick, its number and instant.
  /// - Throws: ``InputError`` naming file, line, key, value and what was expected, also when a file was
  ///   cut off; ``OutputError`` when an exchange that was cut off cannot be ended.
  public func read() throws -> RunRecord {
    if !Folder.exists(path) { try RunFolder(path: path).recover() }
    let runPath = path + "/" + ReportFiles.run
    let framesPath = path + "/" + ReportFiles.storedFrames
    let contents = try RunJSON.read(try bytes(runPath), path: runPath)
    var run = contents.run
    let frames = try FramesFile.cells(
      try bytes(framesPath),
      header: FramesFile.frameHeader,
      count: run.cells.count,
      path: framesPath
    )
    let screenPath = path + "/" + ReportFiles.storedScreen
    let screens = try FramesFile.cells(
      try bytes(screenPath),
      header: FramesFile.screenHeader,
      count: run.cells.count,
      path: screenPath
    )
    for (index, key) in contents.frames.enumerated() {
      run.cells[index].frames = try FramesFile.table(
        frames[index],
        key,
        path: framesPath,
        cell: index
      )
      run.cells[index].screen = try FramesFile.screen(
        screens[index],
        key,
        path: screenPath,
        cell: index
      )
    }
    return run
  }

  private func bytes(_ path: String) throws(InputError) -> [UInt8] {
    try InputFile.read(path, as: .bytes(Self.longest)).bytes
  }
}
