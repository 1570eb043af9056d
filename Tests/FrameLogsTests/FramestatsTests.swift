import FrameLogs
import FrameMetrics
import Testing
import Timebase

/// gfxinfo framestats: the columns of every release, and the traps of real dumps.
@Suite struct FramestatsTests {
  static let header16 =
    "Flags,IntendedVsync,Vsync,OldestInputEvent,NewestInputEvent,HandleInputStart,AnimationStart,"
    + "PerformTraversalsStart,DrawStart,SyncQueued,SyncStart,IssueDrawCommandsStart,SwapBuffers,"
    + "FrameCompleted,DequeueBufferDuration,QueueBufferDuration,"
  static let header22 =
    "Flags,FrameTimelineVsyncId,IntendedVsync,Vsync,InputEventId,HandleInputStart,AnimationStart,"
    + "PerformTraversalsStart,DrawStart,FrameDeadline,FrameInterval,FrameStartTime,SyncQueued,"
    + "SyncStart,IssueDrawCommandsStart,SwapBuffers,FrameCompleted,DequeueBufferDuration,"
    + "QueueBufferDuration,GpuCompleted,SwapBuffersCompleted,DisplayPresentTime,"

  /// A row of Android 12 to 15, with FrameStartTime and FrameInterval in each other's column.
  static func row(
    _ index: Int,
    base: Int = 5_000_000_000_000,
    period: Int = 16_666_667,
    late: Int = 0,
    work: Int = 6_000_000,
    flags: Int = 0,
    isSwapped: Bool = true,
    present: Int? = nil
  ) -> String {
    let vsync = base + index * period
    let start = vsync + late * period
    let deadline = vsync + late * period + period
    let marks = (1...4).map { start + $0 * work / 8 }
    let middle = isSwapped ? "\(start),\(period)" : "\(period),\(start)"
    let done = start + work
    let shown = present ?? done + period
    return
      "\(flags),\(index + 100),\(vsync),\(start),0,\(marks[0]),\(marks[1]),\(marks[2]),\(marks[3]),"
      + "\(deadline),\(middle),\(marks[3] + 1_000),\(marks[3] + 2_000),\(marks[3] + 3_000),"
      + "\(marks[3] + 4_000),\(done),100,200,\(done - 1_000),\(done - 500),\(shown),"
  }

  static func dump(_ rows: [String], header: String = header22, window: String = "chat") -> String {
    "** Graphics info for pid 12 [com.example.chat] **\n\nWindow: com.example.chat/\(window)\n"
      + "---PROFILEDATA---\n\(header)\n" + rows.joined(separator: "\n")
      + "\n---PROFILEDATA---\n\n"
  }

  @Test func intervalAndStartTimeAreToldByTheirValues() throws {
    for isSwapped in [true, false] {
      let text = Self.dump((0..<20).map { Self.row($0, isSwapped: isSwapped) })
      let log = try readLog(text)
      #expect(log.format == .framestats)
      #expect(log.variant.contains("Android 12 to 15"))
      let session = try #require(log.sessions.first)
      #expect(session.name == "com.example.chat/chat")
      #expect(session.number("active_ticks") == 20)
      #expect(session.number("on_time_of_animating_pct") == 100)
      #expect(session.number("rate_residency_pct", .about60Hertz) == 100)
      #expect(log.notes.contains { $0.contains("each other's column") } == isSwapped)
    }
  }

  @Test func aFrameCompletedAfterItsDeadlineIsLateAndCounted() throws {
    var rows = (0..<30).map { Self.row($0) }
    rows[10] = Self.row(10, work: 20_000_000)
    let session = try #require(try readLog(Self.dump(rows)).sessions.first)
    #expect(session.tool("gfxinfo: janky (completed after the deadline)") == 1)
    #expect(session.number("late_frames") == 1)
    #expect(session.number("hitch_count") == 1)
    #expect(abs((session.number("hitch_max_ms") ?? 0) - 16.667) < 0.01)
    let figure = try #require(session.figure("hitch_max_ms"))
    #expect(figure.note?.hasPrefix("approximate") == true)
    #expect(session.figure("on_time_of_animating_pct")?.note == nil)
    let worst = try #require(SessionAnalysis(of: session).worst.first)
    #expect(worst.cause.hasPrefix("app: ") || worst.cause.hasPrefix("compositor"))
    #expect(worst.hitchMilliseconds ?? 0 > 16)
  }

  @Test func aLateCallbackLeavesTheTicksBeforeItWithoutAFrame() throws {
    var rows = (0..<10).map { Self.row($0) }
    rows.append(Self.row(10, late: 3))
    rows += (14..<24).map { Self.row($0) }
    let session = try #require(try readLog(Self.dump(rows)).sessions.first)
    #expect(session.number("swallowed_ticks") == 3)
    #expect(session.number("active_ticks") == 24)
    #expect(abs((session.number("hitch_max_ms") ?? 0) - 50) < 0.01)
    #expect(session.stalls?.count == 1)
  }

  @Test func timeInWhichNothingWasWantedIsNoHitch() throws {
    let rows = (0..<20).map { Self.row($0) } + (200..<220).map { Self.row($0) }
    let session = try #require(try readLog(Self.dump(rows)).sessions.first)
    #expect(session.number("hitch_count") == 0)
    #expect(session.number("animating_ms").map { $0 < 700 } == true)
  }

