import ChatSurface
import Foundation
import Running
import ScrollViewModel
import StillpointEngine
import Testing

/// The laboratory's judge of what moves looks at sessions that a model of the platform's scroll view moves.
@Suite struct HostedJudgeTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed = environment["SEED"].flatMap(UInt64.init) ?? 1
  private static let iterations = environment["ITERATIONS"].flatMap(UInt64.init) ?? 40

  @Test(arguments: seed..<seed + iterations)
  func nothingMovesThatNobodyAskedFor(seed: UInt64) {
    let (moved, judged) = play(seed: seed, offBy: 0)
    #expect(moved.isEmpty, "SEED=\(seed): \(moved.prefix(3))")
    #expect(judged > 150, "SEED=\(seed): \(judged) frames judged")
  }

  @Test func viewThatIsNotWhereItSaysIsFound() {
    #expect((1...10).contains { !play(seed: $0, offBy: 3).moved.isEmpty })
  }

  /// - Parameter distance: How far the frames that the judge sees are off from a second on, in points.
  private func play(seed: UInt64, offBy distance: Int) -> (moved: [String], judged: Int) {
    let host = ModelHost(seed: seed)
    var judge = DriftJudge()
    var reader = RandomReader(seed: seed)
    var (frames, moved) = (0.0, [String]())
    let hertz = seed % 2 == 0 ? 60.0 : 120
    func refresh(until time: Double) {
      while (frames + 1) / hertz <= time {
        frames += 1
        guard let frame = host.refresh(at: frames / hertz) else { continue }
        var snapshot = frame.snapshot
        if distance != 0, Int(frames) % 50 == 49 {
          for index in snapshot.visible.indices {
            snapshot.visible[index].y = snapshot.visible[index].y + ChatLength(points: distance)
          }
        }
        let surface = host.session.surface
        let verdict = judge.take(
          snapshot,
          after: DriftJudge.accepted(
            host.session.lastEvents,
            without: surface.observations.refusedEvents
          ),
          offScreen: { surface.placeOnScreen(of: $0) },
          partTop: { surface.top(ofPart: $1, of: $0) }
        )
        if verdict.drift != .zero { moved.append("\(verdict.drift) at \(host.view.now)") }
      }
    }
    refresh(until: 0.2)
    for event in reader.session(seconds: 12) {
      refresh(until: event.time + 0.2)
      if let happening = host.view.apply(ReaderEvent(time: event.time + 0.2, action: event.action))
      {
        host.happen(happening)
      }
    }
    refresh(until: frames / hertz + 3)
    return (moved, judge.judged)
  }
}
