import ChatSurface
import FrameMetrics
import Lengths
import LoadGeneration
import Testing
import Timebase

/// Which episodes a load has: worked by hand.
@Suite struct LoadEpisodesTests {
  private func at(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

  private func episodes(_ events: [(Double, SurfaceEvent)]) -> [Episode] {
    LoadEpisodes(of: events.map { TimedLoadEvent($0.1, at: at($0.0)) }).episodes
  }

  private func spans(_ kind: Episode.Kind, _ episodes: [Episode]) -> [[Double]] {
    episodes.filter { $0.kind == kind }.map { [$0.start.milliseconds, $0.end.milliseconds] }
  }

  private let token = SurfaceEvent.token("a", Array("word ".utf8))

  @Test func aStreamLastsFromItsFirstTokenUntil650MillisecondsAfterItsLast() {
    let found = episodes([
      (0, .streamBegin("a")), (400, token), (900, token), (1_000, .streamEnd("a", .complete)),
      (1_200, token),
    ])
    // What comes after its end is discarded.
    #expect(spans(.stream, found) == [[400, 1_550]])
    #expect(spans(.change, found) == [[0, 500], [1_000, 1_500]])
  }

  @Test(arguments: [SurfaceEvent.stop, .remove("a"), .removeAll, .send("u", text: "Next")])
  func aStreamEndsEarlyWhenItIsTakenAway(event: SurfaceEvent) {
    let found = episodes([(0, .streamBegin("a")), (100, token), (200, token), (300, event)])
    #expect(spans(.stream, found) == [[100, 300]])
  }

  @Test func aRenamedStreamIsTheSameStream() {
    let found = episodes([
      (100, token), (200, .replaceID("a", with: "b")), (300, .token("b", [0x62])),
    ])
    #expect(spans(.stream, found) == [[100, 950]])
  }

  @Test func aFingerScrollsUntilTwoAndAHalfSecondsAfterItIsUp() {
    let found = episodes([
      (100, .touch(.began, y: 400)), (150, .touch(.moved, y: 380)), (300, .touch(.ended, y: 300)),
      (9_000, .fling(velocity: 3_000)),
    ])
    #expect(spans(.scroll, found) == [[100, 2_800], [9_000, 11_500]])
    #expect(spans(.change, found).isEmpty)
  }

  @Test func aKeyboardLastsItsDurationAnd300Milliseconds() {
    let found = episodes([
      (100, .keyboard(height: LayoutUnit(points: 336), duration: .milliseconds(400), .easeInOut)),
      (2_000, .composer(lines: 2)),
      (3_000, .keyboard(height: .zero, duration: nil, .easeOut)),
      (5_000, .keyboard(height: LayoutUnit(points: 336))),
    ])
    let expected: [[Double]] = [[100, 800], [2_000, 2_500], [3_000, 3_550], [5_000, 5_810]]
    #expect(spans(.change, found) == expected)
  }

  @Test func faultsOpenNone() {
    let faults: [LoadEvent] = [
      .fault(.stall(.milliseconds(50))), .fault(.slowPhase(.layout, cost: .zero, until: at(9))),
      .fault(.allocate(.layout, count: 1, until: at(9))), .surface(.memoryPressure),
    ]
    let load = LoadEpisodes(of: faults.map { TimedLoadEvent($0, at: at(5)) })
    #expect(load.episodes.isEmpty && load.openings.isEmpty)
  }

  @Test func timeInTheBackgroundIsCutOut() {
    let found = episodes([
      (100, token), (400, .background), (500, token), (700, .foreground), (800, token),
    ])
    #expect(spans(.stream, found) == [[100, 400], [700, 1_450]])
    #expect(spans(.change, found) == [[700, 1_200]])
    #expect(episodes([(0, .background), (100, token), (200, .composer(lines: 2))]).isEmpty)
  }

  /// An opening is over with the frame that settles it, the next event of its window, or after a
  /// second, whichever is first.
  @Test func anOpeningEndsWithWhateverComesFirst() {
    let source = ListedMessages([])
    let alone = LoadEpisodes(of: [TimedLoadEvent(.load(source), at: at(50))])
    #expect(alone.openings.map(\.next) == [nil])
    #expect(spans(.opening, alone.all(settled: [at(80)])) == [[50, 80]])
    #expect(spans(.opening, alone.all(settled: [nil])) == [[50, 1_050]])
    let followed = LoadEpisodes(of: [
      TimedLoadEvent(.load(source), at: at(50)),
      TimedLoadEvent(.fault(.stall(.zero)), at: at(60)),
      TimedLoadEvent(.composer(lines: 2), at: at(70), window: "other"),
      TimedLoadEvent(.composer(lines: 2), at: at(250)),
    ])
    #expect(followed.openings.map(\.next) == [at(250)])
    #expect(spans(.opening, followed.all(settled: [nil])) == [[50, 250]])
  }

  @Test func everyWindowHasItsOwnAndTheyAreOneUnion() {
    let events = (0..<5).flatMap { window in
      [100.0, 2_000].map {
        TimedLoadEvent(token, at: at($0 + Double(window)), window: "w\(window)")
      }
    }
    let load = LoadEpisodes(of: events.sorted { $0.instant < $1.instant })
    #expect(load.episodes.count == 5)
    let union = TimeSpans(load.episodes.map { TimeSpans.Span($0.start, $0.end) })
    #expect(union.length == Nanoseconds(milliseconds: 2_004 + 650 - 100))
  }

  /// Every event of scripts has a row, and no row is of an event that there is not.
  @Test func everyEventHasAKindOrAReason() {
    let rows = EpisodeTable.rows.map(\.event)
    #expect(Set(rows).count == rows.count)
    #expect(Set(rows) == Set(EventVocabulary.known))
    for row in EpisodeTable.rows { #expect(!row.span.isEmpty, "\(row.event)") }
  }
}
