import ChatSurface
import Foundation
import FramePacing
import Lengths
import LoadGeneration
import Records
import Running
import Scenarios
import Testing
import Timebase

@Suite struct ScreenTableTests {
  /// Runs a shipped scenario and keeps what was on screen twice: as it was, and in a table.
  private func run(
    _ name: String,
    _ profile: Profile
  ) throws -> (table: ScreenTable, shown: [(record: FrameRecord, snapshot: FrameSnapshot)]) {
    let scenario = try ScenarioCatalog.find().scenario(named: name)
    return run(scenario.timeline(on: .iPhoneSE), profile, keeping: .all)
  }

  private func run(
    _ events: [TimedLoadEvent],
    _ profile: Profile,
    keeping: ScreenTable.Keeping
  ) -> (table: ScreenTable, shown: [(record: FrameRecord, snapshot: FrameSnapshot)]) {
    var runner = Runner(
      events: events,
      profile: profile,
      device: .iPhoneSE,
      tools: TestBench.tools,
      settings: Runner.Settings(cost: .modelled, costs: TestBench.costs)
    )
    var table = ScreenTable(keeping: keeping)
    var shown: [(record: FrameRecord, snapshot: FrameSnapshot)] = []
    _ = runner.run { record, snapshot in
      table.append(snapshot, of: record)
      shown.append((record, snapshot))
    }
    return (table, shown)
  }

  private func expectEqual(_ frame: ScreenFrame, _ record: FrameRecord, _ shown: FrameSnapshot) {
    #expect(frame.tick == record.tick)
    #expect(frame.window == shown.window)
    let lengths = [
      (frame.offset, shown.offset), (frame.viewportHeight, shown.viewportHeight),
      (frame.topInset, shown.topInset), (frame.blank, shown.blank),
      (frame.composer, shown.composer), (frame.covered, shown.covered), (frame.shift, shown.shift),
      (frame.contentTop, shown.contentTop), (frame.contentBottom, shown.contentBottom),
      (frame.reveal, LayoutUnit(nearest: shown.reveal)),
    ]
    #expect(lengths.allSatisfy { $0.0 == $0.1 }, "\(lengths)")
    #expect(frame.items.map(\.id) == shown.visible.map(\.id.rawValue))
    #expect(frame.items.map { $0.top - frame.offset } == shown.visible.map(\.y))
    #expect(frame.items.map(\.height) == shown.visible.map(\.height))
    #expect(frame.items.map(\.state) == shown.visible.map(\.state))
    #expect(frame.items.map(\.version) == shown.visible.map(\.version))
    #expect(frame.items.map(\.isEstimated) == shown.visible.map(\.isEstimated))
    #expect(frame.streams.map(\.id) == shown.streams.map(\.id.rawValue))
    #expect(frame.streams.map(\.releasedScalars) == shown.streams.map(\.releasedScalars))
    for (stream, original) in zip(frame.streams, shown.streams) {
      #expect(stream.fades.map(\.startScalar) == original.fades.map(\.startScalar))
      #expect(stream.fades.map(\.endScalar) == original.fades.map(\.endScalar))
      #expect(
        zip(stream.fades, original.fades).allSatisfy { abs($0.opacity - $1.opacity) <= 0.000_05 }
      )
    }
    #expect(frame.anchor?.id == shown.stillPoint?.id.rawValue)
    #expect(frame.anchor.map { $0.top - frame.offset } == shown.stillPoint?.y)
    #expect(frame.mode == shown.mode)
    #expect(frame.follow == shown.follow)
    #expect(frame.scroll == shown.scroll)
    #expect(frame.button == shown.button)
    #expect(frame.loaders == shown.loaders)
    #expect((frame.entrance == nil) == (shown.entrance == nil))
  }

  @Test(arguments: ["drop-100", "first-message", "keyboard-mid-stream", "stream-burst-stall"])
  func everyFrameComesBackAsItWas(scenario: String) throws {
    for profile in [Profile.reference, .builtIn("messaging-ui")] {
      let (table, shown) = try run(scenario, profile)
      let stored = try #require(ScreenTable(bytes: table.bytes))
      #expect(stored == table)
      let frames = stored.frames
      #expect(frames.count == shown.count)
      #expect(stored.count == shown.count)
      for (frame, (record, snapshot)) in zip(frames, shown) {
        expectEqual(frame, record, snapshot)
      }
      // A block has the same ticks where it was written and where it was read.
      #expect(stored.parts.map(\.ticks) == table.parts.map(\.ticks))
      let ticks = frames.map(\.tick)
      let first = try #require(ticks.first)
      let last = try #require(ticks.last)
      for range in [first...last, first...first, last...last, (first + last) / 3...last / 2] {
        #expect(stored.frames(ofTicks: range) == frames.filter { range.contains($0.tick) })
      }
      // What a frame costs in a file; the frame log needs some 600 bytes.
      #expect(table.bytes.count < shown.count * 200, "\(scenario): \(table.bytes.count)")
    }
  }

  /// Of a long run the moments around the worst frames are kept, whole.
  @Test func onlyTheWorstMomentsAreKept() throws {
    let stalls = [20_000.0, 40_000].map { instant in
      TimedLoadEvent(event: .fault(.stall(.milliseconds(200))), atMilliseconds: instant)
    }
    let events = TestBench.ordered(TestBench.answer(words: 3_000) + stalls)
    let (whole, _) = run(events, .reference, keeping: .all)
    let (table, shown) = run(events, .reference, keeping: .worst(count: 2, around: 1))
    let late = shown.map(\.record).filter { $0.lostVsyncs > 0 }
    #expect(late.count == 2)
    let kept = table.frames
    #expect(kept.count <= 9 * ScreenTable.blockLength)
    #expect(kept.count < whole.count / 3)
    let all = Dictionary(whole.frames.map { ($0.tick, $0) }) { first, _ in first }
    #expect(kept.allSatisfy { all[$0.tick] == $0 })
    let ticks = Set(kept.map(\.tick))
    for frame in late {
      let near = all.keys.filter { abs($0 - frame.tick) <= ScreenTable.blockLength }
      #expect(near.count > ScreenTable.blockLength)
      #expect(near.allSatisfy(ticks.contains), "around tick \(frame.tick)")
    }
  }

  /// A block says between which ticks its rows lie: rows that go back in time are none.
  @Test func rowsThatGoBackInTimeAreNoTable() throws {
    let (_, shown) = try run("keyboard-mid-stream", .reference)
    var table = ScreenTable()
    for (record, snapshot) in shown.prefix(3) { table.append(snapshot, of: record) }
    #expect(ScreenTable(bytes: table.bytes)?.count == 3)
    table.append(shown[0].snapshot, of: shown[0].record)
    #expect(ScreenTable(bytes: table.bytes) == nil)
  }

  @Test func otherBytesAreNoTable() throws {
    let bytes = try run("keyboard-mid-stream", .reference).table.bytes
    var generator = SeededGenerator(seed: 3)
    for length in [0, 1, bytes.count / 2, bytes.count - 1] {
      #expect(ScreenTable(bytes: Array(bytes.prefix(length))) == nil)
    }
    for _ in 0..<40 {
      var changed = bytes
      let place = generator.nextIndex(below: bytes.count)
      changed[place] ^= UInt8(1 << generator.nextIndex(below: 8))
      // It must not trap; a changed number may still be a table.
      if let table = ScreenTable(bytes: changed) { #expect(!table.frames.isEmpty) }
    }
    #expect(ScreenTable(bytes: bytes + [0]) == nil)
    #expect(ScreenTable(bytes: ScreenTable().bytes)?.count == 0)
  }
}
