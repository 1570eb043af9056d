import ConformanceTags
import ChatSurface
import Testing

/// Edits above the reader while a hand, a fling or a programmatic move has the viewport, beside a
/// surface under the same hand that gets none: `ITERATIONS` compared frames each.
@Suite struct TwinTests {
  @Test(.tags(.stillExact, .stillOffsetUnchanged, .editsAllKinds), arguments: [true, false])
  func editsAboveTheReaderMoveNothingWhateverMoves(suppliesHeights: Bool) {
    let iterations = PropertySettings.iterations(6_000)
    var compared = 0
    var frames = 0
    var edits: [FrameSnapshot.ScrollActivity: Int] = [:]
    var seed = PropertySettings.seed
    while compared < iterations {
      var session = TwinSession(seed: seed, suppliesHeights: suppliesHeights)
      for _ in 0..<200 {
        frames += 1
        let (isOver, complaint) = session.step()
        if let complaint {
          let log = session.log.suffix(12).joined(separator: "\n")
          Issue.record("seed \(seed), \(compared) frames: \(complaint)\n\(log)")
          return
        }
        if isOver { break }
      }
      compared += session.compared
      edits.merge(session.comparedEdits) { $0 + $1 }
      seed += 1
    }
    // A short run may meet none of what follows.
    guard iterations >= 6_000 else { return }
    #expect(compared * 10 > frames * 9)
    for activity: FrameSnapshot.ScrollActivity in [.dragging, .decelerating, .animating] {
      #expect(edits[activity, default: 0] * 50 > compared, "\(activity): \(edits)")
    }
  }
}
