import ChatSurface
import Lengths
import Testing

/// Edits above the reader while a hand, a fling or a programmatic move has the viewport, beside a
/// surface under the same hand that gets none: `ITERATIONS` compared frames each.
@Suite struct TwinTests {
  @Test(arguments: [true, false])
  func editsAboveTheReaderMoveNothingWhateverMoves(suppliesHeights: Bool) {
    let iterations = PropertySettings.iterations(3_000)
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
    guard iterations >= 3_000 else { return }
    #expect(compared * 10 > frames * 9)
    for activity: FrameSnapshot.ScrollActivity in [.dragging, .decelerating, .animating] {
      #expect(edits[activity, default: 0] * 50 > compared, "\(activity): \(edits)")
    }
  }

  /// Older messages come into view, of which one was inserted in the same frame above what is read
  /// and is taller than its estimate: what was on screen goes with the finger, and no further.
  @Test func anInsertThatComesIntoViewInItsFrameMovesNothingThatWasSeen() {
    let driver = Driver(messages: Message.history(60))
    driver.frame(.scroll(to: .message("m20", .top), isAnimated: false))
    driver.settle()
    driver.frame(.touch(.began, y: 100))
    let before = driver.places
    let text = Array(repeating: "a", count: 20).joined(separator: "\n\n")
    driver.frame(
      // What is left of m19 is above m20, and read.
      .insert(index: 19, Message(id: "new", role: .assistant, text: text)),
      .touch(.moved, y: 400)
    )
    for id in ["m19", "m20", "m21"] as [MessageID] {
      #expect(driver.place(of: id) == before[id].map { $0 + LayoutUnit(points: 300) }, "\(id)")
    }
  }
}
