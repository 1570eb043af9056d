import Driving
import FrameMetrics
import Records
import Testing

@Suite struct RealClockTests {
  private static let period = 1000.0 / 60

  /// Frames of a page that shows a word more in each, at these periods.
  private func rows(at places: [Int], blurredBy blur: Double = 0) throws -> [PageFrame] {
    var page = PlayedPage()
    for place in places {
      page.length += place + 1
      try page.draw()
    }
    return zip(page.frames, places.enumerated()).map { frame, place in
      var frame = frame
      let sign = place.offset.isMultiple(of: 2) ? 1.0 : -1.0
      frame.t = 500 + 0.4 * Self.period + Double(place.element) * Self.period + sign * blur
      return frame
    }
  }

  private func periods(_ rows: [PageFrame], _ count: Int) -> (frames: [PageFrame], missed: Set<Int>)
  {
    PageRecording.periods(of: rows, count, from: 500, period: Self.period)
  }

  @Test(arguments: [0, 1, 3.0])
  func framesInSequenceFillTheirPeriods(_ blur: Double) throws {
    let rows = try rows(at: Array(0..<20), blurredBy: blur)
    let (frames, missed) = periods(rows, 20)
    #expect(frames.map(\.length) == rows.map(\.length))
    #expect(missed.isEmpty)
  }

  @Test func aPeriodWithoutAFrameIsMissedOnlyWhereAChangeWasLate() throws {
    let rows = try rows(at: [0, 1, 2, 5, 6])
    let (frames, missed) = periods(rows, 9)
    #expect(frames.count == 9)
    #expect(missed == [3, 4])
    #expect(frames[4].length == rows[2].length && frames[8].length == rows[4].length)
    // What did not change was not late.
    var still = rows
    still[3] = still[2]
    still[3].t = rows[3].t
    #expect(periods(still, 9).missed.isEmpty)
  }

  @Test func twoFramesInOnePeriodShowTheSecondAndCountBoth() throws {
    var rows = try rows(at: [0, 1, 1, 2])
    (rows[1].removed, rows[2].removed) = (3, 4)
    let frames = periods(rows, 3).frames
    #expect(frames.map(\.length) == [rows[0], rows[2], rows[3]].map(\.length))
    #expect(frames[1].removed == 7)
  }

  private func recording(at places: [Int], _ count: Int, busy: Double) throws -> PageRecording {
    var recording = try PlayedPage().recording()
    (recording.frames, recording.missed) = periods(try rows(at: places), count)
    recording.clock = .real(slowed: 1)
    recording.use = CoreUse(busy: busy, waited: 1, wall: 1_000)
    recording.end.tasks = [60, 80]
    return recording
  }

  private let app = try? AppDescription(
    text: "name: chat\nfolder: .\nversion: v1\nlooked: on 28 November",
    path: "APP.yaml"
  )

  @Test func aLateFrameIsAHitchOfItsPeriods() throws {
    let app = try #require(app)
    let cell = CellRecord(of: try recording(at: [0, 1, 2, 5, 6], 7, busy: 100), app: app)
    let late = try #require(Metric.named("late_frames"))
    let longest = try #require(Metric.named("hitch_max_ms"))
    // The one that was late, and the two periods that it took.
    #expect(cell.value(late) == 3)
    #expect(abs((cell.value(longest) ?? 0) - 2 * Self.period) < 0.001)
    #expect(cell.value(.pageLongTasks) == 2 && cell.value(.pageLongTaskTime) == 140)
    #expect(cell.value(.pageProcessor) == 100)
    #expect(abs((cell.value(.pageCoreWait) ?? 0) - 0.1) < 1e-9)
  }

  @Test func aCellOfSeveralRunsHasTheirMedianAndWhatEachGave() throws {
    let app = try #require(app)
    let busy = [100.0, 103, 99, 101, 98, 140]
    let runs = try busy.map { try recording(at: Array(0..<7), 7, busy: $0) }
    let cell = CellRecord(ofRuns: runs, app: app)
    let figure = try #require(cell.metrics.first { $0.metric == Metric.pageProcessor.id })
    #expect(figure.samples == busy && figure.value == 100.5)
    #expect(figure.low == 98 && figure.high == 140)
    #expect(cell.repetitions == 6)
  }

  @Test func aSlowedThreadSaysNothingOfProcessorTimeAndIsCalledAStress() throws {
    var page = PlayedPage()
    try page.draw(60)
    var recording = try page.recording()
    recording.use = CoreUse(busy: 900, waited: 0, wall: 1_000)
    recording.clock = .real(slowed: 4)
    let cell = CellRecord(of: recording, app: try #require(app))
    let figure = try #require(cell.metrics.first { $0.metric == Metric.pageProcessor.id })
    #expect(figure.value == nil && figure.note?.contains("keeping its core busy") == true)
    #expect(cell.device.hasSuffix("stress: main thread 4 times slower"))
  }

  @Test func aMachineThatIsBusyIsToldFromAPage() {
    #expect(CoreUse(busy: 900, waited: 20, wall: 1_000).isQuiet)
    #expect(!CoreUse(busy: 100, waited: 21, wall: 1_000).isQuiet)
  }

  @Test func whatIsMissedIsUnconfirmedWithoutVersionAndLook() throws {
    let bare = try AppDescription(text: "name: chat\nfolder: .", path: "APP.yaml")
    let doubt = try #require(bare.unconfirmed(isSteady: false))
    #expect(
      doubt.contains("version") && doubt.contains("--look") && doubt.contains("six quiet runs")
    )
    #expect(try #require(app).unconfirmed(isSteady: true) == nil)
  }

  @Test func textIsAsLateAsItIsAfterItCame() throws {
    var page = PlayedPage()
    page.high = 0
    try page.draw(11)
    page.high = 1
    try page.draw(3)
    // It came at 150 ms and is in the frame of 200 ms, which is on screen a period later.
    var recording = try page.recording(text: "w00001", sent: [[150, 0]], begin: 50)
    recording.isCountedFromArrival = true
    let lags = PageFigures(of: recording).lags
    #expect(lags.count == 1)
    #expect(abs((lags.first ?? 0) - (200 + Self.period - 150)) < 0.001)
  }
}
