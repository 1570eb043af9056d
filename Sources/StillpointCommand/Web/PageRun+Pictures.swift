import Driving
import Records
import Reporting

extension PageRun {
  /// Pictures of what was missed, before, at and after: the scenario is driven once more for them. None where
  /// that run is another, as with a page whose answers have the machine's time.
  ///
  /// - Parameter recording: The run that the cell shows.
  func pictures(
    of cell: CellRecord,
    from recording: PageRecording,
    _ scenario: PageScenario,
    _ rate: Int
  ) throws -> [Picture] {
    let ticks = PicturePlan.stripTicks(of: cell)
    guard !ticks.isEmpty else { return [] }
    let shots = PageShots(of: Set(ticks), from: recording.firstSample)
    var last: [UInt8]?
    let again: PageRecording
    do {
      again = try record(scenario, refreshHertz: rate, picture: &last, shots: shots)
    } catch is DriveFailure {
      return []
    }
    let pictures = shots.pictures(from: again.firstSample)
      .filter { tick, _ in
        recording.frames.indices.contains(tick) && again.frames.indices.contains(tick)
          && recording.frames[tick].shows(as: again.frames[tick])
      }
      .map { Picture(tick: $0, window: "main", png: $1) }
      .sorted { $0.tick < $1.tick }
    return Picture.fitting(pictures, inOrder: ticks, longest: PicturePlan.longestOfCell)
  }
}
