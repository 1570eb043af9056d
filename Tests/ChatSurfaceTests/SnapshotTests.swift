import ChatSurface
import Lengths
import Revealing
import Testing
import Timebase

/// What a frame is a picture of: its tick.
@Suite struct SnapshotTests {
  private let easeOut = TimingCurve.cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)

  /// Two of four chunks are released at 0 ms, fading 128 ms as others wait, two at 32 ms.
  @Test func opacitiesAreThoseOfTheTick() throws {
    let driver = Driver()
    driver.frame(.streamBegin("a"), .token("a", "one two three four five"))
    var stream = try #require(driver.snapshot.streams.first)
    #expect(stream.releasedScalars == 8 && stream.backlogChunks == 2)
    #expect(stream.fades.map(\.opacity) == [0])
    driver.frame()
    stream = try #require(driver.snapshot.streams.first)
    #expect(driver.snapshot.instant == Instant(nanoseconds: 16_666_666))
    #expect(stream.releasedScalars == 8)
    #expect(abs((stream.fades.first?.opacity ?? 0) - easeOut.value(at: 16.666_666 / 128)) < 1e-9)
    driver.frame()
    stream = try #require(driver.snapshot.streams.first)
    #expect(driver.snapshot.instant == Instant(nanoseconds: 33_333_333))
    #expect(stream.releasedScalars == 19 && stream.backlogChunks == 0)
    let expected = [easeOut.value(at: 33.333_333 / 128), easeOut.value(at: 1.333_333 / 500)]
    #expect(stream.fades.count == 2)
    for (fade, opacity) in zip(stream.fades, expected) {
      #expect(abs(fade.opacity - opacity) < 1e-9)
    }
  }

  /// Chunks complete at 768 ms, so that their second step is due at 800 ms: the 48th tick.
  @Test func aStepDueAtTheTickIsInItsFrame() {
    for (late, released) in [(0, 19), (1, 8)] {
      let driver = Driver()
      driver.frame(.streamBegin("a"))
      driver.skip(ticks: 46)
      let due = Instant(nanoseconds: 768_000_000 + Int64(late))
      driver.frame(scheduled: [ScheduledEvent(.token("a", "one two three four five"), at: due)])
      #expect(driver.snapshot.streams.first?.releasedScalars == 8)
      driver.frame()
      #expect(driver.snapshot.instant == Instant(milliseconds: 800))
      #expect(driver.snapshot.streams.first?.releasedScalars == released, "\(late) ns late")
    }
  }

  @Test func aFrameThatIsKeptDoesNotChange() {
    let driver = Driver(messages: Message.history(30))
    driver.frame(.streamBegin("a"), .token("a", "one two three four five six "))
    let kept = driver.snapshot
    let (visible, streams, offset) = (kept.visible, kept.streams, kept.offset)
    for _ in 0..<60 { driver.frame(.token("a", "more  \n")) }
    driver.frame(.scroll(to: .top, isAnimated: false))
    #expect(driver.snapshot.visible != visible && driver.snapshot.offset != offset)
    #expect(kept.visible == visible && kept.streams == streams && kept.offset == offset)
    #expect(kept.tick == 1 && kept.instant == Instant(nanoseconds: 16_666_666))
  }

  /// A first byte at 0 ms is held until 250 ms, the 15th tick; a token of that instant comes first.
  @Test func anEventComesBeforeTheHoldThatEndsWithIt() {
    for late in [0, 1] {
      let driver = Driver()
      driver.frame(.streamBegin("a"), .token("a", "abc"))
      driver.skip(ticks: 14)
      let due = Instant(nanoseconds: 250_000_000 + Int64(late))
      if late > 0 {
        driver.frame()
        #expect(driver.surface.observations.chunks.map(\.scalarsAfter) == [3])
        // The hold's chunk goes out by a step of that instant, into that frame.
        #expect(driver.snapshot.instant == Instant(milliseconds: 250))
        #expect(driver.snapshot.streams.first?.releasedScalars == 3)
      }
      driver.frame(scheduled: [ScheduledEvent(.token("a", "de f"), at: due)])
      // One word, unless the first half of it is out already.
      #expect(driver.surface.observations.chunks.map(\.scalarsAfter) == [6], "\(late) ns late")
      driver.frame(.streamEnd("a", .complete))
      driver.settle()
      #expect(driver.text(of: "a") == "abcde f")
    }
  }
}
