import Foundation
import FrameLogs
import FrameMetrics
import Testing
import Timebase

/// PresentMon and its relatives: small files of every trap.
@Suite struct WindowsFormatTests {
  // MARK: PresentMon

  static func presentMon(_ count: Int, at hertz: Double = 60) -> String {
    var text =
      "\u{FEFF}Application,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,msBetweenPresents,"
      + "msInPresentAPI,msUntilDisplayed,msBetweenDisplayChange\r\n"
    for index in 0..<count {
      let time = 1 + Double(index) / hertz
      text += "a.exe,1,0xA,0,\(time),\(1000 / hertz),0.2,10,\(1000 / hertz)\r\n"
      text += "b.exe,2,0xB,\(index % 4 == 3 ? 1 : 0),\(time),\(1000 / hertz),0.2,"
      text += index % 4 == 3 ? "0,0\r\n" : "10,\(1000 / hertz)\r\n"
    }
    return text
  }

  @Test func presentMonIsGroupedByItsThreeKeysAndAssumesARate() throws {
    let log = try readLog(Self.presentMon(60))
    #expect(log.format == .presentMon)
    #expect(log.variant == "1.x")
    #expect(log.sessions.map(\.name) == ["a.exe (1, 0xA)", "b.exe (2, 0xB)"])
    #expect(log.sessions[0].number("hitch_count") == 0)
    #expect(log.sessions[0].timeline.assumption?.contains("assumes a fixed 60 Hz") == true)
    #expect(log.sessions[1].number("dropped_frames") == 15)
    #expect(log.sessions[1].tool("PresentMon: not displayed") == 15)
    #expect(log.sessions[1].number("hitch_count") == 15)
  }

