import Revealing
import Testing
import Timebase
import TokenStreaming

@Suite struct SnapTests {
  @Test func aStopShowsWhatWaitsOfItsPartAndEndsItsFades() {
    var reveal = Reveal(.builtIn("reference"))
    for _ in 0..<20 { reveal.chunk(0, part: 1, message: 1) }
    reveal.chunk(0, part: 2, message: 2)
    reveal.snap(40, part: 1)
    #expect(reveal.timeline.releasedScalars(of: 1) == 100)
    #expect(reveal.timeline.backlogChunks(of: 1) == 0)
    #expect(reveal.fades(40, part: 1).isEmpty)
    #expect(reveal.timeline.snaps == 2)
    #expect(reveal.timeline.opacityJumpMax > 0.5)
    #expect(reveal.timeline.backlogChunks(of: 2) == 1)
    #expect(reveal.releases.last.map { $0.fades == false && $0.chunkCount == 4 } == true)
    reveal.drain()
    #expect(reveal.timeline.releasedScalars(of: 2) == 5)
  }

  @Test func aSlotSharedWithAnotherMessageGoesOnForIt() {
    var reveal = Reveal(.builtIn("reference"))
    reveal.chunk(0, part: 1, message: 1)
    reveal.chunk(0, part: 2, message: 2)
    reveal.advance(0)
    reveal.snap(10, part: 1)
    #expect(reveal.timeline.snaps == 1)
    #expect(reveal.fades(10, part: 1).isEmpty)
    #expect(reveal.fades(10, part: 2).count == 1)
    reveal.snap(20, part: 2)
    #expect(!reveal.timeline.isFading)
  }

  @Test func aHeldReleaseIsShownByAStop() {
    var reveal = Reveal(.builtIn("reference"))
    for word in 0..<5 { reveal.chunk(Double(word) * 32) }
    reveal.advance(130)
    #expect(reveal.timeline.backlogChunks == 1)
    reveal.snap(140)
    #expect(reveal.timeline.backlogChunks == 0)
    #expect(reveal.timeline.releasedScalars(of: 1) == 25)
    #expect(reveal.timeline.nextDue == nil)
  }

  @Test
  func textThatArrivesInTheBackgroundIsThereOnReturnAndNothingReplays() {
    var reveal = Reveal(.builtIn("reference"))
    for _ in 0..<10 { reveal.chunk(0) }
    reveal.timeline.setAnimated(false, at: Reveal.at(10), into: &reveal.releases)
    for word in 1...10 { reveal.chunk(10 + Double(word) * 100) }
    #expect(reveal.timeline.releasedScalars(of: 1) == 100)
    #expect(reveal.timeline.nextDue == nil)
    #expect(reveal.releases.suffix(10).allSatisfy { !$0.fades && $0.at == $0.completed })
    reveal.timeline.setAnimated(true, at: Reveal.at(2_000), into: &reveal.releases)
    #expect(reveal.fades(2_000).isEmpty)
    reveal.chunk(2_100)
    reveal.advance(2_100)
    #expect(reveal.fades(2_100).map(\.start) == [100])
  }

  @Test func aMessageOffScreenKeepsItsScheduleWithoutSlots() {
    var hidden = Reveal(.builtIn("reference"))
    var shown = Reveal(.builtIn("reference"))
    // Slow enough that the pool never fills: the schedules are the same.
    for word in 0..<40 {
      hidden.chunk(Double(word) * 170, visible: false)
      shown.chunk(Double(word) * 170)
    }
    hidden.drain()
    shown.drain()
    #expect(hidden.times == shown.times)
    #expect(hidden.timeline.poolPeak == 0)
    #expect(hidden.releases.allSatisfy { !$0.fades })
  }

  @Test func offScreenTextOnDemandDoesNotStall() {
    var reveal = Reveal(.builtIn("swiftui-tips"))
    for _ in 0..<7 { reveal.chunk(0, visible: false) }
    reveal.drain()
    #expect(reveal.timeline.releasedScalars(of: 1) == 35)
    #expect(reveal.timeline.poolPeak == 0)
  }

  @Test func openedTextIsShownAndNeverFades() {
    var reveal = Reveal(.builtIn("reference"))
    reveal.timeline.open(part: 1, message: 1, shownUTF8: 40, shownScalars: 30)
    #expect(reveal.timeline.releasedScalars(of: 1) == 30)
    reveal.chunk(0)
    reveal.advance(0)
    #expect(reveal.fades(0).map(\.start) == [30])
    #expect(reveal.timeline.releasedUTF8(of: 1) == 45)
  }

  @Test func aForgottenPartLeavesNothing() {
    var reveal = Reveal(.builtIn("reference"))
    for _ in 0..<20 { reveal.chunk(0, part: 1, message: 1) }
    reveal.chunk(0, part: 2, message: 2)
    reveal.advance(0)
    reveal.timeline.forget(part: 1)
    reveal.timeline.checkInvariants()
    reveal.drain()
    #expect(reveal.released(2) == 1)
    #expect(reveal.timeline.releasedScalars(of: 1) == 0)
  }

  @Test func partsOfOneMessageShareItsCount() {
    var reveal = Reveal(.builtIn("reference"))
    for word in 0..<60 { reveal.chunk(Double(word) * 40, part: 1, message: 7) }
    for word in 60..<101 { reveal.chunk(Double(word) * 40, part: 2, message: 7) }
    // The 101st chunk is complete: from this step on the stagger is 16 ms.
    for _ in 0..<20 { reveal.chunk(4_000, part: 2, message: 7) }
    reveal.advance(4_200)
    let dues = reveal.releases.suffix(3).map(\.due.milliseconds)
    #expect(dues[2] - dues[1] == 16 && dues[1] - dues[0] == 16)
    reveal.drain()
    reveal.timeline.end(message: 7, at: Reveal.at(9_000), into: &reveal.releases)
    for _ in 0..<20 { reveal.chunk(9_100, part: 3, message: 8) }
    reveal.advance(9_150)
    #expect(reveal.releases.suffix(2).map(\.due.milliseconds) == [9_100, 9_132])
  }

  @Test
  func characterModeShowsThreeEach16msWithTheLastThreeAsARamp() {
    var reveal = Reveal(.characters)
    for _ in 0..<8 { reveal.chunk(0, scalars: 1) }
    reveal.advance(16)
    #expect(reveal.times == [0, 16])
    #expect(reveal.sizes == [3, 3])
    let ramp = reveal.fades(16)
    #expect(ramp.map(\.start) == [4, 5])
    let thirds: [Double] = [2 / 3, 1 / 3]
    #expect(ramp.map(\.opacity) == thirds)
    reveal.timeline.end(message: 1, at: Reveal.at(20), into: &reveal.releases)
    reveal.advance(32)
    #expect(reveal.fades(32).map(\.start) == [6, 7])
    #expect(reveal.timeline.nextDue == Reveal.at(48))
    reveal.advance(48)
    #expect(reveal.fades(48).isEmpty)
    #expect(reveal.timeline.nextDue == nil)
  }
}
