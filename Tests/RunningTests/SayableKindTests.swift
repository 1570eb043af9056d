import ChatSurface
import Foundation
import FrameMetrics
import FramePacing
import Lengths
import LoadGeneration
import Running
import Scenarios
import StillpointEngine
import Testing
import Timebase

/// Kinds of faults that people report and that a script and a design can say: a figure shows each of them in a
/// design that has it, and none in the reference.
@Suite struct SayableKindTests {
  /// A kind, the short scenario that says it, and lines of a design that has the fault.
  struct Kind: CustomTestStringConvertible, Sendable {
    var scenario: String
    var figure: String
    var keys: [String]

    /// A row of the page of reports that names a design; nil for another line.
    init?(row line: Substring) {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      guard cells.count == 7 else { return nil }
      func words(_ cell: Int) -> [String] {
        cells[cell].split(separator: "`", omittingEmptySubsequences: false).enumerated()
          .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
      }
      let keys = words(5).filter { $0.contains(": ") }
      guard let scenario = words(3).first, let figure = words(4).first, !keys.isEmpty else {
        return nil
      }
      (self.scenario, self.figure, self.keys) = (scenario, figure, keys)
    }

    var testDescription: String { "\(scenario), \(figure): \(keys.joined(separator: ", "))" }
  }

  /// The page that says which report is of which kind.
  static let page: String =
    (try? String(
      contentsOfFile: ProfileFileTests.scenarios + "/../Docs/Internals/Reports.md",
      encoding: .utf8
    )) ?? ""

  /// Each row of it that names a design, once.
  static let kinds: [Kind] = page.split(separator: "\n").compactMap(Kind.init(row:))
    .reduce(into: []) { kinds, kind in
      let isKnown = kinds.contains { $0.testDescription == kind.testDescription }
      if !isKnown { kinds.append(kind) }
    }

