import ChatSurface
import Foundation
import LoadGeneration
import Scenarios
import Testing
import Timebase

@Suite struct ScenarioTests {
  private let catalog = ScenarioCatalog(
    folder: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Scenarios").standardizedFileURL.path
  )

  private func timeline(
    _ name: String,
    seed: UInt64? = nil,
    on device: Device = .iPhone15Pro
  ) throws -> [TimedLoadEvent] {
    try catalog.scenario(named: name).timeline(seed: seed, on: device)
  }

  private func surface(_ timeline: [TimedLoadEvent]) -> [(instant: Instant, event: SurfaceEvent)] {
    timeline.compactMap {
      if case .surface(let event) = $0.event { ($0.instant, event) } else { nil }
    }
  }

  private func text(_ timeline: [TimedLoadEvent]) -> [UInt8] {
    surface(timeline).flatMap { event -> [UInt8] in
      if case .token(_, let bytes) = event.event { bytes } else { [] }
    }
  }

  @Test func theShippedScenariosAreThere() throws {
    #expect(
      try catalog.entries().map(\.name) == [
        "branch-switch", "card-folds-mid-stream", "composer-grows", "drop-100", "edit-storm",
        "first-message", "five-windows", "fling-through-history", "host-stalls", "hostile-text",
        "idle", "keyboard-mid-stream", "live-resize", "newer-pages", "open-long-history",
        "prepend-while-reading", "prepend-while-streaming", "rate-change", "reconnect-replay",
        "rotate-mid-history", "send-and-pin",
        "soak", "stop-mid-stream", "stream-10k-words", "stream-burst-stall", "stream-steady",
        "stream-while-scrolling-up", "switch-conversation", "type-while-streaming",
      ]
    )
    #expect(catalog.streamNames.count == 5)
    for entry in try catalog.entries() {
      #expect(!entry.summary.isEmpty)
      let scenario = try catalog.scenario(named: entry.name)
      #expect(scenario.seed == 1)
      #expect(scenario.budgets.looser(than: .standard).isEmpty)
      #expect(scenario.expectsStall == (entry.name == "host-stalls"))
    }
  }

  /// The ticks at 60 Hz with an event in them, a finger on the screen, or a fling on its way: a
  /// lower bound of the active ticks of a run.
  private func busyTicks(_ timeline: [TimedLoadEvent]) -> Int {
    var ticks = Set<Int64>()
    var fingerDown: Instant?
    let tick = { (instant: Instant) in instant.nanoseconds * 60 / 1_000_000_000 }
    for (instant, event) in surface(timeline) {
      ticks.insert(tick(instant))
      if case .touch(let phase, _, _) = event {
        if let start = fingerDown { ticks.formUnion(tick(start)...tick(instant)) }
        fingerDown = phase == .ended ? nil : instant
      }
      // 967 pt/s take 2.3 s to come to rest; the next fling is 1.5 s later.
      if case .fling = event { ticks.formUnion(tick(instant)...(tick(instant) + 90)) }
    }
    return ticks.count
  }

  @Test func everyShippedScenarioHasSixHundredActiveTicks() throws {
    // In the scenario of rest nothing happens.
    for name in catalog.names where name != "idle" {
      let count = busyTicks(try timeline(name, on: .iPhoneSE))
      #expect(count >= 600, "\(name): \(count)")
    }
  }

  @Test func aScenarioIsTheSameEverywhereAndDependsOnItsSeed() throws {
    for name in catalog.names {
      let first = try timeline(name)
      #expect(first.map(\.instant) == (try timeline(name)).map(\.instant))
      #expect(text(first) == text(try timeline(name, seed: 1)))
      #expect(zip(first, first.dropFirst()).allSatisfy { $0.instant <= $1.instant })
    }
    #expect(text(try timeline("stream-steady")) != text(try timeline("stream-steady", seed: 2)))
  }

  @Test(arguments: ["stream-steady", "stream-burst-stall"])
  func aStreamScenarioStreamsHalfAMinute(name: String) throws {
    let events = surface(try timeline(name))
    guard case .load(let source) = events[0].event,
      case .send(let id, let question) = events[1].event
    else {
      Issue.record("\(events.prefix(2))")
      return
    }
    #expect(source.count == 1_000)
    #expect(id == "user-1")
    #expect(question.unicodeScalars.count == 80)
    let tokens = events.filter { if case .token = $0.event { true } else { false } }
    #expect(tokens.allSatisfy { (500...30_500).contains($0.instant.milliseconds) })
    #expect((tokens.last?.instant.milliseconds ?? 0) > 29_000)
    let gaps = zip(tokens, tokens.dropFirst()).map { ($1.instant - $0.instant).milliseconds }
    let stalls = gaps.filter { $0 >= 300 }.count
    #expect(name == "stream-steady" ? stalls == 0 : stalls >= 5, "\(stalls)")
    guard case .taskEnd = events[events.count - 1].event else {
      Issue.record("no task end")
      return
    }
  }

  @Test func pagesArriveWhileTheReaderRests() throws {
    let events = surface(try timeline("prepend-while-reading"))
    var travel = 0.0
    var start = 0.0
    var lastTouch = Instant.zero
    var pages: [(instant: Instant, source: any MessageSource)] = []
    for (instant, event) in events {
      switch event {
      case .touch(.began, let y, _):
        start = y
        lastTouch = instant
      case .touch(.ended, let y, _):
        travel += start - y
        lastTouch = instant
      case .prepend(let source): pages.append((instant, source))
      default: break
      }
    }
    #expect(travel == 2_000)
    #expect(pages.count == 20)
    #expect(pages.allSatisfy { $0.source.count == 50 && $0.instant > lastTouch })
    let latencies = zip(pages, pages.dropFirst()).map {
      ($1.instant - $0.instant).milliseconds - 250
    }
    #expect(latencies.allSatisfy { (50...500).contains($0) })
    #expect(Set(latencies).count > 10)
    var names: Set<MessageID> = []
    for page in pages {
      for index in 0..<page.source.count {
        #expect(names.insert(page.source.id(at: index)).inserted)
      }
    }
    #expect(pages[0].source.id(at: 49) == "old-1")
    #expect(pages[19].source.id(at: 0) == "old-1000")
  }

  @Test(arguments: Device.all)
  func eachOpeningIsScrolledAViewport(device: Device) throws {
    let events = surface(try timeline("open-long-history", on: device))
    var loads = 0
    var travel = 0.0
    var start = 0.0
    for (_, event) in events {
      switch event {
      case .load(let source):
        #expect(source.count == 10_000)
        loads += 1
      case .touch(.began, let y, _): start = y
      case .touch(.ended, let y, _): travel += start - y
      default: break
      }
    }
    #expect(loads == 20)
    #expect(travel == -20 * device.height.points)
  }

  @Test func aFingerHoldsStillBeforeItLeaves() throws {
    let events = surface(try timeline("open-long-history"))
    var recent: [(instant: Instant, y: Double)] = []
    for (instant, event) in events {
      guard case .touch(let phase, let y, _) = event else { continue }
      if phase == .began { recent = [] }
      recent.append((instant, y))
      if phase == .ended {
        let held = recent.filter { instant - $0.instant <= .milliseconds(150) }
        #expect(Set(held.map(\.y)).count == 1)
      }
    }
  }

  @Test func flingsGoUpAndDown() throws {
    let events = surface(try timeline("fling-through-history"))
    let flings = events.compactMap { event -> (Double, Double)? in
      if case .fling(let velocity) = event.event {
        return (event.instant.milliseconds, velocity)
      }
      return nil
    }
    let instants: [Double] = (0..<12).map { 500 + 1_500 * Double($0) }
    let velocities: [Double] = [-967, -2_811, -3_890, 967, 2_811, 3_890]
    #expect(flings.map(\.0) == instants)
    #expect(flings.prefix(6).map(\.1) == velocities)
  }

  @Test func shippedStreamsHoldNoTextOfTheRecordings() throws {
    #expect(!catalog.streamNames.isEmpty)
    for name in catalog.streamNames {
      let shipped = try StreamFile(path: "\(catalog.streamsFolder)/\(name).ndjson")
      #expect(
        shipped.entries.allSatisfy { if case .characters = $0.content { true } else { false } }
      )
    }
  }

  private static let recordings =
    (ProcessInfo.processInfo.environment["STILLPOINT_DATA"] ?? "../shared/data") + "/streams"

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: recordings),
      "no recorded streams; name their folder's parent in STILLPOINT_DATA"
    )
  )
  func shippedStreamsHaveTheTimingOfTheRecordings() throws {
    for name in catalog.streamNames {
      let shipped = try StreamFile(path: "\(catalog.streamsFolder)/\(name).ndjson")
      let recorded = try StreamFile(path: "\(Self.recordings)/\(name).ndjson")
      #expect(recorded.entries.map(\.instant) == shipped.entries.map(\.instant))
      let sizes = recorded.tokens(seed: 1).map {
        String(decoding: $0.bytes, as: UTF8.self).unicodeScalars.count
      }
      let made = shipped.tokens(seed: 1).map {
        String(decoding: $0.bytes, as: UTF8.self).unicodeScalars.count
      }
      #expect(sizes == made)
    }
  }
}