  @Test func zeroWithoutNAIsNotDisplayed() throws {
    var text = "Application,ProcessID,SwapChainAddress,TimeInMs,MsBetweenPresents,MsUntilDisplayed,"
    text += "MsAnimationError,MsCPUBusy\n"
    for index in 0..<40 {
      let until = index % 10 == 0 ? "0" : index % 10 == 1 ? "NA" : "12.5"
      text += "a.exe,1,0xA,\(Double(index) * 16.667),16.667,\(until),-0.25,6.5\n"
    }
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.number("dropped_frames") == 8)
    #expect(session.number("animation_error_ms", .p99) == 0.25)
    #expect(session.number("frame_cost_ms", .p99) == 6.5)
  }

  @Test func aCountOfThePerformanceCounterIsToldByTheTimesBetween() throws {
    var text = "Application,CPUStartQPC,FrameTime,CPUBusy,DisplayLatency,DisplayedTime\n"
    for index in 0..<40 {
      text += "a.exe,\(1_857_900_212_645 + index * 166_667),16.6667,16.3,32.6,16.6667\n"
    }
    let log = try readLog(text)
    #expect(log.variant == "2.0 to 2.3")
    let interval = try #require(log.sessions.first?.number("frame_interval_ms", .p50))
    #expect(abs(interval - 16.6667) < 0.001)
  }

  @Test func aDisplayOfVariableRateHasNoAdherence() throws {
    var text = "Application,TimeInSeconds,MsBetweenPresents,MsUntilDisplayed\n"
    var time = 1.0
    for index in 0..<200 {
      time += [0.0071, 0.0092, 0.0113, 0.0139, 0.0158][index % 5]
      text += "a.exe,\(time),9,5\n"
    }
    let session = try #require(try readLog(text).sessions.first)
    let figure = try #require(session.figure("on_time_of_animating_pct"))
    #expect(figure.absence == .missing)
    #expect(figure.note?.contains("variable rate") == true)
    #expect(session.number("frame_interval_ms", .p99) != nil)
    var options = LogOptions()
    options.refreshHertz = 144
    let stated = try #require(try readLog(text, options).sessions.first)
    #expect(stated.figure("hitch_count")?.note?.contains("as stated") == true)
  }

  @Test func decimalCommasAndSemicolonsAreRead() throws {
    let text = Self.presentMon(60).replacing(",", with: ";").replacing(".", with: ",")
      .replacing(",exe", with: ".exe")
    let log = try readLog(text)
    #expect(log.sessions.first?.number("hitch_count") == 0)
    #expect(log.sessions.count == 2)
  }

  @Test func linesOfOCATStandBeforeTheHeader() throws {
    let plain = Self.presentMon(30).dropFirst()
    let log = try readLog("//GameName=Chat\r\n//Comment=none\r\n" + plain)
    #expect(log.sessions.first?.number("active_ticks") == 30)
  }

  @Test func capFrameXArraysAreRead() throws {
    let times = (0..<50).map { "\(Double($0) / 60)" }.joined(separator: ",")
    let flags = (0..<50).map { $0 == 7 ? "true" : "false" }.joined(separator: ",")
    let until = (0..<50).map { _ in "8.5" }.joined(separator: ",")
    let text = """
      {"Hash":"x","Info":{"ProcessName":"chat.exe"},"Runs":[{"Hash":"y","CaptureData":{
      "TimeInSeconds":[\(times)],"MsBetweenPresents":[\(until)],"MsUntilDisplayed":[\(until)],
      "Dropped":[\(flags)]}}]}
      """
    let log = try readLog(text)
    #expect(log.format == .capFrameX)
    #expect(log.sessions.first?.name == "chat.exe")
    #expect(log.sessions.first?.number("dropped_frames") == 1)
  }

  @Test func framesThatADriverMadeAreNoneOfTheApps() throws {
    var text = "Application,FrameType,TimeInMs,MsBetweenPresents,MsUntilDisplayed\n"
    for index in 0..<60 {
      let time = Double(index) * 16.6667
      text += "a.exe,Application,\(time),16.6667,20\n"
      text += "a.exe,Intel XeFG,\(time),NA,28.3\n"
    }
    let log = try readLog(text)
    #expect(log.rows.leftOut["frames that the app did not make (FrameType Intel XeFG)"] == 60)
    let session = try #require(log.sessions.first)
    #expect(session.number("active_ticks") == 60 && session.number("hitch_count") == 0)
    #expect(session.timeline.assumption?.contains("fixed 60 Hz") == true)
  }

  @Test func timeOutsidePresentIsNoCauseAndNeverZeroWhereItIsNotKnown() throws {
    func log(_ inPresent: String) throws -> LogSession {
      var text =
        "Application,Dropped,TimeInSeconds,msBetweenPresents,msInPresentAPI,msUntilDisplayed,"
      text += "msGPUActive\n"
      for index in 0..<40 {
        let time = Double(index + (index > 20 ? 2 : 0)) / 60
        let between = index == 21 ? 50 : 16.667
        text += "a.exe,0,\(time),\(between),\(inPresent),10,\(index == 21 ? 60 : 3)\n"
      }
      return try #require(try readLog(text).sessions.first)
    }
    let known = try log("0.4")
    #expect(known.figure("frame_cost_ms", .p50)?.note?.hasPrefix("approximate") == true)
    #expect(SessionAnalysis(of: known).causes.map(\.layer) == ["GPU"])
    let unknown = try log("NA")
    #expect(unknown.figure("frame_cost_ms", .p50)?.absence == .missing)
  }

  @Test func aFrameThatWasNotShownMovesThePromiseOfTheNext() throws {
    var text = "Application,Dropped,TimeInSeconds,msBetweenPresents,msUntilDisplayed\n"
    for index in 0..<50 {
      text +=
        "a.exe,\(index == 20 ? 1 : 0),\(1 + Double(index) / 60),16.667,\(index == 20 ? 0 : 10)\n"
    }
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.number("hitch_count") == 1)
    #expect(session.number("on_time_of_animating_pct") == 98)
  }
}