  @Test func theSameFrameInTwoDumpsIsOne() throws {
    let first = (0..<20).map { Self.row($0) }
    let second = (10..<30).map { Self.row($0) }
    let log = try readLog(Self.dump(first) + Self.dump(second))
    #expect(log.sessions.count == 1)
    #expect(log.sessions.first?.number("active_ticks") == 30)
    #expect(log.rows.leftOut["the same frame in another dump"] == 10)
  }

  @Test func windowsAreSessionsOfTheirOwn() throws {
    let log = try readLog(
      Self.dump((0..<20).map { Self.row($0) })
        + Self.dump((0..<10).map { Self.row($0) }, window: "settings")
    )
    #expect(log.sessions.map(\.name) == ["com.example.chat/chat", "com.example.chat/settings"])
  }

  @Test func aRowWhoseTimeCannotBeTrueIsRefusedWithLineAndValue() throws {
    var rows = (0..<60).map { Self.row($0) }
    rows[5] = Self.row(5, work: 288_000_000_000_000)
    let log = try readLog(Self.dump(rows))
    #expect(log.rows.refused == 1)
    let refusal = try #require(log.rows.refusals.first)
    #expect(refusal.line == 11)
    #expect(refusal.reason.contains("FrameCompleted"))
    #expect(log.sessions.first?.number("frame_cost_ms", .max).map { $0 < 20 } == true)
  }

  @Test func aFileWithTooManyOfThemIsRefused() throws {
    let rows = (0..<60).map { Self.row($0, work: $0 % 10 == 0 ? 288_000_000_000_000 : 5_000_000) }
    let error = try logError(Self.dump(rows))
    #expect(error.problem.contains("6 of 60"))
    #expect(error.line != nil)
  }

  @Test func staleAndMissingPresentTimesAreNoIntervals() throws {
    let rows = (0..<40).map { index in
      Self.row(index, present: index < 10 ? 4_000_000_000_000 : nil)
    }
    let log = try readLog(Self.dump(rows))
    #expect(log.rows.unreadable["DisplayPresentTime"] == 10)
    let session = try #require(log.sessions.first)
    #expect(session.number("frame_interval_ms", .max).map { $0 < 17 } == true)
    let none = (0..<40).map { Self.row($0, present: 0) }
    let other = try #require(try readLog(Self.dump(none)).sessions.first)
    #expect(other.figure("frame_interval_ms", .p50)?.absence == .missing)
  }

  @Test func skippedFramesAreLeftOutAndFlaggedOnesKept() throws {
    let rows = (0..<40).map { Self.row($0, flags: $0 == 3 ? 8 : $0 == 4 ? 1 : 0) }
    let log = try readLog(Self.dump(rows))
    #expect(log.sessions.first?.number("active_ticks") == 39)
    #expect(log.sessions.first?.tool("gfxinfo: frames without flags") == 38)
  }

  @Test func oldColumnsNeedARateAndSayThatTheyAssumeIt() throws {
    let rows = (0..<40).map { index -> String in
      let vsync = 9_000_000_000 + index * 16_666_667
      let done = vsync + (index == 20 ? 30_000_000 : 8_000_000)
      return
        "0,\(vsync),\(vsync),9223372036854775807,0,\(vsync + 1),\(vsync + 2),\(vsync + 3),"
        + "\(vsync + 4),\(vsync + 5),\(vsync + 6),\(vsync + 7),\(vsync + 8),\(done),1,2,"
    }
    let log = try readLog(Self.dump(rows, header: Self.header16))
    #expect(log.variant == "Android 6 to 10 columns")
    let session = try #require(log.sessions.first)
    #expect(session.number("late_frames") == 1)
    let note = try #require(session.figure("on_time_of_animating_pct")?.note)
    #expect(note.contains("assumes a fixed 60 Hz"))
    #expect(session.number("frame_cost_ms", .max) == 30)
  }

  @Test func byteOrderMarksUTF16AndCRLFChangeNothing() throws {
    let text = Self.dump((0..<20).map { Self.row($0) })
    let plain = try readLog(text)
    let variants: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF] + Array(text.utf8),
      Array(text.replacing("\n", with: "\r\n").utf8),
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
      text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
    ]
    for bytes in variants {
      let log = try LogFile(bytes).read()
      #expect(
        log.sessions.first?.timeline.frames.map(\.self)
          == plain.sessions.first?.timeline.frames.map(\.self)
      )
    }
  }

  @Test func aLastRowThatWasCutOffIsDroppedAndCounted() throws {
    let text = Self.dump((0..<20).map { Self.row($0) })
    let end = try #require(text.range(of: "\n---PROFILEDATA---\n\n"))
    let log = try readLog(String(text[..<end.lowerBound].dropLast(12)))
    #expect(log.rows.unfinished == 1)
    #expect(log.sessions.first?.number("active_ticks") == 19)
  }

  @Test func aRateThatChangesByPromiseIsNoHitch() throws {
    var rows: [String] = []
    var at = 5_000_000_000_000
    for index in 0..<120 {
      let period = index < 60 ? 8_333_333 : 16_666_667
      rows.append(Self.row(index, base: at - index * period, period: period, work: 3_000_000))
      at += period
    }
    let session = try #require(try readLog(Self.dump(rows)).sessions.first)
    #expect(session.number("hitch_count") == 0)
    #expect(session.number("on_time_of_animating_pct") == 100)
    #expect(session.number("on_time_at_rate_pct", .about120Hertz) == 100)
    #expect((session.number("rate_residency_pct", .about60Hertz) ?? 0) > 60)
    #expect((session.number("lower_rate_promised_pct") ?? 0) > 60)
  }
}
