import Files
import Records

/// Reads a run folder back.
package struct RunFile: Sendable {
  /// No file of a run is longer: 16 GiB.
  private static let longest = 16 << 30

  /// The run's folder.
  package let path: String

  /// Names a run by its folder.
  package init(path: String) { self.path = RunFolder(path: path).path }

  /// Reads `run.json`, `frames.bin`, `screen.bin` and, where it is there, `pictures.bin`.
  ///
  /// - Returns: The run as it was written; of a swallowed tick, its number and instant.
  /// - Throws: ``InputError`` naming file, line, key, value and what was expected, also when a file was
  ///   cut off; ``OutputError`` when an exchange that was cut off cannot be ended.
  package func read() throws -> RunRecord {
    if !Folder.exists(path) { try RunFolder(path: path).recover() }
    guard Folder.isFolder(path) || !Folder.exists(path) else {
      throw InputError(
        path: path,
        problem: "a file",
        expected: "the folder of a run, which holds run.json",
        advice: "`stillpoint run` and `stillpoint drive` write one."
      )
    }
    let runPath = path + "/" + ReportFiles.run
    let older = path + "/" + ReportFiles.analysis
    if !Folder.exists(runPath), Folder.exists(older) {
      throw InputError(
        path: older,
        problem: "an analysis that an older program wrote",
        expected: "run.json",
        advice: "Analyze the recordings again: stillpoint analyze FILE... --output \(path)"
      )
    }
    let stored = try RecordCoding.read(StoredRun.self, from: try bytes(runPath), path: runPath)
    let framesPath = path + "/" + ReportFiles.storedFrames
    let frames = try FramesFile.cells(
      try bytes(framesPath),
      header: FramesFile.frameHeader,
      count: stored.cells.count,
      path: framesPath
    )
    let screenPath = path + "/" + ReportFiles.storedScreen
    let screens = try FramesFile.cells(
      try bytes(screenPath),
      header: FramesFile.screenHeader,
      count: stored.cells.count,
      path: screenPath
    )
    var cells: [CellRecord] = []
    for (index, cell) in stored.cells.enumerated() {
      cells.append(
        try cell.record(
          frames: (frames[index], framesPath),
          screen: (screens[index], screenPath),
          cell: index
        )
      )
    }
    let picturesPath = path + "/" + ReportFiles.storedPictures
    if Folder.exists(picturesPath) {
      let pictures = try FramesFile.cells(
        try bytes(picturesPath),
        header: PictureFile.header,
        count: stored.cells.count,
        path: picturesPath
      )
      for index in cells.indices {
        cells[index].pictures = try PictureFile.pictures(
          from: pictures[index],
          path: picturesPath
        )
      }
    }
    return stored.run(with: cells)
  }

  private func bytes(_ path: String) throws(InputError) -> [UInt8] {
    try InputFile.read(path, as: .bytes(Self.longest)).bytes
  }
}
