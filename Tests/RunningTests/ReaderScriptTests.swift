import ChatSurface
import Foundation
import FrameMetrics
import Lengths
import LoadGeneration
import PublishedDesigns
import Records
import Running
import Scenarios
import Statistics
import Testing
import Timebase

/// Scripts in which a reader suffered and no figure said so, where they are at hand.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: RecordedStreams.readerScripts),
    "no scripts of readers; name the folder above scripts/2026-11-29 in STILLPOINT_DATA"
  )
)
struct ReaderScriptTests {
  private struct Run {
    let frames: [FrameSnapshot]
    let figures: [MetricValue]
    let missed: [String]

    func figure(_ name: String, _ statistic: Statistic = .value) -> Double? {
      Metric.named(name).flatMap { figures.value(of: $0, statistic) }?.value
    }

    func places(of id: MessageID, from milliseconds: Double) -> [Double] {
      frames.filter { $0.instant >= Instant(milliseconds: milliseconds) }.compactMap { frame in
        frame.visible.first { $0.id == id }?.y.points
      }
    }

    var last: FrameSnapshot { frames.last ?? FrameSnapshot() }
  }

  private func run(_ name: String, _ profile: Profile = .reference, hertz: Int) throws -> Run {
    let events = try LoadFile.read("\(RecordedStreams.readerScripts)/\(name).ndjson").timeline(
      seed: 1
    )
    let device = Device.iPhone15Pro.at(hertz: hertz)
    let result = TestBench.run(events, profile: profile, device: device)
    let figures = TestBench.metrics(of: result.outcome, at: device.rate)
    var budgets = Budgets.standard
    budgets.judgesFlicker = profile == .reference
    let checks = BudgetJudge(repetitions: [figures], hostShare: 0.5).checks(budgets)
    return Run(
      frames: result.snapshots,
      figures: figures,
      missed: checks.filter { $0.state == .missed }.map(\.name)
    )
  }

  @Test(arguments: [60, 120]) func aSmallWayUpIsNotTakenBack(hertz: Int) throws {
    let kept = try run("small-scroll-up-undone", hertz: hertz)
    #expect(kept.last.follow == .free && kept.missed == [])
    #expect(kept.figure("reader_moved_times") == 0)
    #expect(Set(kept.places(of: "h9", from: 1_720)).count == 1)
    let other = try run("small-scroll-up-undone", .builtIn("messaging-ui"), hertz: hertz)
    #expect(other.missed.contains("reader_moved_times"))
  }

  @Test(arguments: [60, 120]) func aFlingThatHitsTheEndFollowsIt(hertz: Int) throws {
    for profile in [Profile.reference, .builtIn("messaging-ui")] {
      let run = try run("fling-to-end-while-streaming", profile, hertz: hertz)
      #expect(run.last.follow == .following, "\(profile.name)")
      #expect(run.figure("tokens_unread") == 0, "\(profile.name)")
      #expect(run.missed == [], "\(profile.name)")
    }
  }

  @Test(arguments: [60, 120]) func aQuestionKeepsItsPinUnderTheServersName(hertz: Int) throws {
    let run = try run("question-gets-server-id", hertz: hertz)
    #expect(run.missed == [])
    #expect(run.frames.contains { if case .pinned = $0.follow { true } else { false } })
    #expect(run.last.follow != .free)
  }

  @Test(arguments: [60, 120]) func onePrependExcusesNoOtherFrame(hertz: Int) throws {
    for name in ["model-shield", "model-shield-without-prepend"] {
      let run = try run(name, .builtIn("swiftui-tips"), hertz: hertz)
      #expect(run.missed.contains("reader_moved_times"), "\(name)")
    }
  }

  @Test(arguments: [60, 120]) func whatAnEventMovesIsShown(hertz: Int) throws {
    for profile in Profile.all {
      let image = try run("late-image-pushes-the-screen", profile, hertz: hertz)
      #expect(image.figure("screen_shift").map { $0 > 0.1 } == true, "\(profile.name)")
      let flash = try run("reasoning-flashes-open", profile, hertz: hertz)
      // In conversation-kit the answer begins below what is in view, and nothing on screen moves.
      let isSeen = profile.name != "conversation-kit"
      #expect(flash.figure("shift_back").map { $0 > 0 } == isSeen, "\(profile.name)")
      #expect(flash.figure("shift_back_unasked") == 0, "\(profile.name)")
    }
  }

  @Test(
    arguments: [60, 120],
    [
      "streamed-image-flips", "pull-at-top-loader-and-page", "older-page-into-a-short-chat",
      "message-in-the-bounce", "late-image-pushes-the-screen", "reasoning-flashes-open",
    ]
  )
  func theReferenceMissesNothing(hertz: Int, name: String) throws {
    #expect(try run(name, hertz: hertz).missed == [])
  }

  @Test(arguments: [60, 120]) func aMessageThatComesInTheBounceIsFollowed(hertz: Int) throws {
    for profile in [Profile.reference, .builtIn("messaging-ui")] {
      let run = try run("message-in-the-bounce", profile, hertz: hertz)
      #expect(run.last.follow == .following && run.last.isAtEndOfRange, "\(profile.name)")
      #expect(!run.missed.contains("reader_moved_times"), "\(profile.name)")
    }
  }

  @Test(arguments: [60, 120]) func insertsThatShiftAreNotMadeUpFor(hertz: Int) throws {
    var shifting = Profile.builtIn("swiftui-tips")
    shifting.insertsAbove = .shift
    let run = try run("inserts-shift-has-no-effect", shifting, hertz: hertz)
    let places = run.places(of: "h8", from: 1_600)
    #expect(!places.contains(59), "\(places)")
  }

  @Test(arguments: [60, 120]) func aSpringAfterRegenerateStaysInTheRange(hertz: Int) throws {
    let run = try run("regenerate-past-the-end", .builtIn("conversation-kit"), hertz: hertz)
    for frame in run.frames where frame.scroll == .animating {
      #expect(frame.offset <= frame.endOfRange, "\(frame.instant)")
    }
    #expect(run.missed == [])
  }
}

extension FrameSnapshot {
  /// The greatest offset that the insets allow.
  fileprivate var endOfRange: LayoutUnit {
    max(contentTop - topInset, contentBottom + bottomInset - viewportHeight)
  }
  fileprivate var isAtEndOfRange: Bool { offset == endOfRange }
}