  /// All reports are there, and each suite that holds a kind which no design can have.
  @Test func thePageNamesAllReports() throws {
    let reports = Set(
      Self.page.matches(of: /[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+#[0-9]+/).map { String($0.output) }
    )
    #expect(reports.count >= 75)
    #expect(Self.kinds.count >= 12)
    let suites = Self.page.matches(of: /`([A-Za-z]+Tests)`/).map { String($0.output.1) }
    #expect(!suites.isEmpty)
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    for suite in Set(suites) {
      #expect(files.contains { $0.hasSuffix("/\(suite).swift") }, "\(suite)")
    }
  }

  private func scenario(_ name: String) throws -> Scenario {
    try ScenarioCatalog(folder: ProfileFileTests.scenarios).scenario(named: name)
  }

  private func figures(
    _ events: [TimedLoadEvent],
    _ profile: Profile = .reference,
    device: Device = .iPhoneSE,
    candidate: Candidate? = nil
  ) -> [String: Double] {
    var runner = Runner(
      events: events,
      profile: profile,
      device: device,
      tools: TestBench.tools,
      settings: TestBench.settings(),
      candidate: candidate
    )
    let values = TestBench.metrics(of: runner.run { _, _ in }, at: device.rate)
    return Dictionary(values.map { ($0.metric, $0.value ?? 0) }) { first, _ in first }
  }

  @Test(arguments: kinds) func aDesignHasTheFaultAndTheReferenceHasNot(_ kind: Kind) throws {
    let text = (["name: planted", "base: reference"] + kind.keys).joined(separator: "\n") + "\n"
    let profile = try ProfileFile.read(text, path: "planted.yaml", among: Profile.all).profile
    let scenario = try scenario(kind.scenario)
    let device = (scenario.device ?? .iPhone15Pro).at(hertz: 60)
    let events = scenario.timeline(on: device)
    let sound = figures(events, device: device)
    let faulty = figures(events, profile, device: device)
    #expect(sound[kind.figure] == 0)
    #expect(try #require(faulty[kind.figure]) > 0)
  }

  /// None of the figures is raised by the reference anywhere.
  @Test(arguments: [
    "choices-jumps", "choices-openings", "choices-part-scroll", "choices-history-parts",
    "choices-focus",
    "choices-steps", "choices-directions",
  ])
  func theReferenceHasNoneOfThem(_ name: String) throws {
    let scenario = try scenario(name)
    let found = figures(scenario.timeline(on: .iPhoneSE))
    for figure in [
      "landing_error_pt", "landing_frames", "opening_jumps", "direction_flips", "focus_lost",
      "unread_wrong", "reader_moved_times", "anchor_drift_max_pt", "follow_reversals",
      "screen_jolts",
      "height_falls",
    ] {
      #expect(found[figure] ?? 0 == 0, "\(figure)")
    }
    for requirement in scenario.budgetsInForce.requirements {
      let value = found[requirement.metric.id] ?? 0
      #expect(value >= requirement.least ?? 0, "\(requirement.metric.id)")
    }
  }

  /// Each goes through every profile, and nothing is refused.
  @Test(arguments: [
    "choices-jumps", "choices-openings", "choices-part-scroll", "choices-history-parts",
    "choices-focus",
    "choices-steps", "choices-directions",
  ])
  func everyProfileGoesThroughIt(_ name: String) throws {
    let events = try scenario(name).timeline(on: .iPhoneSE)
    for profile in Profile.all {
      let outcome = TestBench.run(events, profile: profile).outcome
      #expect(outcome.refusals.isEmpty, "\(profile.name): \(outcome.refusals)")
      #expect(outcome.brokenAt == nil, "\(profile.name)")
      #expect(outcome.text.isExact, "\(profile.name)")
    }
  }

  // MARK: Planted around the engine

  private enum Fault { case headerCovers, countsNothing }

  /// The engine, and one fault around it.
  private final class Planted: ChatEngine {
    private let surface: Surface
    private let fault: Fault?
    private var jumped: MessageID?

    init(_ setup: EngineSetup, _ fault: Fault?) {
      self.fault = fault
      surface = Surface(
        profile: .reference,
        device: setup.device,
        measurer: setup.measurer,
        parser: setup.parser,
        costs: .init()
      )
    }

    var isRunning: Bool { surface.isRunning }
    var nextDue: Instant? { surface.nextDue }
    func message(_ id: MessageID) -> EngineMessage? { surface.message(id) }

    func frame(
      _ events: [ScheduledEvent],
      at instant: Instant,
      tick: Int,
      into snapshot: inout FrameSnapshot
    ) {
      surface.frame(events, at: instant, tick: tick, into: &snapshot)
      for scheduled in events {
        if case .scroll(let target, _, _) = scheduled.event {
          jumped = if case .message(let id, .top) = target { id } else { nil }
        }
      }
      switch fault {
      case .headerCovers where jumped != nil:
        guard let header = snapshot.header, header.id != jumped else { return }
        snapshot.offset += header.height
        for index in snapshot.visible.indices { snapshot.visible[index].y -= header.height }
      case .countsNothing: snapshot.unread = 0
      default: break
      }
    }
  }

  private func planted(_ name: String, _ fault: Fault?) throws -> [String: Double] {
    figures(
      try scenario(name).timeline(on: .iPhoneSE),
      candidate: Candidate("planted") { Planted($0, fault) }
    )
  }

  /// A message that is jumped to stands under the date that stays at the top.
  @Test func aHeaderCoversWhatWasJumpedTo() throws {
    #expect(try planted("choices-history-parts", nil)["landing_error_pt"] == 0)
    #expect(try planted("choices-history-parts", .headerCovers)["landing_error_pt"] == 28)
  }

  /// A button to the end counts nothing of what came.
  @Test func aButtonCountsWrongly() throws {
    #expect(try planted("choices-history-parts", nil)["unread_wrong"] == 0)
    #expect(try #require(planted("choices-history-parts", .countsNothing)["unread_wrong"]) > 0)
  }

  // MARK: Keys

  private func keys(_ key: SurfaceEvent) -> [TimedLoadEvent] {
    var events = TestBench.answer(words: 300, everyMilliseconds: 20, from: 500)
    events.append(
      TimedLoadEvent(.load(SuppliedMessages(first: 0, count: 60, height: 80)), at: .zero)
    )
    events.append(TimedLoadEvent(key, at: Instant(milliseconds: 4_000)))
    return TestBench.ordered(events)
  }

  /// An arrow key takes 40 pt away from the end, and near it a design may take them back.
  @Test func aKeyLeavesTheEnd() throws {
    let text =
      "name: planted\nbase: reference\nappends: followed-near-end\nafter_send: follow-within\n"
    let near = try ProfileFile.read(text, path: "planted.yaml", among: Profile.all).profile
    let events = keys(.arrowKey(.top))
    let (sound, faulty) = (figures(events), figures(events, near))
    #expect(sound["reader_moved_times"] == 0)
    #expect(try #require(sound["reading_time_s"]) > 1)
    #expect(try #require(faulty["reader_moved_times"]) > 0)
  }

  /// How far each step goes, within the range.
  @Test(arguments: [
    (SurfaceEvent.wheel(by: -100), -100.0), (.arrowKey(.top), -40), (.wheel(by: 1), 0),
    (.pageKey(.top), -0.9 * (667 - 20 - 48)),
  ])
  func stepsGoAsFarAsTheyDoElsewhere(_ event: SurfaceEvent, _ distance: Double) {
    let events = [
      TimedLoadEvent(.load(SuppliedMessages(first: 0, count: 60, height: 80)), at: .zero),
      TimedLoadEvent(event, at: Instant(milliseconds: 1_000)),
    ]
    let frames = TestBench.run(events).snapshots
    let way = (frames.last?.offset.points ?? 0) - (frames.first?.offset.points ?? 0)
    #expect((way - distance).magnitude <= 1.0 / 64, "\(way)")
  }

  // MARK: Parts with a scroller

  /// A part is no higher than its limit, follows its own end, and leaves it for its reader.
  @Test func aPartScrollsByItself() throws {
    let events = try scenario("choices-part-scroll").timeline(on: .iPhoneSE)
    let frames = TestBench.run(events).snapshots
    let limit = LayoutUnit(points: 160)
    let inside = frames.compactMap { $0.scrollers.first?.frame }
    #expect(inside.count > 60)
    for frame in inside { #expect(frame.viewportHeight == limit) }
    func atEnd(_ frame: FrameSnapshot) -> Bool {
      frame.offset == frame.contentBottom + frame.bottomInset - frame.viewportHeight
    }
    let before = inside.filter { $0.instant < Instant(milliseconds: 2_500) }
    #expect(!before.isEmpty && before.allSatisfy(atEnd))
    let read = inside.filter {
      $0.instant > Instant(milliseconds: 3_000) && $0.instant < Instant(milliseconds: 4_500)
    }
    #expect(Set(read.map(\.offset)).count == 1 && !read.contains(where: atEnd))
    let back = inside.filter {
      $0.instant > Instant(milliseconds: 4_700) && $0.instant < Instant(milliseconds: 5_300)
    }
    #expect(!back.isEmpty && back.allSatisfy(atEnd))
  }
}
