import Driving
import Records
import Reporting

extension PageRun {
  /// The most moments of which it is looked who made them.
  private static let mostMoments = 8

  /// Takes pictures of what was missed, before, at and after, and which script made it: the scenario is driven once
  /// more for them. Nothing where that run is another, as with a page whose answers have the machine's time.
  ///
  /// - Parameter recording: The run that the cell shows.
  func explain(
    _ cell: inout CellRecord,
    from recording: PageRecording,
    _ scenario: PageScenario,
    _ rate: Int
  ) throws {
    let ticks = PicturePlan.stripTicks(of: cell)
    let short = cell.budgets.filter(\.isShort)
    let faults = (cell.faults ?? []).filter { short.contains(where: $0.shows) }
      .filter { !PageShots.frames(of: $0, hertz: rate).isEmpty }.prefix(Self.mostMoments)
    guard !ticks.isEmpty || !faults.isEmpty else { return }
    let shots = PageShots(
      of: Set(ticks),
      moved: Set(faults.flatMap { PageShots.frames(of: $0, hertz: rate) }),
      head: app.fold,
      from: recording.firstSample
    )
    var last: [UInt8]?
    let again: PageRecording
    do {
      again = try record(scenario, refreshHertz: rate, picture: &last, shots: shots)
    } catch is DriveFailure {
      return
    }
    func isSame(_ tick: Int) -> Bool {
      recording.frames.indices.contains(tick) && again.frames.indices.contains(tick)
        && recording.frames[tick].shows(as: again.frames[tick])
    }
    for fault in faults where isSame(PageShots.frames(of: fault, hertz: rate).lowerBound) {
      if let cause = shots.cause(of: fault, hertz: rate, from: again.firstSample) {
        cell.explain(fault, by: cause)
      }
    }
    let pictures = shots.pictures(from: again.firstSample)
      .filter { tick, _ in isSame(tick) }
      .map { Picture(tick: $0, window: "main", png: $1) }
      .sorted { $0.tick < $1.tick }
    cell.pictures = Picture.fitting(pictures, inOrder: ticks, longest: PicturePlan.longestOfCell)
  }
}
