import FrameLogs
import FrameMetrics
import Testing

/// Files of several processes: which of them are read and judged.
@Suite struct SessionChoiceTests {
  private static func dump() -> String {
    FramestatsTests.dump((0..<40).map { FramestatsTests.row($0) }, window: "Chat")
      + FramestatsTests.dump((0..<40).map { FramestatsTests.row($0) }, window: "settings")
  }

  @Test func oneOfThemIsChosenByAPartOfItsName() throws {
    var options = LogOptions()
    options.sessions = ["chat/chat"]
    let log = try readLog(Self.dump(), options)
    #expect(log.sessions.map(\.name) == ["com.example.chat/Chat"])
    #expect(log.notes.contains("1 other sessions were left out"))
  }

  @Test func aTextThatNoneHasIsRefusedWithTheNamesThereAre() throws {
    var options = LogOptions()
    options.sessions = ["keyboard"]
    let error = try #require(throws: FrameLogError.self) { try readLog(Self.dump(), options) }
    #expect(error.problem.contains("keyboard"))
    #expect(error.expected.contains("com.example.chat/settings"))
  }
}

/// Chrome's reporters as Perfetto's packets.
@Suite struct ChromeTrackEventTests {
  /// What a frame's reporter says.
  private struct Report {
    var state: Int64
    var sequence: Int64
    var begin: Int64
    var end: Int64
  }

  private static let period: Int64 = 16_666_667

  /// A trace of a page and of the browser around it: names are interned, the browser's once more after its
  /// writer began anew.
  private static func trace(page: [Report], browser: [Report]) -> [UInt8] {
    typealias Bytes = PerfettoBytes
    func process(_ id: Int64, _ pid: Int64, _ name: String) -> [UInt8] {
      let own = Bytes.number(1, pid) + Bytes.message(6, Array(name.utf8))
      return Bytes.message(1, Bytes.message(60, Bytes.number(1, id) + Bytes.message(3, own)))
    }
    func names(_ writer: Int64, _ id: Int64) -> [UInt8] {
      let entry = Bytes.number(1, id) + Bytes.message(2, Array("PipelineReporter".utf8))
      return Bytes.message(
        1,
        Bytes.number(10, writer) + Bytes.number(13, 1) + Bytes.message(12, Bytes.message(2, entry))
      )
    }
    func events(_ reports: [Report], _ writer: Int64, _ name: Int64, _ parent: Int64) -> [UInt8] {
      reports.enumerated().flatMap { index, report -> [UInt8] in
        let track = parent * 1_000 + Int64(index)
        let about =
          Bytes.number(1, report.state) + Bytes.number(4, report.sequence) + Bytes.number(11, 1)
        let begin =
          Bytes.number(9, 1) + Bytes.number(10, name) + Bytes.number(11, track)
          + Bytes.message(1075, about)
        let end = Bytes.number(9, 2) + Bytes.number(11, track)
        func packet(_ time: Int64, _ event: [UInt8]) -> [UInt8] {
          Bytes.message(
            1,
            Bytes.number(8, time) + Bytes.number(58, 3) + Bytes.number(10, writer)
              + Bytes.message(11, event)
          )
        }
        let own = Bytes.number(1, track) + Bytes.number(5, parent)
        return Bytes.message(1, Bytes.message(60, own)) + packet(report.begin, begin)
          + packet(report.end, end)
      }
    }
    return process(1, 11, "Renderer") + process(2, 22, "Browser")
      + names(4, 7) + events(page, 4, 7, 1)
      + names(5, 7) + names(5, 9) + events(browser, 5, 9, 2)
  }

  private static func steady(_ count: Int) -> [Report] {
    (0..<count).map { index in
      let begin = 1_000_000_000 + Int64(index) * period
      return Report(state: 1, sequence: Int64(index), begin: begin, end: begin + 2 * period)
    }
  }

  @Test func aBinaryTraceIsReadByItsReporters() throws {
    var page = Self.steady(60)
    for index in 30..<60 {
      page[index].begin += 18 * Self.period
      page[index].end += 18 * Self.period
      page[index].sequence += 18
    }
    page[30].begin -= 18 * Self.period
    page[30].sequence -= 18
    let log = try LogFile(Self.trace(page: page, browser: Self.steady(40))).read()
    #expect(log.format == .chrome)
    #expect(log.variant == "PipelineReporter, protobuf")
    #expect(log.sessions.map(\.name) == ["Renderer (11)", "Browser (22)"])
    let session = try #require(log.sessions.first)
    #expect(session.number("hitch_count") == 1)
    let longest = session.number("hitch_max_ms") ?? 0
    #expect(abs(longest - 300) < 0.1, "\(longest)")
  }

  @Test func theBrowserAroundAPageIsNotJudged() throws {
    let log = try LogFile(Self.trace(page: Self.steady(60), browser: Self.steady(60))).read()
    #expect(log.sessions.map { $0.bystander != nil } == [false, true])
    let alone = try LogFile(Self.trace(page: [], browser: Self.steady(60))).read()
    #expect(alone.sessions.map { $0.bystander != nil } == [false])
  }

  @Test func reportersThatAreNotUnderstoodAreAnError() throws {
    var reports = Self.steady(60)
    for index in reports.indices { reports[index].state = 9 }
    let file = try LogFile(Self.trace(page: reports, browser: []))
    let error = try #require(throws: FrameLogError.self) { try file.read() }
    #expect(error.problem.contains("not understood"))
  }
}
