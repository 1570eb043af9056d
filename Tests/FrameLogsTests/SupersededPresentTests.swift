import FrameLogs
import FrameMetrics
import Testing
import Timebase

/// Presents that were never shown: which of them a refresh missed.
@Suite struct SupersededPresentTests {
  private static let header =
    "Application,ProcessID,TimeInSeconds,msBetweenPresents,msUntilDisplayed,Dropped\n"

  /// Presents of one app: when, and after how many ms it was shown; nil for never.
  private static func capture(_ presents: [(time: Double, until: Double?)]) -> String {
    var last = 0.0
    return header
      + presents.map { time, until in
        defer { last = time }
        return
          "a.exe,1,\(time),\((time - last) * 1000),\(until.map { "\($0)" } ?? "0"),\(until == nil ? 1 : 0)\n"
      }.joined()
  }

  @Test(arguments: [0, 2_400]) func anAppFasterThanItsDisplayIsOnTime(more: Int) throws {
    // Of four presents a refresh three are superseded; the file ends with some.
    let presents = (0..<403 + more).map { index -> (time: Double, until: Double?) in
      (time: Double(index) / 240, until: index % 4 == 0 ? 12.0 : nil)
    }
    let session = try #require(try readLog(Self.capture(presents)).sessions.first)
    #expect(session.number("on_time_of_animating_pct") == 100)
    #expect(session.number("hitch_count") == 0)
    #expect(session.tool("PresentMon: not displayed") == Double(presents.count { $0.until == nil }))
    #expect(session.notes.contains { $0.contains("at the same refresh") })
  }

  @Test func aRefreshWithoutAPictureIsMissedHoweverManyWereSuperseded() throws {
    let presents = (0..<400).map { index -> (time: Double, until: Double?) in
      (
        time: Double(index) / 240,
        until: index % 4 == 0 && !(200..<212).contains(index) ? 12.0 : nil
      )
    }
    let session = try #require(try readLog(Self.capture(presents)).sessions.first)
    #expect(abs((session.number("hitch_max_ms") ?? 0) - 50) < 0.1)
    #expect(session.number("late_frames") == 3)
  }

  @Test func whatIsNotShownBeforeTheFirstPictureIsNoHitch() throws {
    let presents = (0..<300).map { index -> (time: Double, until: Double?) in
      (time: Double(index) / 60, until: index < 5 ? nil : 12.0)
    }
    let session = try #require(try readLog(Self.capture(presents)).sessions.first)
    #expect(session.number("hitch_count") == 0)
    #expect(session.number("active_ticks") == 295)
  }

  @Test func aClockOfCountsIsToldThroughGaps() throws {
    // Two of three presents come after a pause: the shorter time of a row and its neighbour is no unit.
    var text = "Application,TimeInQPC,MsBetweenPresents,MsUntilDisplayed\n"
    var now = 1_402_651_522.0
    for index in 0..<120 {
      let between = [16.6667, 150, 100.0002][index % 3]
      now += between * 10_000
      text += "dwm.exe,\(Int(now)),\(between),16.4\n"
    }
    let session = try #require(try readLog(text).sessions.first)
    let last = try #require(session.timeline.frames.last?.presented)
    let first = try #require(session.timeline.frames.first?.presented)
    let length = (last - first).milliseconds
    // The first row's own time stands before it.
    let expected = (now - 1_402_651_522) / 10_000 - 16.6667
    #expect(abs(length - expected) < 1, "\(length), \(expected)")
  }

  @Test func withoutDisplayTimesPresentsStandForPictures() throws {
    let rows = (0..<600).map { index -> String in
      let pause: Double = index >= 300 ? 0.7 : 0
      let between: Double = index == 300 ? 716.667 : 16.667
      return "a.exe,1,0,\(Double(index) / 60 + pause),0.15,\(between)\n"
    }
    let text =
      "Application,ProcessID,Dropped,TimeInSeconds,msInPresentAPI,msBetweenPresents\n"
      + rows.joined()
    var options = LogOptions()
    options.gaps = .stall
    let session = try #require(try readLog(text, options).sessions.first)
    #expect(abs((session.number("hitch_ratio_animating_ms_per_s") ?? 0) - 65.4) < 1)
    #expect(session.notes.contains { $0.contains("display times are missing") })
    let unshown = (0..<300).map { index -> (time: Double, until: Double?) in
      (time: Double(index) / 60, until: nil)
    }
    let never = Self.capture(unshown)
    options.refreshHertz = 60
    let unseen = try #require(try readLog(never, options).sessions.first)
    #expect(unseen.number("hitch_count") == nil)
    #expect(unseen.figure("hitch_count")?.note?.contains("display times are missing") == true)
  }

  @Test func processesBeyondThoseThereMayBeAreNoSession() throws {
    let rows = (0..<5_000).map { "a\($0).exe,\($0),\(Double($0) / 60),16.667,10,0\n" }
    let log = try readLog(Self.header + rows.joined())
    #expect(log.sessions.allSatisfy { $0.timeline.frames.count == 1 })
    #expect(log.rows.sentences.contains { $0.contains("processes and swap chains") })
  }

  @Test func dumpsOfDisplaysOfTwoRatesAreTwoSessions() throws {
    func dump(_ period: Int, base: Int) -> String {
      let rows = (0..<120).map { index -> String in
        let queued = base + index * period
        return "\(queued)\t\(queued + 29_400_000)\t\(queued + 4_000_000)\n"
      }
      return "\(period)\n" + rows.joined()
    }
    let (slow, fast) = (16_666_666, 8_333_333)
    let dumps = [(slow, 5), (fast, 6), (slow, 7)].map {
      dump($0.0, base: $0.1 * 100_000_000_000_000)
    }
    let text = dumps.joined()
    var options = LogOptions()
    options.gaps = .idle
    let log = try readLog(text, options)
    #expect(log.sessions.map(\.name) == ["", "120 Hz"])
    #expect(log.sessions.map { $0.timeline.frames.count } == [240, 120])
    #expect(log.sessions.allSatisfy { $0.number("on_time_of_animating_pct") == 100 })
  }
}
